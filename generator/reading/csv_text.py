"""CSV text as rows of cells, and one cell's text as a number or a text.

In: the bytes or the text of a file. Out: the cells of each row, with the line on which it begins.
Problems are added to `problems`, and the caller gets None.
"""

import csv
import io
import re

from generator.model.decimals import as_shown
from generator.model.pack import Scalar, is_number
from generator.model.problems import Place, Problems, place_in
from generator.reading.files import place_of_byte
from generator.reading.named_rows import warn_by_column
from generator.templating.expressions import one_line

SAVE_AS_CSV = "save it as UTF-8; in Excel: Save as, CSV UTF-8"
_CELL_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_CELL_COMMA = re.compile(r"-?(?:0|[1-9][0-9]{0,14}),[0-9]{1,15}")
_SIGNED = re.compile(r"-?(?:[0-9]+[.,][0-9]+|[0-9]{1,3}(?:[.,][0-9]{3})+(?:[.,][0-9]+)?)")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")  # or a number with three decimals
_BETWEEN = ",;\t|"  # what may stand between cells
_SEPARATOR = re.compile(r'(?:sep=(.)|"sep=(.)")\r?\n', re.IGNORECASE)  # Excel's own first line
# What shows nothing at the ends of a cell: spaces without width, marks of byte order, soft hyphens.
_ENDS = re.compile("^[\\s\u00ad\u200b\u2060\ufeff]+|[\\s\u00ad\u200b\u2060\ufeff]+$")
_CELL_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")


def csv_lines(
    text: str, shown: str, problems: Problems, header: int | None = None
) -> list[tuple[int, list[Scalar]]] | None:
    """The cells of a CSV text from its header on, by the line on which a row begins."""
    if "\0" in text:
        at = place_in(text, text.index("\0"), Place(shown))
        problems.error(at, "a zero byte, this is no CSV", SAVE_AS_CSV)
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


def warn_of_thousands(
    lines: list[tuple[int, list[Scalar]]], shown: str, problems: Problems
) -> None:
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
    warn_by_column(doubtful, "write thousands without a sign, as 1000", shown, problems)


def decoded(raw: bytes, shown: str, problems: Problems) -> str | None:
    """The text of a CSV file: UTF-8, UTF-16 with its mark, or what Excel writes on Windows."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            problems.error(Place(shown), "the file is cut short: not UTF-16", SAVE_AS_CSV)
            return None
    try:
        return raw.decode("utf-8").replace("\ufeff", "")  # each file that was joined may begin so
    except UnicodeDecodeError as broken:
        at, odd = place_of_byte(raw, broken.start, shown), raw[broken.start]
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        problems.error(at, f"the byte 0x{odd:02x} is not UTF-8", SAVE_AS_CSV)
        return None
    word = text.split("\n")[at.line - 1].strip()[:40]
    problems.warning(at, f'not UTF-8, so it is read as Windows-1252: "{word}"', f"or {SAVE_AS_CSV}")
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
