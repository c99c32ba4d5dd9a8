"""Checks and repairs a workbook before calamine reads it.

In: the bytes of a workbook. Out: the bytes of a safe workbook, or a problem. calamine takes memory
for every cell from A1 to the last cell, and trusts the sizes that an archive states. A pack may
come from an unknown person. Every part is therefore unpacked within limits, sheets are measured,
and cells that calamine cannot read are turned into text.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.model.problems import Place, Problems
from generator.reading.named_rows import LARGEST_TABLE
from generator.reading.opendocument import MOST_SPACES
from generator.reading.workbook import FAULT, SHARED, STYLES, attribute, column_of
from generator.templating.python_errors import in_plain_words

MOST_CELLS = 4_000_000  # maximum number of cells of a sheet, from A1 to the last cell
# maximum size in bytes of an XLSX sheet that is repaired; its tree of elements takes 400 MB
LARGEST_TREE = 20_000_000
OLD_BOOK = bytes.fromhex("d0cf11e0a1b11ae1")  # the first bytes of Office files before 2007
# matches a tag of about 100,000 attributes, because calamine compares each pair
_LONG_TAG = re.compile(rb"<[^<>]{1000000}")
SAVE_ANEW = "open it in a spreadsheet program and save it again as .xlsx"
_READ = re.compile(  # matches the parts of a workbook that calamine reads
    r"content\.xml|META-INF/manifest\.xml|xl/(workbook|sharedStrings|styles)\.xml|"
    r"xl/(_rels|worksheets|tables)/.*\.(xml|rels)",
    re.IGNORECASE,
)
_FILLED = ("value", "}formula")  # ends of the names of attributes that fill a cell in ODS
_CALAMINE_ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ODS_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def repacked(raw: bytes, book: str, problems: Problems) -> bytes | None:
    """Unpack a workbook within limits, measure its sheets, and return it; None after a problem.
    calamine takes memory for every cell from A1 to the last cell and trusts the sizes in an
    archive. calamine therefore gets a new archive that contains only checked parts.
    """
    place = Place(book)
    if raw.startswith(OLD_BOOK):
        message = "this is a workbook of Excel before 2007, or one with a password"
        problems.error(place, message, "open it in a spreadsheet program and save it as .xlsx")
        return None
    if not raw.startswith(b"PK"):
        problems.error(place, "this is not a spreadsheet but a file of another kind", SAVE_ANEW)
        return None
    packed = io.BytesIO()
    left = 4 * LARGEST_TABLE
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(packed, "w") as new:
            size = sum(entry.file_size for entry in old.infolist())
            if size > left:
                problems.error(place, f"the spreadsheet unpacks to {size / 1e6:.0f} MB")
                return None
            shared: list[int] = []
            entries = {entry.filename: entry for entry in old.infolist()}
            for entry in sorted(entries.values(), key=lambda e: e.filename.lower() != SHARED):
                if entry.filename.endswith((".bin", "/")) or "/media/" in entry.filename:
                    continue
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise ValueError("no spreadsheet program packs files in this way")
                with old.open(entry) as file:
                    part = file.read(left + 1)
                left -= len(part)
                if left < 0:
                    message = (
                        f"the spreadsheet unpacks to more than {4 * LARGEST_TABLE / 1e6:.0f} MB"
                    )
                    problems.error(place, message)
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
                    part = _with_odd_cells_as_text(part)
                is_styles = entry.filename.lower() == "xl/styles.xml"
                new.writestr(STYLES if is_styles else entry.filename, part)
    except _Unreadable as unfit:
        problems.error(Place(book, unfit.row, unfit.column), str(unfit), unfit.fix)
        return None
    except (zipfile.BadZipFile, EOFError, zlib.error):
        problems.error(
            place,
            "the workbook is damaged, or was only partly saved",
            SAVE_ANEW,
        )
        return None
    except (OSError, RuntimeError, ValueError) as broken:
        problems.error(place, f"not a spreadsheet: {in_plain_words(broken)}", SAVE_ANEW)
        return None
    return packed.getvalue()


def _elements(part: bytes, tags: Sequence[str] | None = None) -> Iterator[Any]:
    """Yield all elements of XML at their ends, or only elements with a tag.

    Raises `ValueError` for invalid XML.

    calamine may never finish a truncated part, so every part is read here first.
    """
    from lxml import etree

    parser = etree.iterparse(io.BytesIO(part), tag=tags, no_network=True, resolve_entities=False)
    try:
        for _, element in parser:
            yield element
    except etree.XMLSyntaxError as broken:
        reason = str(broken)
        if "depth" in reason:
            reason = "its text or cells are nested more than 250 deep"
        raise ValueError(reason) from None


class _Unreadable(ValueError):
    """Raised if a sheet cannot be read: the cell, counted from 1, the message, and the fix."""

    def __init__(self, row: int, column: int, message: str, fix: str) -> None:
        super().__init__(message)
        self.row, self.column, self.fix = row, column, fix


@dataclass(slots=True)
class _Sheet:
    """The measurements of a sheet so far: the last row and the last column that contain a cell."""

    # number of cells of earlier sheets in the same part, from A1 to the last cell of each sheet
    cells: int = 0
    row: int = 0
    column: int = 0
    letters: int = 0  # number of letters of all texts, counting repetitions
    is_odd: bool = False  # whether calamine fails on a cell, or would expand an ODS cell too far


def _lengths(part: bytes) -> list[int]:
    """The number of characters of each shared text in an XLSX document."""
    lengths = []
    for element in _elements(part, ["{*}si"]):
        lengths.append(sum(map(len, element.itertext())))
        element.clear()
    return lengths


def _shared_length(cell: Any, lengths: Sequence[int]) -> int:
    """The length of the shared text in a cell, which calamine copies for each cell."""
    number = cell.findtext("{*}v") or "" if cell.get("t") == "s" else ""
    i = int(number) if number.isdecimal() and len(number) < 10 else len(lengths)
    return lengths[i] if i < len(lengths) else 0


def _last_cell(part: bytes, shared: Sequence[int] = ()) -> _Sheet | None:
    """Measure the cells of a part if it is a sheet. Raises `_Unreadable` if the sheet is too large.

    The sheets of an ODS document are one part and are measured together, because calamine expands
    all of them.
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
            _repeats(element, "c", n_rows + 1, column + 1)
        elif kind == "table":
            seen.cells += seen.row * seen.column
            seen.row = seen.column = n_rows = 0
        elif kind in ("c", "table-cell", "covered-table-cell"):
            before, column = column, _column(element, column, n_rows)
            if len(element) or any(str(key).endswith(_FILLED) for key in element.attrib):
                filled = column
                if is_ods:
                    seen.is_odd = seen.is_odd or _is_odd_number(element)
                    letters += (column - before) * sum(map(len, element.itertext()))
                else:
                    seen.is_odd = seen.is_odd or _is_newer_error(element)
                    letters += _shared_length(element, shared)
        else:
            above, n_rows = n_rows, _row(element, n_rows)
            if filled:
                seen.row = max(seen.row, n_rows)
                seen.column = max(seen.column, filled)
                seen.letters += letters * (n_rows - above if is_ods else 1)
                _check_size(seen, above + 1)
            column = filled = letters = 0
            element.clear()
    return seen


def _check_size(seen: _Sheet, row: int) -> None:
    """Raise `_Unreadable` if a sheet takes more memory than any game needs."""
    if seen.cells + seen.row * seen.column > MOST_CELLS:
        message = f"there is a cell in row {seen.row:,}, column {seen.column:,}"
        fix = "clear what is far below or right of the table"
        raise _Unreadable(seen.row, seen.column, message, fix)
    if seen.letters > LARGEST_TABLE:
        message = f"its texts, including repetitions, have {seen.letters:,} characters"
        raise _Unreadable(row, 1, message, "shorten them, or clear the cells that repeat them")


def _is_odd_number(cell: Any) -> bool:
    """Whether calamine fails on an ODS cell because its number is not valid."""
    value = next((cell.get(key) for key in cell.attrib if str(key).endswith("}value")), None)
    return value is not None and not _ODS_NUMBER.fullmatch(value)


def _is_newer_error(cell: Any) -> bool:
    """Whether calamine fails on an XLSX cell because it has an error value of a newer Excel."""
    error = cell.findtext("{*}v") or "" if cell.get("t") == "e" else ""
    return error not in _CALAMINE_ERRORS and FAULT.fullmatch(error) is not None


def _with_odd_cells_as_text(part: bytes) -> bytes:
    """Turn the cells on which calamine fails into their shown text.

    In ODS, repeated spaces are limited.
    """
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False, huge_tree=True)
    root = etree.fromstring(part, parser)
    for cell in root.iter("{*}table-cell", "{*}covered-table-cell"):
        if _is_odd_number(cell):
            for key in [str(key) for key in cell.attrib]:
                if key.endswith("}value"):
                    del cell.attrib[key]
                elif key.endswith("}value-type"):
                    cell.attrib[key] = "string"
    for cell in root.iter("{*}c"):
        if _is_newer_error(cell):
            cell.set("t", "str")
    for spaces in root.iter("{*}s"):
        for key in [str(key) for key in spaces.attrib]:
            if key.endswith("}c"):
                spaces.set(key, str(min(int(spaces.get(key)[:10] or 1), MOST_SPACES)))
    return bytes(etree.tostring(root))


def _column(cell: Any, before: int, n_rows: int) -> int:
    """The column of a cell, which XLSX names, and which is otherwise the column after the previous
    cell.
    """
    letters = "".join(filter(str.isalpha, cell.get("r", "")))[:8]
    if not letters:
        return before + _repeats(cell, "number-columns-repeated", n_rows + 1, before + 1)
    return column_of(letters.upper())


def _row(row: Any, before: int) -> int:
    """The number of a row.

    In XLSX the cells of a row may also state its number; the largest number is used.
    """
    named = [row.get("r", ""), *(cell.get("r", "") for cell in row)]
    digits = ["".join(filter(str.isdecimal, name))[:9] for name in named]
    numbers = [int(number) for number in digits if number]
    return max(numbers) if numbers else before + _repeats(row, "number-rows-repeated", before + 1)


def _repeats(element: Any, name: str, row: int, column: int = 1) -> int:
    """The number of repetitions of an element in ODS.

    Raises `_Unreadable` if it is not a number.
    """
    count = attribute(element, name)
    if not count:
        return 1
    if not (count.isascii() and count.isdecimal()):
        message = f'the document is damaged: {name}="{count[:20]}" is not a number'
        raise _Unreadable(
            row, column, message, "open it in a spreadsheet program and save it again"
        )
    return max(1, int(count[:10]))
