"""Files read with care: regular ones alone, and never more of one than is asked for.

A pack may be a stranger's: `cards.csv` may be a link to `/dev/zero`, a pipe nobody writes into,
or twenty sparse gigabytes.
"""

import errno
import os
import re
import stat
import unicodedata
from collections.abc import Iterator
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
