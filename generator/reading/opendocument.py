"""The displayed content of an ODS document: formatted numbers, texts with markup, formulas.

In: the archive of a document, unpacked within limits, and a sheet's name. Out: `Extras`, by row and
column counted from 1. The document contains the text of each cell as it was last shown.
"""

import io
import zipfile
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from generator.reading.workbook import (
    BOLD,
    FAULT,
    ITALIC,
    MOST_MERGED,
    Area,
    Cell,
    Extras,
    attribute,
    in_one,
    marked,
)

# maximum number of copies of a filled cell or row that the document stores once with a number
MOST_REPEATS = 1000
MOST_SPACES = 100  # maximum number of spaces that the document stores once with a number
_LINE = ("\n", 0)  # text and stars between paragraphs
_VALUES = ("value", "date-value", "time-value", "boolean-value")
_NUMBERS = {"float", "percentage", "currency", "date", "time"}


def extras_of_ods(archive: bytes, sheet: str) -> Extras | None:
    """Read the extras of a sheet; None if the document has an unusual structure."""
    from lxml import etree

    extras = Extras()
    try:
        root = _content(archive)
    except (etree.XMLSyntaxError, KeyError, ValueError):
        return None
    marks, struck, lost = _marks(root), _struck(root), _lost(root)
    for table in root.iterfind(".//{*}table"):
        if attribute(table, "name") == sheet:
            last, content = None, _Content()
            for at, cell in _cells(table, extras):
                if cell is not last:  # each repeated cell is read only once
                    last, content = cell, _content_of(cell, marks, struck, lost)
                _note(at, content, extras)
                if len(extras.merged) > MOST_MERGED:
                    return None
            break
    return extras


def formulas_of_ods(archive: bytes, sheet: str) -> dict[Cell, str]:
    """The formulas of a sheet, as written in its cells."""
    from lxml import etree

    with suppress(etree.XMLSyntaxError, KeyError, ValueError):
        for table in _content(archive).iterfind(".//{*}table"):
            if attribute(table, "name") == sheet:
                return {
                    at: formula.removeprefix("of:")
                    for at, cell in _cells(table, Extras())
                    if (formula := attribute(cell, "formula"))
                }
    return {}


def _content(archive: bytes) -> Any:
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False, huge_tree=True)
    with zipfile.ZipFile(io.BytesIO(archive)) as book:
        return etree.fromstring(book.read("content.xml"), parser)


def _marks(root: Any) -> dict[str, int]:
    """The number of stars that mark each bold or italic text style."""
    marks: dict[str, int] = {}
    for style in root.iterfind(".//{*}style"):
        mark = 0
        for letters in style.iterfind("{*}text-properties"):
            weight = attribute(letters, "font-weight")
            if weight == "bold" or (weight >= "600" and weight.isdecimal()):
                mark |= BOLD
            if attribute(letters, "font-style") in ("italic", "oblique"):
                mark |= ITALIC
        if mark and attribute(style, "family") == "text":
            marks[attribute(style, "name")] = mark
    return marks


def _struck(root: Any) -> set[str]:
    """The names of the styles with struck-through text."""
    return {
        attribute(style, "name")
        for style in root.iterfind(".//{*}style")
        for letters in style.iterfind("{*}text-properties")
        if attribute(letters, "text-line-through-style") not in ("", "none")
    }


def _lost(root: Any) -> dict[str, set[str]]:
    """The formatting of each text style other than bold and italic."""
    lost: dict[str, set[str]] = {}
    for style in root.iterfind(".//{*}style"):
        looks = set()
        for letters in style.iterfind("{*}text-properties"):
            if attribute(letters, "text-underline-style") not in ("", "none"):
                looks.add("underlined")
            if attribute(letters, "color") not in ("", "#000000"):
                looks.add("coloured")
            place = attribute(letters, "text-position").split(" ")[0].rstrip("%")
            if place not in ("", "0"):
                looks.add("lowered" if place == "sub" or place.startswith("-") else "raised")
        if looks and attribute(style, "family") == "text":
            lost[attribute(style, "name")] = looks
    return lost


def _cells(table: Any, extras: Extras) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield the filled cells of a table with their rows and columns, and record hidden rows."""
    line = 0
    for row in table.iter("{*}table-row"):
        n_rows = _repeats(row, "number-rows-repeated")
        if attribute(row, "visibility") in ("collapse", "filter"):
            extras.hidden.update(range(line + 1, line + 1 + min(n_rows, MOST_REPEATS)))
        column = 0
        for cell in row.iterfind("*"):
            n_columns = _repeats(cell, "number-columns-repeated")
            if len(cell) or attribute(cell, "formula"):
                for i in range(min(n_rows, MOST_REPEATS)):
                    for k in range(min(n_columns, MOST_REPEATS)):
                        yield (line + 1 + i, column + 1 + k), cell
            column += n_columns
        line += n_rows


def _repeats(element: Any, name: str) -> int:
    count = attribute(element, name)
    return max(1, int(count)) if count.isdecimal() and len(count) < 9 else 1


@dataclass(frozen=True, slots=True)
class _Content:
    """The content of a cell besides its value: a text, and its target in the extras."""

    of: str = ""
    text: str = ""
    down: int = 1
    right: int = 1
    is_picture: bool = False
    is_struck: bool = False
    lost: str = ""


def _content_of(
    cell: Any, marks: Mapping[str, int], struck: Container[str], lost: Mapping[str, set[str]]
) -> _Content:
    kind, formula = attribute(cell, "value-type"), attribute(cell, "formula")
    down, right = (_repeats(cell, f"number-{name}-spanned") for name in ("rows", "columns"))
    runs = [run for paragraph in cell.iterfind("{*}p") for run in (*_runs(paragraph, marks), _LINE)]
    before = "".join(text for text, _ in runs[:-1])
    of, text = "", before.strip()
    if formula and FAULT.fullmatch(text):
        of = "errors"
    elif formula and not runs and kind != "string" and not any(attribute(cell, n) for n in _VALUES):
        of, text = "unknown", formula.removeprefix("of:")
    elif kind in _NUMBERS and text:
        of = "shown"
    elif kind == "string" and before:
        of, text = "texts", marked(runs[:-1]) or before
    is_picture = cell.find("{*}frame/{*}image") is not None
    is_struck = any(attribute(part, "style-name") in struck for part in cell.iter("*"))
    spans = [s for s in cell.iter("{*}span") if "".join(s.itertext()).strip()]
    looks = set().union(*(lost.get(attribute(span, "style-name"), set()) for span in spans))
    in_words = in_one(looks) if looks else ""
    return _Content(of, text, down, right, is_picture, is_struck, in_words)


def _note(at: Cell, content: _Content, extras: Extras) -> None:
    if content.down > 1 or content.right > 1:
        extras.merged.append(Area(*at, at[0] + content.down - 1, at[1] + content.right - 1))
    if content.is_picture:
        extras.pictures.append(at)
    if content.is_struck:
        extras.struck.append(at)
    if content.lost:
        extras.lost[at] = content.lost
    if content.of:
        getattr(extras, content.of)[at] = content.text


def _runs(element: Any, marks: Mapping[str, int], stars: int = 0) -> Iterator[tuple[str, int]]:
    """Yield the runs of a paragraph or span, each with the number of stars that mark it."""
    yield element.text or "", stars
    for child in element:
        name = str(child.tag).rpartition("}")[2]
        if name == "s":
            yield " " * min(_repeats(child, "c"), MOST_SPACES), stars
        elif name in ("tab", "line-break"):
            yield "\n" if name == "line-break" else " ", stars
        elif isinstance(child.tag, str) and name != "annotation":
            yield from _runs(child, marks, stars | marks.get(attribute(child, "style-name"), 0))
        yield child.tail or "", stars
