"""The log of a table: one JSON object a line, only ever added to.

A line is written before anybody is told what it holds, so a table that was killed can go on from
its log. The last line may be torn by a kill and is then cut off. The file is readable by its owner
alone: it holds what is hidden in the game.
"""

import json
import os
import re
import secrets
from pathlib import Path
from typing import Any

from generator.model.pack import Pack
from generator.system.files import read
from generator.system.paths import private_folder

FOLDER = "tables"
LARGEST = 200_000_000  # maximum size of a log in bytes
_ID = re.compile(r"[a-z2-9]{8}")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none is taken for another


class Log:
    """An open log. `lines` are those that were there; new ones are appended."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises `OSError`, and `ValueError` for a damaged log."""
        self.path, self.lines = path, _whole_lines(path)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._file = os.open(path, flags, 0o600)
        os.ftruncate(self._file, sum(len(line) for line in self.lines))
        self._is_dirty = False

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The entries in the lines."""
        return [json.loads(line) for line in self.lines]

    def write(self, entry: dict[str, Any]) -> None:
        """Append a line. Raises `OSError`; then nothing of it is kept."""
        line = memoryview(f"{json.dumps(entry, ensure_ascii=False)}\n".encode())
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError:
            os.ftruncate(self._file, end)
            raise
        self._is_dirty = True

    def sync(self) -> None:
        """Have the disk keep what was written; may last."""
        if self._is_dirty:
            self._is_dirty = False
            os.fsync(self._file)

    def close(self) -> None:
        """Sync and close the file."""
        self.sync()
        os.close(self._file)


def new_id() -> str:
    """The name of a new table: eight letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def path_of(pack: Pack, out: Path, id: str) -> Path:
    """The log of a table; its folder is made. Raises `OSError` where a link is in the way."""
    if not _ID.fullmatch(id):
        raise OSError(f"{id!r} is not the name of a table")
    folder = private_folder(pack, out)
    for part in (folder, folder / FOLDER):
        if part.is_symlink():
            raise OSError(f"{part} is a link")
        part.mkdir(parents=True, exist_ok=True)
    (folder / FOLDER).chmod(0o700)
    return folder / FOLDER / f"{id}.jsonl"


def logs_of(pack: Pack, out: Path) -> list[str]:
    """The names of the tables of a pack that have a log."""
    folder = private_folder(pack, out) / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    files = [path for path in folder.glob("*.jsonl") if _ID.fullmatch(path.stem)]
    return [path.stem for path in sorted(files, key=lambda path: path.stat().st_mtime)]


def entries_of(path: Path) -> list[dict[str, Any]]:
    """The entries of a log, which may be open elsewhere. Raises `OSError` and `ValueError`."""
    return [json.loads(line) for line in _whole_lines(path)]


def games_of(lines: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The lines of each game of a table; a game ends with the line that empties the table.

    >>> games_of([{"seq": 1}, {"room": {"again": True}}])
    [[{'seq': 1}, {'room': {'again': True}}], []]
    """
    games: list[list[dict[str, Any]]] = [[]]
    for line in lines:
        games[-1].append(line)
        if "again" in line.get("room", {}):
            games.append([])
    return games


def has_begun(lines: list[dict[str, Any]]) -> bool:
    """Whether a game begins in these lines."""
    return any("begin" in line.get("room", {}) for line in lines)


def _whole_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a log, without a last line that a kill cut short.

    Raises `ValueError` for any other damage.
    """
    if path.is_symlink():
        raise OSError(f"{path} is a link")
    if not path.exists():
        return []
    lines = read(path, LARGEST).splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            is_whole = line.endswith(b"\n") and isinstance(json.loads(line), dict)
        except ValueError:
            is_whole = False
        if not is_whole:
            if number == len(lines):
                return lines[:-1]
            raise ValueError(f"{path.name}:{number}: this line of the log is damaged")
    return lines
