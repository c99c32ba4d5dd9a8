"""Finds numbers that a workbook computes from numbers set for this run.

Such numbers keep their saved values.

In: a checked pack and the names of numbers in its rows. Out: the numbers that do not change with
them. Only formulas in the same sheet are examined, for which the workbook is read again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.reading.spreadsheets import formulas_in
from generator.reading.tables import BOOKS
from generator.reading.workbook import Cell, column_of

# Matches "Sheet!$C2:D9" in XLSX, "[.C2:.D9]" in ODS, the columns "C:D", a table's column "[cost]".
_REFERENCE = re.compile(
    r"(?<!\w)(?P<far>(?:'[^']+'|\w+)[!.])?\.?"
    r"(?P<left>\$?[A-Z]{1,3})(?P<top>\$?[0-9]{1,7})?"
    r"(?::\.?(?P<right>\$?[A-Z]{1,3})(?P<bottom>\$?[0-9]{1,7})?)?(?![\w(])"
)
_COLUMN = re.compile(r"\[@?([^\[\]#]+)\]")
_TEXT = re.compile(r'"[^"]*"')
LAST = 10**7  # larger than any row number
Box = tuple[int, int, int, int]  # first row, first column, last row, last column


@dataclass(frozen=True, slots=True)
class Left:
    """A number that keeps its saved value: its name, place, formula, and the changed cell that the
    formula reads.
    """

    name: str
    place: Place
    formula: str
    reads: str

    def __str__(self) -> str:
        return f"{self.name}, whose formula {self.formula} reads {self.reads}"


def unfollowed(pack: Pack, names: Iterable[str]) -> list[Left]:
    """The numbers in the pack's rows that a workbook computes from the named numbers, in order."""
    cells = {n: p.place for n in names if (p := pack.parameter(n)) is not None and p.is_cell}
    if not cells:
        return []
    fields = {
        place: f"{component.id}.{row.id}.{column}"
        for component in pack.components
        for row in component.rows
        for column, place in row.places.items()
    }
    changed_formulas: dict[Place, Left] = {}
    for book in dict.fromkeys(place.file for place in cells.values()):
        file, _, sheet = book.removesuffix("]").partition("[")
        if PurePath(file).suffix.lower() not in BOOKS:
            continue
        formulas, columns = formulas_in(pack.folder / file, sheet or None, Problems())
        for name, place in cells.items():
            if place.file != book:
                continue
            for at, formula in _readers((place.line, place.column), formulas, columns):
                place_of = Place(book, *at)
                if place_of in fields and place_of not in cells.values():
                    left = Left(fields[place_of], place_of, formula, name)
                    changed_formulas.setdefault(place_of, left)
    return [changed_formulas[place] for place in fields if place in changed_formulas]


def _readers(
    changed: Cell, formulas: Mapping[Cell, str], columns: Mapping[str, int]
) -> Iterator[tuple[Cell, str]]:
    """Yield cells whose formulas read a changed cell, directly or indirectly, with the formulas."""
    of_one: dict[Cell, list[Cell]] = {}  # cell → formulas that refer to only this cell
    of_many: list[tuple[Box, Cell]] = []
    for at, formula in formulas.items():
        for box in _boxes(formula, at, columns):
            if box[:2] == box[2:]:
                of_one.setdefault(box[:2], []).append(at)
            else:
                of_many.append((box, at))
    cells = {changed}
    waiting = [changed]
    while waiting:
        row, column = read = waiting.pop()
        ranges = [
            at
            for (top, left, bottom, right), at in of_many
            if top <= row <= bottom and left <= column <= right
        ]
        for at in (*of_one.get(read, ()), *ranges):
            if at not in cells:
                cells.add(at)
                waiting.append(at)
                yield at, formulas[at]
        of_many = [each for each in of_many if each[1] not in cells]


def _boxes(formula: str, at: Cell, columns: Mapping[str, int]) -> Iterator[Box]:
    """Yield the parts of its sheet that a formula reads."""
    bare = _TEXT.sub("", formula)
    is_here = "@" in bare or "#This Row" in bare
    for name in _COLUMN.findall(bare):
        if column := columns.get(name.strip()):
            yield (at[0], column, at[0], column) if is_here else (1, column, LAST, column)
    for reference in _REFERENCE.finditer(bare):
        if reference["far"] or (not reference["top"] and not reference["right"]):
            continue
        left, top = column_of(reference["left"].lstrip("$")), _row(reference["top"], 1)
        right = column_of((reference["right"] or reference["left"]).lstrip("$"))
        yield top, left, _row(reference["bottom"], LAST if reference["right"] else top), right


def _row(digits: str | None, other: int) -> int:
    return int(digits.lstrip("$")) if digits else other
