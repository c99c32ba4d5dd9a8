"""The export of a pack for preview; runs in the press worker.

In: how the pack is opened, a destination, and options as on the command line. Out: the name of each
step, then a `Made`: the folder with the files, or all files in a zip.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.preview.faces import Call, drawn_by
from generator.preview.print_options import Value

if TYPE_CHECKING:
    from generator.press.export.job import ExportOptions

DATE = (1980, 1, 1, 0, 0, 0)  # the date of every file in a zip


@dataclass(frozen=True, slots=True)
class Made:
    """The result of an export: `folder` if it was written, `archive` if it is to be downloaded.

    `lines` and `faults` are for people. After an error there are no files.
    """

    lines: tuple[str, ...]
    faults: tuple[str, ...]
    n: int = 0
    folder: str = ""
    archive: bytes = b""


def export(
    call: Call, destination: str, words: Mapping[str, Value], out: str
) -> Iterator[str | Made]:
    """Make the files and write them into a folder of `out`; without `out`, into an archive.

    Yields the name of each step, then the result. Raises `ValueError` for options that cannot be
    read, and `NotWritten` if a file cannot be written.
    """
    from generator.press.export.destinations import destinations
    from generator.press.export.to_folder import export_to_folder

    pack, problems = call.opened()
    if pack is None:
        yield Made((), tuple(map(str, problems.errors)))
        return
    skipped = [] if call.runs else sorted(drawn_by(pack, "draw"))
    options = export_options(words, call.runs, skipped)
    if destination == "tts" and not out and options.pictures == "local":
        raise ValueError(
            "a download needs --base-url or --mods: the game must find its pictures; "
            "or write the files into the output folder"
        )
    yield f"Making the files for {destinations()[destination].title}"
    exported, folder = export_to_folder(
        pack, destination, Path(out or "output"), options, problems, check_only=not out
    )
    files = () if problems.errors else exported.files
    lines = [*exported.lines, *(f"not exported: {id}, drawn by a program" for id in skipped)]
    archive = b"" if out or not files else _zipped([(str(path), data) for path, data in files])
    faults = tuple(str(problem) for problem in problems)
    yield Made(tuple(lines), faults, len(files), str(folder or ""), archive)


def export_options(
    words: Mapping[str, Value], programs: bool, skipped: Sequence[str]
) -> "ExportOptions":
    """Read options as in `print_options.EXPORT_CHOICES`.

    Raises `ValueError` for a length, product or address that cannot be read.
    """
    from generator.model.units import to_mm
    from generator.press.export.job import ExportOptions, address_fault

    products = {}
    for word in _several(words, "product"):
        component, _, product = word.partition("=")
        if not (component and product):
            raise ValueError(f'--product is written COMPONENT=NAME, found "{word}"')
        products[component] = product
    lengths = {name: to_mm(str(words[name])) for name in ("gap", "kerf") if name in words}
    for name, length in lengths.items():
        if length < 0:
            raise ValueError(f"--{name} must be 0mm or more")
    address = str(words.get("base_url", ""))
    if address and (fault := address_fault(address)):
        raise ValueError(fault)
    if address and "mods" in words:
        raise ValueError("choose one of --base-url and --mods")
    return ExportOptions(
        only=_several(words, "only"),
        skip=(*_several(words, "skip"), *skipped),
        programs=programs,
        rotates="allow_rotate" in words,
        products=products,
        paper=str(words["sheet"]) if "sheet" in words else None,
        gap=lengths.get("gap"),
        kerf=lengths.get("kerf", 0.0),
        pictures="web" if address else "mods" if "mods" in words else "local",
        address=address,
    )


def _several(words: Mapping[str, Value], name: str) -> tuple[str, ...]:
    value = words.get(name, ())
    return value if isinstance(value, tuple) else ()


def _zipped(files: Sequence[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, DATE), data)
    return out.getvalue()
