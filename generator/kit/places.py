"""The layout of the table, for `lay`: pieces and texts at places, in front of seats and in piles.

All functions are plain Python, and the engine calls none of them.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from generator.model.grids import ACROSS, FIRST, Grid, Point, grid_of
from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.templating.expressions import fill, pack_context, row_context
from generator.templating.face_slots import choice_of, number_of

# areas that belong to no seat; seats have `hand` and `front`
AREAS = ("table", "supply", "bag", "discard")


class Area(NamedTuple):
    """A part of the table with automatic layout: in front of a seat, or one of `AREAS`."""

    name: str
    seat: int = -1  # −1: the area belongs to no seat
    label: str = ""  # the label of a group, or of a part of a seat's area


class Lying(NamedTuple):
    """Equal pieces at one place."""

    piece: str | int
    where: Any
    up: bool
    n: int
    turn: float
    nudge: tuple[float, float]
    like: str | int | None
    by: int


class Saying(NamedTuple):
    """A text at a place."""

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
    by: int = -1,
) -> Lying:
    """Return, for `lay`, `n` equal pieces at some place, face `up` or not.

    `piece` is "component/row", by the row's id or name, or an index in `pieces(pack)`; a component
    alone does not disclose the row. `where` is the key of a place in `spaces`, (x, y) in mm, or an
    area: `hand(seat)`, `front(seat)`, `group("Market")`, "table", "supply", "bag", "discard".
    `turn` is in degrees, clockwise; `nudge` is in mm. A piece whose row is not disclosed looks like
    the first of its component, or like the piece `like`, which has the same back. `by` is the seat
    that has taken the piece, such as a place for a worker; −1 for none. A piece of the supply, or
    before a seat, with n = 0 is shown as used up; elsewhere, nothing is shown.

    >>> at("jeeps/amber", [0, 1], turn=60).up
    True
    """
    return Lying(piece, where, bool(up), int(n), float(turn), nudge, like, int(by))


class Trace(NamedTuple):
    """A line on the board through what a move completed, and a text at its first point."""

    points: tuple[tuple[float, float], ...]  # mm
    text: str


def trace(points: Iterable[tuple[float, float]], text: str = "") -> Trace:
    """Return, for `completes`, a line from point to point in mm, with a text at the first one.

    >>> trace([(0, 0), (0, 22.5)], "+3").text
    '+3'
    """
    return Trace(tuple((float(x), float(y)) for x, y in points), str(text))


def note(text: str, where: Any) -> Saying:
    """Return, for `lay`, a text at some place: `note("12 points", front(seat))`."""
    return Saying(str(text), where)


def hand(seat: int, label: str = "") -> Area:
    """Return the area of a seat's hand; pieces with one label lie together under it."""
    return Area("hand", int(seat), str(label))


def front(seat: int, label: str = "") -> Area:
    """Return the area in front of a seat; pieces with one label lie together under it."""
    return Area("front", int(seat), str(label))


def group(label: str) -> Area:
    """Return the area of a pile, market or supply with a name of its own: `at("cards/owl",
    group("The market"))`.

    Pieces in groups with the same label lie together under this label.
    """
    return Area("supply", label=str(label))


def fields(pack: Pack, component: str) -> list[tuple[str, str, list[Point], int]]:
    """Return, for `spaces`, the fields of a board printed with the face `board`.

    Fields are in order row by row, or clockwise along the edge if the board is a ring. The key of
    each field is its printed number, or otherwise the number of fields before it. Raises
    `ValueError` for another face.
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
    places = []
    for number, (column, row) in enumerate(grid.places(is_ring), grid.first):
        name = f"row {row + 1}, column {column + 1}"
        if slots.get("first"):
            name = str(number)
        elif labels == "letters":
            name = f"{grid.letters(column)}{row + 1}"
        places.append(("field", name, grid.outline(column, row), number))
    return places
