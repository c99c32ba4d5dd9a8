"""The folders where protoplay stores its own files.

Per pack: records of prints, and games of an interrupted run. Per user, for all packs: settings, and
caches of machine code and pictures. Cached content has a checksum and is removed when it has not
been used for a long time.
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

LONGEST_KEPT = 30 * 86_400.0  # seconds after which unused cache entries are removed
_SUM = 32  # bytes of a sha256 checksum
# System → environment variable, default folder in the home, our folder in it.
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


def ships_with_us(pack: Pack) -> bool:
    """Whether a pack is a bundled game, into which nothing is written."""
    return pack.folder.resolve().is_relative_to(bundled("rules").resolve())


def private_folder(pack: Pack, out: Path) -> Path:
    """The folder `.protoplay` of a pack.

    For a bundled game, or if a link leads out of the pack, the folder is in the pack's folder of
    `out`.
    """
    own = (pack.folder / ".protoplay").resolve()
    is_inside = own.is_relative_to(pack.folder.resolve())  # false if a link leads out of the pack
    return (out / pack.id if ships_with_us(pack) or not is_inside else pack.folder) / ".protoplay"


def cache_folder() -> Path:
    """The folder of caches: `$PROTOPLAY_CACHE`, or the system's folder for caches."""
    return _users("PROTOPLAY_CACHE", _CACHES)


def settings_folder() -> Path:
    """The folder of the user's settings: `$PROTOPLAY_HOME`, or the system's folder for settings."""
    return _users("PROTOPLAY_HOME", _SETTINGS)


def _users(own: str, systems: Mapping[str, tuple[str, str, str]]) -> Path:
    """The folder in our own environment variable, or else the folder that the system uses."""
    if named := os.environ.get(own):
        return Path(named)
    variable, usual, name = systems.get(sys.platform, systems["linux"])
    return Path(os.environ.get(variable) or Path.home() / usual) / name


def sealed(content: bytes) -> bytes:
    """Put a checksum before the content."""
    return hashlib.sha256(content).digest() + content


def unsealed(kept: bytes) -> bytes | None:
    """Return the content without its checksum; None if it is damaged."""
    content = kept[_SUM:]
    return content if hashlib.sha256(content).digest() == kept[:_SUM] else None


def forget_old(folder: Path) -> None:
    """Remove cache entries in a folder that were not used for a long time.

    Only files named by a digest are removed, because the folder may be the user's own.
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
