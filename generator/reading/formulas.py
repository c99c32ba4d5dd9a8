"""Numbers of rows that a workbook works out from others: they stay as saved when those are set.

In: a checked pack and names of numbers in its rows. Out: what does not follow them, by its own
name. Formulas of the number's own sheet are looked at; the workbook is read again for it.
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

# "Sheet!$C2:D9" of XLSX, "[.C2:.D9]" of ODS, the columns "C:D", the column "[cost]" of a table.
_REFERENCE = re.compile(
    r"(?<!\w)(?P<far>(?:'[^']+'|\w+)[!.])?\.?"
    r"(?P<left>\$?[A-Z]{1,3})(?P<top>\$?[0-9]{1,7})?"
    r"(?::\.?(?P<right>\$?[A-Z]{1,3})(?P<bottom>\$?[0-9]{1,7})?)?(?![\w(])"
)
_COLUMN = re.compile(r"\[@?([^\[\]#]+)\]")
_TEXT = re.compile(r'"[^"]*"')
LAST = 10**7  # a row below all
Box = tuple[int, int, int, int]  # rows and columns: top, left, bottom, right


@dataclass(frozen=True, slots=True)
class Left:
    """A number that stays as it was saved: its name and place, its formula, and what that reads."""

    name: str
    place: Place
    formula: str
    reads: str

    def __str__(self) -> str:
        return f"{self.name}, whose formula {self.formula} reads {self.reads}"


def left_behind(pack: Pack, names: Iterable[str]) -> list[Left]:
    """The numbers of the pack's rows that a workbook works out from those named, in their order."""
    cells = {n: p.place for n in names if (p := pack.parameter(n)) is not None and p.is_cell}
    if not cells:
        return []
    fields = {
        place: f"{component.id}.{row.id}.{column}"
        for component in pack.components
        for row in component.rows
        for column, place in row.places.items()
    }
    found: dict[Place, Left] = {}
    for shown in dict.fromkeys(place.file for place in cells.values()):
        file, _, sheet = shown.removesuffix("]").partition("[")
        if PurePath(file).suffix.lower() not in BOOKS:
            continue
        formulas, columns = formulas_in(pack.folder / file, sheet or None, Problems())
        for name, place in cells.items():
            if place.file != shown:
                continue
            for at, formula in _readers((place.line, place.column), formulas, columns):
                place_of = Place(shown, *at)
                if place_of in fields and place_of not in cells.values():
                    left = Left(fields[place_of], place_of, formula, name)
                    found.setdefault(place_of, left)
    return [found[place] for place in fields if place in found]


def _readers(
    changed: Cell, formulas: Mapping[Cell, str], columns: Mapping[str, int]
) -> Iterator[tuple[Cell, str]]:
    """The cells whose formulas read a cell, or a cell that does, with these formulas."""
    of_one: dict[Cell, list[Cell]] = {}  # cell: where formulas name it alone
    of_many: list[tuple[Box, Cell]] = []
    for at, formula in formulas.items():
        for box in _boxes(formula, at, columns):
            if box[:2] == box[2:]:
                of_one.setdefault(box[:2], []).append(at)
            else:
                of_many.append((box, at))
    known = {changed}
    waiting = [changed]
    while waiting:
        row, column = read = waiting.pop()
        ranges = [
            at
            for (top, left, bottom, right), at in of_many
            if top <= row <= bottom and left <= column <= right
        ]
        for at in (*of_one.get(read, ()), *ranges):
            if at not in known:
                known.add(at)
                waiting.append(at)
                yield at, formulas[at]
        of_many = [each for each in of_many if each[1] not in known]


def _boxes(formula: str, at: Cell, columns: Mapping[str, int]) -> Iterator[Box]:
    """What a formula that stands somewhere reads of its sheet."""
    bare = _TEXT.sub("", formula)
    is_here = "@" in bare or "#This Row" in bare
    for name in _COLUMN.findall(bare):
        if column := columns.get(name.strip()):
            yield (at[0], column, at[0], column) if is_here else (1, column, LAST, column)
    for found in _REFERENCE.finditer(bare):
        if found["far"] or (not found["top"] and not found["right"]):
            continue
        left, top = column_of(found["left"].lstrip("$")), _row(found["top"], 1)
        right = column_of((found["right"] or found["left"]).lstrip("$"))
        yield top, left, _row(found["bottom"], LAST if found["right"] else top), right


def _row(digits: str | None, other: int) -> int:
    return int(digits.lstrip("$")) if digits else other
