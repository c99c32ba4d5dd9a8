"""The notebook of a game: its versions, their changes, the reasons, and the figures of bots.

In and out: `notebook.yaml` in the pack's folder, one entry for each version, oldest first. Writing
adds lines and changes none of the designer's own, comments included; a text that could not be read
back as intended is not written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.people import versions
from generator.people.versions import Change
from generator.people.yaml_line import flow
from generator.reading.fields import in_words
from generator.reading.files import read_text
from generator.reading.values import Tree
from generator.reading.yaml import LARGEST_YAML, parse_yaml
from generator.system.files import write_file

FILE = "notebook.yaml"
MOST_BOTS = 12  # maximum number of runs of bots noted for a version
LONGEST_WHY = 2000  # maximum number of characters in a designer's note
_KEYS = ("version", "at", "changed", "why", "bots")
_BEGIN = "versions:\n"


@dataclass(frozen=True, slots=True)
class BotRun:
    """The results of bots for a version: figures with value, low and high end."""

    who: str  # kinds of bots, separated by commas
    players: int
    games: int
    figures: Mapping[str, tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Version:
    """An entry of the notebook."""

    version: str
    at: str = ""  # when it was first seen: "2026-11-27 19:02"
    changed: tuple[Change, ...] = ()  # changes since the previous entry
    why: str = ""  # the designer's note
    bots: tuple[BotRun, ...] = ()  # the latest run first


@dataclass(frozen=True, slots=True)
class Notebook:
    """The text of a notebook and its entries, oldest first."""

    text: str = ""
    entries: tuple[Version, ...] = ()

    def entry(self, version: str) -> Version | None:
        """Return the entry of a version; None if it has none."""
        return next((entry for entry in self.entries if entry.version == version), None)


def read_notebook(pack: Pack, problems: Problems) -> Notebook | None:
    """Return the notebook of a pack, empty if it has none; None after a problem."""
    path = pack.folder / FILE
    if not path.is_file():
        return Notebook()
    text = read_text(path, FILE, LARGEST_YAML, problems)
    return None if text is None else notebook_of(text, problems)


def notebook_of(text: str, problems: Problems) -> Notebook | None:
    """Return the notebook in a text; None after a problem."""
    n_before = len(problems.errors)
    tree = parse_yaml(text, FILE, problems, 'start with "versions:"')
    if tree is None:
        return None
    entries: dict[str, Version] = {}
    for key in tree.value:
        if key != "versions":
            problems.error(tree.key((key,)), f'unknown key "{key}"', "known: versions")
    parts = tree.value.get("versions") or []
    if not isinstance(parts, list):
        problems.error(tree.key(("versions",)), "expected a list", 'write lines with "- version:"')
        return None
    for i, part in enumerate(parts):
        entry = _entry(tree, i, part, problems)
        if entry is not None and entry.version in entries:
            message = f"version {entry.version} is listed twice"
            problems.error(tree.place(("versions", i)), message, "remove one of them")
        elif entry is not None:
            entries[entry.version] = entry
    return Notebook(text, tuple(entries.values())) if len(problems.errors) == n_before else None


def _entry(tree: Tree, i: int, part: Any, problems: Problems) -> Version | None:
    place = tree.place(("versions", i))
    if not isinstance(part, dict) or not isinstance(part.get("version"), str | int):
        fix = "every entry begins with - version: and eight letters and digits"
        problems.error(place, f"expected a version, found {in_words(part)}", fix)
        return None
    for key in part:
        if key not in _KEYS:
            at = tree.key(("versions", i, key))
            problems.error(at, f'unknown key "{key}"', f"known: {', '.join(_KEYS)}")
    lists: dict[str, list[Any]] = {}
    for key in ("changed", "bots"):
        value = part.get(key) or []
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            at = tree.key(("versions", i, key))
            problems.error(at, f"{key} must be a list of mappings", "write - {…} on each line")
            value = []
        lists[key] = value
    why = part.get("why")
    runs = [_run(tree, i, n, run, problems) for n, run in enumerate(lists["bots"])]
    return Version(
        version=str(part["version"]),
        at=str(part.get("at", "")),
        changed=tuple(lists["changed"]),
        why="" if why is None else str(why).strip(),
        bots=tuple(run for run in runs if run is not None),
    )


def _run(tree: Tree, i: int, n: int, run: Mapping[str, Any], problems: Problems) -> BotRun | None:
    figures = {key: value for key, value in run.items() if key not in ("who", "players", "games")}
    are_whole = all(
        isinstance(run.get(key), int) and not isinstance(run.get(key), bool)
        for key in ("players", "games")
    )
    are_figures = all(
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(x, int | float) and not isinstance(x, bool) for x in value)
        for value in figures.values()
    )
    if not are_whole or not are_figures:
        place = tree.place(("versions", i, "bots", n))
        fix = "as in {who: greedy, players: 3, games: 1000, rounds: [9.1, 8.9, 9.3]}"
        problems.error(place, "expected a run of bots with its figures", fix)
        return None
    values = {key: (float(v[0]), float(v[1]), float(v[2])) for key, v in figures.items()}
    return BotRun(str(run.get("who", "")), run["players"], run["games"], values)


# ---- written


def with_version(notebook: Notebook, entry: Version) -> Notebook:
    """Return the notebook with one more entry at its end."""
    lines = [f"  - version: {flow(entry.version)}", f"    at: {flow(entry.at)}"]
    if entry.changed:
        lines += ["    changed:", *(f"      - {flow(dict(c))}" for c in entry.changed)]
    if entry.why:
        lines.append(f"    why: {flow(entry.why)}")
    text = notebook.text or _BEGIN
    text += "" if text.endswith("\n") else "\n"
    return _read_back(text + "\n".join(lines) + "\n", (*notebook.entries, entry))


def with_why(notebook: Notebook, version: str, why: str) -> Notebook:
    """Return the notebook with a new designer's note on a version; an older note is replaced."""
    entry = notebook.entry(version)
    assert entry is not None, version
    lines, first, last = _lines_of(notebook, version)
    if entry.why:
        begin, end = _span(notebook, version, "why")
        del lines[begin:end]
        last -= end - begin
    lines.insert(first + 1, f"    why: {flow(why)}\n")
    changed = replace(entry, why=why)
    return _read_back("".join(lines), _replaced(notebook, changed))


def with_bots(notebook: Notebook, version: str, run: BotRun) -> Notebook:
    """Return the notebook with a run of bots; an older run of the same bots is replaced."""
    entry = notebook.entry(version)
    assert entry is not None, version
    others = [r for r in entry.bots if (r.who, r.players) != (run.who, run.players)]
    runs = (run, *others)[:MOST_BOTS]
    lines, _, last = _lines_of(notebook, version)
    if entry.bots:
        begin, end = _span(notebook, version, "bots")
        del lines[begin:end]
        last -= end - begin
    block = ["    bots:\n", *(f"      - {flow(_as_mapping(r))}\n" for r in runs)]
    lines[last:last] = block
    changed = replace(entry, bots=runs)
    return _read_back("".join(lines), _replaced(notebook, changed))


def _as_mapping(run: BotRun) -> dict[str, Any]:
    figures = {name: [*values] for name, values in run.figures.items()}
    return {"who": run.who, "players": run.players, "games": run.games, **figures}


def _replaced(notebook: Notebook, changed: Version) -> tuple[Version, ...]:
    return tuple(
        changed if entry.version == changed.version else entry for entry in notebook.entries
    )


class NotEditable(ValueError):
    """Raised when the layout of the notebook does not allow to add a line."""


def _read_back(text: str, expected: Sequence[Version]) -> Notebook:
    """Return the notebook in an edited text; raises `NotEditable` if other content changed."""
    notebook = notebook_of(text, Problems())
    if notebook is None or notebook.entries != tuple(expected):
        raise NotEditable(f"{FILE} has a layout in which protoplay cannot add a line")
    return notebook


def _tree(notebook: Notebook) -> Tree:
    tree = parse_yaml(notebook.text, FILE, Problems())
    assert tree is not None, "a notebook that was read before"
    return tree


def _lines_of(notebook: Notebook, version: str) -> tuple[list[str], int, int]:
    """Return the lines of the text, and the entry's first line and the line after it, from 0."""
    tree, lines = _tree(notebook), notebook.text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    i = [entry.version for entry in notebook.entries].index(version)
    keys = [p.line for steps, p in tree.keys.items() if steps[:2] == ("versions", i)]
    values = [p.line for steps, p in tree.places.items() if steps[:2] == ("versions", i)]
    first = tree.key(("versions", i, "version")).line - 1
    after = ("versions", i + 1)
    last = tree.place(after).line - 1 if after in tree.places else len(lines)
    while last > max(*keys, *values) and not lines[last - 1].strip():
        last -= 1  # empty lines stay between entries
    return lines, first, last


def _span(notebook: Notebook, version: str, key: str) -> tuple[int, int]:
    """Return the line range of an entry's key and value: first line, and the line after it."""
    tree = _tree(notebook)
    lines, _, last = _lines_of(notebook, version)
    i = [entry.version for entry in notebook.entries].index(version)
    begin = tree.key(("versions", i, key)).line - 1
    column = tree.key(("versions", i, key)).column
    end = begin + 1
    while end < last:
        line = lines[end]
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent < column and not line.lstrip().startswith("- {"):
            break
        end += 1
    return begin, end


# ---- used


def note_version(
    pack: Pack, out: Path, problems: Problems, now: datetime, *, begin: bool = False
) -> tuple[Notebook, str] | None:
    """Return the notebook with an entry for the pack as it is now, and the version's name.

    The file is written if the entry is new. A pack without a notebook gets one only with `begin`;
    otherwise, and after a problem, the result is None. Raises `NotWritten`.
    """
    if not begin and not (pack.folder / FILE).is_file():
        return None
    notebook = read_notebook(pack, problems)
    if notebook is None:
        return None
    content = versions.content_of(pack)
    version = versions.version_of(content)
    versions.keep(pack, content, out)
    if notebook.entry(version) is None:
        changed = changes_since(pack, notebook, content, out)
        entry = Version(version, f"{now:%Y-%m-%d %H:%M}", changed)
        try:
            notebook = with_version(notebook, entry)
        except NotEditable as fault:
            fix = 'end the file with the list of versions, as "protoplay log" writes it'
            problems.error(Place(FILE), str(fault), fix)
            return None
        write_notebook(pack, notebook)
    return notebook, version


def changes_since(
    pack: Pack, notebook: Notebook, content: versions.Content, out: Path
) -> tuple[Change, ...]:
    """Return the changes since the last version; empty if its content is not stored."""
    if not notebook.entries:
        return ()
    before = versions.kept(pack, notebook.entries[-1].version, out)
    if before is None:
        return ()
    try:
        return tuple(versions.changes(before, content))
    # another program may have written the stored file
    except (AttributeError, KeyError, TypeError, ValueError):
        return ()


def write_notebook(pack: Pack, notebook: Notebook) -> None:
    """Write the notebook of a pack. Raises `NotWritten`."""
    write_file(pack.folder / FILE, notebook.text, within=pack.folder, below=pack.folder)
