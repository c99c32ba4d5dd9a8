"""Versions of a game: their content, and the differences between two of them, in words.

A version is the content of a pack with all its values as they are read: options such as `--set`,
the chosen variant and the language make no new version, and neither do comments, the order of keys
and the folder's name. The content of a version is stored beside the pack in `.protoplay/versions`,
so that later
versions can be compared with it.
"""

import ast
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from generator.model.pack import Component, Pack, Scalar
from generator.model.problems import Place
from generator.model.setup import Setup
from generator.reading.tables import BOOKS, TEXTS
from generator.system.files import in_words, read, write_file
from generator.system.paths import private_folder

FOLDER = "versions"
LENGTH = 8  # number of letters and digits in a version's name
LARGEST = 20_000_000  # maximum size of a version's stored content in bytes
MOST_CHANGES = 40  # maximum number of changes noted between two versions
_READ_BY_VALUE = (".yaml", ".yml", *TEXTS, *BOOKS)  # files whose values are noted one by one
PROGRAMS = ("rules.py", "bots.py", "drawings.py", "table.py")

Content = dict[str, Any]
Change = dict[str, Scalar]  # one line of `changed:` in the notebook


def content_of(pack: Pack) -> Content:
    """Return the content that defines a pack's version: plain values that JSON can hold.

    Absent parts are left out, so that a later protoplay with more kinds of part gives the same
    versions to games without such parts.
    """
    texts = sorted(pack.folder.glob("*.md"))
    others = [
        path
        for path in pack.files
        if path.is_relative_to(pack.folder)
        and path.suffix.lower() not in _READ_BY_VALUE
        and path.name not in PROGRAMS
        and path not in texts
    ]
    content = {
        "game": {"name": pack.name, "players": f"{pack.players[0]}-{pack.players[1]}"},
        "parameters": {n: p.default for n, p in sorted(pack.parameters.items()) if not p.is_cell},
        "components": {c.id: _component(c) for c in (*pack.components, *pack.left_out)},
        "programs": {n: parts for n in PROGRAMS if (parts := _parts_of(pack.folder / n))},
        "texts": {path.name: _lines(path) for path in texts},
        "files": {path.relative_to(pack.folder).as_posix(): _digest(path) for path in others},
        "play": _keys_of(pack.play),
        "table": {} if pack.setup == Setup() else _keys_of(pack.setup),
        "palette": dict(sorted(pack.palette.items())),
        "goals": sorted(f"{goal.measure}: {goal.written}" for goal in pack.goals),
    }
    return {part: value for part, value in content.items() if value}


def version_of(content: Content) -> str:
    """Return the name of a version: eight letters and digits that depend on its content alone."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def _keys_of(section: object) -> dict[str, str]:
    """Return every key of `play:` or `table:` with the digest of its value, from whichever file."""
    written = _without_places(section)
    return {
        key: hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:16]
        for key, value in (written if isinstance(written, dict) else {}).items()
    }


def _without_places(value: object) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((each.name, getattr(value, each.name)) for each in fields(value))
        return {name: _without_places(v) for name, v in pairs if not isinstance(v, Place)}
    if isinstance(value, Mapping):
        return {str(key): _without_places(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_without_places(inner) for inner in value if not isinstance(inner, Place)]
    return value


def _component(component: Component) -> dict[str, Any]:
    faces = [
        "" if face is None else f"{face.kind} {face.name} {sorted(face.slots.items())!r}"
        for face in (component.front, component.back)
    ]
    return {
        "shape": repr(component.shape),
        "faces": faces,
        "rows": {row.id: {**row.fields, "copies": row.count} for row in component.rows},
    }


def _parts_of(path: Path) -> dict[str, str]:
    """Return every function, class and value of a program with the digest of its code.

    Comments, docstrings and layout do not count.
    """
    try:
        source = read(path, LARGEST)
    except OSError:
        return {}
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {"": hashlib.sha256(source).hexdigest()[:16]}
    parts: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # the docstring of the file
        for inner in ast.walk(node):
            body = getattr(inner, "body", None)
            if isinstance(body, list) and body and isinstance(inner, _DOCUMENTED):
                first = body[0]
                if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                    body[:1] = [] if len(body) > 1 else [ast.Pass()]
        parts.setdefault(_name_of(node), []).append(ast.unparse(node))
    return {
        name: hashlib.sha256("\n".join(codes).encode()).hexdigest()[:16]
        for name, codes in sorted(parts.items())
    }


_DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _name_of(node: ast.stmt) -> str:
    """Return the name that a top-level statement defines; "imports" for imports, else ""."""
    if isinstance(node, _DOCUMENTED):
        return node.name
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "imports"
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return names[0] if names else ""


def _lines(path: Path) -> list[str]:
    try:
        return read(path, LARGEST).decode("utf-8", "replace").splitlines()
    except OSError as broken:
        return [in_words(broken)]


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(read(path)).hexdigest()[:16]
    except OSError as broken:
        return in_words(broken)


# ---- kept


def keep(pack: Pack, content: Content, out: Path) -> None:
    """Store the content of a version; `out` as for `private_folder`. Raises `NotWritten`."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    path = _file(pack, version_of(content), out)
    if not path.is_file():
        write_file(path, text, within=pack.folder, below=pack.folder)


def kept(pack: Pack, version: str, out: Path) -> Content | None:
    """Return the stored content of a version; None if it is missing or damaged."""
    try:
        content = json.loads(read(_file(pack, version, out), LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
    is_whole = isinstance(content, dict) and version_of(content) == version
    return content if is_whole else None


def _file(pack: Pack, version: str, out: Path) -> Path:
    return private_folder(pack, out) / FOLDER / f"{version}.json"


# ---- compared


def changes(before: Content, after: Content) -> list[Change]:
    """Return the differences between two versions, at most `MOST_CHANGES` of them."""

    def both(part: str) -> tuple[Any, Any]:
        return before.get(part, {}), after.get(part, {})

    every = [
        *_values("parameter", *both("parameters")),
        *_components(*both("components")),
        *_programs(*both("programs")),
        *_texts(*both("texts")),
        *_digests("play", *both("play")),
        *_digests("table", *both("table")),
        *_values("game", *both("game")),
        *_values("colour", *both("palette")),
        *_goals(*both("goals")),
        *_digests("file", *both("files")),
    ]
    if len(every) <= MOST_CHANGES:
        return every
    return [*every[: MOST_CHANGES - 1], {"more": len(every) - MOST_CHANGES + 1}]


def _values(
    kind: str, before: Mapping[str, Scalar], after: Mapping[str, Scalar]
) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name) or (name in before) != (name in after):
            change: Change = {kind: name}
            change |= {"from": before[name]} if name in before else {}
            change |= {"to": after[name]} if name in after else {}
            yield change


def _components(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    for id in dict.fromkeys((*before, *after)):
        old, new = before.get(id), after.get(id)
        if old is None or new is None:
            yield {"component": id, "is": "new" if old is None else "gone"}
            continue
        if old["shape"] != new["shape"]:
            yield {"component": id, "is": "of another size or shape"}
        if old["faces"] != new["faces"]:
            yield {"component": id, "is": "drawn in another way"}
        yield from _rows(id, old["rows"], new["rows"])


def _rows(
    id: str, before: Mapping[str, Mapping[str, Scalar]], after: Mapping[str, Mapping[str, Scalar]]
) -> Iterator[Change]:
    columns = [{name for row in rows.values() for name in row} for rows in (before, after)]
    both = columns[0] & columns[1]
    if before and after:
        for name in sorted(columns[0] ^ columns[1]):
            yield {"component": id, "column": name, "is": "new" if name in columns[1] else "gone"}
    for row in dict.fromkeys((*before, *after)):
        if row not in before or row not in after:
            yield {"row": f"{id}/{row}", "is": "new" if row not in before else "gone"}
            continue
        for name, value in after[row].items():
            old = before[row].get(name)
            if name in both and old != value:
                yield {"row": f"{id}/{row}", "field": name, "from": old, "to": value}


def _programs(
    before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]
) -> Iterator[Change]:
    for file in dict.fromkeys((*before, *after)):
        old, new = before.get(file, {}), after.get(file, {})
        if not old or not new:
            if old or new:
                yield {"program": file, "is": "gone" if old else "new"}
            continue
        for name in dict.fromkeys((*old, *new)):
            if old.get(name) != new.get(name):
                word = "new" if name not in old else "gone" if name not in new else "changed"
                yield {"program": file, "part": name or "other lines", "is": word}


def _texts(
    before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]
) -> Iterator[Change]:
    for file in dict.fromkeys((*before, *after)):
        old, new = before.get(file, []), after.get(file, [])
        if old != new:
            blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
            n_same = sum(block.size for block in blocks)
            yield {"text": file, "added": len(new) - n_same, "removed": len(old) - n_same}


def _goals(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    for goal in dict.fromkeys((*before, *after)):
        if (goal in before) != (goal in after):
            yield {"goal": goal, "is": "gone" if goal in before else "new"}


def _digests(kind: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            word = "new" if name not in before else "gone" if name not in after else "changed"
            yield {kind: name, "is": word}


def sentence(change: Change) -> str:
    """Return a change in words.

    >>> sentence({"row": "tourists/birder", "field": "points", "from": 3, "to": 4})
    'tourists/birder: points 3 → 4'
    >>> sentence({"text": "RULES.md", "added": 1, "removed": 2})
    'RULES.md: 1 line added, 2 removed'
    """
    if "more" in change:
        return f"and {change['more']} more changes"
    if "text" in change:
        added = change.get("added", 0)
        lines = "line" if added == 1 else "lines"
        return f"{change['text']}: {added} {lines} added, {change.get('removed', 0)} removed"
    kind, what = next(iter(change.items()), ("", ""))
    lead = str(what) if kind in ("row", "component", "program", "file") else f"{kind} {what}"
    parts = [str(change[key]) for key in ("column", "field", "part") if key in change]
    if "from" in change and "to" in change:
        parts.append(f"{_shown(change['from'])} → {_shown(change['to'])}")
    elif "to" in change:
        parts.append(f"new, {_shown(change['to'])}")
    elif "from" in change:
        parts.append(f"gone, was {_shown(change['from'])}")
    if "is" in change:
        parts.append(str(change["is"]))
    return f"{lead}: {' '.join(parts)}"


def _shown(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = value if len(value) <= 60 else f"{value[:59]}…"
        return f'"{text}"'
    return "nothing" if value is None else str(value)
