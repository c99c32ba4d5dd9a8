"""Checks the results of a pack's plain functions: lists of pieces, spaces, and words for people."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from typing import Any

import numpy as np

from generator.kit.places import Trace
from generator.model.pack import Pack
from generator.model.problems import near
from generator.play.engine.contract import Book
from generator.play.engine.loading import FaultyRules, faults_of, faulty, frames_in
from generator.play.engine.places import Rule
from generator.play.engine.traits import short, text_of

DEEPEST = 50  # greatest nesting depth of lists in the description of a move
MOST_PARTS = 100_000  # greatest number of values in such a description
MOST_BITS = 1024  # greatest number of bits of a number in such a description
MOST_SPACES = 10_000  # greatest number of places on one board
MOST_POINTS = 100_000  # greatest number of points in the outline of a place
FARTHEST = 100_000.0  # mm; greatest distance from the board's corner
UNNAMED = "over"  # the reason for the end of a game, if the rules have no `why_over`

Outline = tuple[tuple[float, float], ...]


def pieces_in(pack: Pack, book: Book) -> tuple[str, ...]:
    """Return the names from `pieces`, each a row of the pack; empty without that function."""
    if not book.has("pieces"):
        return ()
    with faults_of(pack.folder):
        names: tuple[str, ...] = _held(
            book, "pieces", None, _names, 'a list of names, "component/row"'
        )(pack)
    rows = [f"{component.id}/{row.id}" for component in pack.components for row in component.rows]
    for name in names:
        if name not in rows:
            place = book.place_of("pieces", book.get("pieces"))
            raise faulty(
                place, f"pieces() names {name!r}, which the pack does not have", near(name, rows)
            )
    return names


def spaces_in(pack: Pack, book: Book) -> list[tuple[str, str, Outline, tuple[Any, ...]]]:
    """Return the places from `spaces`: layer, name, outline and keys; empty without it."""
    if not book.has("spaces"):
        return []
    with faults_of(pack.folder):
        wanted = "a list of places (layer, name, [(x, y), …], key)"
        given = each_of(book, "spaces", book.get("spaces")(pack), MOST_SPACES, wanted)
        try:
            places = [_space(*place) for place in given]
        except (TypeError, ValueError, OverflowError, RecursionError):
            raise bad_result(book, "spaces", given, wanted) from None
        if len(places) > MOST_SPACES:
            text = f"spaces() returns more than {MOST_SPACES:,} places"
            raise faulty(book.place_of("spaces", book.get("spaces")), text)
        return places


def _space(
    layer: Any, name: Any, outline: Any, *keys: Any
) -> tuple[str, str, Outline, tuple[Any, ...]]:
    points = tuple((float(x), float(y)) for x, y in islice(outline, MOST_POINTS + 1))
    if not 0 < len(points) <= MOST_POINTS or not all(
        abs(number) <= FARTHEST for point in points for number in point
    ):
        raise ValueError(points)
    return text_of(str(layer)), text_of(str(name)), points, keys


def functions_for_people(book: Book) -> dict[str, Any]:
    """Return the functions for people, by name; each call's result is checked.

    The functions raise `FaultyRules` for a result that records and reports cannot use.
    """
    held = {
        name: _held(book, name, otherwise, is_right, wanted)
        for name, (otherwise, is_right, wanted) in _FORMS.items()
    }
    return {**held, **{name: looking(book, name) for name in _LOOKING}}


def looking(book: Book, name: str, otherwise: Rule | None = None) -> Any:
    """Return a function for people that checks that positions stay unchanged.

    The returned function raises `FaultyRules` if a position is changed. The result is `None`
    without such a function.
    """
    function = book.get(name, otherwise)
    if not book.writes(name):
        return function

    def looked(tables: Any, *given: Any) -> Any:
        with unchanged_by(book, name, *given):
            return function(tables, *given)

    return looked


@contextmanager
def unchanged_by(book: Book, name: str, *given: Any) -> Iterator[None]:
    """Raise `FaultyRules` if the call inside changes a position in `given`."""
    positions = [each for each in given if isinstance(each, np.void)]
    before = [position.tobytes() for position in positions]
    yield
    if [position.tobytes() for position in positions] != before:
        text = f"{name}() changed the position; it may only read it"
        raise faulty(book.place_of(name, book.get(name)), text)


def _held(
    book: Book, name: str, otherwise: Rule | None, plain: Callable[[Any], Any], wanted: str
) -> Any:
    function = looking(book, name, otherwise)
    if function is None:
        return None

    def looked_at(*arguments: Any) -> Any:
        given = function(*arguments)
        try:
            return plain(given)
        except (TypeError, ValueError):
            raise bad_result(book, name, given, wanted) from None

    return looked_at


def each_of(book: Book, name: str, given: Any, most: int, wanted: str) -> list[Any]:
    """Return the elements of a function's result, at most `most` + 1 of them.

    Raises `FaultyRules` if the result is not iterable; an error of the pack's own is passed on.
    """
    try:
        return list(islice(given, most + 1))
    except Exception as error:
        if frames_in(book.path.parent, error):
            raise
        raise bad_result(book, name, given, wanted) from error


def bad_result(book: Book, name: str, given: Any, wanted: str) -> FaultyRules:
    """Return the fault for a result of the wrong form."""
    place = book.place_of(name, book.get(name))
    return faulty(place, f"{name}() returned {short(given)}, expected {wanted}")


def plain(value: Any) -> Any:
    """Return a copy that a record can hold, as plain JSON of built-in types.

    Raises `ValueError` or `TypeError` if no such copy exists, because a value is too large,
    contains itself, or contains one list a thousand times.
    """
    left = iter(range(MOST_PARTS))

    def copied(part: Any, depth: int) -> Any:
        if depth > DEEPEST or next(left, None) is None:
            raise ValueError("it is too large")
        if isinstance(part, np.generic | np.ndarray) and part.dtype.kind in "biuf":
            part = part.tolist()
        if part is None or part is True or part is False:
            return part
        if isinstance(part, dict):
            pairs = dict.items(part)
            return {text_of(key): copied(inner, depth + 1) for key, inner in pairs}
        if isinstance(part, list | tuple):
            each = list.__iter__(part) if isinstance(part, list) else tuple.__iter__(part)
            return [copied(inner, depth + 1) for inner in each]
        if isinstance(part, int) and int.bit_length(part) <= MOST_BITS:
            return int.__int__(part)
        if isinstance(part, float) and isfinite(number := float.__float__(part)):
            return number
        return text_of(part)

    return copied(value, 0)


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, tuple | list):
        raise TypeError(value)
    return tuple(map(text_of, plain(value)))


def _dict(value: Any) -> dict[str, Any]:
    mapping = plain(value)
    if not isinstance(mapping, dict):
        raise TypeError("it is not a dict")
    return mapping


def _event(value: Any) -> dict[str, Any]:
    event = _dict(value)
    text_of(event.get("do"))
    return event


def _events(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, tuple | list):
        raise TypeError("it is not a list")
    return [_event(each) for each in plain(value)]


def _list(value: Any) -> list[Any]:
    keys = plain(value)
    if not isinstance(keys, list):
        raise TypeError("it is not a list")
    return keys


def _completed(value: Any) -> list[Any]:
    if not isinstance(value, tuple | list):
        raise TypeError("it is not a list")
    for trace in (each for each in value if isinstance(each, Trace)):
        if not (trace.points and all(abs(n) <= FARTHEST for at in trace.points for n in at)):
            raise ValueError(value)
    return [each if isinstance(each, Trace) else plain(each) for each in value]


def _spot(value: Any) -> tuple[str | int, float, float] | None:
    if value is None:
        return None
    if not isinstance(value, tuple | list) or len(value) != 3:
        raise TypeError(value)
    x, y = float(value[1]), float(value[2])
    # this is also true if it is not a number
    if not all(abs(number) <= FARTHEST for number in (x, y)):
        raise ValueError(value)
    piece = value[0]
    return int(piece) if hasattr(piece, "__index__") else text_of(piece), x, y


def _sources(value: Any) -> list[tuple[str, float]]:
    points = [(text_of(source), float(n)) for source, n in value]
    if not all(isfinite(n) for _, n in points):
        raise ValueError(value)
    return points


_TALLY = 'pairs of a text and points, as [("roads", 12), ("towns", 8)]'
_COMPLETED = "a list of keys of places, as [[0, 2], [1, 2]], and of traces with points"
_SPOT = 'None or the piece and mm from its middle, as ("tiles/F06-2", 0, -12)'
_PLAIN = "finite numbers, texts and lists of them"
_EVENT = f'a dict as {{"do": "take", "card": 3}}: {_PLAIN}'

# functions that are checked only for leaving positions unchanged
_LOOKING = ("measure", "round_of", "turn_of")

# Function → its default, the conversion of its result, and the expected form in words.
_FORMS: dict[str, tuple[Rule | None, Callable[[Any], Any], str]] = {
    "describe": (None, _event, _EVENT),
    "opening": (lambda tables, state: {}, _dict, f'a dict as {{"deck": [3, 1]}}: {_PLAIN}'),
    "chance": (
        lambda tables, before, move, after: [],
        _events,
        f'a list of dicts as {{"do": "die", "face": 3}}: {_PLAIN}',
    ),
    "name_move": (None, text_of, "a text"),
    "say_move": (None, text_of, "a text"),
    "tell_move": (None, text_of, "a text"),
    "tell_results": (None, _names, "a list of texts"),
    "show": (None, text_of, "a text"),
    "status": (None, text_of, "a text"),
    "say_over": (None, text_of, "a text"),
    "say_goal": (None, text_of, "a text"),
    "tally": (None, _sources, _TALLY),
    "decided_by": (None, _list, "a list of keys of places, as [[0, 2], [1, 2]]"),
    "completes": (None, _completed, _COMPLETED),
    "spots": (None, _spot, _SPOT),
    "why_over": (lambda tables, state: UNNAMED, text_of, "a word"),
}
