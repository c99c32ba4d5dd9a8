"""Faces as single SVG files, for cutters, shops and further drawing.

In: `Face`s, text as text or as outlines, just as the `FaceMaker` drew them. Out: file names and
bytes.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from generator.pack import Side
from generator.press.expand import Piece
from generator.press.face.face import Face


def face_name(piece: Piece, side: Side, ending: str) -> PurePosixPath:
    """`component/piece-side.ending`."""
    return PurePosixPath(piece.component.id) / f"{piece.row.id}-{side}.{ending}"


def svg_files(faces: Iterable[tuple[Piece, Side, Face]]) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Each face under its name."""
    for piece, side, face in faces:
        yield face_name(piece, side, "svg"), face.svg.encode()
