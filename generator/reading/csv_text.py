"""CSV text as rows of cells, and the text of a cell as a number or a text.

In: the bytes or the text of a file. Out: the cells of each row, with the line on which it begins.
After a problem, which is added to `problems`, the result is None.
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
# matches a number that may have thousands or three decimals
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")
_BETWEEN = ",;\t|"  # possible delimiters
# matches the first line of files that Excel wrote
_SEPARATOR = re.compile(r'(?:sep=(.)|"sep=(.)")\r?\n', re.IGNORECASE)
# Matches invisible characters at the ends of a cell: spaces, byte order marks, soft hyphens.
_ENDS = re.compile("^[\\s\u00ad\u200b\u2060\ufeff]+|[\\s\u00ad\u200b\u2060\ufeff]+$")
_CELL_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")


def csv_lines(
    text: str, file: str, problems: Problems, header: int | None = None
) -> list[tuple[int, list[Scalar]]] | None:
    """The cells of a CSV text, starting with the header, and the line on which each row begins."""
    if "\0" in text:
        at = place_in(text, text.index("\0"), Place(file))
        problems.error(at, "the file contains a zero byte, so it is not CSV", SAVE_AS_CSV)
        return None
    if not text.strip():
        problems.error(Place(file), "the file is empty", "start with a header line")
        return None
    lines: list[tuple[int, list[Scalar]]] = []
    first_line = _SEPARATOR.match(text)
    delimiter = delimiter_of(text, header)
    n_told = 1 if first_line else 0
    body = text[first_line.end() :] if first_line else text
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    value = cell_value if delimiter == "," else _comma_value
    start = 1 + n_told
    try:
        for cells in reader:
            if start >= (header or 1):
                lines.append((start, [value(cell) for cell in cells]))
            start = reader.line_num + 1 + n_told
    except csv.Error as broken:
        at = Place(file, start)
        message, fix = f"not valid CSV: {broken}", 'inside a quoted cell, write a quote as ""'
        if opened := _open_quote(body, start - n_told, reader.line_num, delimiter):
            cell, text = opened
            at = Place(file, start, cell)
            message = f'the opening quote of this cell is never closed: "{one_line(text)}'
            fix = 'close it with " after the last word, or remove it'
        problems.error(at, message, fix)
        return None
    if not any(cell != "" for _, cells in lines for cell in cells):
        message = (
            "the file is empty" if header is None else f"the file is empty from row {header} on"
        )
        problems.error(Place(file), message, "start with a header line")
        return None
    return lines


def _open_quote(text: str, first: int, last: int, delimiter: str) -> tuple[int, str] | None:
    """Find the cell whose quote is not closed on its line, and the text after the quote.

    The row consists of these lines of the text, counted from 1. The result is None if every quote
    is closed.
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


def warn_of_thousands(lines: list[tuple[int, list[Scalar]]], file: str, problems: Problems) -> None:
    """Warn of ambiguous thousands separators in a file that uses both points and commas."""
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
            f'"{text}" is read as {float(text.replace(",", ".")):g}, but other numbers in the file '
            "use the other separator",
        )
        for at, cell in signed
        if is_number(cell) and _THOUSANDS.fullmatch(text := str(cell))
    )
    warn_by_column(doubtful, "write thousands without a separator, as 1000", file, problems)


def decoded(raw: bytes, file: str, problems: Problems) -> str | None:
    """Decode a CSV file: UTF-8, UTF-16 with a byte order mark, or Windows-1252."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            problems.error(Place(file), "the UTF-16 text of the file is incomplete", SAVE_AS_CSV)
            return None
    try:
        return raw.decode("utf-8").replace(
            "\ufeff", ""
        )  # each of several joined files may begin with a byte order mark
    except UnicodeDecodeError as broken:
        at, odd = place_of_byte(raw, broken.start, file), raw[broken.start]
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        problems.error(at, f"the byte 0x{odd:02x} is not valid UTF-8", SAVE_AS_CSV)
        return None
    word = text.split("\n")[at.line - 1].strip()[:40]
    problems.warning(
        at, f'the file is not UTF-8, so it is read as Windows-1252: "{word}"', f"or {SAVE_AS_CSV}"
    )
    return text


def delimiter_of(text: str, header: int | None = None) -> str:
    """The delimiter, which Excel states in the first line or which is guessed from the header."""
    first_line = _SEPARATOR.match(text)
    if first_line:
        return first_line[1] or first_line[2]
    return sniff("\n".join(text.splitlines()[(header or 1) - 1 :]))


def sniff(text: str) -> str:
    """Guess the delimiter, which is the character that splits the header into most cells, ignoring
    quotes.

    >>> sniff("name;text\\nbird;a, b")
    ';'
    """
    lines = (re.sub(r'"[^"]*"', "", line) for line in text.splitlines())
    bare = next((line for line in lines if any(sign in line for sign in _BETWEEN)), "")
    return max(_BETWEEN, key=bare.count)


def cell_value(cell: str) -> Scalar:
    """Convert a cell to a number if it looks like a number ("007" does not), else to the stripped
    text.

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
    """Do the same as `cell_value` for a decimal comma; the number prints as in the cell.

    >>> _comma_value("2,5") * 2, str(_comma_value("2,50"))
    (5.0, '2,50')
    """
    text = cell.strip() if cell.isascii() else _ENDS.sub("", cell)
    if _CELL_COMMA.fullmatch(text):
        return as_shown(float(text.replace(",", ".")), text)
    return cell_value(cell)
