"""Where protoplay keeps what is its own, and how.

Of a pack: ledgers, games of an interrupted run. Of the user, for all packs: settings, and what can
be made again: machine code, pictures. What can be made again carries a checksum, and goes when
nobody has asked for it for long.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from generator import bundled
from generator.model.pack import Pack

LONGEST_KEPT = 30 * 86_400.0  # seconds after which what nobody asked for is removed
_SUM = 32  # bytes of a sha256
# System → the variable that says where, the place in the home where it does not, our folder there.
_CACHES = {
    "win32": ("LOCALAPPDATA", "AppData/Local", "protoplay/cache"),
    "darwin": ("", "Library/Caches", "protoplay"),
    "linux": ("XDG_CACHE_HOME", ".cache", "protoplay"),
}
_SETTINGS = {
    "win32": ("APPDATA", "AppData/Roaming", "protoplay"),
    "darwin": ("", "Library/Application Support", "protoplay"),
    "linux": ("XDG_CONFIG_HOME", ".config", "protoplay"),
}
_BY_DIGEST = re.compile(r"(?:^|-)[0-9a-f]{24,32}(?:\.code)?$")


def private_folder(pack: Pack, out: Path) -> Path:
    """The folder `.protoplay` of a pack.

    For a bundled game, and where that leads out of the pack, in the pack's folder of `out`.
    """
    shipped = pack.folder.resolve().is_relative_to(bundled("rules").resolve())
    own = (pack.folder / ".protoplay").resolve()
    is_inside = own.is_relative_to(pack.folder.resolve())  # a link may lead elsewhere
    return (out / pack.id if shipped or not is_inside else pack.folder) / ".protoplay"


def cache_folder() -> Path:
    """Where what can be made again is kept: `$PROTOPLAY_CACHE`, or where the system keeps it."""
    return _users("PROTOPLAY_CACHE", _CACHES)


def settings_folder() -> Path:
    """Where the user's settings are kept: `$PROTOPLAY_HOME`, or where the system keeps them."""
    return _users("PROTOPLAY_HOME", _SETTINGS)


def _users(own: str, systems: Mapping[str, tuple[str, str, str]]) -> Path:
    """The folder an own variable names; else where the system, or one like Linux, has it."""
    if named := os.environ.get(own):
        return Path(named)
    variable, usual, name = systems.get(sys.platform, systems["linux"])
    return Path(os.environ.get(variable) or Path.home() / usual) / name


def sealed(content: bytes) -> bytes:
    """The content with its checksum before it."""
    return hashlib.sha256(content).digest() + content


def unsealed(kept: bytes) -> bytes | None:
    """The content of what was sealed; None where it is damaged."""
    content = kept[_SUM:]
    return content if hashlib.sha256(content).digest() == kept[:_SUM] else None


def forget_old(folder: Path) -> None:
    """Remove what is kept in a folder and was neither changed nor touched for long.

    Only what is named by a digest, as all that is kept is: the folder may be the user's own.
    """
    with suppress(OSError):
        for entry in folder.iterdir():
            is_old = time.time() - entry.stat().st_mtime > LONGEST_KEPT
            if not is_old or not _BY_DIGEST.search(entry.name):
                continue
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)
