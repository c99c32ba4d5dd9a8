"""Lists the pieces of a pack, which are all rows of all components, in order, with their fields.

In: a checked `Pack`. Out: a `Piece` for each row with copies to print. The context of a piece has
the names that the texts of its faces may use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from generator.model.pack import Component, FaceSpec, Pack, Row, Side
from generator.model.problems import Place, Problems, closest
from generator.templating.expressions import context_of, pack_context

MOST_PRINTED = 100_000  # maximum number of pieces in one build
MOST_MEANT = 3  # maximum number of pieces suggested for a pattern without matches
CALL = Place("command line")


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece to print and cut, with everything that its faces may show.

    `id` is "component/row", unique in the pack; `count` is the number of copies to print.
    """

    component: Component
    row: Row
    id: str
    name: str
    count: int
    context: Mapping[str, Any]

    @property
    def has_front(self) -> bool:
        """Whether the front is printed."""
        return self.component.front is not None

    @property
    def has_back(self) -> bool:
        """Whether the back is printed."""
        return self.component.back is not None

    @property
    def place(self) -> Place:
        """The place of the row in the data."""
        return self.row.place

    def spec(self, side: Side) -> FaceSpec | None:
        """The spec by which that side is drawn; None if the side stays blank."""
        return self.component.front if side == "front" else self.component.back

    def bleed(self, side: Side) -> float:
        """The bleed on that side, which is the distance that ink extends beyond the trim, in mm."""
        return self.component.bleed if side == "front" else self.component.back_bleed


def expand(
    pack: Pack,
    problems: Problems,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    copies: int = 1,
) -> list[Piece]:
    """List the pieces to print, in the order of `game.yaml` and its rows.

    `only` and `skip` are patterns (`tourists`, `tourists/river-*`, `*/river-bird`) for the ids of
    components and pieces. A pattern without matches is a problem that lists the components.
    """
    assert copies >= 1, f"{copies!r} copies"
    pieces: list[Piece] = []
    base = pack_context(pack)
    unused = {*only, *skip}
    for component in pack.components:
        for row in component.rows:
            id = f"{component.id}/{row.id}"
            wanted = [p for p in only if _matches(p, component.id, id)]
            unwanted = [p for p in skip if _matches(p, component.id, id)]
            unused -= {*wanted, *unwanted}
            if row.count < 1 or unwanted or (only and not wanted):
                continue
            context = context_of(pack, component, row, base)
            count = row.count * copies
            pieces.append(Piece(component, row, id, row.name, count, context))
    total = sum(piece.count for piece in pieces)
    if total > MOST_PRINTED:
        message = f"{total:,} pieces are more than the limit of {MOST_PRINTED:,}"
        most = max(pieces, key=lambda piece: piece.count)
        place = CALL if copies > 1 else most.place
        problems.error(place, message, f"print parts of it with --only, such as {most.id}")
        return []
    for pattern in sorted(unused):
        names = ", ".join(component.id for component in pack.components)
        like = " or ".join(_like(pattern, pack)[:MOST_MEANT])
        fix = f"did you mean {like}? components: {names}" if like else f"components: {names}"
        problems.error(CALL, f"no piece of {pack.id} matches {pattern!r}", fix)
    return pieces


def _like(pattern: str, pack: Pack) -> list[str]:
    """The pieces that a pattern may mean: pieces whose name or id contains its text, or the most
    similar pieces. The printed name and the id of a piece both count.
    """
    word = pattern.rpartition("/")[2].strip("* ").casefold()
    names = {f"{c.id}/{row.id}": row.name.casefold() for c in pack.components for row in c.rows}
    matches = [id for id, name in names.items() if word and (word in name or word in id)]
    if not matches:
        nearest = closest(word, names.values())
        matches = [id for id, name in names.items() if name == nearest]
    return matches


def every_piece(pack: Pack) -> list[Piece]:
    """All rows of all components as pieces, including pieces that are not printed."""
    return [
        Piece(c, row, f"{c.id}/{row.id}", row.name, row.count, context_of(pack, c, row))
        for c in (*pack.components, *pack.left_out)
        for row in c.rows
    ]


def _matches(pattern: str, component: str, piece: str) -> bool:
    return fnmatchcase(piece if "/" in pattern else component, pattern)
