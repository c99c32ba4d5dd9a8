"""Turns the rows of a pack into arrays of numbers, in plain Python, for `setup` and for people."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.model.pack import Pack, Row
from generator.model.problems import Place, near

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\b")


class OddCell(ValueError):
    """A cell with content that the rules do not expect: its place, its content and the
    likely fix.
    """

    def __init__(self, place: Place, found: str, fix: str) -> None:
        super().__init__(f"{place}: {found}; {fix}")
        self.place, self.found, self.fix = place, found, fix


def copies(pack: Pack, *components: str) -> list[Row]:
    """Return the rows of components, with a row for each printed copy; piece i of the game is row i
    of the result.
    """
    rows = [row for name in components for row in pack.component(name).rows]
    return [row for row in rows for _ in range(row.count)]


def pieces_of(pack: Pack, *components: str) -> list[str]:
    """Return "component/row" for every row of the components, the result that `pieces` needs."""
    return [f"{name}/{row.id}" for name in components for row in pack.component(name).rows]


def printed(pack: Pack, *components: str) -> NDArray[np.int16]:
    """Return the index of each copy in `pieces_of`, for `piece`."""
    rows = [row for name in components for row in pack.component(name).rows]
    return np.repeat(np.arange(len(rows)), [row.count for row in rows]).astype(np.int16)


def words_in(rows: Sequence[Row], field: str) -> list[str]:
    """Return the distinct words in a field of the rows, sorted."""
    return sorted({str(_cell(row, field)) for row in rows})


def column(rows: Sequence[Row], field: str, words: Sequence[str] = ()) -> NDArray[np.int64]:
    """Return a field of the rows as whole numbers; with `words`, as each word's index there.

    Raises `ValueError`, with the row's place, if a field is missing or is not a whole number, such
    as 2.5. Printed numbers are never rounded.
    """
    return np.array([_number_in(row, field, words) for row in rows], np.int64)


def _number_in(row: Row, field: str, words: Sequence[str]) -> int:
    given = _cell(row, field)
    if words and str(given) in words:
        return words.index(str(given))
    is_number = isinstance(given, int | float)
    with suppress(ValueError, TypeError, OverflowError):
        if not words and (not is_number or given == int(given)):
            return int(given)
    found = f'the {field} of "{row.name}" is "{given}"'
    fix = near(str(given), words) if words else f"expected a whole number{_instead(str(given))}"
    raise OddCell(row.places.get(field, row.place), found, fix)


def _instead(given: str) -> str:
    """Return a hint for a text that is not a whole number."""
    if number := re.fullmatch(r"([+-]?[0-9]+),0+", given):
        return f": write {number[1]}"
    return ", this is a date: format the cell as a number" if _DATE.match(given) else ""


def _cell(row: Row, field: str) -> Any:
    if field not in row.fields:
        raise OddCell(row.place, f'"{row.name}" has no {field}', near(field, row.fields))
    return row.fields[field]


def text(words: Sequence[str], rows: int = 0, wide: int = 0) -> NDArray[np.uint8]:
    """Return words as a table of bytes, which a record of numbers can hold.

    The table has at least `rows` rows of at least `wide` bytes. If the table has the same size for
    every pack and language, the rules are compiled only once.

    >>> text(["fox", "hen house"]).shape, text(["fox", "hen house"], 5, 32).shape
    ((2, 9), (5, 32))
    """
    coded = [word.encode() for word in words] + [b""] * (rows - len(words))
    wide = max(1, wide, *map(len, coded))
    return np.array([list(word.ljust(wide, b"\0")) for word in coded], np.uint8)


def word(table: NDArray[np.uint8], i: int) -> str:
    """Return the i-th word of a table made by `text`.

    >>> word(text(["fox", "hen house"]), 1)
    'hen house'
    """
    return bytes(table[i]).rstrip(b"\0").decode()
