"""Writes sheets as PDF; reportlab places the forms of faces and draws the marks.

In: `Sheet`s, faces and their forms. Out: the bytes of a PDF with trim and bleed boxes and all fonts
embedded. The same input gives the same bytes.
"""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.model.pack import Pack, Points, Side
from generator.press.face import outline
from generator.press.face.face import Face
from generator.press.out.face_forms import PT
from generator.press.out.pdf_canvas import blank_canvas, corrected, draw_labels, draw_lines, save
from generator.press.out.pdf_forms import Form, Placer, shared_pictures
from generator.press.sheet.labels import box_of, fault_text, is_covered, page_text, place_labels
from generator.press.sheet.layout import Placement, Sheet
from generator.press.sheet.marks import (
    Hairline,
    Label,
    MarkStyle,
    assembly_marks,
    bleed_marks,
    cut_marks,
    die_marks,
    fold_marks,
    inner_marks,
)
from generator.press.sheet.pixels import Raster, rasters
from generator.press.sheet.sides import corners_of_hex, is_flat_top, outline_of

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


Faces = Mapping[tuple[str, Side], Face]  # piece id and side → its face


# -- pages ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageStyle:
    """The style of pages around the pieces.

    `overlap` is the overlap of a piece cut over several sheets, in mm. `scale` are the factors by
    which the printer lengthens upright paper across and down, for which pages are corrected.
    """

    marks: MarkStyle = "ticks"
    overlap: float = 10.0
    is_proof: bool = False
    has_labels: bool = True
    scale: tuple[float, float] = (1.0, 1.0)


PLAIN = PageStyle(marks="none", has_labels=False)


def sheets_pdf(
    sheets: Sequence[Sheet],
    faces: Faces,
    forms: Mapping[str, Form],
    pack: Pack,
    style: PageStyle | None = None,
    *,
    dpi: float | None = None,
    among: Sequence[Sheet] = (),
) -> bytes:
    """Draw all sheets, in order.

    With `dpi`, the pages will be drawn as pictures. A point is then a pixel, and every piece has a
    box of whole pixels. If the sheets are distributed over several files, `among` lists the sheets
    of all files, so that boxes are equal in every file.
    """
    style = style or PageStyle()
    marks = style.marks
    out = io.BytesIO()
    canvas = _canvas(out, pack)
    printed = (faces.get((p.piece.id, p.side)) for sheet in sheets for p in sheet.placements)
    n_times = Counter(face.digest for face in printed if face is not None)
    drawn = [forms[digest] for digest in n_times if digest in forms]
    placer = Placer(canvas, shared_pictures(drawn))
    used = Counter(id(layer) for form in drawn for layer in form.layers)
    for sheet, view in zip(sheets, _views(sheets, dpi, among or sheets), strict=True):
        width, height = view.width, view.height
        canvas.setPageSize((width, height))
        if dpi is None:
            _set_boxes(canvas, sheet)
            if style.scale != (1.0, 1.0):
                canvas.addLiteral(corrected(style.scale, sheet.paper))
        alone: list[tuple[bytes, Form]] = []
        for i, placement in enumerate(sheet.placements):
            face = faces.get((placement.piece.id, placement.side))
            if face is None or face.digest not in forms:
                continue
            form = forms[face.digest]
            code = _placed(placement, face, form, view, i)
            if (form.content or form.layers) and n_times[face.digest] == 1:
                alone.append((code, form))
            else:
                canvas.addLiteral(f"q {code.decode()}")
                placer.draw(form)
                canvas.addLiteral("Q")
        if alone:
            placer.draw_together(alone, width, height, used)
        faults = {(p.piece.id, p.side): _faults_of(p, faces) for p in sheet.placements}
        named = "" if is_covered(sheet, text := page_text(sheet, pack.name)) else text
        around = place_labels(sheet, [named, fault_text(sheet, faults)] if style.has_labels else [])
        inside = [*(die_marks(sheet) if marks != "none" else ()), *inner_marks(sheet, marks)]
        boxes = tuple(box_of(label) for label in around)
        cuts = cut_marks(sheet, marks, boxes)
        inside += bleed_marks(sheet, marks, cuts)
        folds = fold_marks(sheet, boxes, booklets=marks != "none")
        joins, notes = assembly_marks(sheet, style.overlap)
        with view.in_mm(canvas) as high:
            draw_lines(canvas, view.lines([*cuts, *folds, *joins]), high)
            draw_lines(canvas, view.lines(inside), high, over=True)
            draw_labels(canvas, view.labels([*notes, *around]), high)
        if style.is_proof:
            _draw_proof(canvas, sheet, view)
        canvas.showPage()
    save(canvas)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class _View:
    """A page in points: a sheet to print, or a picture of a sheet if the page has a `raster`."""

    width: float
    height: float
    paper_height: float  # height of the paper, mm
    raster: Raster | None = None

    def onto(self, i: int) -> tuple[float, float, float, float]:
        """The transformation from the paper to the page, in points, at the sheet's i-th piece.

        The order is: scale across and up, then shift across and up.
        """
        if self.raster is None:
            return (1.0, 1.0, 0.0, 0.0)
        (x, x_end), (y, y_end) = self.raster.boxes[i]
        left, right = self.raster.across.at(x), self.raster.across.at(x_end)
        top, bottom = self.raster.down.at(y), self.raster.down.at(y_end)
        a = (right - left) / ((x_end - x) * PT)
        d = (bottom - top) / ((y_end - y) * PT)
        return (a, d, left - a * x * PT, self.height - top - d * (self.paper_height - y) * PT)

    @contextmanager
    def in_mm(self, canvas: "Canvas") -> Iterator[float]:
        """Draw on the canvas in mm of the paper, and yield the height of the page in points."""
        if self.raster is None:
            yield self.height
            return
        scale = self.raster.across.per_mm / PT
        canvas.saveState()
        canvas.scale(scale, scale)
        yield self.height / scale
        canvas.restoreState()

    def lines(self, lines: Sequence[Hairline]) -> Sequence[Hairline]:
        """The lines, moved together with the pieces that they belong to."""
        if self.raster is None:
            return lines
        x, y = self._x, self._y
        return [
            replace(ln, x=x(ln.x), y=y(ln.y), x_end=x(ln.x_end), y_end=y(ln.y_end)) for ln in lines
        ]

    def labels(self, labels: Sequence[Label]) -> Sequence[Label]:
        """The labels, moved together with the pieces that they belong to."""
        if self.raster is None:
            return labels
        return [replace(label, x=self._x(label.x), y=self._y(label.y)) for label in labels]

    def _x(self, mm: float) -> float:
        assert self.raster is not None
        return self.raster.across.at(mm) / self.raster.across.per_mm

    def _y(self, mm: float) -> float:
        assert self.raster is not None
        return self.raster.down.at(mm) / self.raster.down.per_mm


def _views(sheets: Sequence[Sheet], dpi: float | None, among: Sequence[Sheet]) -> list[_View]:
    papers = [sheet.paper for sheet in sheets]
    if dpi is None:
        return [_View(paper.width * PT, paper.height * PT, paper.height) for paper in papers]
    by_sheet = {id(sheet): raster for sheet, raster in zip(among, rasters(among, dpi), strict=True)}
    own = [by_sheet[id(sheet)] for sheet in sheets]
    return [
        _View(raster.across.size, raster.down.size, paper.height, raster)
        for paper, raster in zip(papers, own, strict=True)
    ]


def _faults_of(placement: Placement, faces: Faces) -> tuple[str, ...]:
    face = faces.get((placement.piece.id, placement.side))
    return () if face is None else face.faults


def _canvas(out: io.BytesIO, pack: Pack) -> "Canvas":
    canvas = blank_canvas(out)
    canvas.setTitle(pack.name)
    canvas.setSubject("print and play")
    canvas.setAuthor("; ".join(pack.credits) or pack.name)
    canvas.setCreator("protoplay")
    return canvas


def _set_boxes(canvas: "Canvas", sheet: Sheet) -> None:
    """Set trim and bleed boxes around all pieces of the sheet, in points from the lower left."""
    width, height = sheet.paper.width, sheet.paper.height
    trims = [p.trim.box for p in sheet.placements] or [(0.0, 0.0, width, height)]
    inks = [p.ink for p in sheet.placements] or trims
    for boxes, set_box in ((trims, canvas.setTrimBox), (inks, canvas.setBleedBox)):
        left, top = max(0.0, min(b[0] for b in boxes)), max(0.0, min(b[1] for b in boxes))
        right, bottom = min(width, max(b[2] for b in boxes)), min(height, max(b[3] for b in boxes))
        set_box(tuple(round(v * PT, 4) for v in (left, height - bottom, right, height - top)))


def _placed(placement: Placement, face: Face, form: Form, view: _View, i: int) -> bytes:
    """The operators that clip a face and place it on its trim."""
    right, up, x0, y0 = view.onto(i)
    high = view.paper_height
    clip = placement.clip
    # without a clip, half a pixel may overlap the next piece
    if view.raster is not None and not clip:
        left, top, end, bottom = placement.ink
        clip = ((left, top), (end, top), (end, bottom), (left, bottom))
    code: list[str] = []
    for k, (x, y) in enumerate(clip):
        px, py = right * x * PT + x0, up * (high - y) * PT + y0
        code.append(f"{px:.4f} {py:.4f} {'l' if k else 'm'}")
    if clip:
        code.append("h W n")
    a, b, c, d, x, y = _matrix(placement, face, form, high * PT)
    a, b, c, d, x, y = right * a, up * b, right * c, up * d, right * x + x0, up * y + y0
    code.append(f"{a:.7f} {b:.7f} {c:.7f} {d:.7f} {x:.4f} {y:.4f} cm")
    return " ".join(code).encode()


def _matrix(
    placement: Placement, face: Face, form: Form, height: float
) -> tuple[float, float, float, float, float, float]:
    """The matrix from the points of a form to the points of the page, which scales, turns
    clockwise, and moves to the trim.
    """
    trim = placement.trim
    u, v = trim.window[:2] if trim.window else (0.0, 0.0)
    middle_x, middle_y = trim.x + trim.width / 2, trim.y + trim.height / 2
    wide, high = ((size - 2 * face.bleed) * trim.scale for size in (face.width, face.height))
    if trim.window:
        wide, high = trim.width, trim.height
    angle = radians(trim.turn)
    # The numbers are rounded so that quarter turns are exact, and fronts and backs agree to the
    # last digit.
    c, s = round(cos(angle), 12), round(sin(angle), 12)

    def on_page(x: float, y: float) -> tuple[float, float]:
        across = (x / form.width * face.width - face.bleed - u) * trim.scale - wide / 2
        down = ((1 - y / form.height) * face.height - face.bleed - v) * trim.scale - high / 2
        return (
            (middle_x + across * c - down * s) * PT,
            height - (middle_y + across * s + down * c) * PT,
        )

    x0, y0 = on_page(0, 0)
    x1, y1 = on_page(1, 0)
    x2, y2 = on_page(0, 1)
    return (x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0)


PROOF = {"bleed": (0.1, 0.35, 0.9), "trim": (0.85, 0.0, 0.5), "safe": (0.0, 0.55, 0.25)}


def _draw_proof(canvas: "Canvas", sheet: Sheet, view: _View) -> None:
    """Outline the bleed (blue), trim (magenta) and safe zone (green) of every piece."""
    canvas.setLineWidth(0.25)
    height = view.paper_height * PT
    for i, placement in enumerate(sheet.placements):
        trim, component = placement.trim, placement.piece.component
        right, up, x, y = view.onto(i)
        if view.raster is not None:
            canvas.saveState()
            canvas.transform(right, 0, 0, up, x, y)
        for zone in ("bleed", "trim", "safe"):
            canvas.setStrokeColorRGB(*PROOF[zone])
            canvas.setDash([2, 1.5] if zone == "safe" else [])
            left, top, right, bottom = placement.ink if zone == "bleed" else trim.box
            inset = component.safe * trim.scale if zone == "safe" else 0.0
            box = (left + inset, top + inset, right - inset, bottom - inset)
            _stroke_outline(canvas, placement, box, height, inset if zone != "bleed" else None)
        if view.raster is not None:
            canvas.restoreState()
    canvas.setDash([])


def _stroke_outline(
    canvas: "Canvas",
    placement: Placement,
    box: tuple[float, float, float, float],
    height: float,
    inset: float | None,
) -> None:
    """Stroke an outline `inset` mm inside the trim in its box; the bleed if `inset` is None."""
    left, top, right, bottom = box
    piece, trim = placement.piece, placement.trim
    shape = piece.component.shape
    x, y, width, high = left * PT, height - bottom * PT, (right - left) * PT, (bottom - top) * PT
    if shape.kind == "circle":
        canvas.ellipse(x, y, x + width, y + high, stroke=1, fill=0)
        return
    corners: Points = ()
    if shape.kind == "hex":
        corners = corners_of_hex(box, is_flat_top(piece, trim))
    elif shape.outline and inset is not None and trim.window is None:
        corners = outline_of(piece, trim, placement.side)
        corners = outline.moved(outline.clockwise(corners), -inset)
    if corners:
        path = canvas.beginPath()
        for i, (px, py) in enumerate(corners):
            (path.lineTo if i else path.moveTo)(px * PT, height - py * PT)
        path.close()
        canvas.drawPath(path, stroke=1, fill=0)
        return
    radius = max(shape.corner * trim.scale - (inset or 0.0), 0.0) if inset is not None else 0.0
    canvas.roundRect(x, y, width, high, radius * PT)
