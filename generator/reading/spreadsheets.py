"""The sheets of XLSX, XLSM and ODS workbooks as entries, with every cell as the sheet shows it.

In: a workbook file. Out: the entries of one sheet, or its formulas. After a problem, which is added
to `problems`, the result is None.
"""

import datetime
import io
import math
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from generator.model.decimals import as_shown
from generator.model.pack import Scalar, is_number
from generator.model.problems import Place, Problems, near
from generator.reading.csv_text import cell_value
from generator.reading.files import read_bytes
from generator.reading.named_rows import (
    LARGEST_TABLE,
    MOST_ROWS,
    column_name,
    entries_of,
    report_too_long,
    warn_by_column,
)
from generator.reading.number_formats import (
    is_date,
    is_made_of_pair,
    shown_date,
    shown_moment,
    shown_number,
)
from generator.reading.opendocument import extras_of_ods, formulas_of_ods
from generator.reading.values import Entry
from generator.reading.workbook import Area, Cell, Extras, extras_of, formulas_of
from generator.reading.workbook_archive import SAVE_ANEW, repacked
from generator.system.files import composed
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import say


def read_workbook(
    path: Path,
    file: str,
    sheet: str | None,
    header: int | None,
    problems: Problems,
    reference: Place | None,
    is_settled: bool,
) -> list[Entry] | None:
    import python_calamine

    raw = read_bytes(path, file, LARGEST_TABLE, problems)
    if raw is None:
        return None
    sound = repacked(raw, file, problems)
    if sound is None:
        return None
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(sound))
        names = {composed(name): name for name in book.sheet_names}
        if sheet is not None and sheet not in names:
            message = f'{file} has no sheet "{sheet}"'
            problems.error(reference or Place(file), message, near(sheet, names))
            return None
        name = names[sheet] if sheet is not None else _first_sheet(book)
        others = [] if sheet is not None else [each for each in book.sheet_names if each != name]
        grid = book.get_sheet_by_name(name)
        # read row by row, before memory is reserved for all rows
        rows = enumerate(grid.iter_rows(), start=1)
        filled = (line for line, row in rows if any(cell != "" for cell in row))
        if line := next(islice(filled, MOST_ROWS, None), None):
            report_too_long(Place(file, line), problems)
            return None
        cells = grid.to_python(skip_empty_area=False)
    except python_calamine.WorksheetNotFound:
        message = f'the workbook is damaged: its sheet "{name}" is not in it'
        problems.error(Place(file), message, SAVE_ANEW)
        return None
    except (python_calamine.CalamineError, ArithmeticError, ValueError) as broken:
        problems.error(Place(file), f"not a spreadsheet: {in_plain_words(broken)}", SAVE_ANEW)
        return None
    where = file if len(book.sheet_names) == 1 else f"{file}[{name}]"  # the name that messages show
    extras = (extras_of_ods if _is_ods(sound) else extras_of)(sound, name)
    if extras is None:
        message = "the formats of its cells cannot be read, so dates are printed as numbers"
        problems.warning(Place(where), message, SAVE_ANEW)
        extras = Extras()
    lines = _lines_of(cells, extras, where, problems)
    for _, row in lines[: (header or 1) - 1]:
        row[:] = [""] * len(row)
    _fill_merged(lines, extras.merged, where, problems)
    _warn_of_hidden_rows(lines, extras.hidden, where, problems)
    _warn_of_pictures(lines, extras.pictures, where, problems)
    while lines and all(cell == "" for cell in lines[-1][1]):
        lines.pop()
    if not lines:
        fix = _fix_for_empty_sheet(others) or "start with a header row"
        message = (
            f'the sheet "{name}" is empty'
            if header is None
            else f"the sheet is empty from row {header} on"
        )
        problems.error(Place(file), message, fix)
        return None
    made = {at for at, code in extras.formats.items() if is_made_of_pair(code)}
    entries = entries_of(lines, where, problems, _fix_for_empty_sheet(others), made)
    if entries and sheet is None and not is_settled:
        _warn_of_fuller_sheet(book, name, file, entries, header, reference or Place(file), problems)
    return entries


def _warn_of_fuller_sheet(
    book: Any, name: str, asked_file: str, entries: Sequence[Entry], header: int | None,
    reference: Place, problems: Problems,
) -> None:  # fmt: skip
    """Warn if another sheet has all columns of the first sheet, which is read, and more rows."""
    from python_calamine import CalamineError

    for other in _visible_sheets(book):
        if other == name:
            continue
        try:
            rows = list(islice(book.get_sheet_by_name(other).iter_rows(), MOST_ROWS))
        except (CalamineError, ArithmeticError, ValueError):  # a fault in a sheet that is not used
            continue
        filled = [row for row in islice(rows, (header or 1) - 1, None) if any(c != "" for c in row)]
        columns = {column_name(cell) for cell in filled[0]} if filled else set()
        if len(filled) - 1 > len(entries) and columns.issuperset(entries[0].fields):
            n_rows = "1 row" if len(entries) == 1 else f"{len(entries)} rows"
            message = (
                f'only the first sheet, "{name}", is read, with {n_rows}; "{other}" has '
                "the same columns"
            )
            file = asked_file.rpartition("/")[2]
            fix = f'write rows: {{file: {file}, sheet: "{other}"}}, or "{name}" to keep the first'
            problems.warning(reference, f"{message} and {len(filled) - 1} rows", fix)
            return


def _fix_for_empty_sheet(names: Sequence[str]) -> str:
    """The fix if the first sheet is empty and the named sheets may have content."""
    return f'to read another, write sheet: "{names[0]}"' if names else ""


def formulas_in(
    path: Path, sheet: str | None, problems: Problems
) -> tuple[dict[Cell, str], dict[str, int]]:
    """The formulas of a sheet, by default the first, and the columns that its header names.

    Both results are empty if the workbook cannot be read.
    """
    import python_calamine

    raw = read_bytes(path, path.name, LARGEST_TABLE, problems)
    sound = None if raw is None else repacked(raw, path.name, problems)
    if sound is None:
        return {}, {}
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(sound))
        name = {composed(n): n for n in book.sheet_names}[sheet] if sheet else _first_sheet(book)
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except (python_calamine.CalamineError, ArithmeticError, LookupError, ValueError):
        return {}, {}
    filled = [row for row in rows if any(cell != "" for cell in row)]
    # A row with one cell above the others is a title.
    header = next(
        (row for row in filled if sum(cell != "" for cell in row) > 1), (filled or [[]])[0]
    )
    columns = {column_name(cell): i for i, cell in enumerate(header, start=1)}
    return (formulas_of_ods if _is_ods(sound) else formulas_of)(sound, name), columns


def _first_sheet(book: Any) -> str:
    """Return the first visible sheet. Raises `ValueError` if the workbook has no sheet."""
    from python_calamine import SheetTypeEnum

    sheets = [s for s in book.sheets_metadata if s.typ == SheetTypeEnum.WorkSheet]
    if not sheets:
        raise ValueError("it has no sheet")
    return (*_visible_sheets(book), str(sheets[0].name))[0]


def _visible_sheets(book: Any) -> list[str]:
    """The names of the visible sheets of cells."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    return [
        str(sheet.name)
        for sheet in book.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
    ]


def _is_ods(archive: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(archive)) as parts:
        return "content.xml" in parts.namelist()


def _lines_of(
    cells: Sequence[Sequence[Any]], extras: Extras, file: str, problems: Problems
) -> list[tuple[int, list[Scalar]]]:
    """The rows of a sheet as shown; cells without a value are reported."""
    lines = [(i + 1, [_workbook_value(cell) for cell in row]) for i, row in enumerate(cells)]
    no_dates: list[tuple[Cell, str]] = []
    for (line, column), value in _shown_cells(cells, extras):
        if value is None:
            number = lines[line - 1][1][column - 1]
            message = (
                f"the cell is formatted as a date, but {number} is not one; printed as a number"
            )
            no_dates.append(((line, column), message))
        else:
            lines[line - 1][1][column - 1] = value
    warn_by_column(no_dates, "write a date there, or choose a number format", file, problems)
    unknown = (
        (at, f'the formula "{formula}" has no value in the file, so its cell is read as empty')
        for at, formula in sorted(extras.unknown.items())
    )
    warn_by_column(unknown, "open it in a spreadsheet program and save it", file, problems)
    struck = (
        (at, "some words are struck through, but they are printed like the others")
        for at in extras.struck
    )
    warn_by_column(struck, "delete words that are dropped", file, problems)
    lost = (
        (at, f"some words are {looks}, but they are printed like the others")
        for at, looks in extras.lost.items()
    )
    fix = "only bold and italic can be printed; for raised and lowered digits write ² or ₂"
    warn_by_column(lost, fix, file, problems)
    for (line, column), fault in extras.errors.items():
        _put(lines, line, column, fault)
    for line, areas in extras.totals.items():  # rows with totals are not data
        for _, row in lines[line - 1 : line]:
            for area in areas:
                row[area.left - 1 : area.right] = [""] * len(row[area.left - 1 : area.right])
    width = max((len(row) for _, row in lines), default=0)
    for _, row in lines:
        row.extend([""] * (width - len(row)))
    return lines


def _fill_merged(
    lines: list[tuple[int, list[Scalar]]], merged: Sequence[Area], file: str, problems: Problems
) -> None:
    """Copy the value of a merged cell into each of its filled rows.

    If the cell extends over several columns, only the first column gets the value, which is
    reported if the other columns also have a header. Values hidden under a merged cell are dropped.
    An area ends above the cells of an earlier area. No program merges a cell twice, so each cell is
    visited once.
    """
    header = next(((i + 1, row) for i, row in lines if any(cell != "" for cell in row)), None)
    if header is None:
        return
    n_above, names = header
    taken = [bytearray(len(row)) for _, row in lines]
    spread: list[tuple[Area, Scalar]] = []
    for area in merged:
        if not n_above <= area.top <= len(lines) or area.left > len(names):
            continue
        value, end = lines[area.top - 1][1][area.left - 1], area.top - 1
        while (
            end < min(area.bottom, len(lines)) and 1 not in taken[end][area.left - 1 : area.right]
        ):
            row, first = lines[end][1], area.left - (end >= area.top)
            row[first : area.right] = [""] * len(row[first : area.right])
            taken[end][area.left - 1 : area.right] = b"\1" * len(row[area.left - 1 : area.right])
            end += 1
        if end >= area.top:
            spread.append((replace(area, bottom=end), value))
    filled = [any(cell != "" for cell in row) for _, row in lines]
    for area, value in spread:
        if value == "":
            continue
        for i in range(area.top, area.bottom):
            if filled[i]:
                lines[i][1][area.left - 1] = value
        over = [str(name) for name in names[area.left - 1 : area.right] if name != ""]
        if len(over) > 1:
            message = (
                f'the cell is merged over {len(over)} columns, but counts for "{over[0]}" only'
            )
            fix = f'unmerge it, and write the value of "{over[1]}"'
            problems.warning(Place(file, area.top, area.left), message, fix)


def _filled_rows(lines: Sequence[tuple[int, list[Scalar]]]) -> list[int]:
    """The numbers of filled rows, starting with the header."""
    return [line for line, row in lines if any(cell != "" for cell in row)]


def _warn_of_hidden_rows(
    lines: Sequence[tuple[int, list[Scalar]]], hidden: Collection[int], file: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Warn once of rows below the header that are hidden, by hand or by a filter."""
    rows_hidden = [line for line in _filled_rows(lines)[1:] if line in hidden]
    if rows_hidden:
        rows = "1 row is" if len(rows_hidden) == 1 else f"{len(rows_hidden)} rows are"
        message = f"{rows} hidden in the sheet, but printed like the others"
        problems.warning(
            Place(file, rows_hidden[0]), message, "delete rows that should not be printed"
        )


def _warn_of_pictures(
    lines: Sequence[tuple[int, list[Scalar]]], pictures: Collection[Cell], file: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Warn once of pictures on the sheet beside its table, which are not read."""
    filled = _filled_rows(lines)
    cells = sorted(at for at in pictures if filled and filled[0] <= at[0] <= filled[-1])
    if cells:
        which = "a picture is" if len(cells) == 1 else f"{len(cells)} pictures are"
        message = f"{which} placed on the sheet, but pictures in a workbook are not printed"
        fix = "save it in the pack's folder, and write its file name into a cell"
        problems.warning(Place(file, *cells[0]), message, fix)


def _put(lines: list[tuple[int, list[Scalar]]], line: int, column: int, value: str) -> None:
    """Set a cell, which may lie beyond the last cell that calamine read."""
    while len(lines) < line:
        lines.append((len(lines) + 1, [""] * (len(lines[0][1]) if lines else 0)))
    row = lines[line - 1][1]
    row.extend([""] * (column - len(row)))
    row[column - 1] = value


def _shown_cells(cells: Sequence[Sequence[Any]], extras: Extras) -> Iterator[tuple[Cell, Scalar]]:
    """Yield the cells whose text differs from their value because of a format or bold words.

    The text is None for an impossible date.
    """

    def known(texts: Mapping[Cell, str]) -> Iterator[tuple[Cell, Any, str]]:
        for (line, column), text in texts.items():
            if line <= len(cells) and column <= len(cells[line - 1]):
                yield (line, column), cells[line - 1][column - 1], text

    for at, _, text in known(extras.texts):
        yield at, cell_value(text)
    for at, value, text in known(extras.shown):
        number = _workbook_value(value)
        if is_number(number):
            yield at, _as_printed(number, text)
        elif not isinstance(value, str):
            yield at, text
    for at, value, code in known(extras.formats):
        if isinstance(value, datetime.datetime | datetime.date | datetime.time):
            yield at, shown_moment(value, code) or str(value)
        elif isinstance(value, float) and math.isfinite(value):
            if is_date(code):
                yield at, shown_date(value, code, from_1904=extras.from_1904)
            else:
                yield at, _as_printed(_whole(value), shown_number(value, code))


def _as_printed(number: float, text: str) -> float:
    """A number that prints as the text; a plain float if that prints the same."""
    return number if text == say(number) else as_shown(number, text)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() and abs(value) <= 2**53 else value


def _workbook_value(cell: Any) -> Scalar:
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, float) and math.isfinite(cell):
        number = _whole(cell)
        return number if isinstance(number, int) else _as_printed(cell, shown_number(cell, ""))
    return cell_value(cell) if isinstance(cell, str) else str(cell)
