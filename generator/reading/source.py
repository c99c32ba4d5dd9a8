"""Files of a pack to plain values that know their place: YAML trees and spreadsheet tables.

Text in, dictionaries, lists and scalars out; lengths are still words here. Nothing is raised
for a user's mistake: it goes into `problems`, and the caller gets None or what could be read.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.pack import Scalar
from generator.problems import Place, Problems, near

LARGEST_YAML = 4_000_000  # bytes
LARGEST_TABLE = 64_000_000
MOST_VALUES = 100_000  # in one YAML file, aliases counted each time they are used
DEEPEST = 40
MOST_ROWS = 50_000

Path_ = tuple[str | int, ...]
Value = Any  # a scalar, a list or a dictionary of Values

_INT = re.compile(r"[-+]?[0-9]+")
_OCT_HEX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_AS_CSV = "save it as UTF-8; in Excel: Save as, CSV UTF-8"
_CELL_FAULTS = {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!"}
_CELL_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_CELL_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Tree:
    """A YAML document: plain values, and where each value and each key was written."""

    value: Value
    places: Mapping[Path_, Place]
    keys: Mapping[Path_, Place]

    def place(self, path: Sequence[str | int]) -> Place:
        """Where the value at `path` stands, or the nearest value around it."""
        steps = tuple(path)
        while steps not in self.places:
            steps = steps[:-1]
        return self.places[steps]

    def key(self, path: Sequence[str | int]) -> Place:
        """Where the key at the end of `path` stands, or else its value."""
        steps = tuple(path)
        return self.keys[steps] if steps in self.keys else self.place(steps)


@dataclass(frozen=True, slots=True)
class Cells(Mapping[str, Place]):
    """The places of one table row: the same line, each column counted from 1."""

    file: str
    line: int
    columns: Mapping[str, int]

    def __getitem__(self, name: str) -> Place:
        return Place(self.file, self.line, self.columns[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


@dataclass(frozen=True, slots=True)
class Record:
    """One row of data: its fields, where it starts and where each field stands.

    `base` are the fields in the game's first language, where others were chosen.
    """

    fields: dict[str, Scalar]
    place: Place
    places: Mapping[str, Place]
    base: dict[str, Scalar] | None = None


def read_text(
    path: Path, shown: str, largest: int, problems: Problems, fix: str = "save it as UTF-8"
) -> str | None:
    """The UTF-8 text of a file, a byte order mark dropped; None after a problem."""
    place = Place(shown)
    raw = read_bytes(path, shown, largest, problems)
    if raw is None:
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        problems.error(place, "the file is UTF-16, not UTF-8", fix)
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        before = raw[: broken.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        problems.error(
            Place(shown, line, column),
            f"the byte 0x{raw[broken.start]:02x} is not UTF-8",
            fix,
        )
        return None


def read_bytes(path: Path, shown: str, largest: int, problems: Problems) -> bytes | None:
    """The bytes of a file of at most `largest` bytes; None after a problem."""
    place = Place(shown)
    try:
        if path.is_dir():
            problems.error(place, "this is a folder, a file is wanted")
            return None
        size = path.stat().st_size
        if size > largest:
            problems.error(
                place,
                f"the file has {size / 1e6:.1f} MB, more than {largest / 1e6:.0f} MB",
                "split it",
            )
            return None
        return path.read_bytes()
    except FileNotFoundError:
        problems.error(place, "no such file")
    except OSError as broken:
        problems.error(place, f"cannot read the file: {broken.strerror}")
    return None


# ---- YAML


class _Loader(yaml.CLoader):
    """Composes nodes; scalars get YAML 1.2 core types, so `no` and `12:30` stay words."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _TAG + ("plain" if implicit[0] else "str")
        return _TAG + ("seq" if kind is yaml.SequenceNode else "map")


def read_yaml(path: Path, shown: str, problems: Problems) -> Tree | None:
    """The tree of one YAML file, named `shown` in its places; None after a problem."""
    text = read_text(path, shown, LARGEST_YAML, problems)
    return None if text is None else parse_yaml(text, shown, problems)


def parse_yaml(text: str, shown: str, problems: Problems) -> Tree | None:
    """The tree of a YAML text whose top is a mapping; None after a problem."""
    before = len(problems.errors)
    try:
        if _looks_deep(text) and _too_deep(text):
            problems.error(Place(shown), f"values are nested deeper than {DEEPEST} levels")
            return None
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark or broken.context_mark
        if broken.context_mark and "unexpected end of stream" in (broken.problem or ""):
            mark = broken.context_mark  # where the quote opens, not where the file ends
        place = Place(shown, mark.line + 1, mark.column + 1) if mark else Place(shown)
        problems.error(place, *_explain(broken, text))
        return None
    except yaml.YAMLError as broken:
        if isinstance(broken, yaml.reader.ReaderError):
            problems.error(_position(text, broken.position, shown), "a control character")
        else:
            problems.error(Place(shown), f"not YAML: {' '.join(str(broken).split())}")
        return None
    if node is None:
        problems.error(Place(shown), "the file is empty", 'start with "protoplay: 1"')
        return None
    if not isinstance(node, yaml.MappingNode):
        found = "a list" if isinstance(node, yaml.SequenceNode) else "a single value"
        problems.error(
            _mark(node, shown),
            f"expected keys and values at the top, found {found}",
            'start with "protoplay: 1"',
        )
        return None
    builder = _Builder(shown, problems)
    value = builder.build(node, (), 0)
    if builder.n_values > MOST_VALUES:
        problems.error(
            Place(shown),
            f"more than {MOST_VALUES:,} values once aliases are followed",
            "move the data into a CSV file",
        )
    if len(problems.errors) > before:
        return None
    return Tree(value, builder.places, builder.keys)


class _Builder:
    """Turns nodes into plain values, noting places; bounded in size and depth."""

    def __init__(self, shown: str, problems: Problems) -> None:
        self.shown = shown
        self.problems = problems
        self.places: dict[Path_, Place] = {}
        self.keys: dict[Path_, Place] = {}
        self.n_values = 0
        self.too_deep = False

    def build(self, node: Any, path: Path_, depth: int) -> Value:
        self.n_values += 1
        place = _mark(node, self.shown)
        self.places[path] = place
        if self.n_values > MOST_VALUES or self.too_deep:
            return None
        if depth > DEEPEST:
            self.too_deep = True
            self.problems.error(place, f"values are nested deeper than {DEEPEST} levels")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, place)
        if node.tag not in (_TAG + "seq", _TAG + "map"):
            self.problems.error(place, f'unknown tag "{_tag_text(node.tag)}"', "leave the tag out")
            return None
        if isinstance(node, yaml.SequenceNode):
            return [self.build(n, (*path, i), depth + 1) for i, n in enumerate(node.value)]
        return self._mapping(node, path, depth)

    def _mapping(self, node: Any, path: Path_, depth: int) -> dict[str, Value]:
        built: dict[str, Value] = {}
        merged: list[Any] = []
        for key_node, value_node in node.value:
            place = _mark(key_node, self.shown)
            if not isinstance(key_node, yaml.ScalarNode):
                found = "a list" if isinstance(key_node, yaml.SequenceNode) else "a mapping"
                fix = 'write quotes around a text that begins with "{"'
                self.problems.error(place, f"a key must be a word, found {found}", fix)
                continue
            key: str = key_node.value
            if key == "<<" and key_node.tag == _TAG + "plain":
                merged.append(value_node)
                continue
            if key in built:
                first = self.keys[(*path, key)]
                self.problems.error(
                    place, f'the key "{key}" is written twice', f"first at line {first.line}"
                )
                continue
            self.keys[(*path, key)] = place
            built[key] = self.build(value_node, (*path, key), depth + 1)
        for source in merged:
            self._merge(source, built, path, depth)
        return built

    def _merge(self, node: Any, built: dict[str, Value], path: Path_, depth: int) -> None:
        """Add the keys of `<<: *other` that are not written here; a list merges in order."""
        if isinstance(node, yaml.SequenceNode) and depth < DEEPEST:
            for part in node.value:
                self._merge(part, built, path, depth + 1)
            return
        if not isinstance(node, yaml.MappingNode):
            self.problems.error(_mark(node, self.shown), 'expected a mapping after "<<"')
            return
        for key_node, value_node in node.value:
            key = getattr(key_node, "value", None)
            if isinstance(key, str) and key != "<<" and key not in built:
                self.keys[(*path, key)] = _mark(key_node, self.shown)
                built[key] = self.build(value_node, (*path, key), depth + 1)

    def _scalar(self, node: Any, place: Place) -> Scalar:
        text: str = node.value
        if node.tag == _TAG + "str":
            return text
        if node.tag != _TAG + "plain":
            fix = "leave the tag out; quotes make a text"
            self.problems.error(place, f'unknown tag "{_tag_text(node.tag)}"', fix)
            return None
        return core_scalar(text)


def core_scalar(text: str) -> Scalar:
    """The value of a plain scalar by the YAML 1.2 core schema.

    >>> core_scalar("no"), core_scalar("0x10"), core_scalar("1e3")
    ('no', 16, 1000.0)
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if len(text) > 300:
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _OCT_HEX.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if re.fullmatch(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", text):
        return float(text.replace(".", ""))
    return text


def _mark(node: Any, shown: str) -> Place:
    return Place(shown, node.start_mark.line + 1, node.start_mark.column + 1)


def _tag_text(tag: str) -> str:
    return tag.replace(_TAG, "!!")


def _looks_deep(text: str) -> bool:
    """Whether a text could nest past the C parser's stack (it crashes near 100,000 levels)."""
    if text.count("[") + text.count("{") > 2000:
        return True
    return bool(re.search(r"(?:[-?:] *){300}|(?m:^ {1000})", text))


def _too_deep(text: str) -> bool:
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > 10 * DEEPEST:
                return True
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return False


def _position(text: str, position: int, shown: str) -> Place:
    before = text[:position]
    return Place(shown, before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


def _explain(broken: yaml.MarkedYAMLError, text: str) -> tuple[str, str]:
    """A plain message and fix for what libyaml stumbled over."""
    said = broken.problem or ""
    mark = broken.problem_mark or broken.context_mark
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or (
        mark and "cannot start any token" in said and line[mark.column : mark.column + 1] == "\t"
    ):
        return "a tab is used for indentation", "use spaces"
    if "undefined alias" in said:
        return "the alias * names no anchor & above it", "write the anchor first, or use quotes"
    if "mapping values are not allowed" in said:
        return 'a second ": " in one line', "put the text in quotes"
    if "could not find expected ':'" in said:
        return 'expected ":" after a key', "or put the text of several lines in quotes"
    if "did not find expected key" in said:
        return "expected a key here", "check the indentation and the quotes above"
    if "did not find expected '-' indicator" in said:
        return 'expected "-" here', "all entries of a list begin in the same column"
    if "unexpected end of stream" in said:
        return "a quote is never closed", "close it"
    if "did not find expected ',' or" in said:
        closing = "]" if "']'" in said else "}"
        opened = (
            f"in the bracket of line {broken.context_mark.line + 1}, "
            if broken.context_mark
            else ""
        )
        return f'{opened}expected "," or "{closing}"', "close it, or put the text in quotes"
    if "did not find expected <document start>" in said:
        return "a key left of the ones above it", "keys of one level begin in the same column"
    if "cannot start any token" in said:
        found = line[mark.column] if mark and mark.column < len(line) else ""
        return f'a text cannot begin with "{found}"', "put it in quotes"
    if "found another document" in said:
        return "a second document begins here", "keep one document per file"
    return f"not YAML: {said}", ""


# ---- tables


def read_table(
    path: Path,
    shown: str,
    problems: Problems,
    sheet: str | None = None,
    asked: Place | None = None,
) -> list[Record] | None:
    """The rows below the header of a CSV, TSV, XLSX or ODS file; None after a problem.

    `asked` is where the game names the file, or its sheet. Cells that look like numbers are
    numbers, empty cells are "", empty rows are skipped.
    """
    kind = path.suffix.lower()
    if kind in (".csv", ".tsv", ".txt"):
        if sheet is not None:
            problems.error(
                asked or Place(shown), f"a {kind} file has no sheets", 'leave "sheet" out'
            )
            return None
        text = read_text(path, shown, LARGEST_TABLE, problems, _AS_CSV)
        return None if text is None else parse_csv(text, shown, problems)
    if kind in (".xlsx", ".ods", ".xlsm", ".xls", ".xlsb"):
        return _read_workbook(path, shown, sheet, problems, asked)
    fix = "use .csv, .tsv, .xlsx or .ods"
    if kind == ".numbers":
        fix = "in Numbers: File, Export To, CSV or Excel"
    problems.error(asked or Place(shown), f'cannot read rows from a "{kind}" file', fix)
    return None


def parse_csv(text: str, shown: str, problems: Problems) -> list[Record] | None:
    """The rows of a CSV text; the delimiter is comma, semicolon or tab, as the header shows."""
    if "\0" in text:
        problems.error(_position(text, text.index("\0"), shown), "a zero byte, this is no CSV")
        return None
    if not text.strip():
        problems.error(Place(shown), "the file is empty", "write a header line first")
        return None
    lines: list[tuple[int, list[Scalar]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sniff(text), strict=True)
    start = 1
    try:
        for cells in reader:
            lines.append((start, [cell_value(cell) for cell in cells]))
            start = reader.line_num + 1
    except csv.Error as broken:
        problems.error(
            Place(shown, start), f"not CSV: {broken}", 'a quote inside a cell is written ""'
        )
        return None
    return _table(lines, shown, problems)


def sniff(text: str) -> str:
    """The delimiter that splits the header into most cells; quotes are respected.

    >>> sniff("name;text\\nbird;a, b")
    ';'
    """
    header = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", header)
    return max(",;\t", key=bare.count)


def cell_value(cell: str) -> Scalar:
    """A number where the cell looks like one ("007" does not), else the stripped text."""
    text = cell.strip()
    if _CELL_INT.fullmatch(text):
        return int(text)
    if _CELL_FLOAT.fullmatch(text):
        return float(text)
    return {"TRUE": True, "FALSE": False}.get(text, text)


def _read_workbook(
    path: Path, shown: str, sheet: str | None, problems: Problems, asked: Place | None
) -> list[Record] | None:
    import python_calamine

    raw = read_bytes(path, shown, LARGEST_TABLE, problems)
    if raw is None:
        return None
    if not _zip_is_sound(raw, shown, problems):
        return None
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(raw))
        name = sheet if sheet is not None else book.sheet_names[0]
        if name not in book.sheet_names:
            found = f'{shown} has no sheet "{name}"'
            problems.error(asked or Place(shown), found, near(name, book.sheet_names))
            return None
        page = book.get_sheet_by_name(name)
        cells = page.to_python(skip_empty_area=False)
    except (python_calamine.CalamineError, IndexError) as broken:
        problems.error(Place(shown), f"not a spreadsheet: {broken}", "save it anew as .xlsx")
        return None
    lines = [(i + 1, [_workbook_value(cell) for cell in row]) for i, row in enumerate(cells)]
    while lines and all(cell == "" for cell in lines[-1][1]):
        lines.pop()
    if not lines:
        problems.error(Place(shown), f'the sheet "{name}" is empty', "write a header row first")
        return None
    return _table(lines, shown, problems)


def _zip_is_sound(raw: bytes, shown: str, problems: Problems) -> bool:
    """Refuse a zipped workbook that unpacks to more than four times the largest table."""
    import zipfile

    if not raw.startswith(b"PK"):
        return True
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile as broken:
        problems.error(Place(shown), f"not a spreadsheet: {broken}", "save it anew as .xlsx")
        return False
    if unpacked > 4 * LARGEST_TABLE:
        problems.error(Place(shown), f"the spreadsheet unpacks to {unpacked / 1e6:.0f} MB")
        return False
    return True


def _workbook_value(cell: Any) -> Scalar:
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 1e15 else cell
    return cell_value(cell) if isinstance(cell, str) else str(cell)


def _table(
    lines: list[tuple[int, list[Scalar]]], shown: str, problems: Problems
) -> list[Record] | None:
    """Records of the lines below the first one that holds anything."""
    filled = [(line, cells) for line, cells in lines if any(cell != "" for cell in cells)]
    if len(filled) > MOST_ROWS:
        problems.error(Place(shown), f"more than {MOST_ROWS:,} rows")
        return None
    columns = _header(*filled[0], shown, problems)
    if columns is None:
        return None
    records = []
    sound = True
    for line, cells in filled[1:]:
        extra = [i for i in range(len(columns), len(cells)) if cells[i] != ""]
        unnamed = [
            i for i in range(min(len(columns), len(cells))) if not columns[i] and cells[i] != ""
        ]
        if extra or unnamed:
            sound = False
            i = min(extra + unnamed)
            width = sum(1 for name in columns if name)
            message = f'the cell "{cells[i]}" stands under no header; {width} columns have one'
            fix = "name the column" if unnamed else "put quotes around a cell with the delimiter"
            problems.error(Place(shown, line, i + 1), message, fix)
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
        for i, cell in enumerate(cells):
            if isinstance(cell, str) and cell in _CELL_FAULTS:
                message = f'the cell says "{cell}": its formula went wrong'
                problems.warning(Place(shown, line, i + 1), message, "mend it in the spreadsheet")
        known = {name: i + 1 for i, name in enumerate(columns) if name}
        fields = {name: cells[i - 1] for name, i in known.items()}
        records.append(Record(fields, Place(shown, line, 1), Cells(shown, line, known)))
    return records if sound else None


def _header(line: int, cells: list[Scalar], shown: str, problems: Problems) -> list[str] | None:
    """The column names, "" for an unnamed one; None after a problem."""
    columns = [str(cell).strip() for cell in cells]
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
    return columns if sound else None
