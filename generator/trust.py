"""Whose programs may run: folders the user said yes to, and programs that are the same elsewhere.

A pack's `rules.py`, `bots.py` and `drawings.py` are ordinary Python and can do what the user can.
What is trusted is kept in the user's settings: folders by their resolved path, edited or not, and
the digests of all that can be imported from them. Bundled games are trusted.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator import bundled
from generator.atomic import write_file
from generator.regular import read

PROGRAMS = ("rules.py", "bots.py", "drawings.py")
FORMAT = 1
_IMPORTABLE = (".py", ".pyc", ".pyw", ".so", ".pyd", ".dll", ".dylib", ".zip", ".egg", ".pth")
_MOST_FILES = 2000  # that can be imported; a folder with more is trusted by its path alone
_MOST_DIGESTS = 1000
_LARGEST = 4_000_000  # bytes of the file of what is trusted


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the user said yes to: resolved paths, and digests of programs."""

    folders: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()


def settings_folder() -> Path:
    """Where the user's settings are kept: `$PROTOPLAY_HOME`, or where the system keeps them."""
    home = os.environ.get("PROTOPLAY_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        settings = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        settings = Path.home() / "Library" / "Application Support"
    else:
        settings = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    return settings / "protoplay"


def programs_in(folder: Path) -> list[str]:
    """The names of a pack's programs, as far as it has them."""
    return [name for name in PROGRAMS if (folder / name).exists()]


def is_trusted(folder: Path) -> bool:
    """Whether a folder's programs may run unasked; what a trusted folder has now is noted."""
    place = folder.resolve()
    if place.is_relative_to(bundled("rules").resolve()):
        return True
    trusted = trusted_now()
    digest = digest_of(place)
    if str(place) in trusted.folders:
        if digest is not None and digest not in trusted.programs:
            trust(place)
        return True
    return digest is not None and (digest in trusted.programs or digest in _bundled_digests())


def trust(folder: Path) -> bool:
    """Trust a folder from now on; False where the user's settings cannot be written."""
    place = folder.resolve()
    known = trusted_now()
    digest = digest_of(place)
    told = {
        "format": FORMAT,
        "folders": sorted({*known.folders, str(place)}),
        "programs": [*known.programs, *([digest] if digest else [])][-_MOST_DIGESTS:],
    }
    try:
        write_file(_file(), json.dumps(told, indent=1) + "\n")
    except (OSError, RuntimeError):
        return False
    return True


def trusted_now() -> Trusted:
    """What the user's settings say; nothing where they cannot be read."""
    try:
        told = json.loads(read(_file(), _LARGEST))
        if told["format"] != FORMAT:
            return Trusted()
        return Trusted(tuple(map(str, told["folders"])), tuple(map(str, told["programs"])))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError):
        return Trusted()


def digest_of(folder: Path) -> str | None:
    """A sha256 over all that Python can import from a folder; None where that cannot be told."""
    sums = hashlib.sha256()
    try:
        for n_files, path in enumerate(_importable(folder)):
            if n_files == _MOST_FILES:
                return None
            name = path.relative_to(folder).as_posix()
            sums.update(f"{name}\0{hashlib.sha256(read(path)).hexdigest()}\n".encode())
    except (OSError, ValueError):
        return None
    return sums.hexdigest()


def _importable(folder: Path) -> Iterator[Path]:
    """Every file that holds or may hold code; raises `ValueError` where a folder is a link."""
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in folders:
            if os.path.islink(os.path.join(root, name)):
                raise ValueError(f"{name} is a link")
        for name in sorted(files):
            if name.lower().endswith(_IMPORTABLE):
                yield Path(root, name)


@cache
def _bundled_digests() -> frozenset[str]:
    folders = (*bundled("rules").glob("*/"), bundled("templates") / "scaffold")
    return frozenset(digest for folder in folders if (digest := digest_of(folder)))


def _file() -> Path:
    return settings_folder() / "trust.json"
