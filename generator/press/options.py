"""The options of a build, and the summary of its result.

The command line and the pages of preview fill in `BuildOptions`; `build` returns a `BuildSummary`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from generator.press.pieces.ledger import Pull
from generator.press.sheet.layout import Backs
from generator.press.sheet.marks import MarkStyle
from generator.press.sheet.papers import Orientation


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The options of a build. None means the value of `sheet:` in the pack. Lengths in mm.

    `stock` names labels or perforated cards, whose first sheet is free from place `start` on.
    `formats` are names from `press.formats.FORMATS`. `changed` prints only pieces that differ since
    the last build. Backs are moved by `offset`, or by the offset saved for `printer`. `cut` clips
    single faces to their outline. `bleed` replaces the bleed of every component, on both sides.
    """

    out: Path = Path("output")
    formats: Sequence[str] = ("pdf",)
    paper: str | None = None
    stock: str | None = None
    start: int = 1
    orientation: Orientation = "auto"
    margin: float | None = None
    gap: float | None = None
    edges: Literal["shared", "own"] | None = None
    marks: MarkStyle | None = None
    backs: Backs | None = None
    hexes: Literal["tight", "rows"] | None = None
    arrange: Literal["auto", "grouped", "packed"] | None = None
    order: Literal["rows", "stack"] = "rows"
    bleed: float | None = None
    only: Sequence[str] = ()
    skip: Sequence[str] = ()
    copies: int = 1
    changed: bool = False
    low_ink: bool = False
    grey: bool = False
    outlines: bool = False
    sleeves: bool = False
    proof: bool = False
    labels: bool = True
    printer: str | None = None
    offset: tuple[float, float] | None = None
    dpi: float = 300.0
    cut: bool = False
    programs: bool | None = None  # whether `drawings.py` may run; None: only in trusted folders


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Sheets with the same content: their number, the pieces on each sheet, and the plan for
    cutting it.

    `cuts` is the number of straight cuts, made in the sequence `order`. `folds` describes the folds
    if a sheet holds leaves of a booklet, such as "fold in the middle".
    """

    title: str
    sheets: int
    pieces: int
    cuts: int
    order: tuple[str, ...] = ()
    by_hand: int = 0  # number of pieces on a sheet to cut out by hand along their outlines
    folds: str = ""
    stock: str = ""  # the name of labels or perforated cards, which need no cuts


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """The result of a build. `sheets` are leaves of paper, `pages` their printed sides.

    `left_out` counts pieces too large for the paper, `crossed` faces with a fault, `sampled` faces
    with pictures that were sampled down to `max_dpi` pixels per inch. `stopped` is true if nothing
    was made.
    """

    game: str
    paper: str = ""
    pieces: int = 0
    faces: int = 0
    sheets: int = 0
    pages: int = 0
    cuts: int = 0
    plan: tuple[SheetPlan, ...] = ()
    pull: tuple[Pull, ...] = ()
    files: tuple[Path, ...] = ()
    seconds: float = 0.0
    crossed: int = 0
    left_out: int = 0
    stopped: bool = False
    sampled: int = 0
    max_dpi: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Convert the summary to plain values for JSON."""
        summary = asdict(self)
        summary["files"] = [str(path) for path in self.files]
        summary["seconds"] = round(self.seconds, 3)
        return summary
