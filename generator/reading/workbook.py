"""The content of an XLSX workbook besides its plain values: formats, bold text, formulas.

In: the archive of a workbook, unpacked within limits, and a sheet's name. Out: `Extras`, by row and
column counted from 1. calamine, which reads the values, does not provide this content.
"""

import io
import posixpath
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from generator.model.grids import Grid
from generator.reading.number_formats import BUILT_IN

_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SHARED_CELL = re.compile(r"(?<![A-Za-z0-9_$])(\$?[A-Z]{1,3})(\$?[0-9]{1,7})(?![\w(])")
_LETTERS = re.compile(r"\\[*:\\]|.", re.DOTALL)  # matches each letter of a text with our markup
# the notation of XLSX for characters that XML cannot contain
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
# Matches the content of a cell whose formula failed; the last form is LibreOffice's.
FAULT = re.compile(
    r"#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|GETTING_DATA|ERROR!|BLOCKED!"
    r"|BUSY!|CONNECT!|EXTERNAL!|PYTHON!|TIMEOUT!|UNKNOWN!)|Err:\d{3}"
)
# the numbers of stars that mark italic and bold text; text that is both has three stars
ITALIC, BOLD = 1, 2
LOOKS = ("underlined", "coloured", "raised", "lowered")
RAISED = {"superscript": "raised", "subscript": "lowered"}
_USUAL_COLOURS: tuple[dict[str, str], ...] = (  # the colours of text without a chosen colour
    {}, {"theme": "1"}, {"auto": "1"}, {"indexed": "64"}, {"indexed": "8"}, {"rgb": "FF000000"},
)  # fmt: skip
EDGE = "\u2060"  # a word joiner, placed beside a mark that starts or ends inside a word
MOST_STYLES = 65_000
MOST_MERGED = 100_000  # maximum number of merged cells of a sheet
MOST_TABLES = 1_000  # maximum number of tables of a sheet
# the part that has each text of XLSX cells once; its name is in lower case
SHARED = "xl/sharedstrings.xml"
# under this name calamine finds no styles, so it treats no number as a date
STYLES = "styles of xl"

Cell = tuple[int, int]  # row, column


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells: its first row and column, and its last row and column."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Extras:
    """Everything in a workbook besides values: format codes, texts with markup, formulas, …"""

    formats: dict[Cell, str] = field(default_factory=dict)
    texts: dict[Cell, str] = field(default_factory=dict)
    unknown: dict[Cell, str] = field(default_factory=dict)
    errors: dict[Cell, str] = field(default_factory=dict)
    # the shown texts of numbers and dates, if known
    shown: dict[Cell, str] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    struck: list[Cell] = field(default_factory=list)  # cells with struck-through text
    # unprintable formatting of a part of the cell's text
    lost: dict[Cell, str] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)  # numbers of hidden rows
    pictures: list[Cell] = field(default_factory=list)  # the cell at which each picture begins
    # row → the areas of table totals in this row
    totals: dict[int, list[Area]] = field(default_factory=dict)
    from_1904: bool = False  # whether days are counted from 1904 instead of 1900


@dataclass(frozen=True, slots=True)
class _Looks:
    """The formatting of cells, by the number of their style or of a shared text."""

    codes: list[str]  # number formats, by style
    struck_styles: set[str]
    rich: dict[int, str]
    struck: set[int]
    lost: dict[int, str]


def extras_of(archive: bytes, sheet: str) -> Extras | None:
    """Read the extras of a sheet; None if the workbook has an unusual structure."""
    from lxml import etree

    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as book:
            part, from_1904 = _part_of(book, sheet)
            extras = Extras(totals=_totals(book, part), from_1904=from_1904)
            extras.pictures.extend(_pictures(book, part))
            (codes, struck_styles), (rich, struck, lost) = _styles_of(book), _rich_texts(book)
            looks = _Looks(codes, struck_styles, rich, struck, lost)
            line = 0
            with book.open(part) as file:
                for _, element in etree.iterparse(
                    file, tag=["{*}row", "{*}mergeCell"], no_network=True, resolve_entities=False
                ):
                    if element.tag.endswith("row"):
                        line = _note_row(element, line, looks, extras)
                    else:
                        extras.merged.extend(_area(element.get("ref", "")))
                    if len(extras.merged) > MOST_MERGED:
                        return None
                    element.clear()
    except (etree.XMLSyntaxError, KeyError, ValueError):
        return None
    return extras


def formulas_of(archive: bytes, sheet: str) -> dict[Cell, str]:
    """The formulas of a sheet as written in its cells.

    Shared formulas are adjusted to each cell.
    """
    from lxml import etree

    formulas: dict[Cell, str] = {}
    shared: dict[str, tuple[Cell, str]] = {}
    with (
        suppress(etree.XMLSyntaxError, KeyError, ValueError),
        zipfile.ZipFile(io.BytesIO(archive)) as book,
        book.open(_part_of(book, sheet)[0]) as file,
    ):
        for _, cell in etree.iterparse(file, tag="{*}c", no_network=True, resolve_entities=False):
            at, formula = _at(cell.get("r", "")), cell.find("{*}f")
            if at is not None and formula is not None:
                text, group = formula.text or "", formula.get("si", "")
                if text:
                    shared.setdefault(group, (at, text))
                elif group in shared:
                    first, text = shared[group]
                    text = _moved(text, at[0] - first[0], at[1] - first[1])
                formulas[at] = f"={text}"
            cell.clear()
    return formulas


def _moved(formula: str, down: int, right: int) -> str:
    """Move a formula by `down` rows and `right` columns; references with a "$" do not change."""

    def one(cell: re.Match[str]) -> str:
        column = cell[1]
        if not column.startswith("$"):
            number = column_of(column) + right
            column = Grid.letters(number - 1) if number > 0 else ""
        row = cell[2] if cell[2].startswith("$") else str(int(cell[2]) + down)
        return column + row

    return _SHARED_CELL.sub(one, formula)


def marked(runs: Iterable[tuple[str, int]]) -> str | None:
    """Join runs of text, each with the number of its stars, in our markup.

    The result is None if no run has stars.

    A mark starts before a word and ends after one; inside a word it is preceded by a joiner. A star
    in the text itself is escaped.

    >>> marked([("Draw ", 0), ("two ", BOLD), ("cards*", BOLD | ITALIC), (".", 0)])
    'Draw **two *cards\\\\****.'
    """
    runs = list(runs)
    if not any(stars for text, stars in runs if text.strip()):
        return None
    letters = [(letter, stars) for text, stars in runs for letter in _LETTERS.findall(text)]
    words = [stars for letter, stars in letters if not letter.isspace()]
    parts: list[str] = [""]
    now = n_words = 0
    is_star, before = False, ""
    for letter, stars in [*letters, ("", 0)]:
        if letter.isspace():
            then = now & (words[n_words] if n_words < len(words) else 0)
        else:
            then, n_words = stars, n_words + 1
        if now != then:
            for i in range(len(parts) - 1, 0, -1):
                if parts[i] != "*":
                    break
                parts[i] = "\\*"
            begins, ends = then & ~now, now & ~then
            outside = (before if begins and not ends else "") + (
                letter if ends and not begins else ""
            )
            is_inside = outside != "" and unicodedata.category(outside[-1])[0] in "LNM"
            parts.append((EDGE if is_inside else "") + "*" * (now ^ then))
        is_star = letter == "*" and bool(now | then or is_star)
        parts.append("\\" + letter if is_star or letter == "\\" else letter)
        now, before = then, letter
    return "".join(parts)


def attribute(element: Any, name: str) -> str:
    """The value of an attribute with this name in any namespace."""
    keys = (key for key in element.attrib if str(key).endswith("}" + name))
    return next((str(element.get(key)) for key in keys), "")


def _is_on(value: str | None) -> bool:
    return value in ("1", "true")


def _parsed(book: zipfile.ZipFile, part: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False)
    return etree.fromstring(book.read(part), parser)


def _names(book: zipfile.ZipFile) -> dict[str, str]:
    """The parts of the archive by their names in lower case."""
    return {name.lower(): name for name in book.namelist()}


def _named(book: zipfile.ZipFile, part: str) -> str:
    """Return a part of the archive, ignoring case. Raises `KeyError` if it is missing."""
    return _names(book)[part.lower()]


def _part_of(book: zipfile.ZipFile, sheet: str) -> tuple[str, bool]:
    """The part of the archive with a sheet, and whether its days are counted from 1904.

    Raises `KeyError` if the part cannot be found.
    """
    root = _parsed(book, _named(book, "xl/workbook.xml"))
    ids = {e.get("name"): attribute(e, "id") for e in root.iterfind(".//{*}sheet")}
    flag = next((e.get("date1904") for e in root.iterfind("{*}workbookPr")), None)
    links = _links(book, "xl/workbook.xml")
    return _named(book, {id: target for id, _, target in links}[ids[sheet]]), _is_on(flag)


def _links(book: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield the id, kind and part of each reference in a part of the archive."""
    folder, name = posixpath.split(part)
    try:
        root = _parsed(book, _named(book, f"{folder}/_rels/{name}.rels"))
    except KeyError:
        return
    for link in root.iterfind("{*}Relationship"):
        target = link.get("Target", "")
        whole = target if target.startswith(("/", "xl/")) else f"{folder}/{target}"
        kind = link.get("Type", "").rpartition("/")[2]
        yield link.get("Id", ""), kind, posixpath.normpath(whole).lstrip("/")


def _totals(book: zipfile.ZipFile, part: str) -> dict[int, list[Area]]:
    """The last rows of tables that contain totals, by their numbers.

    Raises `ValueError` if there are more tables than a sheet can have.
    """
    tables = {target.lower() for _, kind, target in _links(book, part) if kind == "table"}
    if len(tables) > MOST_TABLES:
        raise ValueError(f"a sheet has more than {MOST_TABLES:,} tables")
    names = _names(book)
    totals: dict[int, list[Area]] = {}
    for target in sorted(tables):
        table = _parsed(book, names[target])
        for area in _area(table.get("ref", "")):
            if table.get("totalsRowCount", "0") != "0" and area.top < area.bottom:
                totals.setdefault(area.bottom, []).append(area)
    return totals


def _pictures(book: zipfile.ZipFile, part: str) -> Iterator[Cell]:
    """Yield the cells at which pictures on a sheet begin, if they can be read."""
    from lxml import etree

    names = _names(book)
    for target in {target.lower() for _, kind, target in _links(book, part) if kind == "drawing"}:
        try:
            drawing = _parsed(book, names[target])
        except (etree.XMLSyntaxError, KeyError):
            continue
        for picture in drawing.iterfind("*/{*}pic"):
            start = picture.getparent().find("{*}from")
            at = [] if start is None else [start.findtext(f"{{*}}{n}", "") for n in ("row", "col")]
            if at and all(number.isdecimal() and len(number) < 8 for number in at):
                yield int(at[0]) + 1, int(at[1]) + 1


def _styles_of(book: zipfile.ZipFile) -> tuple[list[str], set[str]]:
    """The format code of each cell style, and the numbers of styles with struck-through text."""
    if STYLES not in book.namelist():
        return [], set()
    root = _parsed(book, STYLES)
    own = {e.get("numFmtId"): e.get("formatCode", "") for e in root.iterfind(".//{*}numFmt")}
    fonts = {
        str(i) for i, font in enumerate(root.iterfind("{*}fonts/{*}font")) if _has(font, "strike")
    }
    codes, struck = [], set()
    for i, style in enumerate(root.iterfind("{*}cellXfs/{*}xf")):
        id = style.get("numFmtId", "0")
        codes.append(own.get(id) or BUILT_IN.get(int(id) if id.isdecimal() else 0, ""))
        if style.get("fontId", "") in fonts:
            struck.add(str(i))
    return codes[:MOST_STYLES], struck


def _has(letters: Any, name: str) -> bool:
    """Whether a property of text in XLSX, such as bold, is on."""
    return any(e.get("val", "1") not in ("0", "false") for e in letters.iterfind(f"{{*}}{name}"))


def _rich_texts(book: zipfile.ZipFile) -> tuple[dict[int, str], set[int], dict[int, str]]:
    """The formatting of the shared texts, by their numbers.

    Returns texts with bold or italic words in our markup, the numbers of struck-through texts, and
    the formatting that cannot be printed.
    """
    from lxml import etree

    texts: dict[int, str] = {}
    struck: set[int] = set()
    lost: dict[int, str] = {}
    try:
        part = _named(book, SHARED)
    except KeyError:
        return texts, struck, lost
    with book.open(part) as file:
        items = etree.iterparse(file, tag=["{*}si"], no_network=True, resolve_entities=False)
        for i, (_, item) in enumerate(items):
            text = _marked(item)
            if text is not None:
                texts[i] = text
            if _is_struck(item):
                struck.add(i)
            if looks := _lost(item):
                lost[i] = looks
            item.clear()
    return texts, struck, lost


def in_one(looks: Iterable[str]) -> str:
    """Join the formatting of words into one text, such as "underlined and coloured"."""
    *before, last = sorted(set(looks), key=LOOKS.index)
    return f"{', '.join(before)} and {last}" if before else last


def _lost(item: Any) -> str:
    """Describe formatting that cannot be printed, which is all formatting except bold and italic.

    The result is "" if there is no such formatting.
    """
    looks, colours = set(), set()
    for run in item.iterfind("{*}r"):
        if not "".join(t.text or "" for t in run.iterfind("{*}t")).strip():
            continue
        letters = run.find("{*}rPr")
        marks = {} if letters is None else {e.tag.rpartition("}")[2]: e for e in letters}
        if "u" in marks and marks["u"].get("val") != "none":
            looks.add("underlined")
        if "vertAlign" in marks and marks["vertAlign"].get("val") in RAISED:
            looks.add(RAISED[marks["vertAlign"].get("val")])
        colour = dict(marks["color"].attrib) if "color" in marks else {}
        colours.add("" if colour in _USUAL_COLOURS else str(sorted(colour.items())))
    if len(colours) > 1:
        looks.add("coloured")
    return in_one(looks) if looks else ""


def _is_struck(item: Any) -> bool:
    return any(_has(letters, "strike") for letters in item.iterfind("{*}r/{*}rPr"))


def _marked(item: Any) -> str | None:
    """Join the runs of a text with marks around bold and italic words; None if there are no such
    words.
    """
    return marked(
        (
            _ESCAPED.sub(
                lambda code: chr(int(code[1], 16)),
                "".join(t.text or "" for t in run.iterfind("{*}t")),
            ),
            sum(
                stars
                for name, stars in (("b", BOLD), ("i", ITALIC))
                if any(_has(letters, name) for letters in run.iterfind("{*}rPr"))
            ),
        )
        for run in item.iterfind("{*}r")
    )


def _area(written: str) -> list[Area]:
    """The area of a text such as "B2:C4"; [] if the text has another form."""
    first, _, last = written.partition(":")
    ends = [_at(first), _at(last or first)]
    if None in ends:
        return []
    (top, left), (bottom, right) = (end or (0, 0) for end in ends)
    return [Area(min(top, bottom), min(left, right), max(top, bottom), max(left, right))]


def _at(written: str) -> Cell | None:
    match = _CELL.fullmatch(written)
    if match is None:
        return None
    return int(match[2]), column_of(match[1])


def column_of(letters: str) -> int:
    """The number of a column given by capital letters.

    >>> column_of("A"), column_of("AB")
    (1, 28)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _note_row(row: Any, before: int, looks: _Looks, extras: Extras) -> int:
    """Record the shown texts of the cells of a row.

    Return the row's number, which may be missing in the file.
    """
    number = row.get("r", "")
    line, column = int(number) if number.isdecimal() and len(number) < 8 else before + 1, 0
    for cell in row.iterfind("{*}c"):
        line, column = at = _at(cell.get("r", "")) or (line, column + 1)
        if not any(area.left <= column <= area.right for area in extras.totals.get(line, ())):
            _note(cell, at, looks, extras)
    if _is_on(row.get("hidden")):
        extras.hidden.add(line)
    return line


def _note(cell: Any, at: Cell, looks: _Looks, extras: Extras) -> None:
    kind = cell.get("t", "n")
    value = cell.findtext("{*}v") or ""
    codes, rich, style = looks.codes, looks.rich, cell.get("s", "")
    code = codes[int(style)] if style.isdecimal() and int(style) < len(codes) else ""
    within = kind == "s" and value.isdecimal() and int(value) in looks.struck
    inline = kind == "inlineStr" and any(map(_is_struck, cell))
    shared = int(value) if kind == "s" and value.isdecimal() else -1
    looks_lost = looks.lost.get(shared, "")
    if kind == "inlineStr" and (words := cell.find("{*}is")) is not None:
        looks_lost = _lost(words)
    if looks_lost:
        extras.lost[at] = looks_lost
    if within or inline or (len(cell) and style in looks.struck_styles):
        extras.struck.append(at)
    formula = cell.find("{*}f")
    if formula is not None and not value and kind != "str":
        extras.unknown[at] = f"={formula.text or '…'}"
    elif kind == "e":
        extras.errors[at] = value
    elif kind == "s" and value.isdecimal() and int(value) in rich:
        extras.texts[at] = rich[int(value)]
    elif kind == "inlineStr" and (words := cell.find("{*}is")) is not None:
        text = _marked(words)
        if text is not None:
            extras.texts[at] = text
    elif kind in ("n", "d") and code:
        extras.formats[at] = code
