"""The files of a pack as they were when a hosted game began, so that the game goes on with them.

The rules, data and texts of a pack are kept in one ZIP file beside the log of the table. Pictures
and fonts are not kept: a restored pack has those that are in the pack's folder now.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.model.pack import Pack
from generator.people.notebook import FILE as NOTEBOOK
from generator.people.playtests import FOLDER as PLAYTESTS
from generator.system.files import files_within, read, write_files

LARGEST = 20_000_000  # maximum size of all kept files together in bytes; a larger pack is not kept
_LOOKS = frozenset(
    [
        ".png",
        ".jpg",
        ".jpeg",
        ".webp",
        ".gif",
        ".tif",
        ".tiff",
        ".bmp",
        ".pdf",
        ".ttf",
        ".otf",
        ".ttc",
        ".woff",
        ".woff2",
    ]
)
_NAME = re.compile(r"(?!/|.*(?:^|/)\.)[^\\:\0]+")  # nothing hidden, no way out of the folder


def path_of(log: Path) -> Path:
    """The path of the kept files of a table."""
    return log.with_suffix(".pack.zip")


def taken(pack: Pack) -> bytes | None:
    """The files of a pack in one; None if the pack is too large or has files elsewhere.

    Raises `OSError` where a file cannot be read.
    """
    if any(not path.resolve().is_relative_to(pack.folder.resolve()) for path in pack.files):
        return None
    file, total = io.BytesIO(), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files_of(pack.folder):
            if path.suffix.lower() in _LOOKS:
                continue
            content = read(path)
            total += len(content)
            if total > LARGEST:
                return None
            name = path.relative_to(pack.folder).as_posix()
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def changes(folder: Path, kept: Mapping[str, bytes]) -> list[str]:
    """The names of the kept files that are different in a folder, or no longer there."""
    return [name for name, content in kept.items() if _now(folder / name) != content]


def kept_in(content: bytes) -> dict[str, bytes]:
    """The files that `taken` put into one, by name. Raises `ValueError` for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > LARGEST:
                raise ValueError("the kept files of the game are too large")
            if not all(_NAME.fullmatch(entry.filename) for entry in entries):
                raise ValueError("the kept files of the game have names that lead elsewhere")
            return {entry.filename: archive.read(entry) for entry in entries}
    except zipfile.BadZipFile as fault:
        raise ValueError(f"the kept files of the game cannot be read: {fault}") from fault


def restored(pack: Pack, kept: Mapping[str, bytes], log: Path) -> Path:
    """Write the kept files and today's pictures into a folder beside the log; return the folder.

    The folder has the name of the pack's folder. Raises `OSError`.
    """
    folder = log.with_suffix("") / pack.folder.name
    looks = (path for path in _files_of(pack.folder) if path.suffix.lower() in _LOOKS)
    files = [(folder / name, content) for name, content in kept.items()]
    files += [(folder / path.relative_to(pack.folder), read(path)) for path in looks]
    write_files(files, below=log.parent)
    return folder


def _files_of(folder: Path) -> Iterator[Path]:
    """The files of a pack without its playtests and its notebook."""
    for path in files_within(folder):
        first = path.relative_to(folder).parts[0]
        if first not in (PLAYTESTS, NOTEBOOK):
            yield path


def _now(path: Path) -> bytes | None:
    try:
        return read(path)
    except OSError:
        return None
