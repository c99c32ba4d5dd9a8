"""Permission to run programs: trusted folders, and programs identical to trusted ones.

In: a folder. Out: whether its programs may run. The Python files of a pack are ordinary programs
and can do everything that the user can. The user's settings record trust in small files. They
contain the resolved paths of trusted folders, which stay trusted after edits, and digests of all
code that can be imported from them. Bundled games are trusted.
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

# the variable whose value "all" means that the user trusts every folder on this machine
EVERYWHERE = "PROTOPLAY_TRUST"
PROGRAMS = ("rules.py", "bots.py", "table.py", "drawings.py")
_IMPORTABLE = (".py", ".pyc", ".pyw", ".so", ".pyd", ".dll", ".dylib", ".zip", ".egg", ".pth")
_COMPILED = re.compile(r"__pycache__/(?:rules|bots|table|drawings)\.[a-z0-9.-]+\.pyc")
# a file in a trusted folder that identifies the folder after it is renamed
MARK = Path(".protoplay", "trusted")
_MOST_FILES = 2000  # importable files; a folder with more is trusted by its path alone
_MOST_DIGESTS = 1000
_LARGEST = 100_000  # maximum size in bytes of a record


def programs_in(folder: Path) -> list[str]:
    """The names of the programs that a pack has."""
    return [name for name in PROGRAMS if (folder / name).exists()]


def trusts_everything() -> bool:
    """Whether the environment allows the programs in every folder to run."""
    return os.environ.get(EVERYWHERE) == "all"


def runs_unasked(folder: Path) -> bool:
    """Whether a folder's programs may run without asking, because this folder or every folder is
    trusted.
    """
    return trusts_everything() or is_trusted(folder)


def is_trusted(folder: Path) -> bool:
    """Whether a folder is trusted; if it is, its current digest is recorded."""
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
    """Trust a folder from now on; return False if the user's settings cannot be written."""
    place = folder.resolve()
    digest = digest_of(place)
    is_noted = _note(_of_folder(place), str(place))
    _mark(place)
    return is_noted and (digest is None or _note(_of_programs(digest), digest))


def digest_of(folder: Path, *, as_bundled: bool = False) -> str | None:
    """A sha256 of all code that Python can import from a folder; None if the digest cannot be
    computed.

    `as_bundled` leaves out files that pip and Python compile from a pack's programs. Bundled
    programs are always loaded from source, so compiled files in `__pycache__` never run.
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
    """Yield every file that contains or may contain code.

    Raises `ValueError` if a folder is a link.
    """
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
    """Put a secret into a trusted folder and record its owner: see `_was_moved`."""
    secret = secrets.token_hex(16)
    with suppress(OSError, RuntimeError):
        if place.joinpath(MARK).parent.is_symlink():
            return
        write_files([(place / MARK, secret.encode())], within=place)
        _note(_of_mark(secret), f"{_identity(place)} {place}")


def _was_moved(place: Path) -> bool:
    """Whether this is a trusted folder that was renamed or moved; its new path is then recorded.

    The folder must contain the original file with its secret, be the same folder on the disk, and
    no longer exist at its old path. A copy of the secret does not make another folder trusted, not
    even one that reuses the number of a deleted folder on the disk.
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
    """The identity of a folder, which a rename does not change: the disk, the folder's number on
    the disk, and its mark.

    A disk may reuse the number of a deleted folder. The old and the new folder then differ in the
    time of the last change of the mark, which no program can set.
    """
    status, mark = os.stat(place), os.stat(place / MARK)
    return f"{status.st_dev}:{status.st_ino}:{mark.st_ino}:{mark.st_ctime_ns}"


def _of_mark(secret: str) -> Path:
    return settings_folder() / "trust" / f"mark-{hashlib.sha256(secret.encode()).hexdigest()[:32]}"


def _of_folder(place: Path) -> Path:
    """The file that records trust in a folder."""
    name = hashlib.sha256(os.fsencode(place)).hexdigest()[:32]
    return settings_folder() / "trust" / f"folder-{name}"


def _of_programs(digest: str) -> Path:
    return settings_folder() / "trust" / f"programs-{digest[:32]}"


def _is_noted(file: Path, what: str) -> bool:
    """Whether a file records this text; a damaged file gives no trust."""
    try:
        return read(file, _LARGEST) == os.fsencode(what + "\n")
    except (OSError, RuntimeError, ValueError):
        return False


def _note(file: Path, what: str) -> bool:
    """Record the text in a separate file, so that two runs do not overwrite each other."""
    try:
        write_files([(file, os.fsencode(what + "\n"))])
        _forget_oldest(file.parent)
    except (OSError, RuntimeError):
        return False
    return True


def _forget_oldest(notes: Path) -> None:
    """Keep the latest digests of programs, and remove older digests."""
    noted = [
        (entry.stat().st_mtime, entry.path)
        for entry in os.scandir(notes)
        if entry.name.startswith("programs-")
    ]
    for _, path in sorted(noted)[:-_MOST_DIGESTS]:
        with suppress(OSError):
            os.unlink(path)
