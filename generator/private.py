"""Where protoplay keeps what is its own.

Of a pack: ledgers, games of an interrupted run. Of the user, for all packs: machine code, pictures.
"""

import os
import sys
from pathlib import Path

from generator import bundled
from generator.pack import Pack


def private_folder(pack: Pack, out: Path) -> Path:
    """The folder `.protoplay` of a pack.

    For a bundled game, and where that leads out of the pack, in the pack's folder of `out`.
    """
    shipped = pack.folder.resolve().is_relative_to(bundled("rules").resolve())
    own = (pack.folder / ".protoplay").resolve()
    is_inside = own.is_relative_to(pack.folder.resolve())  # a link may lead elsewhere
    return (out / pack.id if shipped or not is_inside else pack.folder) / ".protoplay"


def cache_folder() -> Path:
    """Where what can be made again is kept: `PROTOPLAY_CACHE`, else the user's cache folder."""
    named = os.environ.get("PROTOPLAY_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
        return home / "protoplay" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "protoplay"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "protoplay"
