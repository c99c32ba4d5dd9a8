"""Entries from rows of cells: the first filled row names the columns.

In: the cells of each row, with its line number. Out: an `Entry` for each filled row below the
header. Cells that a spreadsheet or an export may have changed are reported.
"""

import re
from collections.abc import Container, Iterable, Sequence

from generator.model.pack import Scalar
from generator.model.problems import Place, Problems
from generator.reading.foreign_text import corrected, dates_in, other_digits
from generator.reading.values import Cells, Entry
from generator.reading.workbook import FAULT, Cell
from generator.system.files import composed
from generator.templating.expressions import in_texts, one_line

LARGEST_TABLE = 64_000_000  # maximum size in bytes of a file with a table
MOST_ROWS = 50_000
# matches line breaks within a cell, as databases write them
_LINE_BREAK = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


def warn_by_column(
    findings: Iterable[tuple[Cell, str]], fix: str, file: str, problems: Problems
) -> None:
    """Report findings about cells from top to bottom, once for each column."""
    columns: dict[int, list[tuple[Place, str]]] = {}
    for (line, column), message in findings:
        columns.setdefault(column, []).append((Place(file, line, column), message))
    for (place, message), *more in columns.values():
        below = f"; and {len(more)} more below it" if more else ""
        problems.warning(place, message + below, fix)


def entries_of(
    lines: list[tuple[int, list[Scalar]]],
    table: str,
    problems: Problems,
    fix_empty: str = "",
    made: Container[Cell] = (),
) -> list[Entry] | None:
    """Entries from the lines below the first filled line; an empty table is reported with a fix.

    `made` are cells that a spreadsheet may have converted to dates.
    """
    filled = [(line, cells) for line, cells in lines if any(cell != "" for cell in cells)]
    if len(filled) > MOST_ROWS:
        report_too_long(Place(table, filled[MOST_ROWS][0]), problems)
        return None
    if not filled:
        problems.error(Place(table), "the table is empty", "start with a header line")
        return None
    if not _is_legible(filled, table, problems):
        return None
    columns = _header(*filled[0], table, problems)
    if columns is None:
        return None
    n_named = len([name for name in columns if name])
    n_below = len([cell for cell in filled[1][1] if cell != ""]) if len(filled) > 1 else 0
    if _is_title(n_named, filled):
        at = Place(table, filled[0][0], 1 + next(i for i, name in enumerate(columns) if name))
        cells_stand = "there is one cell" if n_named == 1 else f"there are {n_named} cells"
        message = (
            f"{cells_stand} above a row of {n_below}: is this a title, and the header below it?"
        )
        file = table.partition("[")[0].rpartition("/")[2]
        fix = f"if so, write rows: {{file: {file}, header: {filled[1][0]}}}"
        problems.error(at, message, f"{fix}; otherwise name the other columns")
        return None
    entries = []
    sound = _all_named(filled, columns, table, problems)
    width = len(filled[0][1])
    _warn_of_long_rows(filled, width, table, problems)
    for line, cells in filled[1:]:
        extra = next((i for i in range(width, len(cells)) if cells[i] != ""), None)
        if extra is not None:
            sound = False
            fix = "put quotes around a cell that contains the delimiter"
            problems.error(
                Place(table, line, extra + 1), _unnamed_cell(cells[extra], 0, columns), fix
            )
            continue
        if len(cells) < len(columns) and len(cells) > 0 and len(columns) > 1:
            missing = [name for name in columns[len(cells) :] if name]
            if missing:
                sound = False
                problems.error(
                    Place(table, line, len(cells) + 1),
                    f'the row ends before the column "{missing[0]}"',
                    "add the missing delimiters",
                )
                continue
        columns_at = {name: i + 1 for i, name in enumerate(columns) if name}
        fields = {name: cells[i - 1] for name, i in columns_at.items()}
        entries.append(Entry(fields, Place(table, line, 1), Cells(table, line, columns_at)))
    faults = (
        ((line, i + 1), f"the cell contains the error {cell}")
        for line, cells in filled[1:]
        for i, cell in enumerate(cells)
        if isinstance(cell, str) and FAULT.fullmatch(cell)
    )
    warn_by_column(faults, "correct its formula in the spreadsheet", table, problems)
    _warn_of_converted_cells(filled, len(columns), made, table, problems)
    if sound and not entries:
        problems.warning(Place(table), "there are no rows below the header", fix_empty)
    return entries if sound else None


def _warn_of_converted_cells(
    filled: Sequence[tuple[int, list[Scalar]]], n_columns: int, made: Container[Cell], file: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Warn of cells that other programs may have changed: dates, garbled letters, other digits."""
    for i in range(n_columns):
        head, *column = [((line, i + 1), cells[i]) for line, cells in filled if i < len(cells)]
        fix = "format the column as text, then type the value again"
        warn_by_column(dates_in(column, made), fix, file, problems)
        warn_by_column(
            other_digits(column), "write it with the digits 0 to 9 and -", file, problems
        )
        wrong = (
            (at, f'"{one_line(value)}" should probably be "{one_line(sound)}"')
            for at, value in (head, *column)
            if isinstance(value, str) and (sound := corrected(value)) is not None
        )
        fix = "the table was read in the wrong encoding; save it again as UTF-8"
        warn_by_column(wrong, fix, file, problems)


def _is_title(n_named: int, filled: Sequence[tuple[int, list[Scalar]]]) -> bool:
    """Whether the first row, with `n_named` filled cells, looks like a title above the header."""
    if len(filled) < 2:
        return False
    below = [cell for cell in filled[1][1] if cell != ""]
    names = {cell for cell in below if isinstance(cell, str)}
    if n_named == 1:
        return len(below) > 2 or (len(below) == len(names) == 2 and len(filled) > 2)
    return 2 * n_named <= len(below) == len(names)


def report_too_long(place: Place, problems: Problems) -> None:
    problems.error(place, f"more than {MOST_ROWS:,} filled rows", "clear the rows below the table")


def _is_legible(filled: Sequence[tuple[int, list[Scalar]]], file: str, problems: Problems) -> bool:
    """Whether no header contains a control character; cells with such characters are reported.

    Line breaks of other programs become "\\n", and letters with marks are composed.
    """
    odd: list[tuple[Place, str]] = []
    for line, cells in filled:
        for i, cell in enumerate(cells):
            if not isinstance(cell, str):
                continue
            cells[i] = cell = composed(cell)
            if cell.isprintable():
                continue
            text = _LINE_BREAK.sub("\n", cell.replace("\r\n", "\n").replace("\r", "\n"))
            if control := _CONTROL.search(text):
                odd.append((Place(file, line, i + 1), f"U+{ord(control[0]):04X}"))
            cells[i] = _CONTROL.sub("\ufffd", text)
    for place, code in odd[:1]:
        message, fix = f"the cell contains the control character {code}", "type the cell again"
        if place.line == filled[0][0]:
            problems.error(place, message, fix)
            return False
        n_more = len(odd) - 1
        more = f", and so {'do' if n_more > 1 else 'does'} {n_more} more" if n_more else ""
        problems.warning(place, f"{message}{more}; it is read as U+FFFD", fix)
    return True


def _warn_of_long_rows(
    filled: Sequence[tuple[int, list[Scalar]]], width: int, file: str, problems: Problems
) -> None:
    """Warn once of rows with content beyond the header, whose cells may have shifted."""
    longer = [
        (line, len(cells))
        for line, cells in filled[1:]
        if len(cells) > width and all(cell == "" for cell in cells[width:])
    ]
    if longer:
        line, n_cells = longer[0]
        n_more = len(longer) - 1
        more = f", and in {n_more} more row{'s' if n_more > 1 else ''}" if n_more else ""
        message = f"{n_cells} cells under {width} header{'s' if width > 1 else ''}{more}"
        fix = (
            'put quotes around a cell that contains the delimiter, as in "2,5", or '
            "remove the last cell"
        )
        problems.warning(Place(file, line, width + 1), message, fix)


def _all_named(
    filled: Sequence[tuple[int, list[Scalar]]], columns: Sequence[str], file: str,
    problems: Problems,
) -> bool:  # fmt: skip
    """Whether every column with content has a name; columns without a name are reported once."""
    sound = True
    for i in range(len(filled[0][1])):
        if i < len(columns) and columns[i]:
            continue
        cells = [(line, row[i]) for line, row in filled[1:] if i < len(row) and row[i] != ""]
        if cells:
            sound = False
            line, cell = cells[0]
            several = "; in merged header cells only the first column has the name"
            fix = f"name the column{several if len(cells) > 1 else ''}"
            message = _unnamed_cell(cell, len(cells) - 1, columns)
            problems.error(Place(file, line, i + 1), message, fix)
    return sound


def _unnamed_cell(cell: Scalar, more: int, columns: Sequence[str]) -> str:
    n = sum(1 for name in columns if name)
    cells = f'the cell "{cell}" is' if not more else f'the cell "{cell}" and {more} below it are'
    return f"{cells} in a column without a header; {n} column{'s have' if n > 1 else ' has'} one"


def column_name(cell: object) -> str:
    """The name of a column in a header, as one line with plain spaces."""
    return " ".join(_INVISIBLE.sub("", str(cell)).split())


def _header(line: int, cells: list[Scalar], file: str, problems: Problems) -> list[str] | None:
    """The column names, with "" for an unnamed column; None after a problem."""
    columns = [column_name(cell) for cell in cells]
    while columns and not columns[-1]:
        columns.pop()
    sound = True
    seen: dict[str, int] = {}
    for i, name in enumerate(columns):
        if name and name in seen:
            sound = False
            problems.error(
                Place(file, line, i + 1),
                f'the column name "{name}" is used twice',
                f"it is also the name of column {seen[name]}",
            )
        seen.setdefault(name, i + 1)
    for name, column in seen.items():
        other = in_texts(name)
        if other != name and other in seen:
            message = f'in texts, {other} is the column "{other}", never "{name}"'
            problems.warning(Place(file, line, column), message, "rename one of them")
    return columns if sound else None
