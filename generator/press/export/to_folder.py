"""Export a pack into a folder: the function that the command line and the pages call.

In: a checked pack and the name of a destination. Out: files in `out/<game>/<destination>`.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.press.export.destinations import destinations, export
from generator.press.export.job import Exported, ExportOptions, Job
from generator.system.files import read, root_of, with_short_names, write_files

WRITTEN = ".written.json"  # lists the files that the last export to this destination wrote


def export_to_folder(
    pack: Pack,
    destination: str,
    out: Path,
    options: ExportOptions,
    problems: Problems,
    *,
    progress: Callable[[str], None] | None = None,
    check_only: bool = False,
) -> tuple[Exported, Path | None]:
    """Make the files for a destination and write them; also return their folder.

    The folder is None if nothing was written: with `check_only`, or after an error in `problems`.
    `progress` is called with the name of each step. Raises `KeyError` for an unknown destination
    and `NotWritten` if a file cannot be written.
    """
    folder = out / pack.id / destination
    exported = export(Job(pack, options, problems, folder, progress), destinations()[destination])
    if check_only or problems.errors or not exported.files:
        return exported, None
    _write(pack.folder, out, folder, exported.files)
    return exported, folder


def _write(
    pack: Path, out: Path, folder: Path, files: Sequence[tuple[PurePosixPath, bytes]]
) -> None:
    """Write all files or none into the folder of a destination.

    Files of an earlier export that this export does not contain are removed, so that nobody uploads
    a card that has left the game; `WRITTEN` lists the files of the last export.
    """
    root = with_short_names(root_of(out, pack))
    named = {with_short_names(folder / str(path)): data for path, data in files}
    note = with_short_names(folder) / WRITTEN
    earlier = []
    with suppress(OSError, ValueError, RecursionError):
        earlier = [str(name) for name in json.loads(read(note))]
    names = [path.relative_to(note.parent).as_posix() for path in named]
    content = json.dumps(names, indent=1).encode() + b"\n"
    write_files([*named.items(), (note, content)], below=root)
    for name in set(earlier) - set(names):
        path = note.parent / name
        inside = path.resolve().parent.is_relative_to(note.parent.resolve())
        if inside and path.is_file() and not path.is_symlink():
            path.unlink()
