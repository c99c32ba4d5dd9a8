"""Spreadsheets and CSV files of a pack as entries: rows of scalars that know their place.

Nothing is raised for a user's mistake: it goes into `problems`, and the caller gets None.
"""

import csv
import datetime
import io
import math
import re
import zipfile
import zlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from generator.model.decimals import as_shown
from generator.model.pack import Scalar, is_number
from generator.model.problems import Place, Problems, near, place_in
from generator.reading.files import place_of_byte, read_bytes
from generator.reading.foreign_text import dates_in, misread, other_digits
from generator.reading.number_formats import (
    is_date,
    is_made_of_pair,
    shown_date,
    shown_moment,
    shown_number,
)
from generator.reading.opendocument import MOST_SPACES, extras_of_ods, formulas_of_ods
from generator.reading.values import Cells, Entry
from generator.reading.workbook import (
    FAULT,
    SHARED,
    STYLES,
    Area,
    Cell,
    Extras,
    attribute,
    column_of,
    extras_of,
    formulas_of,
)
from generator.system.files import composed
from generator.templating.expressions import in_texts, one_line
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import say

TEXTS = (".csv", ".tsv", ".txt")
BOOKS = (".xlsx", ".ods", ".xlsm")
LARGEST_TABLE = 64_000_000  # bytes
MOST_ROWS = 50_000
MOST_CELLS = 4_000_000  # of a sheet, from A1 to its last one
LARGEST_TREE = 20_000_000  # bytes of a sheet of XLSX that is put right: as a tree they take 400 MB
_OLD_BOOK = bytes.fromhex("d0cf11e0a1b11ae1")  # how files of Office before 2007 begin
_LONG_TAG = re.compile(rb"<[^<>]{1000000}")  # of 100,000 attributes; calamine compares each two
_ANEW = "open it in a spreadsheet program and save it anew as .xlsx"
_AS_CSV = "save it as UTF-8; in Excel: Save as, CSV UTF-8"
_READ = re.compile(  # the parts of a workbook that calamine reads
    r"content\.xml|META-INF/manifest\.xml|xl/(workbook|sharedStrings|styles)\.xml|"
    r"xl/(_rels|worksheets|tables)/.*\.(xml|rels)",
    re.IGNORECASE,
)
_FILLED = ("value", "}formula")  # what an attribute ends in that fills a cell of ODS
_FIRST_FAULTS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ODS_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_CELL_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_CELL_COMMA = re.compile(r"-?(?:0|[1-9][0-9]{0,14}),[0-9]{1,15}")
_SIGNED = re.compile(r"-?(?:[0-9]+[.,][0-9]+|[0-9]{1,3}(?:[.,][0-9]{3})+(?:[.,][0-9]+)?)")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")  # or a number with three decimals
_LINE_BREAK = re.compile("[\x0b\x0c\x85\u2028\u2029]")  # within a cell, as databases write it
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BETWEEN = ",;\t|"  # what may stand between cells
_SEPARATOR = re.compile(r'(?:sep=(.)|"sep=(.)")\r?\n', re.IGNORECASE)  # Excel's own first line
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
# What shows nothing at the ends of a cell: spaces without width, marks of byte order, soft hyphens.
_ENDS = re.compile("^[\\s\u00ad\u200b\u2060\ufeff]+|[\\s\u00ad\u200b\u2060\ufeff]+$")
_CELL_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")


def read_table(
    path: Path,
    shown: str,
    problems: Problems,
    sheet: str | None = None,
    header: int | None = None,
    asked: Place | None = None,
    is_settled: bool = False,
) -> list[Entry] | None:
    """The rows below the header of a CSV, TSV, XLSX or ODS file; None after a problem.

    `header` is the row that names the columns, 1 being the first; by default the first that is
    filled. `asked` is where the game names the file, or its sheet; unless `is_settled`, a fuller
    sheet beside the first is told. Cells that look like numbers are numbers, empty cells are "",
    empty rows are skipped.
    """
    kind = path.suffix.lower()
    if kind in TEXTS:
        if sheet is not None:
            problems.error(
                asked or Place(shown), f"a {kind} file has no sheets", 'leave "sheet" out'
            )
            return None
        raw = read_bytes(path, shown, LARGEST_TABLE, problems)
        if raw is not None and (kept_as := _workbook_in(raw)):
            found = f"this is a workbook, no {kind} file"
            name = path.with_suffix(kept_as if kept_as != ".xls" else ".xlsx").name
            fix = f"name it {name}, here and in game.yaml"
            if kept_as == ".xls":
                fix = f"it is of Excel before 2007: open it and save it as {name}"
            problems.error(Place(shown), found, fix)
            return None
        text = None if raw is None else _decoded(raw, shown, problems)
        return None if text is None else parse_csv(text, shown, problems, header)
    if kind in BOOKS:
        return _read_workbook(path, shown, sheet, header, problems, asked, is_settled)
    fix = "use .csv, .tsv, .xlsx or .ods"
    if kind == ".numbers":
        fix = "in Numbers: File, Export To, CSV or Excel"
    problems.error(asked or Place(shown), f'cannot read rows from a "{kind}" file', fix)
    return None


def parse_csv(
    text: str, shown: str, problems: Problems, header: int | None = None
) -> list[Entry] | None:
    """The rows of a CSV text; its delimiter is the one the header shows."""
    lines = csv_lines(text, shown, problems, header)
    if lines is None:
        return None
    _tell_thousands(lines, shown, problems)
    return _table(lines, shown, problems)


def csv_lines(
    text: str, shown: str, problems: Problems, header: int | None = None
) -> list[tuple[int, list[Scalar]]] | None:
    """The cells of a CSV text from its header on, by the line on which a row begins."""
    if "\0" in text:
        at = place_in(text, text.index("\0"), Place(shown))
        problems.error(at, "a zero byte, this is no CSV", _AS_CSV)
        return None
    if not text.strip():
        problems.error(Place(shown), "the file is empty", "write a header line first")
        return None
    lines: list[tuple[int, list[Scalar]]] = []
    told = _SEPARATOR.match(text)
    delimiter = delimiter_of(text, header)
    n_told = 1 if told else 0
    body = text[told.end() :] if told else text
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    value = cell_value if delimiter == "," else _comma_value
    start = 1 + n_told
    try:
        for cells in reader:
            if start >= (header or 1):
                lines.append((start, [value(cell) for cell in cells]))
            start = reader.line_num + 1 + n_told
    except csv.Error as broken:
        at = Place(shown, start)
        found, fix = f"not CSV: {broken}", 'a quote inside a cell is written ""'
        if opened := _open_quote(body, start - n_told, reader.line_num, delimiter):
            cell, text = opened
            at = Place(shown, start, cell)
            found = f'the quote that opens this cell is never closed: "{one_line(text)}'
            fix = 'write " behind its last word, or take the quote out'
        problems.error(at, found, fix)
        return None
    if not any(cell != "" for _, cells in lines for cell in cells):
        found = "the file is empty" if header is None else f"nothing stands from row {header} on"
        problems.error(Place(shown), found, "write a header line first")
        return None
    return lines


def _open_quote(text: str, first: int, last: int, delimiter: str) -> tuple[int, str] | None:
    """The cell of a row whose quote runs on beyond its line, and the words behind the quote.

    The row has these lines of the text, counted from 1; None where no quote runs on.
    """
    row = "".join(text.splitlines(keepends=True)[first - 1 : last])
    cell, i = 1, 0
    while i < len(row):
        if row[i] != '"':
            end = row.find(delimiter, i)
            if end < 0:
                return None
            cell, i = cell + 1, end + 1
            continue
        opened, i = i + 1, i + 1
        while (i < len(row) and row[i : i + 1] != '"') or row[i : i + 2] == '""':
            i += 2 if row[i] == '"' else 1
        if not {"\n", "\r"}.isdisjoint(row[opened:i]) and (
            i + 1 >= len(row) or row[i + 1] not in (delimiter, "\n", "\r")
        ):
            return cell, row[opened:i].splitlines()[0].replace('""', '"')
        if i + 1 >= len(row) or row[i + 1] != delimiter:
            return None
        cell, i = cell + 1, i + 2
    return None


def _workbook_in(raw: bytes) -> str:
    """What a workbook that was renamed should end in; "" for what is none."""
    if raw.startswith(_OLD_BOOK):
        return ".xls"
    if not raw.startswith(b"PK\3\4"):
        return ""
    return ".ods" if b"opendocument.spreadsheet" in raw[:200] else ".xlsx"


def _tell_thousands(lines: list[tuple[int, list[Scalar]]], shown: str, problems: Problems) -> None:
    """Tell of numbers with a sign that may part thousands, where a file has points and commas."""
    signed = [
        ((line, i), cell)
        for line, cells in lines
        for i, cell in enumerate(cells, start=1)
        if _SIGNED.fullmatch(str(cell))
    ]
    if not all(any(sign in str(cell) for _, cell in signed) for sign in ".,"):
        return
    doubtful = (
        (
            at,
            f'"{text}" counts as {float(text.replace(",", ".")):g}: other numbers of the file '
            "have another sign",
        )
        for at, cell in signed
        if is_number(cell) and _THOUSANDS.fullmatch(text := str(cell))
    )
    _tell_by_column(doubtful, "write thousands without a sign, as 1000", shown, problems)


def _decoded(raw: bytes, shown: str, problems: Problems) -> str | None:
    """The text of a CSV file: UTF-8, UTF-16 with its mark, or what Excel writes on Windows."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            problems.error(Place(shown), "the file is cut short: not UTF-16", _AS_CSV)
            return None
    try:
        return raw.decode("utf-8").replace("\ufeff", "")  # each file that was joined may begin so
    except UnicodeDecodeError as broken:
        at, odd = place_of_byte(raw, broken.start, shown), raw[broken.start]
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        problems.error(at, f"the byte 0x{odd:02x} is not UTF-8", _AS_CSV)
        return None
    word = text.split("\n")[at.line - 1].strip()[:40]
    problems.warning(at, f'not UTF-8, so it is read as Windows-1252: "{word}"', f"or {_AS_CSV}")
    return text


def delimiter_of(text: str, header: int | None = None) -> str:
    """What stands between the cells: as Excel's own first line says, or as the header shows."""
    told = _SEPARATOR.match(text)
    if told:
        return told[1] or told[2]
    return sniff("\n".join(text.splitlines()[(header or 1) - 1 :]))


def sniff(text: str) -> str:
    """The delimiter that splits the first row that has one into most cells; quotes are respected.

    >>> sniff("name;text\\nbird;a, b")
    ';'
    """
    lines = (re.sub(r'"[^"]*"', "", line) for line in text.splitlines())
    bare = next((line for line in lines if any(sign in line for sign in _BETWEEN)), "")
    return max(_BETWEEN, key=bare.count)


def cell_value(cell: str) -> Scalar:
    """A number where the cell looks like one ("007" does not), else the stripped text.

    >>> cell_value("1.50") * 2, str(cell_value("1.50"))
    (3.0, '1.50')
    """
    text = cell.strip() if cell.isascii() else _ENDS.sub("", cell)
    if _CELL_INT.fullmatch(text):
        return int(text)
    if _CELL_FLOAT.fullmatch(text):
        return as_shown(float(text), text)
    return {"TRUE": True, "FALSE": False}.get(text, text)


def _comma_value(cell: str) -> Scalar:
    """Like `cell_value`, where a comma stands before decimals; it is printed as it was written.

    >>> _comma_value("2,5") * 2, str(_comma_value("2,50"))
    (5.0, '2,50')
    """
    text = cell.strip() if cell.isascii() else _ENDS.sub("", cell)
    if _CELL_COMMA.fullmatch(text):
        return as_shown(float(text.replace(",", ".")), text)
    return cell_value(cell)


def _read_workbook(
    path: Path,
    shown: str,
    sheet: str | None,
    header: int | None,
    problems: Problems,
    asked: Place | None,
    is_settled: bool,
) -> list[Entry] | None:
    import python_calamine

    raw = read_bytes(path, shown, LARGEST_TABLE, problems)
    if raw is None:
        return None
    sound = _repacked(raw, shown, problems)
    if sound is None:
        return None
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(sound))
        names = {composed(name): name for name in book.sheet_names}
        if sheet is not None and sheet not in names:
            found = f'{shown} has no sheet "{sheet}"'
            problems.error(asked or Place(shown), found, near(sheet, names))
            return None
        name = names[sheet] if sheet is not None else _first_sheet(book)
        others = [] if sheet is not None else [each for each in book.sheet_names if each != name]
        grid = book.get_sheet_by_name(name)
        rows = enumerate(grid.iter_rows(), start=1)  # one by one, before there is room for all
        filled = (line for line, row in rows if any(cell != "" for cell in row))
        if line := next(islice(filled, MOST_ROWS, None), None):
            _tell_too_long(Place(shown, line), problems)
            return None
        cells = grid.to_python(skip_empty_area=False)
    except python_calamine.WorksheetNotFound:
        found = f'the workbook is damaged: its sheet "{name}" is not in it'
        problems.error(Place(shown), found, _ANEW)
        return None
    except (python_calamine.CalamineError, ArithmeticError, ValueError) as broken:
        problems.error(Place(shown), f"not a spreadsheet: {in_plain_words(broken)}", _ANEW)
        return None
    where = shown if len(book.sheet_names) == 1 else f"{shown}[{name}]"  # as its places say
    extras = (extras_of_ods if _is_ods(sound) else extras_of)(sound, name)
    if extras is None:
        found = "the formats of its cells cannot be read: dates are printed as numbers"
        problems.warning(Place(where), found, _ANEW)
        extras = Extras()
    lines = _lines_of(cells, extras, where, problems)
    for _, row in lines[: (header or 1) - 1]:
        row[:] = [""] * len(row)
    _fill_merged(lines, extras.merged, where, problems)
    _tell_hidden(lines, extras.hidden, where, problems)
    _tell_pictures(lines, extras.pictures, where, problems)
    while lines and all(cell == "" for cell in lines[-1][1]):
        lines.pop()
    if not lines:
        fix = _another(others) or "write a header row first"
        found = (
            f'the sheet "{name}" is empty' if header is None else f"nothing from row {header} on"
        )
        problems.error(Place(shown), found, fix)
        return None
    made = {at for at, code in extras.formats.items() if is_made_of_pair(code)}
    entries = _table(lines, where, problems, _another(others), made)
    if entries and sheet is None and not is_settled:
        _tell_fuller(book, name, shown, entries, header, asked or Place(shown), problems)
    return entries


def _tell_fuller(
    book: Any, name: str, asked_file: str, entries: Sequence[Entry], header: int | None,
    asked: Place, problems: Problems,
) -> None:  # fmt: skip
    """Tell of a sheet that has all the columns of the first, which is read, and more rows."""
    from python_calamine import CalamineError

    for other in _seen_sheets(book):
        if other == name:
            continue
        try:
            rows = list(islice(book.get_sheet_by_name(other).iter_rows(), MOST_ROWS))
        except (CalamineError, ArithmeticError, ValueError):  # nobody asked for it
            continue
        filled = [row for row in islice(rows, (header or 1) - 1, None) if any(c != "" for c in row)]
        columns = {column_name(cell) for cell in filled[0]} if filled else set()
        if len(filled) - 1 > len(entries) and columns.issuperset(entries[0].fields):
            n_rows = "1 row" if len(entries) == 1 else f"{len(entries)} rows"
            found = f'the first sheet, "{name}", is read, with {n_rows}; "{other}" has its columns'
            file = asked_file.rpartition("/")[2]
            fix = f'write rows: {{file: {file}, sheet: "{other}"}}, or "{name}" where that is meant'
            problems.warning(asked, f"{found} too, and {len(filled) - 1} rows", fix)
            return


def _another(names: Sequence[str]) -> str:
    """The fix where the first sheet holds nothing and these may."""
    return f'to read another, write sheet: "{names[0]}"' if names else ""


def formulas_in(
    path: Path, sheet: str | None, problems: Problems
) -> tuple[dict[Cell, str], dict[str, int]]:
    """The formulas of a sheet, the first without its name, and the columns its header names.

    Both are empty where the workbook cannot be read.
    """
    import python_calamine

    raw = read_bytes(path, path.name, LARGEST_TABLE, problems)
    sound = None if raw is None else _repacked(raw, path.name, problems)
    if sound is None:
        return {}, {}
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(sound))
        name = {composed(n): n for n in book.sheet_names}[sheet] if sheet else _first_sheet(book)
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except (python_calamine.CalamineError, ArithmeticError, LookupError, ValueError):
        return {}, {}
    filled = [row for row in rows if any(cell != "" for cell in row)]
    # A row of one cell above the others is a title.
    header = next(
        (row for row in filled if sum(cell != "" for cell in row) > 1), (filled or [[]])[0]
    )
    columns = {column_name(cell): i for i, cell in enumerate(header, start=1)}
    return (formulas_of_ods if _is_ods(sound) else formulas_of)(sound, name), columns


def _first_sheet(book: Any) -> str:
    """The sheet that a person sees first. Raises `ValueError` of a workbook without any."""
    from python_calamine import SheetTypeEnum

    sheets = [s for s in book.sheets_metadata if s.typ == SheetTypeEnum.WorkSheet]
    if not sheets:
        raise ValueError("it has no sheet")
    return (*_seen_sheets(book), str(sheets[0].name))[0]


def _seen_sheets(book: Any) -> list[str]:
    """The names of the sheets of cells that are not hidden."""
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
    cells: Sequence[Sequence[Any]], extras: Extras, shown: str, problems: Problems
) -> list[tuple[int, list[Scalar]]]:
    """The rows of a sheet as it shows them; what has no value is told."""
    lines = [(i + 1, [_workbook_value(cell) for cell in row]) for i, row in enumerate(cells)]
    no_dates: list[tuple[Cell, str]] = []
    for (line, column), value in _shown_cells(cells, extras):
        if value is None:
            number = lines[line - 1][1][column - 1]
            found = f"{number} is no date, as its cell would have it: it is printed as a number"
            no_dates.append(((line, column), found))
        else:
            lines[line - 1][1][column - 1] = value
    _tell_by_column(no_dates, "write a date there, or choose a number's format", shown, problems)
    unknown = (
        (at, f'the formula "{formula}" has no value in the file, its cell is read as empty')
        for at, formula in sorted(extras.unknown.items())
    )
    _tell_by_column(unknown, "open it in a spreadsheet program and save it", shown, problems)
    struck = ((at, "words are struck through: they count as any other") for at in extras.struck)
    _tell_by_column(struck, "delete what is dropped", shown, problems)
    lost = (
        (at, f"words are {looks}: they print like the others") for at, looks in extras.lost.items()
    )
    fix = "bold and italic words are all that print; for raised and lowered digits write ² or ₂"
    _tell_by_column(lost, fix, shown, problems)
    for (line, column), fault in extras.errors.items():
        _put(lines, line, column, fault)
    for line, areas in extras.totals.items():  # no rows of their own
        for _, row in lines[line - 1 : line]:
            for area in areas:
                row[area.left - 1 : area.right] = [""] * len(row[area.left - 1 : area.right])
    width = max((len(row) for _, row in lines), default=0)
    for _, row in lines:
        row.extend([""] * (width - len(row)))
    return lines


def _tell_by_column(
    found: Iterable[tuple[Cell, str]], fix: str, shown: str, problems: Problems
) -> None:
    """Tell what is wrong with cells, named from top to bottom, once for each column."""
    columns: dict[int, list[tuple[Place, str]]] = {}
    for (line, column), message in found:
        columns.setdefault(column, []).append((Place(shown, line, column), message))
    for (place, message), *more in columns.values():
        below = f"; below it {len(more)} more" if more else ""
        problems.warning(place, message + below, fix)


def _fill_merged(
    lines: list[tuple[int, list[Scalar]]], merged: Sequence[Area], shown: str, problems: Problems
) -> None:
    """Give what a merged cell says to each of its rows that says anything itself.

    Of columns it counts for the first, which is told where the others have a header too. What lies
    hidden under a merged cell is not shown, so it is not there. An area ends above the cells of an
    earlier one: no program merges twice, and so no cell is visited more than once.
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
            found = f'merged over {len(over)} columns, it counts for "{over[0]}" alone'
            fix = f'unmerge it, and write what "{over[1]}" has'
            problems.warning(Place(shown, area.top, area.left), found, fix)


def _filled(lines: Sequence[tuple[int, list[Scalar]]]) -> list[int]:
    """The numbers of the rows that say anything, that of the header first."""
    return [line for line, row in lines if any(cell != "" for cell in row)]


def _tell_hidden(
    lines: Sequence[tuple[int, list[Scalar]]], hidden: Collection[int], shown: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Tell once of rows below the header that are hidden, by hand or by a filter."""
    found = [line for line in _filled(lines)[1:] if line in hidden]
    if found:
        rows = "1 row is" if len(found) == 1 else f"{len(found)} rows are"
        said = f"{rows} hidden in the sheet, and printed like the others"
        problems.warning(Place(shown, found[0]), said, "delete what is not to be printed")


def _tell_pictures(
    lines: Sequence[tuple[int, list[Scalar]]], pictures: Collection[Cell], shown: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Tell once of pictures that lie on the sheet beside its table, where nothing reads them."""
    filled = _filled(lines)
    found = sorted(at for at in pictures if filled and filled[0] <= at[0] <= filled[-1])
    if found:
        which = "a picture lies" if len(found) == 1 else f"{len(found)} pictures lie"
        said = f"{which} on the sheet, and no picture of a workbook is printed"
        fix = "save it in the pack's folder, and write its file's name into a cell"
        problems.warning(Place(shown, *found[0]), said, fix)


def _put(lines: list[tuple[int, list[Scalar]]], line: int, column: int, value: str) -> None:
    """Set a cell, also one beyond the last that calamine saw."""
    while len(lines) < line:
        lines.append((len(lines) + 1, [""] * (len(lines[0][1]) if lines else 0)))
    row = lines[line - 1][1]
    row.extend([""] * (column - len(row)))
    row[column - 1] = value


def _shown_cells(cells: Sequence[Sequence[Any]], extras: Extras) -> Iterator[tuple[Cell, Scalar]]:
    """The cells that look otherwise for their format or bold words; None where no date is meant."""

    def known(told: Mapping[Cell, str]) -> Iterator[tuple[Cell, Any, str]]:
        for (line, column), text in told.items():
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
    """The number, which is printed as the text; bare where it would be anyway."""
    return number if text == say(number) else as_shown(number, text)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() and abs(value) <= 2**53 else value


def _repacked(raw: bytes, shown: str, problems: Problems) -> bytes | None:
    """The workbook, unpacked within bounds and its sheets measured; None after a problem.

    calamine takes room for every cell from A1 to the last one, and trusts the sizes an archive
    tells of itself; so it is given another archive, of what was seen here.
    """
    place = Place(shown)
    if raw.startswith(_OLD_BOOK):
        found = "this is a workbook of Excel before 2007, or one with a password"
        problems.error(place, found, "open it in a spreadsheet program and save it as .xlsx")
        return None
    if not raw.startswith(b"PK"):
        problems.error(place, "not a spreadsheet: it is of another kind", _ANEW)
        return None
    packed = io.BytesIO()
    left = 4 * LARGEST_TABLE
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(packed, "w") as new:
            told = sum(entry.file_size for entry in old.infolist())
            if told > left:
                problems.error(place, f"the spreadsheet unpacks to {told / 1e6:.0f} MB")
                return None
            shared: list[int] = []
            entries = {entry.filename: entry for entry in old.infolist()}
            for entry in sorted(entries.values(), key=lambda e: e.filename.lower() != SHARED):
                if entry.filename.endswith((".bin", "/")) or "/media/" in entry.filename:
                    continue
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise ValueError("it is packed as no spreadsheet program does it")
                with old.open(entry) as file:
                    part = file.read(left + 1)
                left -= len(part)
                if left < 0:
                    said = f"the spreadsheet unpacks to more than {4 * LARGEST_TABLE / 1e6:.0f} MB"
                    problems.error(place, said)
                    return None
                if _READ.fullmatch(entry.filename) and _LONG_TAG.search(part):
                    raise ValueError("a tag in it is longer than a million characters")
                if entry.filename.lower() == SHARED:
                    shared = _lengths(part)
                last = _last_cell(part, shared)
                if last is None and _READ.fullmatch(entry.filename):
                    for element in _elements(part):
                        element.clear()
                is_small = len(part) <= LARGEST_TREE or entry.filename == "content.xml"
                if last is not None and last.is_odd and is_small:
                    part = _plain(part)
                is_styles = entry.filename.lower() == "xl/styles.xml"
                new.writestr(STYLES if is_styles else entry.filename, part)
    except _Unfit as unfit:
        problems.error(Place(shown, unfit.row, unfit.column), str(unfit), unfit.fix)
        return None
    except (zipfile.BadZipFile, EOFError, zlib.error):
        problems.error(
            place,
            "the workbook is damaged, or only half of it was saved",
            _ANEW,
        )
        return None
    except (OSError, RuntimeError, ValueError) as broken:
        problems.error(place, f"not a spreadsheet: {in_plain_words(broken)}", _ANEW)
        return None
    return packed.getvalue()


def _elements(part: bytes, tags: Sequence[str] | None = None) -> Iterator[Any]:
    """The elements of XML as they end, all or those with a tag. Raises `ValueError` where broken.

    What is cut short calamine may read for ever, so every part it reads goes through here.
    """
    from lxml import etree

    found = etree.iterparse(io.BytesIO(part), tag=tags, no_network=True, resolve_entities=False)
    try:
        for _, element in found:
            yield element
    except etree.XMLSyntaxError as broken:
        said = str(broken)
        if "depth" in said:
            said = "its words or cells are nested more than 250 deep"
        raise ValueError(said) from None


class _Unfit(ValueError):
    """What keeps a sheet from being read: the cell, counted from 1, what it is, and what helps."""

    def __init__(self, row: int, column: int, said: str, fix: str) -> None:
        super().__init__(said)
        self.row, self.column, self.fix = row, column, fix


@dataclass(slots=True)
class _Sheet:
    """What a sheet holds as far as it was measured: its last row and column with a cell."""

    cells: int = 0  # of the sheets before it in the same part, from A1 to the last one of each
    row: int = 0
    column: int = 0
    letters: int = 0  # of all texts, each as often as it is repeated
    is_odd: bool = False  # whether calamine stumbles over a cell, or in ODS spreads it out too far


def _lengths(part: bytes) -> list[int]:
    """How many characters each text has that cells of an XLSX document share."""
    found = []
    for element in _elements(part, ["{*}si"]):
        found.append(sum(map(len, element.itertext())))
        element.clear()
    return found


def _shared(cell: Any, lengths: Sequence[int]) -> int:
    """The length of the shared text that a cell shows, which calamine copies for it."""
    number = cell.findtext("{*}v") or "" if cell.get("t") == "s" else ""
    i = int(number) if number.isdecimal() and len(number) < 10 else len(lengths)
    return lengths[i] if i < len(lengths) else 0


def _last_cell(part: bytes, shared: Sequence[int] = ()) -> _Sheet | None:
    """Where the cells of a part end, if it is a sheet. Raises `_Unfit` where it is too large.

    The sheets of an ODS document, which are one part, are measured together, since calamine
    spreads out all of them.
    """
    is_ods = b"table-cell" in part
    if not is_ods and b"sheetData" not in part:
        return None
    ods_names = ["table-cell", "covered-table-cell", "table-row", "table", "s"]
    names = ods_names if is_ods else ["c", "row"]
    seen = _Sheet()
    n_rows = 0
    column = filled = letters = 0
    for element in _elements(part, [f"{{*}}{name}" for name in names]):
        kind = element.tag.rpartition("}")[2]
        if kind == "s":
            seen.is_odd = seen.is_odd or len(attribute(element, "c")) > 2
            _counted(element, "c", n_rows + 1, column + 1)
        elif kind == "table":
            seen.cells += seen.row * seen.column
            seen.row = seen.column = n_rows = 0
        elif kind in ("c", "table-cell", "covered-table-cell"):
            before, column = column, _column(element, column, n_rows)
            if len(element) or any(str(key).endswith(_FILLED) for key in element.attrib):
                filled = column
                if is_ods:
                    seen.is_odd = seen.is_odd or _is_odd(element)
                    letters += (column - before) * sum(map(len, element.itertext()))
                else:
                    seen.is_odd = seen.is_odd or _is_late_fault(element)
                    letters += _shared(element, shared)
        else:
            above, n_rows = n_rows, _row(element, n_rows)
            if filled:
                seen.row = max(seen.row, n_rows)
                seen.column = max(seen.column, filled)
                seen.letters += letters * (n_rows - above if is_ods else 1)
                _bound(seen, above + 1)
            column = filled = letters = 0
            element.clear()
    return seen


def _bound(seen: _Sheet, row: int) -> None:
    """Raise `_Unfit` where a sheet up to a row takes more room than any game needs."""
    if seen.cells + seen.row * seen.column > MOST_CELLS:
        said = f"a cell stands in row {seen.row:,}, column {seen.column:,}"
        fix = "clear what lies far below or right of the table"
        raise _Unfit(seen.row, seen.column, said, fix)
    if seen.letters > LARGEST_TABLE:
        said = f"its texts, each as often as it is repeated, are {seen.letters:,} characters long"
        raise _Unfit(row, 1, said, "shorten them, or clear the cells that repeat them")


def _is_odd(cell: Any) -> bool:
    """Whether calamine stumbles over a cell of ODS: a number that is none."""
    told = next((cell.get(key) for key in cell.attrib if str(key).endswith("}value")), None)
    return told is not None and not _ODS_NUMBER.fullmatch(told)


def _is_late_fault(cell: Any) -> bool:
    """Whether calamine stumbles over a cell of XLSX: a formula's fault that Excel learned later."""
    said = cell.findtext("{*}v") or "" if cell.get("t") == "e" else ""
    return said not in _FIRST_FAULTS and FAULT.fullmatch(said) is not None


def _plain(part: bytes) -> bytes:
    """The sheets in which no cell is odd: it counts as text, which is what was shown.

    In ODS none has more spaces than we show.
    """
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False, huge_tree=True)
    root = etree.fromstring(part, parser)
    for cell in root.iter("{*}table-cell", "{*}covered-table-cell"):
        if _is_odd(cell):
            for key in [str(key) for key in cell.attrib]:
                if key.endswith("}value"):
                    del cell.attrib[key]
                elif key.endswith("}value-type"):
                    cell.attrib[key] = "string"
    for cell in root.iter("{*}c"):
        if _is_late_fault(cell):
            cell.set("t", "str")
    for spaces in root.iter("{*}s"):
        for key in [str(key) for key in spaces.attrib]:
            if key.endswith("}c"):
                spaces.set(key, str(min(int(spaces.get(key)[:10] or 1), MOST_SPACES)))
    return bytes(etree.tostring(root))


def _column(cell: Any, before: int, n_rows: int) -> int:
    """The column a cell ends in: as XLSX names it, or after the one before."""
    letters = "".join(filter(str.isalpha, cell.get("r", "")))[:8]
    if not letters:
        return before + _counted(cell, "number-columns-repeated", n_rows + 1, before + 1)
    return column_of(letters.upper())


def _row(row: Any, before: int) -> int:
    """The row that ends here. XLSX may name it in each of its cells too, so the last one counts."""
    named = [row.get("r", ""), *(cell.get("r", "") for cell in row)]
    digits = ["".join(filter(str.isdecimal, name))[:9] for name in named]
    numbers = [int(number) for number in digits if number]
    return max(numbers) if numbers else before + _counted(row, "number-rows-repeated", before + 1)


def _counted(element: Any, name: str, row: int, column: int = 1) -> int:
    """How often ODS says that something stands there. Raises `_Unfit` where that is no count."""
    said = attribute(element, name)
    if not said:
        return 1
    if not (said.isascii() and said.isdecimal()):
        found = f'the document is damaged: {name}="{said[:20]}" is no count'
        raise _Unfit(row, column, found, "open it in a spreadsheet program and save it anew")
    return max(1, int(said[:10]))


def _workbook_value(cell: Any) -> Scalar:
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, float) and math.isfinite(cell):
        number = _whole(cell)
        return number if isinstance(number, int) else _as_printed(cell, shown_number(cell, ""))
    return cell_value(cell) if isinstance(cell, str) else str(cell)


def _table(
    lines: list[tuple[int, list[Scalar]]],
    shown: str,
    problems: Problems,
    fix_empty: str = "",
    made: Container[Cell] = (),
) -> list[Entry] | None:
    """Records of the lines below the first one that holds anything; none are told, with a fix.

    `made` are cells that a spreadsheet may have made dates of.
    """
    filled = [(line, cells) for line, cells in lines if any(cell != "" for cell in cells)]
    if len(filled) > MOST_ROWS:
        _tell_too_long(Place(shown, filled[MOST_ROWS][0]), problems)
        return None
    if not filled:
        problems.error(Place(shown), "the table is empty", "write a header line first")
        return None
    if not _is_legible(filled, shown, problems):
        return None
    columns = _header(*filled[0], shown, problems)
    if columns is None:
        return None
    n_named = len([name for name in columns if name])
    n_below = len([cell for cell in filled[1][1] if cell != ""]) if len(filled) > 1 else 0
    if _is_title(n_named, filled):
        at = Place(shown, filled[0][0], 1 + next(i for i, name in enumerate(columns) if name))
        cells_stand = "one cell stands" if n_named == 1 else f"{n_named} cells stand"
        found = f"{cells_stand} above {n_below}: is it a title, and the header below it?"
        file = shown.partition("[")[0].rpartition("/")[2]
        fix = f"if so, write rows: {{file: {file}, header: {filled[1][0]}}}"
        problems.error(at, found, f"{fix}; if not, name the other columns")
        return None
    entries = []
    sound = _all_named(filled, columns, shown, problems)
    width = len(filled[0][1])
    _tell_longer(filled, width, shown, problems)
    for line, cells in filled[1:]:
        extra = next((i for i in range(width, len(cells)) if cells[i] != ""), None)
        if extra is not None:
            sound = False
            fix = "put quotes around a cell with the delimiter"
            problems.error(Place(shown, line, extra + 1), _no_header(cells[extra], 0, columns), fix)
            continue
        if len(cells) < len(columns) and len(cells) > 0 and len(columns) > 1:
            missing = [name for name in columns[len(cells) :] if name]
            if missing:
                sound = False
                problems.error(
                    Place(shown, line, len(cells) + 1),
                    f'the row ends before the column "{missing[0]}"',
                    "add the missing delimiters",
                )
                continue
        known = {name: i + 1 for i, name in enumerate(columns) if name}
        fields = {name: cells[i - 1] for name, i in known.items()}
        entries.append(Entry(fields, Place(shown, line, 1), Cells(shown, line, known)))
    faults = (
        ((line, i + 1), f'the cell says "{cell}": its formula went wrong')
        for line, cells in filled[1:]
        for i, cell in enumerate(cells)
        if isinstance(cell, str) and FAULT.fullmatch(cell)
    )
    _tell_by_column(faults, "mend it in the spreadsheet", shown, problems)
    _tell_other_programs(filled, len(columns), made, shown, problems)
    if sound and not entries:
        problems.warning(Place(shown), "no rows below the header", fix_empty)
    return entries if sound else None


def _tell_other_programs(
    filled: Sequence[tuple[int, list[Scalar]]], n_columns: int, made: Container[Cell], shown: str,
    problems: Problems,
) -> None:  # fmt: skip
    """Tell of what other programs have made of cells: dates, misread letters, other digits."""
    for i in range(n_columns):
        head, *column = [((line, i + 1), cells[i]) for line, cells in filled if i < len(cells)]
        fix = "format the column as text, then write it anew"
        _tell_by_column(dates_in(column, made), fix, shown, problems)
        _tell_by_column(other_digits(column), "write it with 0 to 9 and -", shown, problems)
        wrong = (
            (at, f'"{one_line(value)}" should probably read "{one_line(sound)}"')
            for at, value in (head, *column)
            if isinstance(value, str) and (sound := misread(value)) is not None
        )
        fix = "its letters were read in another encoding: save the table anew as UTF-8"
        _tell_by_column(wrong, fix, shown, problems)


def _is_title(n_named: int, filled: Sequence[tuple[int, list[Scalar]]]) -> bool:
    """Whether the first row, of so many filled cells, seems a title, and the next the header."""
    if len(filled) < 2:
        return False
    below = [cell for cell in filled[1][1] if cell != ""]
    names = {cell for cell in below if isinstance(cell, str)}
    if n_named == 1:
        return len(below) > 2 or (len(below) == len(names) == 2 and len(filled) > 2)
    return 2 * n_named <= len(below) == len(names)


def _tell_too_long(place: Place, problems: Problems) -> None:
    problems.error(place, f"more than {MOST_ROWS:,} filled rows", "clear the rows below the table")


def _is_legible(filled: Sequence[tuple[int, list[Scalar]]], shown: str, problems: Problems) -> bool:
    """Whether no header holds a control character; in a cell below it is told once, and U+FFFD.

    Other programs' line breaks become ours, and a letter with its mark one character.
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
            if found := _CONTROL.search(text):
                odd.append((Place(shown, line, i + 1), f"U+{ord(found[0]):04X}"))
            cells[i] = _CONTROL.sub("\ufffd", text)
    for place, code in odd[:1]:
        said, fix = f"the control character {code} stands in this cell", "write the cell anew"
        if place.line == filled[0][0]:
            problems.error(place, said, fix)
            return False
        n_more = len(odd) - 1
        more = f", and one in {n_more} more" if n_more else ""
        problems.warning(place, f"{said}{more}: it is read as U+FFFD", fix)
    return True


def _tell_longer(
    filled: Sequence[tuple[int, list[Scalar]]], width: int, shown: str, problems: Problems
) -> None:
    """Tell once of rows with more cells than the header, all empty: something may have moved."""
    longer = [
        (line, len(cells))
        for line, cells in filled[1:]
        if len(cells) > width and all(cell == "" for cell in cells[width:])
    ]
    if longer:
        line, n_cells = longer[0]
        n_more = len(longer) - 1
        more = f", and in {n_more} row{'s' if n_more > 1 else ''} more" if n_more else ""
        found = f"{n_cells} cells under {width} header{'s' if width > 1 else ''}{more}"
        fix = 'put quotes around a cell with the delimiter, as in "2,5", or take the last one out'
        problems.warning(Place(shown, line, width + 1), found, fix)


def _all_named(
    filled: Sequence[tuple[int, list[Scalar]]], columns: Sequence[str], shown: str,
    problems: Problems,
) -> bool:  # fmt: skip
    """Whether every column that holds anything has a name; each that has none is told once."""
    sound = True
    for i in range(len(filled[0][1])):
        if i < len(columns) and columns[i]:
            continue
        cells = [(line, row[i]) for line, row in filled[1:] if i < len(row) and row[i] != ""]
        if cells:
            sound = False
            line, cell = cells[0]
            several = "; of merged header cells only the first has the name"
            fix = f"name the column{several if len(cells) > 1 else ''}"
            message = _no_header(cell, len(cells) - 1, columns)
            problems.error(Place(shown, line, i + 1), message, fix)
    return sound


def _no_header(cell: Scalar, more: int, columns: Sequence[str]) -> str:
    n = sum(1 for name in columns if name)
    cells = f'the cell "{cell}" stands' if not more else f'the cell "{cell}" and {more} below stand'
    return f"{cells} under no header; {n} column{'s have' if n > 1 else ' has'} one"


def column_name(cell: object) -> str:
    """What a header calls its column, on one line and with plain blanks."""
    return " ".join(_UNSEEN.sub("", str(cell)).split())


def _header(line: int, cells: list[Scalar], shown: str, problems: Problems) -> list[str] | None:
    """The column names, "" for an unnamed one; None after a problem."""
    columns = [column_name(cell) for cell in cells]
    while columns and not columns[-1]:
        columns.pop()
    sound = True
    seen: dict[str, int] = {}
    for i, name in enumerate(columns):
        if name and name in seen:
            sound = False
            problems.error(
                Place(shown, line, i + 1),
                f'the column "{name}" is there twice',
                f"it is also column {seen[name]}",
            )
        seen.setdefault(name, i + 1)
    for name, column in seen.items():
        other = in_texts(name)
        if other != name and other in seen:
            found = f'in a text, {other} is the column "{other}", never "{name}"'
            problems.warning(Place(shown, line, column), found, "rename one of them")
    return columns if sound else None
