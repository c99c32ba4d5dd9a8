"""What lies where on the table, for `lay`: pieces and words at places, before seats, in piles.

Plain Python, for people: nothing here is called while games are played.
"""

from typing import Any, NamedTuple

from generator.model.grids import ACROSS, FIRST, Grid, Point, grid_of
from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.templating.expressions import fill, pack_context, row_context
from generator.templating.face_slots import choice_of, number_of

AREAS = ("table", "supply", "bag", "discard")  # that belong to nobody; seats have `hand`, `front`


class Area(NamedTuple):
    """A part of the table that is laid out for you: before a seat, or one of `AREAS`."""

    name: str
    seat: int = -1  # −1: nobody's


class Lying(NamedTuple):
    """So many equal pieces at one place."""

    piece: str | int
    where: Any
    up: bool
    n: int
    turn: float
    nudge: tuple[float, float]
    like: str | int | None


class Saying(NamedTuple):
    """Words at a place."""

    text: str
    where: Any


def at(
    piece: str | int,
    where: Any,
    up: bool = True,
    n: int = 1,
    turn: float = 0,
    nudge: tuple[float, float] = (0, 0),
    like: str | int | None = None,
) -> Lying:
    """Say for `lay` that `n` equal pieces lie somewhere, face `up` or not.

    `piece` is "component/row", by the row's id or name, or its place in `pieces(pack)`; a
    component alone says that nobody is told which. `where` is the key of a place in `spaces`,
    (x, y) in mm, or an area: `hand(seat)`, `front(seat)`, "table", "supply", "bag", "discard".
    `turn` is in degrees, clockwise; `nudge` is in mm. A piece nobody is told looks like the first
    of its component, or `like` another with such a back.

    >>> at("jeeps/amber", [0, 1], turn=60).up
    True
    """
    return Lying(piece, where, bool(up), int(n), float(turn), nudge, like)


def note(text: str, where: Any) -> Saying:
    """Say for `lay` that words stand somewhere: `note("12 points", front(seat))`."""
    return Saying(str(text), where)


def hand(seat: int) -> Area:
    """What a seat holds."""
    return Area("hand", int(seat))


def front(seat: int) -> Area:
    """What lies before a seat."""
    return Area("front", int(seat))


def fields(pack: Pack, component: str) -> list[tuple[str, str, list[Point], int]]:
    """For `spaces`: the fields of a board that is printed with the face `board`, as they lie there.

    Row by row, or along the edge clockwise where it is a ring. The key of each is the number that
    is printed in it, else how many come before it. Raises `ValueError` for another face.
    """
    part = pack.component(component)
    face = part.front
    if not part.rows:
        raise ValueError(f'"{component}" has no rows')
    if face is None or (face.kind, face.name) != ("use", "board"):
        raise ValueError(f'"{component}" is not printed with the face board: use: board')
    context = row_context(pack_context(pack), part.rows[0].fields)
    slots = {
        name: fill(value, context, face.place, Problems()).strip()
        for name, value in face.slots.items()
    }
    columns, rows, first = (
        int(number_of(slots.get(name), *span)[0])
        for name, span in (("columns", ACROSS), ("rows", ACROSS), ("first", FIRST))
    )
    box = part.shape.width, part.shape.height
    grid = grid_of(*box, columns, rows, bool(slots.get("title")), first)
    is_ring = choice_of(slots.get("ring"), ("no", "yes"))[0] == "yes"
    labels, _ = choice_of(slots.get("labels"), Grid.LABELS)
    found = []
    for number, (column, row) in enumerate(grid.places(is_ring), grid.first):
        name = f"row {row + 1}, column {column + 1}"
        if slots.get("first"):
            name = str(number)
        elif labels == "letters":
            name = f"{grid.letters(column)}{row + 1}"
        found.append(("field", name, grid.outline(column, row), number))
    return found
