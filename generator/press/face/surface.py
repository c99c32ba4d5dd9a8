"""The surface of a face, its finished ink, and texts that remember their place in the user's files.

These are the values that a canvas and its parts pass to each other while they draw a face.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

from markupsafe import Markup

from generator.model.pack import Shape, Side
from generator.model.problems import Place
from generator.press.pieces.expand import Piece


class Ink(Markup):
    """Finished SVG that templates and drawings include unchanged."""

    def get_xml(self) -> ElementTree.Element:
        """The element that svgwrite puts into its document."""
        return ElementTree.fromstring(f"<g>{self}</g>")


Cells = tuple[tuple[str, Place], ...]  # the cells from which a text was made: contents and place


class Written(str):
    """A text that remembers its place in the user's files."""

    place: Place
    cells: Cells
    family: str

    def __new__(cls, text: str, place: Place, cells: Cells = (), family: str = "body") -> "Written":
        """Keep with a text its `place`, the cells that it was filled from, and its font family."""
        written = super().__new__(cls, text)
        written.place = place
        written.cells = cells
        written.family = family
        return written

    def place_of(self, part: str) -> Place:
        """The place of a part of the text, which is a cell that overlaps the part, or else the
        slot.
        """
        if not part:
            return self.place
        holds = (place for text, place in self.cells if part in text)
        inside = (place for text, place in self.cells if len(text) > 2 and text in part)
        return next(holds, next(inside, self.place))

    def empty(self) -> Place | None:
        """The empty cell from which the text was filled; None if there is no such cell, or if there
        are several.
        """
        blank = [place for text, place in self.cells if not text.strip()]
        return blank[0] if len(blank) == 1 else None


def seen_from(file: Path, folder: Path) -> str:
    """The name of a file in messages, relative to the pack's folder if the file lies inside.

    >>> seen_from(Path("/games/raft/templates/a.svg"), Path("/games/raft"))
    'templates/a.svg'
    """
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)


@dataclass(slots=True)
class Surface:
    """The side of a piece while it is being drawn."""

    piece: Piece
    side: Side
    place: Place  # the place of the face, used if no more exact place is known
    shape: Shape
    bleed: float
    held: bool  # whether finished ink is inserted later, after the drawing is imported
    places: Mapping[str, Place] = field(default_factory=dict)  # places of the face's slots
    code: str = ""  # the folder of the template or program that draws; "" for a bundled face
    ink: list[str] = field(default_factory=list)
    # Checks of a drawing's texts that wait for its origin, in mm from the trim's corner.
    unchecked: list[Callable[[tuple[float, float]], None]] = field(default_factory=list)
    images: list[Path] = field(default_factory=list)
    is_sampled: bool = False  # whether a picture is embedded at a reduced resolution
    n_ids: int = 0
    # whether the surface is a picture for a rule sheet, without trim and safe zone
    is_figure: bool = False
    borrows: bool = False  # whether it shows other faces, or figures of `drawings.py`

    @property
    def width(self) -> float:
        """The width in mm, including the bleed."""
        return self.shape.width + 2 * self.bleed

    @property
    def height(self) -> float:
        """The height in mm, including the bleed."""
        return self.shape.height + 2 * self.bleed

    def line(self) -> Place | None:
        """The line of the pack's template or program that is being executed."""
        if not self.code:
            return None
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and not frame.f_code.co_filename.startswith(self.code):
            frame = frame.f_back
        if frame is None:
            return None
        line = frame.f_lineno
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            line = template.get_corresponding_lineno(line)
        return Place(seen_from(Path(frame.f_code.co_filename), Path(self.code)), line)

    @property
    def who(self) -> str:
        """The names of the piece and the side in messages."""
        return f"{self.piece.id}, {self.side}"
