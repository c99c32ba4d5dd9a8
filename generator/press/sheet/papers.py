"""Paper: the sizes of printer paper, in mm, and its orientation.

In: a name or a written size. Out: a `Paper`.
"""

from dataclasses import dataclass
from typing import Literal

from generator.model.units import PAPERS, paper_mm, to_text

Orientation = Literal["auto", "portrait", "landscape"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in its orientation, with width and height in mm; file names contain `name`."""

    name: str
    width: float
    height: float

    @property
    def is_landscape(self) -> bool:
        """Whether the long edge is at the top."""
        return self.width > self.height

    @property
    def turned(self) -> "Paper":
        """The same sheet turned by 90°."""
        return Paper(self.name, self.height, self.width)


def paper_of(written: str) -> Paper:
    """Read a paper size, "a4", "letter", … or "200mm x 300mm"; raises `units.NotALength`.

    The sheet is always upright.

    >>> paper_of("A4")
    Paper(name='a4', width=210.0, height=297.0)
    >>> paper_of("300mm x 200mm").name
    '200x300mm'
    """
    width, height = sorted(paper_mm(written))
    name = written.strip().lower()
    if name not in PAPERS:
        name = f"{to_text(width).removesuffix('mm')}x{to_text(height)}"
    return Paper(name, width, height)


def ways_to_lie(paper: Paper, orientation: Orientation) -> tuple[Paper, ...]:
    """The possible orientations of a sheet, with the preferred orientation first."""
    upright = paper.turned if paper.is_landscape else paper
    if orientation == "portrait" or upright.width == upright.height:
        return (upright,)
    if orientation == "landscape":
        return (upright.turned,)
    return (upright, upright.turned)
