"""A game prepared for virtual tables: the arrangement of its pieces, and their pictures.

In: a `Job`. Out: a `Tabletop`. Pictures show the trim without bleed, in RGB, with text as outlines.
Tuckboxes and booklets are left out; rule sheets become PDFs.
"""

import hashlib
import io
import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from generator.model.arrangement import Arrangement, arrange
from generator.model.decimals import drawn
from generator.model.pack import Component, Panel, Row, Side
from generator.press.build import pdfs
from generator.press.export.job import Job
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.options import BuildOptions
from generator.press.out.to_png import svg_png
from generator.press.out.to_svg import cut_out
from generator.press.pieces.expand import CALL, Piece, expand

if TYPE_CHECKING:
    from PIL.Image import Image

Kind = Literal["card", "tile", "token", "board", "die", "standee", "box", "rules", "booklet"]
CARD_STOCK = 0.8  # mm; thicker pieces are tiles, thinner ones cards
CARD_SIDE = 160.0  # mm; pieces with a longer side are boards
DPI = 300
MOST_PIXELS = 4096  # maximum number of pixels on a side of a picture
SIDES: tuple[Side, ...] = ("front", "back")
AT_ONCE = 16  # number of pictures held in memory at the same time
_BOX = re.compile(r'\sviewBox="[^"]*"')


@dataclass(frozen=True, slots=True, eq=False)
class Tabletop:
    """A game ready to lay out: its components, their faces, and rule sheets as PDF by id."""

    components: tuple[Component, ...]
    arrangement: Arrangement
    pieces: Mapping[str, Piece]  # keys are "component/row"
    faces: Mapping[tuple[str, Side], Face]
    rules: Mapping[str, bytes]
    left_out: tuple[Component, ...]

    def face(self, component: Component, row: Row, side: Side) -> Face | None:
        """The face of a piece; None if that side is blank."""
        return self.faces.get((f"{component.id}/{row.id}", side))

    def common_back(self, component: Component) -> bool:
        """Whether all pieces of a component have the same back."""
        digests = {
            face.digest if (face := self.face(component, row, "back")) else ""
            for row in component.rows
        }
        return len(digests) <= 1


def kind_of(component: Component) -> Kind:
    """The kind of object that a component becomes on a virtual table."""
    shape = component.shape
    panels = {panel.name for panel in shape.panels}
    if any(row.leaf is not None for row in component.rows):
        return "booklet"
    if component.front is not None and component.front.name == "rules":
        return "rules"
    if "1" in panels:
        return "die"
    if panels:
        return "box" if {"top", "bottom"} & panels else "standee"
    if shape.kind in ("polygon", "dieline"):
        return "token"
    if shape.kind == "rect":
        is_large = max(shape.width, shape.height) > CARD_SIDE
        if component.tile_pages or is_large:
            return "board"
        return "tile" if component.stock > CARD_STOCK else "card"
    return "tile"


def tabletop_of(job: Job) -> Tabletop | None:
    """Draw the faces and arrange the table; return None after a problem."""
    n_before = len(job.problems.errors)
    pieces = expand(job.pack, job.problems, job.options.only, job.options.skip)
    if not (pieces or job.problems.errors):
        job.problems.error(CALL, "there are no pieces to export", "see --only and --skip")
    if len(job.problems.errors) > n_before:
        return None
    listed = _components_of(pieces)
    used = tuple(c for c in listed if kind_of(c) not in ("box", "rules", "booklet"))
    left_out = tuple(c for c in listed if kind_of(c) in ("box", "booklet"))
    drawing = FaceOptions(outlines=True, programs=job.options.programs)
    maker = FaceMaker(job.pack, job.problems, drawing)
    ids = {component.id for component in used}
    by_id = {piece.id: piece for piece in pieces if piece.component.id in ids}
    job.tell("draw the faces")
    faces = {
        (piece.id, side): face
        for piece in by_id.values()
        for side in SIDES
        if (face := maker.face(piece, side)) is not None
    }
    crossed = [id for (id, _), face in faces.items() if maker.is_crossed(face)]
    if crossed:
        place = by_id[crossed[0]].place
        job.problems.error(place, f"{crossed[0]} cannot be drawn", "see the fault above")
        return None
    rules = dict(_rules(job, [c for c in listed if kind_of(c) == "rules"]))
    laid = arrange(job.pack, job.pack.players[1], random.Random(job.pack.id), used)
    return Tabletop(used, laid, by_id, faces, rules, left_out)


def _components_of(pieces: Sequence[Piece]) -> tuple[Component, ...]:
    """The components of these pieces, each reduced to its exported rows."""
    rows: dict[str, list[Row]] = {}
    components: dict[str, Component] = {}
    for piece in pieces:
        components[piece.component.id] = piece.component
        rows.setdefault(piece.component.id, []).append(piece.row)
    return tuple(replace(c, rows=tuple(rows[id])) for id, c in components.items())


def _rules(job: Job, components: Sequence[Component]) -> Iterator[tuple[str, bytes]]:
    """Yield the id of each rule sheet, and a PDF with one page for each of its sides."""
    for component in components:
        job.tell("typeset the rules")
        shape = component.shape
        options = BuildOptions(
            paper=f"{shape.width}mm x {shape.height}mm", orientation="portrait", margin=0.0,
            gap=0.0, marks="none", backs="long-edge", bleed=0.0, labels=False,
            only=(component.id,), programs=job.options.programs,
        )  # fmt: skip
        for _, pdf in pdfs(job.pack, options, job.problems):
            yield component.id, pdf


# -- pictures ---------------------------------------------------------------------------------


def pixels(length: float, dpi: float = DPI) -> int:
    """Convert a length in mm to whole pixels."""
    return max(1, round(length / 25.4 * dpi))


def pictures(
    faces: Sequence[Face | None], size: tuple[int, int], box: Panel | None = None
) -> "Iterator[Image]":
    """Draw the trim of each face at `size` pixels, in order; a blank side is white.

    Raises `ValueError` if a face cannot be drawn.
    """
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, 8))) as threads:
        for i in range(0, len(faces), AT_ONCE):
            yield from threads.map(lambda f: picture(f, size, box), faces[i : i + AT_ONCE])


def picture(face: Face | None, size: tuple[int, int], box: Panel | None = None) -> "Image":
    """Draw the trim of a face at `size` pixels, or only the panel `box`."""
    from PIL import Image

    whole = Image.new("RGB", size, "white")
    if face is None:
        return whole
    width, height = face.width - 2 * face.bleed, face.height - 2 * face.bleed
    panel = box or Panel("", 0.0, 0.0, width, height)
    view = (panel.x, panel.y, panel.width, panel.height)
    png = svg_png(_seen(face.svg, view), *size)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        clear = image.convert("RGBA")
    whole.paste(clear, mask=clear.getchannel("A"))
    return whole.rotate(-panel.turn) if panel.turn in (90, 180, 270) else whole


def outlined(face: Face, piece: Piece, side: Side, size: tuple[int, int]) -> "Image":
    """Draw a face cut out along its outline, transparent outside it."""
    from PIL import Image

    png = svg_png(cut_out(face, piece, side).svg, *size)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        return image.convert("RGBA")


def sides_of(
    table: Tabletop, component: Component, size: tuple[int, int]
) -> "Iterator[tuple[Row, list[Image]]]":
    """Yield each row with pictures of its front and, unless blank, its back, at `size` pixels.

    Pieces that are not rectangles are cut out and transparent outside their outline. A standee has
    its two panels, a die its six. Raises `ValueError` if a face cannot be drawn.
    """
    rows = component.rows
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, 8))) as threads:
        for i in range(0, len(rows), AT_ONCE):
            some = rows[i : i + AT_ONCE]
            images = threads.map(lambda row: _sides(table, component, row, size), some)
            yield from zip(some, images, strict=True)


def _sides(table: Tabletop, component: Component, row: Row, size: tuple[int, int]) -> "list[Image]":
    front, back = (table.face(component, row, side) for side in SIDES)
    if panels := _panels(component):
        return [picture(front, size, panel) for panel in panels]
    if component.shape.kind == "rect" or front is None:
        return [picture(front, size), *([picture(back, size)] if back else [])]
    piece = table.pieces[f"{component.id}/{row.id}"]
    cut = outlined(front, piece, "front", size)
    return [cut, *([outlined(back, piece, "back", size)] if back else [])]


def _panels(component: Component) -> list[Panel]:
    """The visible panels of a folded piece: six of a die, two of a standee."""
    names = ("front", "back") if component.shape.front else tuple("123456")
    by_name = {panel.name: panel for panel in component.shape.panels}
    return [by_name[name] for name in names if name in by_name]


def size_of(component: Component, dpi: float = DPI, most: int = MOST_PIXELS) -> tuple[int, int]:
    """The size in pixels for every piece of a component, at most `most` on a side."""
    width, height = visible_size(component)
    scale = min(1.0, most / max(pixels(width, dpi), pixels(height, dpi)))
    return max(1, int(pixels(width, dpi) * scale)), max(1, int(pixels(height, dpi) * scale))


def visible_size(component: Component) -> tuple[float, float]:
    """The width and height of the visible part of a piece, mm: its shape, or one panel."""
    panels, shape = _panels(component), component.shape
    return (panels[0].width, panels[0].height) if panels else (shape.width, shape.height)


def _seen(svg: str, view: tuple[float, float, float, float]) -> str:
    """Replace the viewBox of the document."""
    end = svg.index(">", svg.index("<svg"))
    box = " ".join(drawn(length) for length in view)
    head, n = _BOX.subn(f' viewBox="{box}"', svg[:end], count=1)
    assert n == 1, f"no viewBox in {svg[:end]!r}"
    return head + svg[end:]


def png_of(image: "Image") -> bytes:
    """Encode the picture as PNG."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def named_after(stem: str, data: bytes, ending: str = "png") -> str:
    """A file name that changes with the content, so that programs load changed pictures again."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.{ending}"
