"""Where protoplay keeps what is its own of a pack: ledgers, games of an interrupted run."""

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
