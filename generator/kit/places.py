"""What lies where on the table, for `lay`: pieces and words at places, before seats, in piles.

Plain Python, for people: nothing here is called while games are played.
"""

from typing import Any, NamedTuple

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
