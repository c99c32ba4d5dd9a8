"""Compares the pieces that `lay` shows each seat with the seat's information and with the printed
pieces.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from generator.play.checks.check import Breach, Check, Decision
from generator.play.engine.game import Game
from generator.play.engine.table_layout import Laid, Thing

View = Sequence[Thing]
# least number of positions to judge; in fewer positions, chance may have dealt the same cards
# again
ENOUGH = 8
HEAPS = ("bag", "supply", "discard")  # areas that `lay` shows without an order


class Sights(Check):
    """Tests a pack's `lay` in many positions."""

    rule = "lay"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert game.lay is not None
        self.lay = game.lay
        self.box = {f"{c.id}/{r.id}": r.count for c in game.pack.components for r in c.rows}
        self.boxes = {component.id: component.count for component in game.pack.components}
        self.kinds = {component.id: len(component.rows) for component in game.pack.components}
        # component and seat → number of positions in which a piece was hidden
        self.looks: Counter[tuple[str, int]] = Counter()
        # component and seat → whether `hide` has changed a hidden piece
        self.kept: dict[tuple[str, int], bool] = {}
        self.nameless: set[str] = set()  # components that have no name even if seat is None

    def decided(self, decision: Decision) -> Iterator[Breach]:
        """Lay out the position for each seat."""
        if not decision.is_laid_out:
            return
        game, tables, state = self.game, self.game.tables, decision.state
        everything = self.lay(tables, state, None)
        yield from self._counted(everything)
        for seat in range(game.seats):
            view = self.lay(tables, state, seat)
            yield from self._counted(view)
            if game.is_hidden and game.hide is not None:
                guess = decision.hidden(seat, 20 + seat)
                if self.lay(tables, guess, seat) != view:
                    text = f"lay() shows seat {seat} something that hide() hides from it"
                    yield Breach("leaks", "lay", text, "show the seat only what it may know")
                status = game.status
                if status and status(tables, guess, seat) != status(tables, state, seat):
                    text = f"status() tells seat {seat} something that hide() hides from it"
                    yield Breach("leaks", "status", text, "tell the seat only what it may know")
                self._note(seat, everything, view, self.lay(tables, guess, None))
            elif not game.is_hidden:
                yield from self._seen(seat, everything, view)

    def is_silenced(self, broken: Collection[str]) -> bool:
        """Any other breach is reported first."""
        return bool(broken)

    def concluded(self) -> Iterator[Breach]:
        """Report components that `lay` hides from a seat although `hide` never changes them."""
        for (component, seat), changed in sorted(self.kept.items()):
            if changed or self.looks[component, seat] < ENOUGH:
                continue
            text = f"lay() hides {component} from seat {seat}, but hide() never changes them"
            fix = "let hide() deal them anew"
            if component in self.nameless:
                text = f"lay() hides {component} even where seat is None, so it is not known "
                text += "whether hide() changes them"
                fix = "where seat is None, let lay() name every piece, even face down"
            yield Breach(f"stuck {component}", "lay", text, fix)

    def _seen(self, seat: int, everything: View, view: View) -> Iterator[Breach]:
        """Report pieces that bots can see but people in the seat cannot, except in bags."""
        for component in self.kinds:
            hidden = _pieces(everything, component) - _pieces(view, component)
            unnamed = [t for t in view if isinstance(t, Laid) and not t.piece]
            spots = [t.spot for t in unnamed if t.component == component]
            if len(hidden) > 1 and any(spot.area not in HEAPS for spot in spots):
                text = f"lay() hides {component} from seat {seat}, but HIDDEN is not set, so bots "
                fix = "write HIDDEN = True and hide()"
                yield Breach("seen", "lay", f"{text}see them", fix, "warning")

    def _note(
        self,
        seat: int,
        everything: View,
        view: View,
        guessed: View,
    ) -> None:
        self.nameless |= {t.component for t in everything if isinstance(t, Laid) and not t.piece}
        for component in {t.component for t in view if isinstance(t, Laid) and not t.piece}:
            if self.kinds[component] > 1 and not self.kept.get((component, seat), False):
                self.looks[component, seat] += 1
                before, after = (_named(each, component) for each in (everything, guessed))
                self.kept[component, seat] = before != after

    def _counted(self, view: View) -> Iterator[Breach]:
        """Report pieces that are laid more often than they are printed."""
        laid = [thing for thing in view if isinstance(thing, Laid)]
        of_piece: Counter[str] = Counter()
        of_component: Counter[str] = Counter()
        for thing in laid:
            of_piece[thing.piece] += thing.n
            of_component[thing.component] += thing.n
        for counts, box in ((of_piece, self.box), (of_component, self.boxes)):
            for name, n in counts.items():
                if name and n > box[name]:
                    text = f"lay() lays {n} of {name}; there are {box[name]}"
                    fix = (
                        "lay each piece once; if the game needs more, print more (count:), or let "
                    )
                    yield Breach("counts", "lay", text, f"{fix}the rules stop when none is left")


def _pieces(view: View, component: str) -> Counter[str]:
    """Return the number of copies of each named piece of a component in the view."""
    counts: Counter[str] = Counter()
    for thing in view:
        if isinstance(thing, Laid) and thing.component == component and thing.piece:
            counts[thing.piece] += thing.n
    return counts


def _named(view: View, component: str) -> list[tuple[Any, ...]]:
    return [
        (t.piece, t.spot, t.n) for t in view if isinstance(t, Laid) and t.component == component
    ]
