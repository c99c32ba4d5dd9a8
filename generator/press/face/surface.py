"""What is drawn on, and what is drawn: surfaces, finished ink, texts that know their place."""

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from markupsafe import Markup

from generator.pack import Shape, Side
from generator.press.expand import Piece
from generator.problems import Place


class Ink(Markup):
    """Finished SVG: a template prints it as it stands, a drawing adds it as it is."""

    def get_xml(self) -> ElementTree.Element:
        """The element that svgwrite puts into its document."""
        return ElementTree.fromstring(f"<g>{self}</g>")


class Written(str):
    """A text that remembers where in the user's files it was written."""

    place: Place

    def __new__(cls, text: str, place: Place) -> "Written":
        """Keep `place` beside the text."""
        written = super().__new__(cls, text)
        written.place = place
        return written


@dataclass(slots=True)
class Surface:
    """The side of a piece that is drawn on."""

    piece: Piece
    side: Side
    place: Place  # of the face, where no better place is known
    shape: Shape
    bleed: float
    held: bool  # keep finished ink aside, out of reach of the mender
    ink: list[str] = field(default_factory=list)
    images: list[Path] = field(default_factory=list)
    n_ids: int = 0
    is_figure: bool = False  # a picture for a rule sheet: it has no trim and no safe zone
    borrows: bool = False  # it shows other faces, or figures of `drawings.py`

    @property
    def width(self) -> float:
        """How wide it is, bleed included."""
        return self.shape.width + 2 * self.bleed

    @property
    def height(self) -> float:
        """How high it is, bleed included."""
        return self.shape.height + 2 * self.bleed

    @property
    def who(self) -> str:
        """The piece and the side, for problems."""
        return f"{self.piece.id}, {self.side}"
