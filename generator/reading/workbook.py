"""What an XLSX workbook shows beside its bare values: formats, bold words, formulas without values.

In: the archive of a workbook, unpacked within bounds, and a sheet's name. Out: `Extras`, by row and
column counted from 1. calamine, which reads the values, knows none of these.
"""

import io
import re
import zipfile
from dataclasses import dataclass, field
from typing import Any

from generator.reading.numbers import BUILT_IN

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
MOST_STYLES = 65_000

Cell = tuple[int, int]  # row, column


@dataclass(frozen=True, slots=True)
class Extras:
    """Format codes, texts with markup, and formulas whose value was never worked out."""

    formats: dict[Cell, str] = field(default_factory=dict)
    texts: dict[Cell, str] = field(default_factory=dict)
    unknown: dict[Cell, str] = field(default_factory=dict)
    errors: dict[Cell, str] = field(default_factory=dict)
    shown: dict[Cell, str] = field(default_factory=dict)  # numbers and dates in words, where known


def extras_of(archive: bytes, sheet: str) -> Extras:
    """Read the extras of a sheet; none of a workbook that is no XLSX, or is put together oddly."""
    from lxml import etree

    extras = Extras()
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as book:
            part = _part_of(book, sheet)
            if part is None:
                return extras
            codes = _codes(book)
            rich = _rich_texts(book)
            with book.open(part) as file:
                for _, cell in etree.iterparse(
                    file, tag=["{*}c"], no_network=True, resolve_entities=False
                ):
                    _note(cell, codes, rich, extras)
                    cell.clear()
    except (etree.XMLSyntaxError, KeyError, ValueError):
        return Extras()
    return extras


def _parsed(book: zipfile.ZipFile, part: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False)
    return etree.fromstring(book.read(part), parser)


def _part_of(book: zipfile.ZipFile, sheet: str) -> str | None:
    """The part of the archive that holds a sheet."""
    if "xl/workbook.xml" not in book.namelist():
        return None
    root = _parsed(book, "xl/workbook.xml")
    ids = {e.get("name"): e.get(_RELATION) for e in root.iterfind(".//{*}sheet")}
    links = _parsed(book, "xl/_rels/workbook.xml.rels")
    for link in links.iterfind("{*}Relationship"):
        if link.get("Id") == ids.get(sheet):
            target = link.get("Target", "")
            part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            return part if part in book.namelist() else None
    return None


def _codes(book: zipfile.ZipFile) -> list[str]:
    """The format code of each cell style."""
    if "xl/styles.xml" not in book.namelist():
        return []
    root = _parsed(book, "xl/styles.xml")
    own = {e.get("numFmtId"): e.get("formatCode", "") for e in root.iterfind(".//{*}numFmt")}
    codes = []
    for style in root.iterfind("{*}cellXfs/{*}xf"):
        id = style.get("numFmtId", "0")
        codes.append(own.get(id) or BUILT_IN.get(int(id) if id.isdecimal() else 0, ""))
    return codes[:MOST_STYLES]


def _rich_texts(book: zipfile.ZipFile) -> dict[int, str]:
    """The shared texts with bold or italic words, as our markup, by number."""
    if "xl/sharedStrings.xml" not in book.namelist():
        return {}
    from lxml import etree

    found: dict[int, str] = {}
    with book.open("xl/sharedStrings.xml") as file:
        items = etree.iterparse(file, tag=["{*}si"], no_network=True, resolve_entities=False)
        for i, (_, item) in enumerate(items):
            text = _marked(item)
            if text is not None:
                found[i] = text
            item.clear()
    return found


def _marked(item: Any) -> str | None:
    """A text of several runs with marks around the bold and italic ones; None where none is."""
    parts, is_marked = [], False
    for run in item.iterfind("{*}r"):
        text = "".join(t.text or "" for t in run.iterfind("{*}t"))
        marks = "".join(
            mark
            for name, mark in (("b", "**"), ("i", "*"))
            if any(
                e.get("val", "1") not in ("0", "false")
                for e in run.iterfind(f"{{*}}rPr/{{*}}{name}")
            )
        )
        bare = text.strip()
        if not marks or not bare:
            parts.append(text)
            continue
        is_marked = True
        start = text.index(bare)
        parts.append(text[:start] + marks + bare + marks[::-1] + text[start + len(bare) :])
    return "".join(parts) if is_marked else None


def _note(cell: Any, codes: list[str], rich: dict[int, str], extras: Extras) -> None:
    match = _CELL.fullmatch(cell.get("r", ""))
    if match is None:
        return
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    at = (int(match[2]), column)
    kind = cell.get("t", "n")
    value = cell.findtext("{*}v") or ""
    formula = cell.find("{*}f")
    if formula is not None and not value and kind != "str":
        extras.unknown[at] = f"={formula.text or '…'}"
    elif kind == "e":
        extras.errors[at] = value
    elif kind == "s" and value.isdecimal() and int(value) in rich:
        extras.texts[at] = rich[int(value)]
    elif kind == "inlineStr" and (inline := cell.find("{*}is")) is not None:
        text = _marked(inline)
        if text is not None:
            extras.texts[at] = text
    elif kind in ("n", "d"):
        style = cell.get("s", "")
        if style.isdecimal() and int(style) < len(codes) and codes[int(style)]:
            extras.formats[at] = codes[int(style)]
