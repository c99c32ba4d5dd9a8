"""The input and the result of an export.

In: a checked pack and the options of the call. Out: files that are not written yet, and lines that
describe them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from generator.model.pack import Pack
from generator.model.problems import Problems


def address_fault(address: str) -> str:
    """Describe why pictures cannot be found below an address; "" if they can.

    >>> address_fault("https://example.org/mara/"), address_fault("https://")
    ('', '--base-url "https://" names no machine')
    """
    if not address.startswith(("https://", "http://")):
        return f'--base-url "{address}" does not begin with https://'
    if not address.split("://", 1)[1].strip("/"):
        return f'--base-url "{address}" names no machine'
    if sign := re.search(r"[\s?#]", address):
        found = "a space" if sign[0].isspace() else f'"{sign[0]}"'
        return f'--base-url "{address}" contains {found}, so it is not the address of a folder'
    return ""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The settings of an export. Lengths are in mm.

    `paper`, `gap` and `kerf` (the width that the tool removes) are for cutting machines. `only` and
    `skip` are patterns as for `build`. `programs`: whether `drawings.py` may run. `rotates`:
    whether pieces may be turned to fit a product. `products`: the product of each component, by
    name. `pictures`: where a virtual table finds the pictures: in the folder of the export, below
    `address` on the web, or by file name alone.
    """

    only: Sequence[str] = ()
    skip: Sequence[str] = ()
    programs: bool | None = None
    rotates: bool = False
    paper: str | None = None
    gap: float | None = None
    kerf: float = 0.0
    products: Mapping[str, str] = field(default_factory=dict)
    pictures: Literal["local", "web", "mods"] = "local"
    address: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """A pack to export, with its options; faults are added to `problems`.

    `folder` is the folder into which the files will be written. `progress` is called with the name
    of each step.
    """

    pack: Pack
    options: ExportOptions
    problems: Problems
    folder: Path = Path()
    progress: Callable[[str], None] | None = None

    def tell(self, step: str) -> None:
        """Report that a step begins."""
        if self.progress is not None:
            self.progress(step)


@dataclass(frozen=True, slots=True)
class Exported:
    """The files of an export by their names in the folder of the destination, and a description.

    `lines` describe the files to people, `rows` to programs.
    """

    files: tuple[tuple[PurePosixPath, bytes], ...] = ()
    lines: tuple[str, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()
