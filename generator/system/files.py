"""Files read with care and written whole.

Reading: regular files alone, and never more of one than is asked for. A pack may be a stranger's:
`cards.csv` may be a link to `/dev/zero`, a pipe nobody writes into, or twenty sparse gigabytes.

Writing: first beside the place of the file, then moved there, so a file is whole or not there at
all. Two runs may write one file at once: each gives the unfinished file a name of its own. What a
killed run left under such a name, a file or a folder, is removed by the next run that writes there.

The file that a call names may be a link: the file it leads to is replaced, provided it has the same
kind of name and is no device, pipe or socket. Elsewhere the new file replaces the link, which is
never followed: the folder may be a stranger's and lead anywhere.
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

LARGEST = 64_000_000  # bytes of one file, where nothing smaller is said
LONGEST_PATH = 4096  # characters; no system has longer ones
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegular(OSError):
    """What is to be read is a folder, a pipe, a device …"""


class TooLarge(OSError):
    """The file has more bytes than are read."""


def read(path: Path, largest: int = LARGEST) -> bytes:
    """The bytes of a regular file of at most `largest` bytes; `OSError` for any other."""
    try:
        number = os.open(path, _FLAGS)
    except OSError as broken:
        if broken.errno in (errno.ENXIO, errno.ENODEV):
            raise NotRegular(broken.errno, "this is no ordinary file", str(path)) from None
        raise
    except ValueError:  # a zero byte or half a character
        raise FileNotFoundError(errno.ENOENT, "no file can have this name", str(path)) from None
    status = os.fstat(number)
    if not stat.S_ISREG(status.st_mode):
        os.close(number)
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no ordinary file"
        raise NotRegular(errno.EINVAL, f"this is {what}", str(path))
    with open(number, "rb") as file:
        data = file.read(largest + 1) if status.st_size <= largest else b""
        if status.st_size > largest or len(data) > largest:
            size = max(status.st_size, len(data)) / 1e6
            said = f"the file has {size:.1f} MB, more than {largest / 1e6:.0f} MB"
            raise TooLarge(errno.EFBIG, said, str(path))
        return data


def as_on_disk(path: Path) -> Path:
    """The path as the disk spells it; one that is not there as it is.

    "ö" is one character in most texts, and a letter and its mark in what a Mac has packed.
    """
    if os.path.lexists(path) or str(path).isascii() or len(str(path)) > LONGEST_PATH:
        return path
    found = Path(path.anchor)
    for part in path.relative_to(found).parts:
        if not part.isascii() and not os.path.lexists(found / part):
            part = next((name for name in _names_in(found) if _spelt(name) == _spelt(part)), part)
        found /= part
    return found


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []


def composed(text: str) -> str:
    """A text with each letter and its marks as one character, where there is one (NFC).

    What a pack's files and the command line say is read so: a name is the same however its
    accents are stored, and prints the same. What NFC would replace by another letter or by two
    stays: a CJK compatibility ideograph has strokes of its own.

    >>> composed("Bu\\u0308ro \\ufa19") == "B\\u00fcro \\ufa19"
    True
    """
    if unicodedata.is_normalized("NFC", text):
        return text
    own = "".join(letter for letter in set(text) if _is_its_own(letter))
    return re.sub(f"[^{own}]+", lambda run: _spelt(run[0]), text) if own else _spelt(text)


def _is_its_own(letter: str) -> bool:
    """Whether NFC replaces a character by one without a mark, or by several."""
    by = _spelt(letter)
    return by != letter and (len(by) > 1 or unicodedata.is_normalized("NFD", by))


def _spelt(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def in_words(broken: OSError) -> str:
    """What went wrong with a file, without its number and its path."""
    return broken.strerror or str(broken)


def files_within(folder: Path) -> Iterator[Path]:
    """The ordinary files of a folder and of those in it, links not followed, in order.

    What is hidden, Python's own caches and what protoplay writes into the folder's `output` are
    left out.
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
LONGEST_NAME = 255  # bytes
GONE = "the folder of the pack is gone"
_DAY = 86_400.0  # seconds after which another machine's left-over is swept


class NotWritten(OSError):
    """A file cannot be written; says which and why, and what was there is as it was."""

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
    """Write every file, or none of them; returns their paths. Raises `NotWritten`.

    `within`: a pack's folder. Where it is gone, what lies in it is refused: it is not made anew.
    `below`: the folder that the call names. A link to a folder below it is refused, not followed:
    it may lead out of it. `before` is called when all is ready to be put in place; what it raises
    leaves everything as it was.
    """
    parts: list[tuple[Path, Path]] = []
    try:
        for path, content in files:
            with _told(path):
                if below is not None:
                    _refuse_links(path, below)
                _is_file(path, os.lstat)
                parts.append((_beside(path, within), path))
                parts[-1][0].write_bytes(content)
        before()
        for part, path in parts:
            with _told(path):
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
    """Write one file, text as UTF-8; returns its path. Raises `NotWritten`.

    `is_asked`: the call names this very file, which may be a link. `within` and `below` as for
    `write_files`.
    """
    place = place_of(path) if is_asked else path
    data = content.encode() if isinstance(content, str) else content
    write_files([(place, data)], within=within, below=below)
    return path


@contextmanager
def lines_to(path: Path) -> Iterator[Callable[[Iterable[str]], None]]:
    """A function that writes lines to a file that is asked for; it appears when all went well."""
    with _told(path):
        place = _place(path)
        part = _beside(place)
        file = part.open("w", encoding="utf-8", newline="\n")

    def write(lines: Iterable[str]) -> None:
        for line in lines:
            with _told(path):
                file.write(line + "\n")

    try:
        yield write
        with _told(path):
            file.close()
            os.replace(part, place)
    finally:
        with suppress(OSError):
            file.close()
        _remove([part])


@contextmanager
def folder_in(parent: Path) -> Iterator[Path]:
    """A fresh folder in `parent`, which is made; removed at the end, or swept after a kill."""
    with _told(parent):
        part = _beside(parent / "new")
        part.mkdir(mode=0o700)
    try:
        yield part
    finally:
        _remove([part])


def fitting(path: Path) -> Path:
    """The path with every name in it as long as a name can be; one that is cut has its digest."""
    return Path(*map(_fitting, path.parts))


def _fitting(name: str) -> str:
    data = name.encode(errors="replace")
    if len(data) <= LONGEST_NAME:
        return name
    start = data[:150].decode(errors="ignore")
    return f"{start}-{hashlib.sha256(data).hexdigest()[:12]}-{name[-16:]}"


def check_place(path: Path) -> None:
    """Raise `NotWritten` where a file asked for could surely not be written; makes nothing."""
    with _told(path):
        folder = _place(path).absolute().parent
        while not os.path.lexists(folder) and folder != folder.parent:
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(0, f"{folder} is a file, not a folder")
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, f"the folder {folder} is read-only")


def place_of(path: Path) -> Path:
    """Where a file that is asked for goes: there, or where a link leads. Raises `NotWritten`."""
    with _told(path):
        return _place(path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as broken:
        raise NotWritten(path, broken) from broken
    except ValueError as broken:  # a zero byte or half a character in the name
        raise NotWritten(path, OSError(0, str(broken))) from broken


def _place(path: Path) -> Path:
    """What is replaced by a file asked for at `path`; raises `OSError` where that is no file."""
    place = path
    if path.is_symlink():
        place = Path(os.path.realpath(path))
        if place.suffix.lower() != path.suffix.lower():
            wanted = f"{path.suffix} file" if path.suffix else "file without an ending"
            raise OSError(0, f"it is a link to {place}, which is no {wanted}")
    _is_file(path, os.stat)
    return place


def _refuse_links(path: Path, below: Path) -> None:
    """Raise `OSError` where a folder between `below` and a file is a link."""
    root = Path(os.path.abspath(below))
    for name in reversed(Path(os.path.abspath(path)).relative_to(root).parents):
        folder = root / name
        if folder != root and (folder.is_symlink() or _is_junction(folder)):
            raise OSError(0, f"{folder} is a link to {os.path.realpath(folder)}: remove it")


def _is_junction(folder: Path) -> bool:
    """Whether a folder is Windows' other kind of link."""
    look = getattr(os.path, "isjunction", None)  # since Python 3.12
    return bool(look and look(folder))


def root_of(out: Path, pack: Path) -> Path:
    """The folder below which no link is followed when a pack writes into `out`.

    It is `out` itself, which may be a link of the user's own; where `out` lies in the pack's
    folder, a stranger may have laid it there, and the pack's folder is the root.
    """
    absolute = Path(os.path.abspath(out))
    return pack if absolute != pack and absolute.is_relative_to(pack) else out


def _is_file(path: Path, look: Callable[[Path], os.stat_result]) -> None:
    """Raise `OSError` where something else is there, or what is no link."""
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
    """A fresh name in the folder of a file to be, which is made; left-overs there are swept."""
    folder = path.parent
    if within is not None and folder.is_relative_to(within):
        if not within.is_dir():
            raise FileNotFoundError(0, GONE)
        for inner in reversed([folder, *folder.parents][: len(folder.relative_to(within).parts)]):
            inner.mkdir(exist_ok=True)  # without parents: `within` may go at any moment
    else:
        folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    return folder / f".protoplay-{_machine()}-{os.getpid()}-{secrets.token_hex(6)}.part"


@cache
def _machine() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]


def _sweep(folder: Path) -> None:
    """Remove what killed runs left half-written in a folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _PART.fullmatch(entry.name)
            if match and _is_left_over(match[1], int(match[2]), entry):
                _remove([Path(entry.path)])


def _is_left_over(machine: str, process: int, entry: "os.DirEntry[str]") -> bool:
    if machine == _machine() and sys.platform != "win32":
        try:
            os.kill(process, 0)  # asks only whether it lives
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
