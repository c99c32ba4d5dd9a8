"""A table without rules as `protoplay host --free` begins it, and goes on with it.

The pictures of a session lie beside its log, so that it can go on, and be looked at step by step,
after the pack was changed.
"""

import io
import secrets
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.hosting.free.opening import from_json, opening_of
from generator.hosting.free.page import values
from generator.hosting.free.table import FreeTable
from generator.preview.worker import WorkFailed
from generator.system.files import write_file

if TYPE_CHECKING:
    from generator.hosting.hosted import Hosted


class FreeGame:
    """Lays a pack out for people who know its rules."""

    async def deal(self, hosted: "Hosted") -> dict[str, Any]:
        """Draw the pack and lay it out; write the pictures. Raises `OSError`, `WorkFailed`."""
        call = hosted.workspace.call
        look, _, pictures = await hosted.workspace.look_at(call, frozenset())
        if look is None:
            raise WorkFailed("the pack cannot be opened now")
        players, rng = len(hosted.room.chairs), secrets.SystemRandom()
        opening = opening_of(hosted.pack, look, pictures, players, hosted.secret, rng)
        write_file(pictures_path(hosted.log_path), zipped(opening.pictures))
        return opening.to_json()

    def table(self, hosted: "Hosted", deal: dict[str, Any]) -> FreeTable:
        """The table that was dealt. Raises `OSError` where its pictures cannot be read."""
        pictures = unzipped(pictures_path(hosted.log_path).read_bytes())
        opening = from_json(deal, pictures)
        return FreeTable(opening.world, opening.state, pictures=pictures, leaflets=opening.leaflets)

    def page(self, hosted: "Hosted", reader: int | None) -> dict[str, Any]:
        """The values of `free.html.j2`."""
        assert isinstance(hosted.room.table, FreeTable)
        return {**values(), "names": hosted.room.names, "leaflets": hosted.room.table.leaflets}


def pictures_path(log: Path) -> Path:
    """The path of the pictures of a session."""
    return log.with_suffix(".zip")


def zipped(pictures: Mapping[str, bytes]) -> bytes:
    """Pictures by their addresses as one file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for address, picture in sorted(pictures.items()):
            archive.writestr(zipfile.ZipInfo(f"{address}.svg"), picture, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    """The pictures that `zipped` made one file of. Raises `OSError` for another file."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {name.removesuffix(".svg"): archive.read(name) for name in archive.namelist()}
    except zipfile.BadZipFile as fault:
        raise OSError(f"the pictures of the table cannot be read: {fault}") from fault
