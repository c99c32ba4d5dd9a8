"""Reading files with limits, and writing them completely or not at all.

Reading: only regular files, and at most a given number of bytes. A pack may come from an unknown
person, so `cards.csv` may be a link to `/dev/zero`, a pipe without a writer, or a sparse file of
twenty gigabytes.

Writing: content goes into a temporary file in the same folder, which then replaces the target. Two
runs may write the same file at once, because each temporary name is unique. Temporary files and
folders of a run that was killed are removed by the next run that writes into that folder.

A file named on the command line may be a link: its target is replaced, provided it has the same
suffix and is not a device, pipe or socket. Links elsewhere are replaced and never followed, because
the folder may come from an unknown person.
"""

import errno
import hashlib
import os
import re
import secrets
import shutil
import socket
import stat
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

LARGEST = 64_000_000  # maximum size of a file, in bytes, unless a smaller limit is given
LONGEST_PATH = 4096  # characters; no system allows longer paths
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegular(OSError):
    """Raised if the path is a folder, a pipe, a device or the like."""


class TooLarge(OSError):
    """Raised if the file is larger than the limit."""


def read(path: Path, largest: int = LARGEST) -> bytes:
    """Return the bytes of a regular file of at most `largest` bytes.

    Raises `OSError` for any other file.
    """
    try:
        number = os.open(path, _FLAGS)
    except OSError as broken:
        if broken.errno in (errno.ENXIO, errno.ENODEV):
            raise NotRegular(broken.errno, "this is not an ordinary file", str(path)) from None
        raise
    except ValueError:  # the path has a zero byte or a lone surrogate
        raise FileNotFoundError(errno.ENOENT, "no file can have this name", str(path)) from None
    status = os.fstat(number)
    if not stat.S_ISREG(status.st_mode):
        os.close(number)
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
        raise NotRegular(errno.EINVAL, f"this is {what}", str(path))
    with open(number, "rb") as file:
        data = file.read(largest + 1) if status.st_size <= largest else b""
        if status.st_size > largest or len(data) > largest:
            size = max(status.st_size, len(data)) / 1e6
            message = f"the file has {size:.1f} MB, more than {largest / 1e6:.0f} MB"
            raise TooLarge(errno.EFBIG, message, str(path))
        return data


def as_on_disk(path: Path) -> Path:
    """Return the path as spelt on the disk, or unchanged if the path does not exist.

    "ö" is one character in most texts, but a letter and a mark in archives made on a Mac.
    """
    if os.path.lexists(path) or str(path).isascii() or len(str(path)) > LONGEST_PATH:
        return path
    path_found = Path(path.anchor)
    for part in path.relative_to(path_found).parts:
        if not part.isascii() and not os.path.lexists(path_found / part):
            part = next(
                (name for name in _names_in(path_found) if _spelt(name) == _spelt(part)), part
            )
        path_found /= part
    return path_found


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []


def composed(text: str) -> str:
    """Compose each letter and its marks into one character where possible (NFC).

    Files of a pack and the command line are composed in this way, so that names are equal however
    their accents are stored. Characters that NFC would replace by a different letter are kept: a
    CJK compatibility ideograph has its own strokes.

    >>> composed("Bu\\u0308ro \\ufa19") == "B\\u00fcro \\ufa19"
    True
    """
    if unicodedata.is_normalized("NFC", text):
        return text
    own = "".join(letter for letter in set(text) if _is_its_own(letter))
    return re.sub(f"[^{own}]+", lambda run: _spelt(run[0]), text) if own else _spelt(text)


def _is_its_own(letter: str) -> bool:
    """Whether NFC would replace a character by a character without a mark, or by several
    characters.
    """
    by = _spelt(letter)
    return by != letter and (len(by) > 1 or unicodedata.is_normalized("NFD", by))


def _spelt(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def in_words(broken: OSError) -> str:
    """The reason of an `OSError`, without error number and path."""
    return broken.strerror or str(broken)


def files_within(folder: Path) -> Iterator[Path]:
    """Yield the ordinary files in a folder and its subfolders, sorted; links are not followed.

    Hidden files, Python's caches and the folder's `output` are left out.
    """
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        if Path(root) == folder and "output" in folders:
            folders.remove("output")
        for name in sorted(files):
            path = Path(root, name)
            if not name.startswith(".") and path.is_file():
                yield path


_PART = re.compile(r"\.protoplay-([0-9a-f]{8})-([0-9]+)-[0-9a-f]+\.part")
LONGEST_NAME = 255  # bytes of a file name on most disks
GONE = "the folder of the pack no longer exists"
_DAY = 86_400.0  # seconds after which temporary files of other machines are removed


class NotWritten(OSError):
    """Raised if a file cannot be written; the previous file is unchanged."""

    def __init__(self, path: Path, broken: OSError) -> None:
        super().__init__(broken.errno, broken.strerror or str(broken), str(path))
        self.path = path

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.strerror}"


def write_files(
    files: Iterable[tuple[Path, bytes]],
    *,
    within: Path | None = None,
    below: Path | None = None,
    before: Callable[[], object] = lambda: None,
) -> list[Path]:
    """Write all files or none; return their paths. Raises `NotWritten`.

    `within` is the folder of a pack. If this folder no longer exists, it is not created again and
    nothing is written. `below` is the folder named on the command line. Links to folders below it
    are refused, because they may lead elsewhere. `before` is called when all files are ready to be
    moved to their place. If `before` raises an error, nothing changes.
    """
    parts: list[tuple[Path, Path]] = []
    try:
        for path, content in files:
            with _as_not_written(path):
                if below is not None:
                    _refuse_links(path, below)
                _is_file(path, os.lstat)
                parts.append((_beside(path, within), path))
                parts[-1][0].write_bytes(content)
        before()
        for part, path in parts:
            with _as_not_written(path):
                os.replace(part, path)
    finally:
        _remove(part for part, _ in parts)
    return [path for _, path in parts]


def write_file(
    path: Path,
    content: str | bytes,
    *,
    is_asked: bool = False,
    within: Path | None = None,
    below: Path | None = None,
) -> Path:
    """Write one file, text as UTF-8; return its path. Raises `NotWritten`.

    `is_asked` is true if the file was named on the command line and may be a link. `within` and
    `below` are as in `write_files`.
    """
    place = place_of(path) if is_asked else path
    data = content.encode() if isinstance(content, str) else content
    write_files([(place, data)], within=within, below=below)
    return path


@contextmanager
def lines_to(path: Path) -> Iterator[Callable[[Iterable[str]], None]]:
    """Yield a function that writes lines to a file; the file appears if the block ends normally."""
    with _as_not_written(path):
        place = _place(path)
        part = _beside(place)
        file = part.open("w", encoding="utf-8", newline="\n")

    def write(lines: Iterable[str]) -> None:
        for line in lines:
            with _as_not_written(path):
                file.write(line + "\n")

    try:
        yield write
        with _as_not_written(path):
            file.close()
            os.replace(part, place)
    finally:
        with suppress(OSError):
            file.close()
        _remove([part])


@contextmanager
def folder_in(parent: Path) -> Iterator[Path]:
    """Yield a new folder in `parent`, which is created if needed.

    The folder is removed at the end.
    """
    with _as_not_written(parent):
        part = _beside(parent / "new")
        part.mkdir(mode=0o700)
    try:
        yield part
    finally:
        _remove([part])


def with_short_names(path: Path) -> Path:
    """Shorten the names in a path as file systems require; a shortened name ends in its digest."""
    return Path(*map(_fitting, path.parts))


def _fitting(name: str) -> str:
    data = name.encode(errors="replace")
    if len(data) <= LONGEST_NAME:
        return name
    start = data[:150].decode(errors="ignore")
    return f"{start}-{hashlib.sha256(data).hexdigest()[:12]}-{name[-16:]}"


def check_place(path: Path) -> None:
    """Raise `NotWritten` if a file clearly cannot be written at this path; create nothing."""
    with _as_not_written(path):
        folder = _place(path).absolute().parent
        while not os.path.lexists(folder) and folder != folder.parent:
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(0, f"{folder} is a file, not a folder")
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, f"the folder {folder} is read-only")


def place_of(path: Path) -> Path:
    """The file to write: the path, or the target of a link. Raises `NotWritten`."""
    with _as_not_written(path):
        return _place(path)


@contextmanager
def _as_not_written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as broken:
        raise NotWritten(path, broken) from broken
    except ValueError as broken:  # the name has a zero byte or a lone surrogate
        raise NotWritten(path, OSError(0, str(broken))) from broken


def _place(path: Path) -> Path:
    """The file that `path` replaces; raises `OSError` if it is not a file."""
    place = path
    if path.is_symlink():
        place = Path(os.path.realpath(path))
        if place.suffix.lower() != path.suffix.lower():
            wanted = f"{path.suffix} file" if path.suffix else "file without a suffix"
            raise OSError(0, f"it is a link to {place}, which is not a {wanted}")
    _is_file(path, os.stat)
    return place


def _refuse_links(path: Path, below: Path) -> None:
    """Raise `OSError` if a folder between `below` and the file is a link."""
    root = Path(os.path.abspath(below))
    for name in reversed(Path(os.path.abspath(path)).relative_to(root).parents):
        folder = root / name
        if folder != root and (folder.is_symlink() or _is_junction(folder)):
            raise OSError(0, f"{folder} is a link to {os.path.realpath(folder)}; remove it")


def _is_junction(folder: Path) -> bool:
    """Whether a folder is a Windows junction."""
    look = getattr(os.path, "isjunction", None)  # exists since Python 3.12
    return bool(look and look(folder))


def root_of(out: Path, pack: Path) -> Path:
    """The folder below which a pack's output may not follow links.

    Usually it is `out` itself, which may be a link made by the user. If `out` lies in the pack's
    folder, an unknown person may have made the link, so the root is the pack's folder.
    """
    absolute = Path(os.path.abspath(out))
    return pack if absolute != pack and absolute.is_relative_to(pack) else out


def _is_file(path: Path, look: Callable[[Path], os.stat_result]) -> None:
    """Raise `OSError` if the path exists and is neither a file nor a link."""
    try:
        mode = look(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        raise OSError(0, f"it is {_KINDS.get(stat.S_IFMT(mode), 'no file')}")


_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe, not a file",
    stat.S_IFSOCK: "a socket, not a file",
    stat.S_IFCHR: "a device, not a file",
    stat.S_IFBLK: "a device, not a file",
}


def _beside(path: Path, within: Path | None = None) -> Path:
    """Return a new temporary name in the folder of a file.

    The folder is created if needed, and temporary files of earlier runs are removed.
    """
    folder = path.parent
    if within is not None and folder.is_relative_to(within):
        if not within.is_dir():
            raise FileNotFoundError(0, GONE)
        for inner in reversed([folder, *folder.parents][: len(folder.relative_to(within).parts)]):
            # parents are not created, because `within` may disappear at any moment
            inner.mkdir(exist_ok=True)
    else:
        folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    return folder / f".protoplay-{_machine()}-{os.getpid()}-{secrets.token_hex(6)}.part"


@cache
def _machine() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]


def _sweep(folder: Path) -> None:
    """Remove temporary files of killed runs from a folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _PART.fullmatch(entry.name)
            if match and _is_left_over(match[1], int(match[2]), entry):
                _remove([Path(entry.path)])


def _is_left_over(machine: str, process: int, entry: "os.DirEntry[str]") -> bool:
    if machine == _machine() and sys.platform != "win32":
        try:
            os.kill(process, 0)  # signal 0 only tests whether the process is running
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            return False
        return False
    with suppress(OSError):
        return time.time() - entry.stat().st_mtime > _DAY
    return False


def _remove(parts: Iterable[Path]) -> None:
    for part in parts:
        if part.is_dir() and not part.is_symlink():
            shutil.rmtree(part, ignore_errors=True)
        with suppress(OSError):
            part.unlink(missing_ok=True)
