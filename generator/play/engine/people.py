"""What a pack's plain functions give, held to its form: lists of pieces, words for people."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from typing import Any

import numpy as np

from generator.pack import Pack
from generator.play.engine.contract import Book, Rule, short
from generator.play.engine.loading import FaultyRules, faults_of, faulty
from generator.problems import near

DEEPEST = 50  # lists in lists, in what is told of a move
MOST_PARTS = 100_000  # of it
MOST_BITS = 1024  # of a number in it
MOST_SPACES = 10_000  # places on one board
FARTHEST = 100_000.0  # mm from its corner
UNNAMED = "over"  # why a game ended, where the rules have no `why_over`

Outline = tuple[tuple[float, float], ...]


def pieces_in(pack: Pack, book: Book) -> tuple[str, ...]:
    """The names that `pieces` gives, each a row of the pack; none without it."""
    if not book.has("pieces"):
        return ()
    with faults_of(pack.folder):
        given = book.get("pieces")(pack)
        if not isinstance(given, tuple | list) or not all(isinstance(name, str) for name in given):
            raise _misgiven(book, "pieces", given, 'a list of names, "component/row"')
    known = [f"{component.id}/{row.id}" for component in pack.components for row in component.rows]
    for name in given:
        if name not in known:
            place = book.place_of("pieces", book.get("pieces"))
            raise faulty(
                place, f"pieces() names {name!r}, which the pack does not have", near(name, known)
            )
    return tuple(given)


def spaces_in(pack: Pack, book: Book) -> list[tuple[str, str, Outline, tuple[Any, ...]]]:
    """The places that `spaces` gives: layer, name, outline and keys; none without it."""
    if not book.has("spaces"):
        return []
    with faults_of(pack.folder):
        given = book.get("spaces")(pack)
        given = list(islice(given, MOST_SPACES + 1)) if isinstance(given, Iterable) else given
        try:
            places = [_space(*place) for place in given]
        except (TypeError, ValueError):
            wanted = "a list of places (layer, name, [(x, y), …], key)"
            raise _misgiven(book, "spaces", given, wanted) from None
        if len(places) > MOST_SPACES:
            text = f"spaces() gives more than {MOST_SPACES:,} places"
            raise faulty(book.place_of("spaces", book.get("spaces")), text)
        return places


def _space(
    layer: Any, name: Any, outline: Any, *keys: Any
) -> tuple[str, str, Outline, tuple[Any, ...]]:
    points = tuple((float(x), float(y)) for x, y in outline)
    if not points or not all(abs(number) <= FARTHEST for point in points for number in point):
        raise ValueError(points)
    if not all(is_text(str(word)) for word in (layer, name)):
        raise ValueError(name)
    return str(layer), str(name), points, keys


def people_of(book: Book) -> dict[str, Any]:
    """The functions for people, by name; what they give is looked at with every call.

    Raises `FaultyRules` where it is of another form than records and reports need.
    """
    held = {
        name: _held(book, name, otherwise, is_right, wanted)
        for name, (otherwise, is_right, wanted) in _FORMS.items()
    }
    return {**held, **{name: looking(book, name) for name in _LOOKING}}


def looking(book: Book, name: str, otherwise: Rule | None = None) -> Any:
    """A function for people, held to leave the positions it is given as they are.

    Raises `FaultyRules` where it writes into one; `None` where the pack has no such function.
    """
    function = book.get(name, otherwise)
    if not book.writes(name):
        return function

    def looked(tables: Any, *given: Any) -> Any:
        with only_looking(book, name, *given):
            return function(tables, *given)

    return looked


@contextmanager
def only_looking(book: Book, name: str, *given: Any) -> Iterator[None]:
    """Hold a function, called within, to leave what it is given of positions as it is."""
    positions = [each for each in given if isinstance(each, np.void)]
    before = [position.tobytes() for position in positions]
    yield
    if [position.tobytes() for position in positions] != before:
        text = f"{name}() changed the position; it may only look"
        raise faulty(book.place_of(name, book.get(name)), text)


def _held(
    book: Book, name: str, otherwise: Rule | None, is_right: Callable[[Any], bool], wanted: str
) -> Rule | None:
    function = looking(book, name, otherwise)
    if function is None:
        return None

    def looked_at(*arguments: Any) -> Any:
        given = function(*arguments)
        if not is_right(given):
            raise _misgiven(book, name, given, wanted)
        return _in_python(given)

    return looked_at


def _misgiven(book: Book, name: str, given: Any, wanted: str) -> FaultyRules:
    """A function gave what it must not."""
    place = book.place_of(name, book.get(name))
    return faulty(place, f"{name}() gave {short(given)}, expected {wanted}")


def _in_python(value: Any) -> Any:
    """A plain value with numbers and arrays of numpy as Python has them."""
    if isinstance(value, dict):
        return {key: _in_python(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_python(inner) for inner in value]
    return value.tolist() if _is_numeric(value) else value


def _is_numeric(value: Any) -> bool:
    """Whether a value is numpy's: numbers, true or false, alone or in an array."""
    return isinstance(value, np.generic | np.ndarray) and value.dtype.kind in "biuf"


def _is_plain(value: Any) -> bool:
    """Whether a value can stand in a record: JSON as everybody reads it, of a sound size.

    It may hold itself, or one list a thousand times.
    """
    parts, n = [(value, 0)], 0
    while parts:
        part, depth = parts.pop()
        n += 1
        part = part.tolist() if _is_numeric(part) else part
        if depth > DEEPEST or n > MOST_PARTS:
            return False
        if isinstance(part, dict):
            if not all(isinstance(key, str) and is_text(key) for key in part):
                return False
            parts += [(inner, depth + 1) for inner in part.values()]
        elif isinstance(part, tuple | list):
            parts += [(inner, depth + 1) for inner in part]
        elif isinstance(part, str):
            if not is_text(part):
                return False
        elif isinstance(part, int):
            if part.bit_length() > MOST_BITS:
                return False
        elif isinstance(part, float):
            if not isfinite(part):
                return False
        elif part is not None:
            return False
    return True


def is_text(value: str) -> bool:
    """Whether a text can be written down: half a character cannot."""
    try:
        return value.isascii() or bool(value.encode())
    except UnicodeEncodeError:
        return False


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("do"), str) and _is_plain(value)


def _are_events(value: Any) -> bool:
    return isinstance(value, Sequence) and all(map(_is_event, value))


_PLAIN = "finite numbers, texts and lists of them"
_EVENT = f'a dict as {{"do": "take", "card": 3}}: {_PLAIN}'

_LOOKING = ("show", "measure", "round_of", "turn_of")  # with no form of their own

# Function → what stands in for it, whether what it gave is right, and what is expected.
_FORMS: dict[str, tuple[Rule | None, Callable[[Any], bool], str]] = {
    "describe": (None, _is_event, _EVENT),
    "opening": (
        lambda tables, state: {},
        lambda given: isinstance(given, dict) and _is_plain(given),
        f'a dict as {{"deck": [3, 1]}}: {_PLAIN}',
    ),
    "chance": (
        lambda tables, before, move, after: [],
        _are_events,
        f'a list of dicts as {{"do": "die", "face": 3}}: {_PLAIN}',
    ),
    "name_move": (None, lambda given: isinstance(given, str) and is_text(given), "a text"),
    "why_over": (
        lambda tables, state: UNNAMED,
        lambda given: isinstance(given, str) and is_text(given),
        "a word",
    ),
}
