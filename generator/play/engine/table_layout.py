"""Checks that the pieces and places that a pack's `lay` puts on the table exist."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, NamedTuple

from generator.kit.places import AREAS, Area, Lying, Saying
from generator.model.pack import Pack
from generator.model.problems import near
from generator.play.engine.contract import Book
from generator.play.engine.host_functions import bad_result, each_of, unchanged_by
from generator.play.engine.loading import FaultyRules, faulty
from generator.play.engine.traits import short, text_of

MOST_LAID = 4000  # greatest number of objects on one table
_TAKEN = "at(piece, place or (x, y), nudge=(x, y)) or note(text, place)"


class Spot(NamedTuple):
    """The position of an object: a place, an area, or a point in mm."""

    place: int = -1  # index in `spaces`
    area: str = ""
    seat: int = -1  # the seat whose area it is
    x: float = 0.0
    y: float = 0.0
    label: str = ""  # the label of a group


class Laid(NamedTuple):
    """Equal pieces at one spot; `piece` is "" if the rows are not disclosed."""

    component: str
    piece: str  # "component/row"
    looks: str  # the piece whose picture is shown: the piece itself, or a piece with the same back
    spot: Spot
    up: bool = True
    n: int = 1
    turn: float = 0.0  # degrees, clockwise
    nudge: tuple[float, float] = (0.0, 0.0)  # mm
    by: int = -1  # the seat that has taken it

    @property
    def is_used_up(self) -> bool:
        """Whether it is a pile of the supply or before a seat from which nothing is left."""
        return not self.n and bool(self.piece) and self.spot.area in ("supply", "front")


class Noted(NamedTuple):
    """A text at a spot."""

    text: str
    spot: Spot


Thing = Laid | Noted
Lay = Callable[[Any, Any, int | None], tuple[Thing, ...]]


class _Wrong(ValueError):
    """A fault in a designer's words, perhaps with a hint."""


@dataclass(frozen=True)
class _Table:
    """The pieces and places that `lay` may use."""

    names: Mapping[str, str]  # "component/id" and "component/name" → "component/id"
    firsts: Mapping[str, str]  # component → its first piece
    alike: frozenset[str]  # components whose pieces all look alike
    pieces: Sequence[str]  # pieces in the order of `pieces`
    keys: Mapping[str, int]  # a key as JSON → the place
    seats: int

    def thing(self, given: Any) -> Thing:
        """Return one object that `lay` yielded. Raises `_Wrong` if it is invalid."""
        if isinstance(given, Saying):
            try:
                text = text_of(given.text)
            except ValueError:
                text = f"notes {given.text!r}, which holds an incomplete character"
                raise _Wrong(text) from None
            return Noted(text, self.spot(given.where))
        if not isinstance(given, Lying):
            raise _Wrong(f"returned {short(given)}, expected at(…) or note(…)")
        if given.n < 0:
            raise _Wrong(f"lays {given.n} of {given.piece!r}")
        if not -1 <= given.by < self.seats:
            raise _Wrong(f"lays {given.piece!r} as taken by seat {given.by}: no such seat")
        component, piece = self.named(given.piece)
        looks = self.named(given.like)[1] if given.like is not None else ""
        if not piece and given.up:
            raise _Wrong(
                f"lays {given.piece!r} face up without naming one, as {self.firsts[component]}"
            )
        nudge = _pair(given.nudge)
        if not all(map(isfinite, (given.turn, *nudge))):
            raise _Wrong(f"turns {given.piece!r} by {given.turn}, nudged by {nudge}: no numbers")
        picture = looks or piece or self.firsts[component]
        spot = self.spot(given.where)
        return Laid(component, piece, picture, spot, given.up, given.n, given.turn, nudge, given.by)

    def named(self, piece: Any) -> tuple[str, str]:
        """Return component and piece; the piece is "" if only the component is named."""
        if isinstance(piece, str):
            piece = str.__str__(piece)
        elif hasattr(piece, "__index__") and not isinstance(piece, bool):
            i = int(piece)
            if not 0 <= i < len(self.pieces):
                raise _Wrong(f"lays piece {i}; there are {len(self.pieces)} pieces, from 0")
            piece = self.pieces[i]
        if piece in self.firsts:
            return str(piece), self.firsts[piece] if piece in self.alike else ""
        if piece not in self.names:
            names = [*dict.fromkeys(self.names.values()), *self.firsts]
            raise _Wrong(f"lays {piece!r}, which the pack does not have", near(str(piece), names))
        name = self.names[piece]
        return name.partition("/")[0], name

    def spot(self, where: Any) -> Spot:
        """Return the spot for a place, an area or a point. Raises `_Wrong` for other values."""
        where = str.__str__(where) if isinstance(where, str) else where
        if isinstance(where, Area):
            if where.name in AREAS and where.label:
                return Spot(area=where.name, label=text_of(where.label))
            if not 0 <= where.seat < self.seats:
                raise _Wrong(f"lays something at {where.name}({where.seat}): no such seat")
            return Spot(area=where.name, seat=where.seat, label=text_of(where.label))
        if isinstance(where, tuple) and len(where) == 2:
            x, y = _pair(where)
            if not (isfinite(x) and isfinite(y)):
                raise _Wrong(f"lays something at {where}, which is not a place")
            return Spot(x=x, y=y)
        key = key_of(where)
        if key in self.keys:
            return Spot(self.keys[key])
        if where in AREAS:
            return Spot(area=where)
        hint = near(key, [*self.keys, *map(key_of, AREAS)])
        raise _Wrong(f"lays something at {where!r}, which is not a place", hint)


def lay_of(
    pack: Pack, book: Book, pieces: Sequence[str], keys: Mapping[str, int], seats: int
) -> Lay | None:
    """Return the pack's `lay` with its results checked; `None` without that function.

    The function raises `FaultyRules` for a piece or a place that the pack does not have.
    """
    if not book.has("lay"):
        return None
    lay = book.get("lay")
    names: dict[str, str] = {}
    for component in pack.components:
        for row in component.rows:
            names.setdefault(f"{component.id}/{row.name}", f"{component.id}/{row.id}")
    # A name shared by several rows means the first row; each row can be named by its id.
    names |= {f"{c.id}/{row.id}": f"{c.id}/{row.id}" for c in pack.components for row in c.rows}
    firsts = {c.id: f"{c.id}/{c.rows[0].id}" for c in pack.components if c.rows}
    alike = frozenset(c.id for c in pack.components if len(c.rows) == 1)
    table = _Table(names, firsts, alike, pieces, keys, seats)

    def wrong(text: str, fix: str = "") -> FaultyRules:
        return faulty(book.place_of("lay", lay), f"lay() {text}", fix)

    def laid(tables: Any, state: Any, seat: int | None) -> tuple[Thing, ...]:
        things: list[Thing] = []
        with unchanged_by(book, "lay", state):
            given = lay(tables, state, seat)
            wanted = "to yield at(…) and note(…)"
            if isinstance(given, str | Lying | Saying):
                raise bad_result(book, "lay", given, wanted)
            for each in each_of(book, "lay", given, MOST_LAID, wanted):
                try:
                    things.append(table.thing(each))
                except _Wrong as error:
                    raise wrong(*map(str, error.args)) from error
                except Exception as error:  # a type that at(…) and note(…) do not accept
                    raise bad_result(book, "lay", each, _TAKEN) from error
            if len(things) > MOST_LAID:
                raise wrong(f"lays out more than {MOST_LAID} objects")
        return tuple(things)

    return laid


def keys_in(book: Book, keys: Sequence[Sequence[Any]]) -> dict[str, int]:
    """Return every key of `spaces` as JSON → its place. Raises `FaultyRules` for equal keys."""
    places: dict[str, int] = {}
    for place, of_place in enumerate(keys):
        for key in of_place:
            try:
                text = key_of(key)
            except Exception:
                raise bad_result(book, "spaces", key, "a key of numbers, texts or lists") from None
            if places.setdefault(text, place) != place:
                where = book.place_of("spaces", book.get("spaces"))
                raise faulty(where, f"spaces() gives two places the key {text}")
    return places


def key_of(value: Any) -> str:
    """Return a value as JSON text, as in a record, for use as a key.

    Errors of the pack's own types are passed on. Raises `RecursionError` for endless nesting.
    """
    try:
        return json.dumps(value, sort_keys=True, ensure_ascii=False, default=_whole)
    except Exception:
        return repr(value)


def _whole(value: Any) -> int:
    """Return a number of numpy as a number of Python."""
    return int(value)


def _pair(given: Any) -> tuple[float, float]:
    """Return two numbers in mm; a number that is too large for a float becomes infinite."""
    try:
        return float(given[0]), float(given[1])
    except OverflowError:
        return inf, inf
