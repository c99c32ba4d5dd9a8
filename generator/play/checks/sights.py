"""What `lay` shows each seat, held to what that seat may know and to what a box holds."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from generator.play.engine.game import Game
from generator.play.engine.table_layout import Laid, Thing

View = Sequence[Thing]
HEAPS = ("bag", "supply", "discard")  # whose order `lay` does not tell


class Amiss(NamedTuple):
    """A promise that `lay` breaks."""

    promise: str
    text: str
    fix: str
    level: Literal["error", "warning"] = "error"


class Sights:
    """One pack's `lay` over many positions; `stuck` speaks of all of them together."""

    def __init__(self, game: Game) -> None:
        assert game.lay is not None
        self.game, self.lay = game, game.lay
        self.box = {f"{c.id}/{r.id}": r.count for c in game.pack.components for r in c.rows}
        self.boxes = {component.id: component.count for component in game.pack.components}
        self.kinds = {component.id: len(component.rows) for component in game.pack.components}
        self.kept: dict[tuple[str, int], bool] = {}  # hidden from a seat → `hide` has changed it
        self.nameless: set[str] = set()  # components that are not named even to all

    def amiss(self, state: Any, hidden: Callable[[int], Any]) -> Iterator[Amiss]:
        """What is wrong in one position; `hidden(seat)` is a copy of it through `hide`."""
        game, tables = self.game, self.game.tables
        everything = self.lay(tables, state, None)
        yield from self._counted(everything)
        for seat in range(game.seats):
            view = self.lay(tables, state, seat)
            yield from self._counted(view)
            if game.is_hidden and game.hide is not None:
                guess = hidden(seat)
                if self.lay(tables, guess, seat) != view:
                    text = f"lay() shows seat {seat} what hide() says it cannot know"
                    yield Amiss("leaks", text, "show the seat nothing but what it may know")
                self._note(seat, everything, view, self.lay(tables, guess, None))
            elif not game.is_hidden:
                yield from self._seen(seat, everything, view)

    def stuck(self) -> Iterator[Amiss]:
        """Told at the end: what is hidden, and yet always stays as it was."""
        for (component, seat), changed in sorted(self.kept.items()):
            if changed:
                continue
            text = f"lay() hides {component} from seat {seat}, but hide() never changes them"
            fix = "let hide() deal them anew"
            if component in self.nameless:
                text = f"lay() hides {component} even where seat is None, so that nobody can say "
                text += "whether hide() changes them"
                fix = "where seat is None, let lay() name every piece, face down or not"
            yield Amiss(f"stuck {component}", text, fix)

    def _seen(self, seat: int, everything: View, view: View) -> Iterator[Amiss]:
        """What people in a seat are not shown, and bots see; a bag may be drawn from at random."""
        for component in self.kinds:
            hidden = _pieces(everything, component) - _pieces(view, component)
            unnamed = [t for t in view if isinstance(t, Laid) and not t.piece]
            spots = [t.spot for t in unnamed if t.component == component]
            if len(hidden) > 1 and any(spot.area not in HEAPS for spot in spots):
                text = f"lay() hides {component} from seat {seat}, but HIDDEN is not set, so bots "
                yield Amiss("seen", f"{text}see them", "write HIDDEN = True and hide()", "warning")

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
                before, after = (_named(each, component) for each in (everything, guessed))
                self.kept[component, seat] = before != after

    def _counted(self, view: View) -> Iterator[Amiss]:
        laid = [thing for thing in view if isinstance(thing, Laid)]
        of_piece: Counter[str] = Counter()
        of_component: Counter[str] = Counter()
        for thing in laid:
            of_piece[thing.piece] += thing.n
            of_component[thing.component] += thing.n
        for found, box in ((of_piece, self.box), (of_component, self.boxes)):
            for name, n in found.items():
                if name and n > box[name]:
                    text = f"lay() lays {n} of {name}; there are {box[name]}"
                    fix = "lay each piece once; if so many are meant, print more (count:), or let "
                    yield Amiss("counts", text, f"{fix}the rules stop when none is left")


def _pieces(view: View, component: str) -> Counter[str]:
    """The pieces of a component that are named, and how many of each."""
    found: Counter[str] = Counter()
    for thing in view:
        if isinstance(thing, Laid) and thing.component == component and thing.piece:
            found[thing.piece] += thing.n
    return found


def _named(view: View, component: str) -> list[tuple[Any, ...]]:
    return [
        (t.piece, t.spot, t.n) for t in view if isinstance(t, Laid) and t.component == component
    ]
