"""Numbers of a pack written back into its files: one scalar each, all else byte for byte.

A value is found at its YAML mark, or in its cell of a CSV file, and replaced there; comments,
spaces, line ends and the order of keys stay. A file that is no longer what was read is left alone.
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
_MARK = "\ufeff".encode()  # some editors begin a file with it


class CannotEdit(ValueError):
    """A value cannot be written back; says where it stands and what to do."""


def fingerprint(pack: Pack) -> dict[Path, str]:
    """The sha256 of each file that may be written, as it is; take it when the pack is opened."""
    files = (path for path in pack.files if path.suffix.lower() in (*_YAML, *_CSV))
    return {path: hashlib.sha256(read(path)).hexdigest() for path in files}


def write_parameters(
    pack: Pack, values: Mapping[str, Scalar], seen: Mapping[Path, str]
) -> list[Path]:
    """Write parameters into the files of the pack that hold them; returns the files written.

    So are numbers of rows, into their cells. The value in force is changed: the variant's where it
    has one of its own. `seen` is the `fingerprint` of what the values were chosen for. Raises
    `CannotEdit` where a file has another digest by now or a value cannot be found, `NotWritten`
    where the disk refuses; then nothing is written.
    """
    if told := by_hand(pack, values):
        raise CannotEdit(told)
    texts: dict[Path, bytes] = {}
    for path, digest in seen.items():
        texts[path] = read(path)
        if hashlib.sha256(texts[path]).hexdigest() != digest:
            raise CannotEdit(f"{path.name} has changed since it was read: read it again first")
    before = dict(texts)
    for name, value in values.items():
        number = pack.parameter(name)
        if number is not None and number.is_cell:
            path = pack.folder / number.place.file
            texts[path] = _changed_cell(texts[path], number, value, is_yaml=path.suffix in _YAML)
        else:
            path, steps = _written_at(pack, name, texts)
            texts[path] = changed(texts[path], steps, value, path.name)
    now = [(path, data) for path, data in texts.items() if data != before[path]]

    def check_again() -> None:
        """Raise `CannotEdit` where an editor saved a file while the new one was made."""
        for path, _ in now:
            if read(path) != before[path]:
                raise CannotEdit(f"{path.name} was saved by another program: read it again first")

    return write_files(now, within=pack.folder, before=check_again)


def by_hand(pack: Pack, values: Mapping[str, Scalar]) -> str:
    """What a person must write into cells of workbooks, in words; "" where none holds a value."""
    cells = [
        f"{number.place}: write {value} in place of {number.default} by hand"
        for name, value in values.items()
        if (number := pack.parameter(name)) is not None and number.is_cell
        and Path(number.place.file).suffix.lower() not in (*_YAML, *_CSV)
    ]  # fmt: skip
    return f"{'; '.join(cells)}, for no workbook is written" if cells else ""


def changed(data: bytes, steps: Steps, value: Scalar, shown: str = "game.yaml") -> bytes:
    """A YAML file with the scalar at `steps` replaced by `value`, all else as it was.

    Quotes are kept. Raises `CannotEdit` for what is no scalar written at that place alone: an
    alias, an anchor, a merged key, a text of several lines.
    """
    head = _MARK if data.startswith(_MARK) else b""
    text = data.removeprefix(head).decode()
    before = _tree(text, shown)
    node = _node_at(text, steps, shown)
    start, end = node.start_mark.index, node.end_mark.index
    old = text[start:end]
    place = Place(shown, node.start_mark.line + 1, node.start_mark.column + 1)
    if old[:1] in ("&", "*", "!", "|", ">") or "\n" in old:
        raise CannotEdit(f"{place}: this value is no plain one on a line: change it by hand")
    new = text[:start] + _as_yaml(value, quote=old[:1]) + text[end:]
    after = _tree(new, shown)
    if _without(before.value, steps) != _without(after.value, steps) or _at(after, steps) != value:
        raise CannotEdit(f"{place}: more than this value would change: change it by hand")
    return head + new.encode()


def _changed_cell(data: bytes, number: Parameter, value: Scalar, *, is_yaml: bool) -> bytes:
    """A file with the number of a row replaced, all else as it was."""
    place = number.place
    if not is_yaml:
        return changed_cell(data, place, value)
    tree = _tree(data.removeprefix(_MARK).decode(), place.file)
    for steps, found in tree.places.items():
        if found == place and _at(tree, steps) == number.default:
            return changed(data, steps, value, place.file)
    raise CannotEdit(f"{place}: {number.name} is not written there: change it by hand")


def changed_cell(data: bytes, place: Place, value: Scalar) -> bytes:
    """A CSV file with the number in one cell replaced by `value`, all else as it was.

    `place`: the line where its row begins, and which cell of the row it is. Quotes and spaces
    around the number are kept, and a comma before its decimals.
    """
    by_hand = f"write {value} there by hand"
    head = _MARK if data.startswith(_MARK) else b""
    try:
        text = data.removeprefix(head).decode()
    except UnicodeDecodeError:
        raise CannotEdit(f"{place}: the file is not UTF-8: {by_hand}") from None
    between = re.escape(delimiter_of(text))
    point = r"\." if between == "," else "[.,]"
    bare = rf"[^{between}\r\n]*"
    cell = rf'(?>"(?:[^"]|"")*"{bare}|(?!"){bare})'  # atomic: what it took it keeps
    lines = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    before, space = rf"(?:{cell}{between}){{{place.column - 1}}}", r"[ \t\xa0]*"
    number = re.compile(rf'{before}{space}"?{space}(-?[0-9]+(?:{point}[0-9]+)?)')
    found = number.match(text, lines[place.line - 1]) if place.line <= len(lines) else None
    if found is None:
        raise CannotEdit(f"{place}: no number is found there: {by_hand}")
    written = repr(value).replace(".", ",") if "," in found[1] else repr(value)
    new = text[: found.start(1)] + written + text[found.end() :]
    old, now = (_cells_of(each, place.file) for each in (text, new))
    if old is None or now is None or {**old, (place.line, place.column): value} != now:
        raise CannotEdit(f"{place}: more than this cell would change: {by_hand}")
    return head + new.encode()


def _cells_of(text: str, shown: str) -> dict[tuple[int, int], Scalar] | None:
    """Every cell of a CSV text by the line of its row and its column."""
    lines = csv_lines(text, shown, Problems())
    if lines is None:
        return None
    return {(n, i): cell for n, cells in lines for i, cell in enumerate(cells, start=1)}


def _written_at(pack: Pack, name: str, texts: Mapping[Path, bytes]) -> tuple[Path, Steps]:
    """The file and the steps of the parameter in force."""
    variant: Steps = ("variants", pack.variant, "parameters", name)
    for steps in (variant, ("parameters", name)):
        for path, data in texts.items():
            if path.suffix not in _YAML:
                continue
            tree = _tree(data.removeprefix(_MARK).decode(), path.name)
            if steps in tree.places:
                is_long = isinstance(_at(tree, steps), dict)
                return path, (*steps, "value") if is_long else steps
    raise CannotEdit(f'the parameter "{name}" stands in no file of the pack')


def _tree(text: str, shown: str) -> Tree:
    problems = Problems()
    tree = parse_yaml(text, shown, problems)
    if tree is None:
        raise CannotEdit("; ".join(str(problem) for problem in problems))
    return tree


def _at(tree: Tree, steps: Steps) -> Any:
    value = tree.value
    for step in steps:
        value = value[step]
    return value


def _without(value: Any, steps: Steps) -> Any:
    """A tree of values with a hole at `steps`."""
    if not steps:
        return None
    copy = value.copy()
    copy[steps[0]] = _without(value[steps[0]], steps[1:])
    return copy


def _node_at(text: str, steps: Steps, shown: str) -> Any:
    """The node at `steps`, which must be a scalar that stands there and nowhere else."""
    node: Any = yaml.compose(text, Loader=yaml.CLoader)
    end = 0
    for step in steps:
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            end, node = node.start_mark.index, node.value[step]
            if node.start_mark.index < end:
                raise CannotEdit(
                    f"{shown}:{node.start_mark.line + 1}: this is used by an alias (*)"
                )
            continue
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        found = [(key, value) for key, value in pairs if composed(key.value) == step]
        if not found:
            raise CannotEdit(f"{shown}: {' › '.join(map(str, steps))} is not written there")
        end, node = found[0][0].end_mark.index, found[0][1]
        if node.start_mark.index < end:
            raise CannotEdit(f"{shown}:{found[0][0].start_mark.line + 1}: this is an alias (*)")
    if not isinstance(node, yaml.ScalarNode):
        raise CannotEdit(f"{shown}: {' › '.join(map(str, steps))} is no single value")
    return node


def _as_yaml(value: Scalar, quote: str) -> str:
    """A scalar as YAML, in the quotes it had before."""
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
    """Whether a text means itself without quotes, in a flow mapping too."""
    sound = bool(word) and word.isprintable() and word == word.strip() and word[0].isalnum()
    return sound and not set(word) & set(":#,[]{}\"'") and core_scalar(word) == word
