"""One side of a piece as one SVG document: from slots, the pack's own SVG, or its drawings.

In: a `Pack` and a `Piece`. Out: a `Face`, an SVG in mm whose origin is the trim's top left, so
the bleed lies at negative coordinates: `viewBox="-bleed -bleed width height"`, and a user unit
is a mm. It is complete in itself (images are data URIs, no links) and depends on the pack alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.pack import Pack, Side
from generator.press.expand import Piece
from generator.problems import Problems


@dataclass(frozen=True, slots=True)
class Options:
    """How all faces of a run are drawn."""

    low_ink: bool = False  # large fills give way to their outlines
    grey: bool = False  # every colour and image in grey
    outlines: bool = False  # text as paths, for printers that mistrust fonts


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn side. `width` and `height` include `bleed` mm on every edge.

    `digest` is a sha256 of the SVG text, so equal digests are equal pictures; `images` are the
    files drawn on it.
    """

    svg: str
    width: float
    height: float
    bleed: float
    digest: str
    images: tuple[Path, ...] = ()


class FaceMaker:
    """Draws the faces of one pack; keeps its fonts, icons, images and templates warm.

    Equal slots on equal shapes are drawn once. What is wrong goes to `problems`, once a fault.
    """

    def __init__(self, pack: Pack, problems: Problems, options: Options | None = None) -> None:
        self.pack = pack
        self.problems = problems
        self.options = options or Options()

    def face(self, piece: Piece, side: Side) -> Face | None:
        """Draw one side; None where it is blank paper or cannot be drawn (then a problem says so)."""
        raise NotImplementedError


def render(
    pack: Pack, piece: Piece, side: Side, problems: Problems, options: Options | None = None
) -> Face | None:
    """Draw one side of one piece; for many use one `FaceMaker`."""
    return FaceMaker(pack, problems, options).face(piece, side)


def slots_of(name: str) -> Mapping[str, str]:
    """The slots of the bundled face `name` with their descriptions, in order."""
    raise NotImplementedError
