"""Whose programs may run: folders the user said yes to, and programs that are the same elsewhere.

A pack's Python files are ordinary programs and can do what the user can.
What is trusted is kept in the user's settings, a small file each: folders by their resolved path,
edited or not, and the digests of all that can be imported from them. Bundled games are trusted.
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from generator import bundled
from generator.system.files import read, write_files
from generator.system.paths import settings_folder

EVERYWHERE = "PROTOPLAY_TRUST"  # "all": the user of this machine trusts every folder
PROGRAMS = ("rules.py", "bots.py", "table.py", "drawings.py")
_IMPORTABLE = (".py", ".pyc", ".pyw", ".so", ".pyd", ".dll", ".dylib", ".zip", ".egg", ".pth")
_COMPILED = re.compile(r"__pycache__/(?:rules|bots|table|drawings)\.[a-z0-9.-]+\.pyc")
MARK = Path(".protoplay", "trusted")  # in a trusted folder: what finds it again under another name
_MOST_FILES = 2000  # that can be imported; a folder with more is trusted by its path alone
_MOST_DIGESTS = 1000
_LARGEST = 100_000  # bytes of a note


def programs_in(folder: Path) -> list[str]:
    """The names of a pack's programs, as far as it has them."""
    return [name for name in PROGRAMS if (folder / name).exists()]


def trusts_everything() -> bool:
    """Whether the environment lets the programs of every folder run."""
    return os.environ.get(EVERYWHERE) == "all"


def runs_unasked(folder: Path) -> bool:
    """Whether a folder's programs may run unasked, for its own sake or the environment's."""
    return trusts_everything() or is_trusted(folder)


def is_trusted(folder: Path) -> bool:
    """Whether a folder's programs may run unasked; what a trusted folder has now is noted."""
    place = folder.resolve()
    if place.is_relative_to(bundled("rules").resolve()):
        return True
    digest = digest_of(place)
    if _is_noted(_of_folder(place), str(place)) or _was_moved(place):
        if digest is not None and not _is_noted(_of_programs(digest), digest):
            _note(_of_programs(digest), digest)
        return True
    return digest is not None and (
        _is_noted(_of_programs(digest), digest)
        or digest_of(place, as_bundled=True) in _bundled_digests()
    )


def trust(folder: Path) -> bool:
    """Trust a folder from now on; False where the user's settings cannot be written."""
    place = folder.resolve()
    digest = digest_of(place)
    is_noted = _note(_of_folder(place), str(place))
    _mark(place)
    return is_noted and (digest is None or _note(_of_programs(digest), digest))


def digest_of(folder: Path, *, as_bundled: bool = False) -> str | None:
    """A sha256 over all that Python can import from a folder; None where that cannot be told.

    `as_bundled` leaves out what pip and Python compile of a pack's programs. Bundled programs are
    always read from their sources, so what lies in `__pycache__` under their names never runs.
    """
    sums = hashlib.sha256()
    try:
        for n_files, path in enumerate(_importable(folder)):
            if n_files == _MOST_FILES:
                return None
            name = path.relative_to(folder).as_posix()
            if as_bundled and _COMPILED.fullmatch(name):
                continue
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
    digests = (digest_of(folder, as_bundled=True) for folder in folders)
    return frozenset(digest for digest in digests if digest)


def _mark(place: Path) -> None:
    """Lay a secret into a trusted folder, and note whose it is: see `_was_moved`."""
    secret = secrets.token_hex(16)
    with suppress(OSError, RuntimeError):
        if place.joinpath(MARK).parent.is_symlink():
            return
        write_files([(place / MARK, secret.encode())], within=place)
        _note(_of_mark(secret), f"{_identity(place)} {place}")


def _was_moved(place: Path) -> bool:
    """Whether a trusted folder was renamed or moved to this place; notes the new one then.

    The folder holds the very file with the secret that was written into it, it is the same folder
    on the disk, and nothing is left where it was. A copy of the secret opens no other folder, not
    even one that has taken the number of a deleted folder on the disk.
    """
    try:
        if place.joinpath(MARK).parent.is_symlink():
            return False
        secret = read(place / MARK, 100).decode("ascii")
        noted = os.fsdecode(read(_of_mark(secret), _LARGEST)).removesuffix("\n")
        identity, _, before = noted.partition(" ")
        if identity != _identity(place) or os.path.lexists(before):
            return False
    except (OSError, RuntimeError, ValueError):
        return False
    _note(_of_folder(place), str(place))
    _note(_of_mark(secret), f"{identity} {place}")
    return True


def _identity(place: Path) -> str:
    """What stays of a folder when it is renamed: its disk, its number there, and its mark.

    A disk gives the number of a deleted folder to the next one. The moment when the mark last
    changed, which no program can set, tells the two apart.
    """
    status, mark = os.stat(place), os.stat(place / MARK)
    return f"{status.st_dev}:{status.st_ino}:{mark.st_ino}:{mark.st_ctime_ns}"


def _of_mark(secret: str) -> Path:
    return settings_folder() / "trust" / f"mark-{hashlib.sha256(secret.encode()).hexdigest()[:32]}"


def _of_folder(place: Path) -> Path:
    """Where it is noted that a folder is trusted."""
    name = hashlib.sha256(os.fsencode(place)).hexdigest()[:32]
    return settings_folder() / "trust" / f"folder-{name}"


def _of_programs(digest: str) -> Path:
    return settings_folder() / "trust" / f"programs-{digest[:32]}"


def _is_noted(file: Path, what: str) -> bool:
    """Whether a note says what it should; a damaged one trusts nothing."""
    try:
        return read(file, _LARGEST) == os.fsencode(what + "\n")
    except (OSError, RuntimeError, ValueError):
        return False


def _note(file: Path, what: str) -> bool:
    """Note it in a file of its own, so that two runs do not undo each other's notes."""
    try:
        write_files([(file, os.fsencode(what + "\n"))])
        _forget_oldest(file.parent)
    except (OSError, RuntimeError):
        return False
    return True


def _forget_oldest(notes: Path) -> None:
    """Of the digests of programs, keep the latest."""
    noted = [
        (entry.stat().st_mtime, entry.path)
        for entry in os.scandir(notes)
        if entry.name.startswith("programs-")
    ]
    for _, path in sorted(noted)[:-_MOST_DIGESTS]:
        with suppress(OSError):
            os.unlink(path)
