"""Sheets as PDF: typst turns unique faces into forms, reportlab places them and draws marks.

In: `Face`s and `Sheet`s. Out: PDF bytes with trim and bleed boxes, every font embedded, the same
bytes for the same input. A face is converted once however often it is printed; a `Press` that
is kept converts only what it has not seen.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.pack import Pack, Points, Side
from generator.model.problems import Place, Problems
from generator.press.face import outline
from generator.press.face.face import Face
from generator.press.out.cache import KeptFaces
from generator.press.out.pdf_forms import Foreign, Form, Placer, Reader, Value, shared_pictures
from generator.press.out.to_png import face_png
from generator.press.out.upright_text import Parter, Typeface, Words
from generator.press.sheet.labels import (
    box_of,
    fault_text,
    is_covered,
    page_text,
    place_labels,
)
from generator.press.sheet.layout import Placement, Sheet
from generator.press.sheet.marks import (
    LABEL_PT,
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
from generator.press.text.fonts import collect_fonts, font_files, looks_of
from generator.system.files import folder_in
from generator.system.processes import environment, side_by_side

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

PT = 72 / 25.4  # points in a mm
CHUNK_FACES = 400
MOST_FORMS = 20_000
CHUNK_CHARACTERS = 3_000_000
SECONDS_PER_JOB = 30.0  # some SVG filters take half a minute
SECONDS_PER_FACE = 0.1
MOST_DEEP = 32  # drawings within drawings, an opacity is two; Chrome shows nothing 40 deep
BYTES_PER_JOB = 4_000_000_000
FILTER = "<filter"  # what is slow in a drawing
FALLBACK_DPI = 600
PDF_VERSION = (1, 7)  # that of the pages typst makes: transparency, ICC colours
HAIRLINE = 0.1  # mm
HALO = 0.3  # the white below a hairline over ink, mm
LABEL_FONT = "protoplay-label"

Faces = Mapping[tuple[str, Side], Face]  # piece id and side → its drawing


def _digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()


_SWATCH = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="2mm" height="1mm" viewBox="0 0 2 1">'
    '<rect width="1" height="1" fill="#123456"/>'
    '<rect x="1" width="1" height="1" fill="#777777"/></svg>'
)
SWATCH = Face(_SWATCH, 2, 1, 0, _digest(_SWATCH))  # whose inks are those of words


class Press:
    """Converts faces to forms and remembers them by their digest; keeps drawn faces, too."""

    def __init__(self) -> None:
        self.faces = KeptFaces()
        self._forms: dict[str, Form] = {}  # by the digest of a face
        self._drawings: dict[str, Form] = {}  # by that of what typst draws of it
        self._inks: dict[bytes, Value] = {}  # typst's colour spaces: RGB and grey
        self._fonts: tuple[tuple[str, int], ...] = ()
        self._parter = Parter({})
        self._reader = Reader()

    def forms(
        self, faces: Sequence[tuple[Face, Place]], pack: Pack, problems: Problems
    ) -> Mapping[str, Form]:
        """Convert the faces not seen before; digest → form.

        A face that cannot be converted is a problem at its place and has no form.
        """
        files = font_files(pack)
        fonts = tuple((str(path), path.stat().st_mtime_ns) for path in files)
        if fonts != self._fonts:  # the same SVG in other fonts is another picture
            self._forget()
            self._fonts = fonts
            self._parter = Parter({look: Typeface(t) for look, t in looks_of(pack).items()})
        elif len(self._forms) > MOST_FORMS:
            self._forget()
        new = {f.digest: (f, place) for f, place in faces if f.digest not in self._forms}
        if not new:
            return self._forms
        if find_spec("typst") is None:
            self._draw_pixels(list(new.values()), files, pack, problems)
            return self._forms
        parted = {digest: self._parted(face) for digest, (face, _) in new.items()}
        drawings = {
            part.digest: (part, new[digest][1])
            for digest, parts in parted.items()
            for part in parts
            if isinstance(part, Face) and part.digest not in self._drawings
        }
        if not self._inks and any(isinstance(p, Words) for parts in parted.values() for p in parts):
            drawings = {SWATCH.digest: (SWATCH, Place(str(pack.folder)))} | drawings
        self._draw(list(drawings.values()), pack, problems)
        for digest, parts in parted.items():
            if all(isinstance(p, Words) or p.digest in self._drawings for p in parts):
                self._forms[digest] = self._layered(new[digest][0], parts)
        return self._forms

    def _forget(self) -> None:
        self._forms, self._drawings, self._inks, self._reader = {}, {}, {}, Reader()

    def _parted(self, face: Face) -> list[Face | Words]:
        """A face's layers: its words, and faces of what typst draws of it."""
        try:
            layers = self._parter.layers(face.svg, face.width, face.height, face.bleed)
        except ValueError:  # no SVG; typst says what is wrong with it
            return [face]
        if layers == [face.svg]:
            return [face]
        return [
            layer
            if isinstance(layer, Words)
            else Face(layer, face.width, face.height, face.bleed, _digest(layer), face.images)
            for layer in layers
        ]

    def _layered(self, face: Face, parts: Sequence[Face | Words]) -> Form:
        """The form of a face whose drawings are converted."""
        if len(parts) == 1 and isinstance(parts[0], Face):
            return self._drawings[parts[0].digest]
        width, height = face.width * PT, face.height * PT
        layers: list[Form] = []
        for part in parts:
            if isinstance(part, Face):
                layers.append(self._drawings[part.digest])
                continue
            fonts = tuple((b"/Font", b"/t%d" % i, (t.late,)) for i, (t, _) in enumerate(part.fonts))
            inks = tuple((b"/ColorSpace", name, value) for name, value in self._inks.items())
            needs = tuple((typeface.late, glyphs) for typeface, glyphs in part.fonts)
            layers.append(Form(None, width, height, part.content, (*inks, *fonts), needs))
        return Form(None, width, height, layers=tuple(layers))

    def _draw(self, new: "_Job", pack: Pack, problems: Problems) -> None:
        """Have typst draw what was not drawn yet."""
        if not new:
            return
        with folder_in(Path(tempfile.gettempdir())) as folder:
            collect_fonts(pack, folder)
            jobs = list(_chunks(new))
            with side_by_side(max(1, min(len(jobs), os.cpu_count() or 1, 4))) as threads:
                for job, done in zip(
                    jobs, threads.map(lambda job: _typeset(job, str(folder)), jobs), strict=True
                ):
                    self._take(job, done, problems)

    def _take(self, job: "_Job", done: "_Done", problems: Problems) -> None:
        failed = list(done.failed)
        for pdf, faces in done.pages:
            try:
                forms = self._reader.forms(pdf)
            except ValueError as fault:
                failed += [(one, str(fault)) for one in faces]
                continue
            for (face, place), form in zip(faces, forms, strict=True):
                if form.deep <= MOST_DEEP:
                    self._drawings[face.digest] = form
                    continue
                within = "groups with opacity, masks, patterns or blends stand in each other"
                failed.append(((face, place), f"{within} {form.deep} deep, {MOST_DEEP} print"))
        for (face, place), reason in failed:
            drawings = ", ".join(p.name for p in face.images if p.suffix.lower() == ".svg")
            fix = f"simplify its drawing{': ' if drawings else ''}{drawings}"
            problems.error(place, f"the face cannot be printed: {reason}", fix)
        assert sum(len(f) for _, f in done.pages) + len(done.failed) == len(job)
        swatch = self._drawings.get(SWATCH.digest)
        if swatch is not None and not self._inks:
            spaces = [v for kind, _, v in swatch.resources if kind == b"/ColorSpace"]
            assert len(spaces) == 2, f"a swatch in {len(spaces)} colour spaces"
            self._inks = {b"/c%d" % i: space for i, space in enumerate(spaces)}

    def _draw_pixels(
        self, job: "_Job", files: Sequence[Path], pack: Pack, problems: Problems
    ) -> None:
        problems.warning(
            Place(str(pack.folder)),
            f"typst is not installed here, so faces are printed as {FALLBACK_DPI} dpi pictures",
            "their text cannot be searched; on common systems `pip install typst` gives vectors",
        )
        for face, place in job:
            try:
                self._forms[face.digest] = _picture(face, files)
            except ValueError as fault:
                problems.error(place, f"the face cannot be printed: {fault}")


_Job = list[tuple[Face, Place]]


@dataclass(frozen=True, slots=True)
class _Done:
    """PDFs with the faces on their pages, and the faces that failed, with the reason."""

    pages: tuple[tuple[bytes, _Job], ...]
    failed: tuple[tuple[tuple[Face, Place], str], ...]


def _chunks(faces: _Job) -> Iterator[_Job]:
    """Part the work so that no child needs much memory."""
    chunk: _Job = []
    characters = 0
    for face, place in faces:
        if chunk and (len(chunk) == CHUNK_FACES or characters + len(face.svg) > CHUNK_CHARACTERS):
            yield chunk
            chunk, characters = [], 0
        chunk.append((face, place))
        characters += len(face.svg)
    if chunk:
        yield chunk


def _typeset(job: _Job, fonts: str) -> _Done:
    """Compile a chunk; where that fails, part it until the guilty face stands alone.

    What took too long is looked for first among the faces with filters, each by itself.
    """
    seconds = SECONDS_PER_JOB + SECONDS_PER_FACE * len(job)
    faces = [(f.width, f.height, f.svg) for f, _ in job]
    work = {"fonts": fonts, "faces": faces, "bytes": BYTES_PER_JOB, "seconds": seconds}
    try:
        child = subprocess.run(
            [sys.executable, "-P", str(Path(__file__).with_name("typeset.py"))],
            input=json.dumps(work).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
            # Two children on one thread each use less than one child on two.
            env=environment(RAYON_NUM_THREADS="1"),
        )
    except subprocess.TimeoutExpired:
        suspects = [one for one in job if FILTER in one[0].svg]
        why = ", as filters do that reach far on paper" if suspects else ""
        reason = f"it takes longer than {seconds:.0f} s{why}"
    else:
        if child.returncode == 0:
            return _Done(((child.stdout, job),), ())
        reason, suspects = _why(child), []
    if len(job) == 1:
        return _Done((), ((job[0], reason),))
    middle = len(job) // 2
    parts = [job[:middle], job[middle:]]
    if suspects:
        others = [one for one in job if FILTER not in one[0].svg]
        parts = [others, *([one] for one in suspects)]
    done = [_typeset(part, fonts) for part in parts if part]
    return _Done(
        tuple(page for part in done for page in part.pages),
        tuple(fault for part in done for fault in part.failed),
    )


def _why(child: "subprocess.CompletedProcess[bytes]") -> str:
    """What a child that failed said; nothing where the system ended it."""
    said = child.stderr.decode("utf-8", "replace").strip().splitlines()
    if child.returncode == 1 and said:
        return said[-1]
    gigabytes = f"{BYTES_PER_JOB / 1e9:.0f} GB"
    return f"what prints it broke down, or needs more than {gigabytes} (exit {child.returncode})"


def _picture(face: Face, fonts: Sequence[Path]) -> Form:
    """A face as a form that holds one image."""
    from PIL import Image

    png = io.BytesIO(face_png(face, fonts, FALLBACK_DPI))
    with Image.open(png, formats=("PNG",)) as drawn:
        image = Image.new("RGB", drawn.size, "white")
        image.paste(drawn, mask=drawn.getchannel("A") if drawn.mode == "RGBA" else None)
    head = (
        f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}"
        "/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode>>"
    )
    pixels = Foreign((head.encode(),), zlib.compress(image.tobytes(), 6))
    width, height = face.width * PT, face.height * PT
    form = (
        f"<</Type/XObject/Subtype/Form/BBox[0 0 {width:.4f} {height:.4f}]/Resources<</XObject<</i "
    )
    drawing = f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /i Do Q"
    return Form(Foreign((form.encode(), pixels, b">>>>>>"), drawing.encode()), width, height)


# -- pages ------------------------------------------------------------------------------------


def sheets_pdf(
    sheets: Sequence[Sheet],
    faces: Faces,
    forms: Mapping[str, Form],
    pack: Pack,
    *,
    marks: MarkStyle = "ticks",
    overlap: float = 10.0,
    proof: bool = False,
    labels: bool = True,
    dpi: float | None = None,
    among: Sequence[Sheet] = (),
) -> bytes:
    """Draw all sheets, in order.

    With `dpi` the pages are to be pictures: a point of theirs is a pixel of it, and every piece
    has a box of whole pixels. Where other files show more of the sheets, these stand `among`
    all of them, so that boxes are alike in all files.
    """
    out = io.BytesIO()
    canvas = _canvas(out, pack)
    shown = (faces.get((p.piece.id, p.side)) for sheet in sheets for p in sheet.placements)
    n_times = Counter(face.digest for face in shown if face is not None)
    drawn = [forms[digest] for digest in n_times if digest in forms]
    placer = Placer(canvas, shared_pictures(drawn))
    used = Counter(id(layer) for form in drawn for layer in form.layers)
    for sheet, view in zip(sheets, _views(sheets, dpi, among or sheets), strict=True):
        width, height = view.width, view.height
        canvas.setPageSize((width, height))
        if dpi is None:
            _set_boxes(canvas, sheet)
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
        told = {(p.piece.id, p.side): _faults_of(p, faces) for p in sheet.placements}
        named = "" if is_covered(sheet, text := page_text(sheet, pack.name)) else text
        around = place_labels(sheet, [named, fault_text(sheet, told)] if labels else [])
        inside = [*(die_marks(sheet) if marks != "none" else ()), *inner_marks(sheet, marks)]
        boxes = tuple(box_of(label) for label in around)
        cuts = cut_marks(sheet, marks, boxes)
        inside += bleed_marks(sheet, marks, cuts)
        folds = fold_marks(sheet, boxes, booklets=marks != "none")
        joins, notes = assembly_marks(sheet, overlap)
        with view.in_mm(canvas) as high:
            draw_lines(canvas, view.lines([*cuts, *folds, *joins]), high)
            draw_lines(canvas, view.lines(inside), high, over=True)
            draw_labels(canvas, view.labels([*notes, *around]), high)
        if proof:
            _draw_proof(canvas, sheet, view)
        canvas.showPage()
    save(canvas)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class _View:
    """A page, in points: a sheet as it prints, or, by its `raster`, a picture of it."""

    width: float
    height: float
    paper_height: float  # mm
    raster: Raster | None = None

    def onto(self, i: int) -> tuple[float, float, float, float]:
        """What takes points of the paper, where the sheet's i-th piece lies, to those of the page.

        Scale across and up, and what is added to them.
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
        """Let the canvas be drawn on as on the paper; gives the page's height there, in points."""
        if self.raster is None:
            yield self.height
            return
        scale = self.raster.across.per_mm / PT
        canvas.saveState()
        canvas.scale(scale, scale)
        yield self.height / scale
        canvas.restoreState()

    def lines(self, lines: Sequence[Hairline]) -> Sequence[Hairline]:
        """The lines, moved with the pieces they stand at."""
        if self.raster is None:
            return lines
        x, y = self._x, self._y
        return [
            replace(ln, x=x(ln.x), y=y(ln.y), x_end=x(ln.x_end), y_end=y(ln.y_end)) for ln in lines
        ]

    def labels(self, labels: Sequence[Label]) -> Sequence[Label]:
        """The labels, moved likewise."""
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
    found = {id(sheet): raster for sheet, raster in zip(among, rasters(among, dpi), strict=True)}
    own = [found[id(sheet)] for sheet in sheets]
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


def blank_canvas(out: io.BytesIO) -> "Canvas":
    """A canvas that writes the same bytes for the same input and embeds its first font."""
    from reportlab.pdfgen.canvas import Canvas

    register_label_font()
    return Canvas(
        out,
        invariant=1,
        initialFontName=LABEL_FONT,
        initialFontSize=LABEL_PT,
        pageCompression=1,
        pdfVersion=PDF_VERSION,
    )


def save(canvas: "Canvas") -> None:
    """End the document; its pages stay bytes, where reportlab would spell them as text."""
    from reportlab import rl_config

    spelled = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = spelled


@lru_cache(maxsize=1)
def register_label_font() -> frozenset[int]:
    """Make the label font known to reportlab, once; the characters it draws."""
    from font_source_sans_pro import font_directory
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    path = next(Path(font_directory).rglob("SourceSansPro-Regular.ttf"))
    font = TTFont(LABEL_FONT, str(path))
    registerFont(font)
    return frozenset(font.face.charToGlyph)


def draw_lines(
    canvas: "Canvas", lines: Sequence[Hairline], height: float, *, over: bool = False
) -> None:
    """Draw hairlines, the dashed ones last; `height` of the page in points.

    Those `over` ink have a white line below, so that they are seen on dark ink.
    """
    if over:
        _stroke(canvas, lines, height, False, HALO, 1.0)
        _stroke(canvas, lines, height, True, HALO, 1.0)
    for dashed in (False, True):
        _stroke(canvas, lines, height, dashed, HAIRLINE, 0.0)
    canvas.setDash([])


def _stroke(
    canvas: "Canvas",
    lines: Sequence[Hairline],
    height: float,
    dashed: bool,
    width: float,
    grey: float,
) -> None:
    if any(line.dashed == dashed for line in lines):
        canvas.setLineWidth(width * PT)
        canvas.setStrokeGray(grey)
        segments = _segments(tuple(lines), dashed, height)
        canvas.setDash([4, 3] if dashed and not grey else [])
        canvas.addLiteral(f"n {segments} S")


@lru_cache(maxsize=64)
def _segments(lines: tuple[Hairline, ...], dashed: bool, height: float) -> str:
    """The operators that run along lines; reportlab writes numbers a hundred times slower."""
    told: list[str] = []
    end = None  # of the line before; an outline is one path
    for ln in lines:
        if ln.dashed == dashed:
            if end != (ln.x, ln.y):
                told.append(f"{ln.x * PT:.3f} {height - ln.y * PT:.3f} m")
            told.append(f"{ln.x_end * PT:.3f} {height - ln.y_end * PT:.3f} l")
            end = (ln.x_end, ln.y_end)
    return " ".join(told)


def draw_labels(canvas: "Canvas", labels: Sequence[Label], height: float) -> None:
    """Write small grey text; characters the label font lacks become spaces."""
    known = register_label_font()
    canvas.setFillGray(0.25)
    for label in labels:
        canvas.setFont(LABEL_FONT, label.size_pt)
        text = "".join(c if ord(c) in known else " " for c in label.text)
        canvas.saveState()
        canvas.translate(label.x * PT, height - label.y * PT)
        if label.turn:
            canvas.rotate(-label.turn)
        canvas.drawString(0, 0, text)
        canvas.restoreState()


def _set_boxes(canvas: "Canvas", sheet: Sheet) -> None:
    """Trim and bleed boxes around all pieces of the sheet, in points from the lower left."""
    width, height = sheet.paper.width, sheet.paper.height
    trims = [p.trim.box for p in sheet.placements] or [(0.0, 0.0, width, height)]
    inks = [p.ink for p in sheet.placements] or trims
    for boxes, set_box in ((trims, canvas.setTrimBox), (inks, canvas.setBleedBox)):
        left, top = max(0.0, min(b[0] for b in boxes)), max(0.0, min(b[1] for b in boxes))
        right, bottom = min(width, max(b[2] for b in boxes)), min(height, max(b[3] for b in boxes))
        set_box(tuple(round(v * PT, 4) for v in (left, height - bottom, right, height - top)))


def _placed(placement: Placement, face: Face, form: Form, view: _View, i: int) -> bytes:
    """The operators that clip a face and put it into its trim."""
    right, up, x0, y0 = view.onto(i)
    high = view.paper_height
    clip = placement.clip
    if view.raster is not None and not clip:  # else half a pixel may run into a neighbour
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
    """From a form's points to the page's: scale, turn clockwise, and move into the trim."""
    trim = placement.trim
    u, v = trim.window[:2] if trim.window else (0.0, 0.0)
    middle_x, middle_y = trim.x + trim.width / 2, trim.y + trim.height / 2
    wide, high = ((size - 2 * face.bleed) * trim.scale for size in (face.width, face.height))
    if trim.window:
        wide, high = trim.width, trim.height
    angle = radians(trim.turn)
    # Exact for quarter turns, so that fronts and backs agree to the last digit.
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
    """Outline bleed (blue), trim (magenta) and safe zone (green) of every piece, as it is cut."""
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
    """Stroke an outline `inset` mm inside the trim in its box; of the bleed where it is None."""
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
