"""Numbers and kinds in the cells and the parameters of a pack."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.model.pack import Pack, Row, is_number
from generator.model.plays import Columns
from generator.reading.phrases.vocabulary import MOST_NUMBER


def numbers_of(pack: Pack) -> Mapping[str, int]:
    """The parameters that phrases may name: whole numbers up to `MOST_NUMBER`."""
    return _Numbers(pack)


class _Numbers(Mapping[str, int]):
    """Parameters as whole numbers, looked up when they are asked for."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def __getitem__(self, name: str) -> int:
        value = self._pack.parameters[name].value
        if not is_number(value) or value != int(value) or not 0 <= value <= MOST_NUMBER:
            raise KeyError(name)
        return int(value)

    def __iter__(self) -> Any:
        return (n for n in self._pack.parameters if "." not in n and n in self)

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and self[name] >= 0
        except KeyError:
            return False

    def __len__(self) -> int:
        return sum(1 for _ in self)


def kinds_in(row: Row, column: str) -> list[str]:
    """The kinds that a row's cell lists, parted by commas, semicolons or slashes."""
    written = str(row.fields.get(column) or "")
    return [" ".join(kind.split()) for kind in re.split(r"[,;/&]", written) if kind.strip()]


def whole_fix(value: object) -> str:
    """The fix for a number that is not whole or is too large."""
    if not is_number(value) or abs(value) > MOST_NUMBER:
        return f"write a number up to {MOST_NUMBER}"
    below = math.floor(value)
    return f"write {max(below, 0)} or {max(below + 1, 1)}; for halves, double all numbers"


def columns_of_numbers(rows: Sequence[Row], columns: Columns) -> tuple[str, ...]:
    """The columns that have nothing but whole numbers, and no other use."""
    used = {columns.effects, columns.kinds, columns.cost, columns.points, "count", "start"}
    names = dict.fromkeys(name for row in rows for name in row.fields if name not in used)
    return tuple(name for name in names if _is_of_numbers(name, rows))


def _is_of_numbers(column: str, rows: Sequence[Row]) -> bool:
    """Whether a column has a whole number in some rows, and nothing else in the others."""
    values = [row.fields.get(column) for row in rows]
    numbers = [value for value in values if value not in (None, "", "-")]
    return bool(numbers) and all(is_number(n) and n == int(n) for n in numbers)
