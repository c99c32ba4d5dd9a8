"""What an export starts from, and what it made.

In: a checked pack and the options of the call. Out: files that are not written yet, and lines that
say what they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from generator.model.pack import Pack
from generator.model.problems import Problems


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What to export, and how. Lengths in mm.

    `paper`, `gap` and `kerf`, what the tool takes away, are for cutters.
    `only` and `skip` are patterns as for `build`. `programs`: whether `drawings.py` may run.
    `rotates`: whether pieces may be turned to fit a product; `products` names that of a component.
    `pictures`: where a virtual table finds them: in the folder of the export, below `address` on
    the web, or by their names alone.
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
    """The pack to export; faults are added to `problems`.

    `folder` is where the files will lie. `progress` is called with the name of each step.
    """

    pack: Pack
    options: ExportOptions
    problems: Problems
    folder: Path = Path()
    progress: Callable[[str], None] | None = None

    def tell(self, step: str) -> None:
        """Report a step."""
        if self.progress is not None:
            self.progress(step)


@dataclass(frozen=True, slots=True)
class Exported:
    """Files by their names in the folder of the destination, and what they are.

    `lines` tell it to people, `rows` to programs.
    """

    files: tuple[tuple[PurePosixPath, bytes], ...] = ()
    lines: tuple[str, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()
