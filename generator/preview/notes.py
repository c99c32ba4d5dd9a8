"""Notes on positions, kept in `notes.yaml` beside the pack: by game, then by moves made.

The designer may read and edit the file and keep it under version control. It is always written as a
whole, but never replaces a file that cannot be read, so that no note is lost. It is read with the
same care as the pack's own files: an unknown person's file may be a link, a pipe, or a bomb.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from generator.model.problems import Problems
from generator.reading.files import read_text
from generator.reading.yaml import LARGEST_YAML, parse_yaml
from generator.system.files import GONE, write_file
from generator.system.locks import locked

FILE = "notes.yaml"
LOCK = Path(".protoplay", "notes.lock")
HEAD = "# Notes on replayed games, as protoplay preview keeps them.\n"
LONGEST = 2000  # maximum length in characters of a note
MOST = 2000  # maximum number of notes of a pack
OTHER = f"{FILE} is not as protoplay writes it: a game, moves made, a text"
FULL = f"{FILE} would hold more than {LARGEST_YAML / 1e6:.0f} MB"
# matches a number of moves made, in its only valid notation
_PLY = re.compile(r"0|[1-9][0-9]{0,5}")
_BARE = re.compile(r"\s*(?:#.*)?|---\s*(?:\s#.*)?|%YAML\s.*")  # matches a line without content
_ESCAPED = re.compile(r"\\(?:U([0-9A-F]{8})|.)", re.DOTALL)


def key_of(story: Mapping[str, Any]) -> str:
    """The name of a game in the file: its seed, number, players, and a digest of its
    moves and rules.
    """
    moves = hashlib.sha256(f"{story['digest']} {story['moves']}".encode()).hexdigest()[:12]
    return f"seed {story['seed']}, game {story['number']}, {story['players']} players, {moves}"


def notes_in(folder: Path) -> dict[str, dict[int, str]]:
    """Read all notes of a pack. Raises `ValueError`, with a message of one line, if this fails."""
    file = folder / FILE
    if file.is_symlink():
        raise ValueError(f"{FILE}: expected a file, found a link")
    if not os.path.lexists(file):
        return {}
    problems = Problems()
    text = read_text(file, FILE, LARGEST_YAML, problems)
    if text is None or all(_BARE.fullmatch(line) for line in text.splitlines()):
        _refuse(problems)
        return {}
    return _parsed(text, problems)


def keep(folder: Path, game: str, ply: int, text: str) -> Path:
    """Write a note, or remove it if the text is empty. Raises `ValueError`, `OSError`.

    Two previews of one pack wait for each other, so that no note is lost.
    """
    if not folder.is_dir():
        raise FileNotFoundError(0, GONE)
    with locked(folder / LOCK):
        return _keep(folder, game, ply, text)


def _keep(folder: Path, game: str, ply: int, text: str) -> Path:
    every = notes_in(folder)
    of_game = every.setdefault(game, {})
    text = text.encode("utf-8", "replace").decode().strip()[:LONGEST]  # replaces lone surrogates
    if not text:
        of_game.pop(ply, None)
    elif ply not in of_game and sum(map(len, every.values())) >= MOST:
        raise ValueError(f"{FILE} has {MOST} notes already")
    else:
        of_game[ply] = text
    written = _written({name: dict(sorted(each.items())) for name, each in every.items() if each})
    if len(written) > LARGEST_YAML:
        raise ValueError(FULL)
    return write_file(folder / FILE, written, within=folder)


def _parsed(text: str, problems: Problems) -> dict[str, dict[int, str]]:
    """Parse the notes of a YAML text; `1.50` and `no` remain texts."""
    import yaml

    if parse_yaml(text, FILE, problems) is None:
        _refuse(problems)
    every: dict[str, dict[int, str]] = {}
    n = 0
    top = yaml.compose(text, Loader=yaml.CBaseLoader)
    assert top is not None, text[:80]
    for game, each in top.value:
        if not isinstance(each, yaml.MappingNode):
            raise ValueError(OTHER)
        of_game = every[game.value] = {}
        for ply, note in each.value:
            if not isinstance(note, yaml.ScalarNode) or not _PLY.fullmatch(ply.value):
                raise ValueError(OTHER)
            n += len(note.value)  # an alias may repeat a long text
            if n > LARGEST_YAML:
                raise ValueError(FULL)
            of_game[int(ply.value)] = note.value
    return every


def _refuse(problems: Problems) -> None:
    """Raise `ValueError` for the first problem, if there is one."""
    for problem in problems.errors:
        raise ValueError(f"{problem.place}: {problem.message}")


def _seen(escaped: re.Match[str]) -> str:
    """The character of an escape sequence if it is visible; otherwise the sequence itself."""
    character = chr(int(escaped[1], 16)) if escaped[1] else ""
    return character if character and character.isprintable() else escaped[0]


def _written(notes: Mapping[str, Mapping[int, str]]) -> bytes:
    """Write these notes as a file; every text is in quotes, so that none is read as a number."""
    import yaml

    class Quoted(str):
        """A text that is always written in quotes."""

    class Dumper(yaml.SafeDumper):
        """Writes each note in full, even one that occurs twice."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

        def write_double_quoted(self, text: str, split: bool = True) -> None:
            """Write visible characters without escapes, even beyond the first 65,536 characters."""
            stream, self.stream = self.stream, StringIO()
            super().write_double_quoted(text, split)
            quoted, self.stream = self.stream.getvalue(), stream
            stream.write(_ESCAPED.sub(_seen, quoted))

    Dumper.add_representer(
        Quoted, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, '"')
    )
    quoted = {
        game: {ply: Quoted(note) for ply, note in each.items()} for game, each in notes.items()
    }
    if not quoted:
        return HEAD.encode()
    text = yaml.dump(quoted, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=100)
    return (HEAD + text).encode()
