"""Writes faces as separate SVG files, for cutting machines, shops and further drawing.

In: `Face`s from the `FaceMaker`, with text as text or as outlines. Out: file names and
bytes.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from generator.model.decimals import drawn
from generator.model.pack import Side
from generator.press.face import outline
from generator.press.face.face import Face
from generator.press.pieces.expand import Piece

CUT = "cut-out"  # the id of the outline at which a face is clipped


def face_name(piece: Piece, side: Side, ending: str) -> PurePosixPath:
    """Return the path `component/piece-side.ending`."""
    return PurePosixPath(piece.component.id) / f"{piece.row.id}-{side}.{ending}"


def cut_out(face: Face, piece: Piece, side: Side) -> Face:
    """Make a face transparent outside its outline, including round corners."""
    shape = piece.component.shape
    if side == "back" and shape.outline:
        shape = outline.mirrored(shape)
    body = face.svg[face.svg.index(">") + 1 : face.svg.rindex("</svg>")]
    width, height = drawn(shape.width), drawn(shape.height)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><clipPath id="{CUT}"><path d="{outline.path(shape)}"/>'
        f'</clipPath><g clip-path="url(#{CUT})">{body}</g></svg>'
    )
    digest = hashlib.sha256(svg.encode()).hexdigest()
    return replace(face, svg=svg, width=shape.width, height=shape.height, bleed=0.0, digest=digest)


def svg_files(faces: Iterable[tuple[Piece, Side, Face]]) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield each face as an SVG file, with its file name."""
    for piece, side, face in faces:
        yield face_name(piece, side, "svg"), face.svg.encode()
