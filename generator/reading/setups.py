"""Converts the checked section `table:` to a `Setup`; wrong names and numbers are reported.

A variant's own `table:` replaces the keys that it has.
"""

from collections.abc import Iterator, Mapping, Sequence

from generator.model.arrangement import matches
from generator.model.pack import Component, is_number
from generator.model.problems import Place, Problems, near
from generator.model.setup import Front, Laid, Pile, Point, SeatSetup, Setup
from generator.model.units import to_text
from generator.reading.fields import in_words
from generator.reading.schema import GameSection
from generator.reading.schema_table import MOST, FrontSection, TableSection
from generator.reading.values import Steps, Tree
from generator.templating.expressions import Context, evaluate


def setup_of(
    game: GameSection,
    variant: str,
    tree: Tree,
    components: Sequence[Component],
    left_out: Sequence[Component],
    base: Context,
    problems: Problems,
) -> Setup:
    """Return the set-up of a variant; names of components in `left_out` are ignored."""
    section, own = game.table, frozenset[str]()
    if variant in game.variants:
        table = game.variants[variant].table
        own = frozenset(table.model_fields_set)
        section = section.model_copy(update={key: getattr(table, key) for key in own})
    roots = dict.fromkeys(own, ("variants", variant, "table"))
    return _Reader(tree, roots, components, left_out, base, problems).setup(section)


class _Reader:
    def __init__(
        self,
        tree: Tree,
        roots: Mapping[str, Steps],
        components: Sequence[Component],
        left_out: Sequence[Component],
        base: Context,
        problems: Problems,
    ) -> None:
        self.tree, self.components, self.left_out = tree, components, left_out
        self.roots, self.base, self.problems = roots, base, problems

    def steps(self, path: Steps) -> Steps:
        """The path of a key in the file: below the variant's table if that has the key."""
        return (*self.roots.get(str(path[0]), ("table",)), *path)

    def setup(self, s: TableSection) -> Setup:
        piles = tuple(
            Pile(
                name,
                self.pieces(pile.of, ("piles", name, "of")),
                self.tree.key(self.steps(("piles", name))),
                self.spot(pile.at, s.size, ("piles", name, "at")),
                pile.face == "up",
                pile.shuffled,
            )
            for name, pile in s.piles.items()
        )
        names = set(s.piles)
        laid = tuple(
            Laid(
                self.source(each.source, names, ("laid", i, "from")),
                self.number(each.n, ("laid", i, "n"), 0),
                self.spot(each.at, s.size, ("laid", i, "at")) or each.at,
                each.step,
                self.tree.place(self.steps(("laid", i))),
                each.face == "up",
            )
            for i, each in enumerate(s.laid)
        )
        hand = s.seats.hand
        path: Steps = ("seats", "hand")
        seats = SeatSetup(
            self.source(hand.source, names, (*path, "from")) if hand else "",
            self.number(hand.n, (*path, "n"), 0) if hand else 0,
            tuple(self.fronts(s.seats.front, s.size)),
            self.counters(s.seats.counters, ("seats", "counters")),
        )
        counters = self.counters(s.counters, ("counters",))
        return Setup(s.size, piles, laid, seats, counters, tuple(s.dice))

    def pieces(self, patterns: Sequence[str], path: Steps) -> tuple[str, ...]:
        """The names of a pile that match pieces of this variant."""
        return tuple(
            pattern
            for i, pattern in enumerate(patterns)
            if self.is_known(pattern, self.tree.place(self.steps((*path, i))))
        )

    def is_known(self, pattern: str, place: Place) -> bool:
        """Whether a name matches pieces; a name that matches no piece in any variant is
        reported.
        """
        if _any_match(pattern, self.components):
            return True
        if not _any_match(pattern, self.left_out):
            ids = [c.id for c in self.components]
            message = f'there is no component "{pattern}"'
            if "/" in pattern:
                message = f'no piece is "{pattern}"'
            self.problems.error(place, message, near(pattern.partition("/")[0], ids))
        return False

    def fronts(self, fronts: Sequence[FrontSection], size: Point | None) -> Iterator[Front]:
        """The pieces that each player begins with, of the components in this variant."""
        for i, front in enumerate(fronts):
            path: Steps = ("seats", "front", i)
            place = self.tree.place(self.steps(path))
            if self.is_known(front.of, place):
                at = self.spot(front.at, size, path)
                step = front.step or (0.0, 0.0)
                yield Front(front.of, at, step, front.face == "up", front.down_from)

    def source(self, name: str, piles: set[str], path: Steps) -> str:
        """The name of a pile or a component; an unknown name is reported."""
        ids = [c.id for c in (*self.components, *self.left_out)]
        if name not in piles and name not in ids:
            place = self.tree.place(self.steps(path))
            message = f'"{name}" is neither a pile nor a component'
            self.problems.error(place, message, near(name, [*sorted(piles), *ids]))
        return name

    def number(self, written: int | str, path: Steps, least: int = -MOST) -> int:
        """A number as written, or the value of its expression; 0 after a problem."""
        place = self.tree.place(self.steps(path))
        n_before = len(self.problems.errors)
        value = evaluate(written, self.base, place, self.problems)
        if len(self.problems.errors) > n_before:
            return 0
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            value = int(value)
        if not is_number(value) or value != int(value):
            message = f"expected a whole number, found {in_words(value)}"
            self.problems.error(place, message, 'such as 5 or "{{ hand }}"')
            return 0
        if not least <= value <= MOST:
            message = f"expected a number from {least:,} to {MOST:,}, found {value:g}"
            self.problems.error(place, message)
            return 0
        return int(value)

    def counters(self, written: Mapping[str, int | str], path: Steps) -> dict[str, int]:
        return {name: self.number(n, (*path, name)) for name, n in written.items()}

    def spot(self, at: Point | None, size: Point | None, path: Steps) -> Point | None:
        """A place on the table; a place outside the table is reported."""
        for length, end, way in zip(at or (), size or (), ("wide", "deep"), strict=False):
            if length > end:
                message = f"{to_text(length)} is beyond the table, which is {to_text(end)} {way}"
                fix = "lengths are from the top left of the table"
                self.problems.error(self.tree.place(self.steps(path)), message, fix)
                break
        return at


def _any_match(pattern: str, components: Sequence[Component]) -> bool:
    return any(
        pattern == c.id or any(matches(pattern, c, row) for row in c.rows) for c in components
    )
