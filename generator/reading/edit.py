"""Writes numbers of a pack back into its files.

Each number replaces one scalar, and all other bytes stay.

In: a pack and new values. Out: changed files. A value is replaced at its YAML mark, or in its cell
of a CSV file. Comments, spaces, line ends and the order of keys do not change. A file that has
changed since it was read is not written.
"""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.model.pack import Pack, Parameter, Scalar
from generator.model.problems import Place, Problems
from generator.reading.csv_text import csv_lines, delimiter_of
from generator.reading.values import Steps, Tree, core_scalar
from generator.reading.yaml import parse_yaml
from generator.system.files import composed, read, write_files

_YAML, _CSV = (".yaml", ".yml"), (".csv", ".tsv")
_MARK = "\ufeff".encode()  # the byte order mark, which some editors write at the start of a file


class CannotEdit(ValueError):
    """Raised if a value cannot be written back; the message names the place of the value and a
    remedy.
    """


def fingerprint(pack: Pack) -> dict[Path, str]:
    """The sha256 of each file that may be written; call this when the pack is opened."""
    files = (path for path in pack.files if path.suffix.lower() in (*_YAML, *_CSV))
    return {path: hashlib.sha256(read(path)).hexdigest() for path in files}


def write_parameters(
    pack: Pack, values: Mapping[str, Scalar], seen: Mapping[Path, str]
) -> list[Path]:
    """Write parameters into the files of the pack that contain them; return the files written.

    Numbers of rows are written into their cells. If a variant sets the parameter, the value in the
    variant is changed. `seen` is the `fingerprint` taken when the values were chosen. Raises
    `CannotEdit` if a file has changed since then or a value cannot be found, and `NotWritten` if
    the disk refuses; then nothing is written.
    """
    if reason := cells_by_hand(pack, values):
        raise CannotEdit(reason)
    texts: dict[Path, bytes] = {}
    for path, digest in seen.items():
        texts[path] = read(path)
        if hashlib.sha256(texts[path]).hexdigest() != digest:
            raise CannotEdit(f"{path.name} has changed since it was read; read it again first")
    before = dict(texts)
    for name, value in values.items():
        number = pack.parameter(name)
        if number is not None and number.is_cell:
            path = pack.folder / number.place.file
            texts[path] = _changed_cell(texts[path], number, value, is_yaml=path.suffix in _YAML)
        else:
            path, steps = _written_at(pack, name, texts)
            texts[path] = with_value(texts[path], steps, value, path.name)
    now = [(path, data) for path, data in texts.items() if data != before[path]]

    def check_again() -> None:
        """Raise `CannotEdit` if an editor saved a file while its new content was prepared."""
        for path, _ in now:
            if read(path) != before[path]:
                raise CannotEdit(f"{path.name} was saved by another program; read it again first")

    return write_files(now, within=pack.folder, before=check_again)


def cells_by_hand(pack: Pack, values: Mapping[str, Scalar]) -> str:
    """List the cells of workbooks to change by hand; "" if no workbook contains a value."""
    cells = [
        f"{number.place}: change {number.default} to {value} by hand"
        for name, value in values.items()
        if (number := pack.parameter(name)) is not None and number.is_cell
        and Path(number.place.file).suffix.lower() not in (*_YAML, *_CSV)
    ]  # fmt: skip
    return f"{'; '.join(cells)}, because workbooks are never written" if cells else ""


def with_value(data: bytes, steps: Steps, value: Scalar, file: str = "game.yaml") -> bytes:
    """Replace the scalar at `steps` in a YAML file by `value`; the rest of the file stays
    unchanged. Quotes are kept. Raises `CannotEdit` if the value is not a scalar that is written
    only there, such as an alias, an anchor, a merged key or a text of several lines.
    """
    head = _MARK if data.startswith(_MARK) else b""
    text = data.removeprefix(head).decode()
    before = _tree(text, file)
    node = _node_at(text, steps, file)
    start, end = node.start_mark.index, node.end_mark.index
    old = text[start:end]
    place = Place(file, node.start_mark.line + 1, node.start_mark.column + 1)
    if old[:1] in ("&", "*", "!", "|", ">") or "\n" in old:
        raise CannotEdit(
            f"{place}: this value is not a plain one on a single line; change it by hand"
        )
    new = text[:start] + _as_yaml(value, quote=old[:1]) + text[end:]
    after = _tree(new, file)
    if _without(before.value, steps) != _without(after.value, steps) or _at(after, steps) != value:
        raise CannotEdit(f"{place}: more than this value would change; change it by hand")
    return head + new.encode()


def _changed_cell(data: bytes, number: Parameter, value: Scalar, *, is_yaml: bool) -> bytes:
    """Replace the number of a row in a file; the rest of the file stays unchanged."""
    place = number.place
    if not is_yaml:
        return with_cell(data, place, value)
    tree = _tree(data.removeprefix(_MARK).decode(), place.file)
    for steps, cell_place in tree.places.items():
        if cell_place == place and _at(tree, steps) == number.default:
            return with_value(data, steps, value, place.file)
    raise CannotEdit(f"{place}: {number.name} is not written there; change it by hand")


def with_cell(data: bytes, place: Place, value: Scalar) -> bytes:
    """Replace the number in one cell of a CSV file by `value`; the rest of the file stays
    unchanged. `place` has the line where the row begins, and the cell of the row. Quotes and spaces
    around the number, and a decimal comma, are kept.
    """
    by_hand = f"write {value} there by hand"
    head = _MARK if data.startswith(_MARK) else b""
    try:
        text = data.removeprefix(head).decode()
    except UnicodeDecodeError:
        raise CannotEdit(f"{place}: the file is not UTF-8; {by_hand}") from None
    between = re.escape(delimiter_of(text))
    point = r"\." if between == "," else "[.,]"
    bare = rf"[^{between}\r\n]*"
    cell = rf'(?>"(?:[^"]|"")*"{bare}|(?!"){bare})'  # an atomic group, which does not backtrack
    lines = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    before, space = rf"(?:{cell}{between}){{{place.column - 1}}}", r"[ \t\xa0]*"
    number = re.compile(rf'{before}{space}"?{space}(-?[0-9]+(?:{point}[0-9]+)?)')
    match = number.match(text, lines[place.line - 1]) if place.line <= len(lines) else None
    if match is None:
        raise CannotEdit(f"{place}: there is no number; {by_hand}")
    written = repr(value).replace(".", ",") if "," in match[1] else repr(value)
    new = text[: match.start(1)] + written + text[match.end() :]
    old, now = (_cells_of(each, place.file) for each in (text, new))
    if old is None or now is None or {**old, (place.line, place.column): value} != now:
        raise CannotEdit(f"{place}: more than this cell would change; {by_hand}")
    return head + new.encode()


def _cells_of(text: str, file: str) -> dict[tuple[int, int], Scalar] | None:
    """Every cell of a CSV text, by the first line of its row and its column."""
    lines = csv_lines(text, file, Problems())
    if lines is None:
        return None
    return {(n, i): cell for n, cells in lines for i, cell in enumerate(cells, start=1)}


def _written_at(pack: Pack, name: str, texts: Mapping[Path, bytes]) -> tuple[Path, Steps]:
    """The file that contains the current value of a parameter, and the steps to this value."""
    variant: Steps = ("variants", pack.variant, "parameters", name)
    for steps in (variant, ("parameters", name)):
        for path, data in texts.items():
            if path.suffix not in _YAML:
                continue
            tree = _tree(data.removeprefix(_MARK).decode(), path.name)
            if steps in tree.places:
                is_long = isinstance(_at(tree, steps), dict)
                return path, (*steps, "value") if is_long else steps
    raise CannotEdit(f'no file of the pack holds the parameter "{name}"')


def _tree(text: str, file: str) -> Tree:
    problems = Problems()
    tree = parse_yaml(text, file, problems)
    if tree is None:
        raise CannotEdit("; ".join(str(problem) for problem in problems))
    return tree


def _at(tree: Tree, steps: Steps) -> Any:
    value = tree.value
    for step in steps:
        value = value[step]
    return value


def _without(value: Any, steps: Steps) -> Any:
    """A copy of a tree of values without the value at `steps`."""
    if not steps:
        return None
    copy = value.copy()
    copy[steps[0]] = _without(value[steps[0]], steps[1:])
    return copy


def _node_at(text: str, steps: Steps, file: str) -> Any:
    """The node at `steps`; raises `CannotEdit` unless it is a scalar that is used only there."""
    node: Any = yaml.compose(text, Loader=yaml.CLoader)
    end = 0
    for step in steps:
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            end, node = node.start_mark.index, node.value[step]
            if node.start_mark.index < end:
                raise CannotEdit(f"{file}:{node.start_mark.line + 1}: an alias (*) uses this value")
            continue
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        nodes = [(key, value) for key, value in pairs if composed(key.value) == step]
        if not nodes:
            raise CannotEdit(f"{file}: {' › '.join(map(str, steps))} is not written there")
        end, node = nodes[0][0].end_mark.index, nodes[0][1]
        if node.start_mark.index < end:
            raise CannotEdit(f"{file}:{nodes[0][0].start_mark.line + 1}: this is an alias (*)")
    if not isinstance(node, yaml.ScalarNode):
        raise CannotEdit(f"{file}: {' › '.join(map(str, steps))} is not a single value")
    return node


def _as_yaml(value: Scalar, quote: str) -> str:
    """Write a scalar as YAML, in the same quotes as before."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    word = value or ""
    if quote == "'":
        return "'" + word.replace("'", "''") + "'"
    if quote != '"' and _is_plain(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _is_plain(word: str) -> bool:
    """Whether a text can be written without quotes, even in a flow mapping."""
    sound = bool(word) and word.isprintable() and word == word.strip() and word[0].isalnum()
    return sound and not set(word) & set(":#,[]{}\"'") and core_scalar(word) == word
