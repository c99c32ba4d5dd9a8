"""The reportlab canvas for PDFs, which writes the same bytes for the same input, and draws lines
and labels.

In: lines and labels in mm. Out: operators on a canvas in points.
"""

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.press.out.face_forms import PT
from generator.press.sheet.marks import LABEL_PT, Hairline, Label
from generator.press.sheet.papers import Paper

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


PDF_VERSION = (1, 7)  # the version of typst's PDFs, which have transparency and ICC colours
HAIRLINE = 0.1  # mm; width of a hairline
HALO = 0.3  # mm; width of the white line below a hairline over ink
LABEL_FONT = "protoplay-label"


def blank_canvas(out: io.BytesIO) -> "Canvas":
    """Return a canvas that writes the same bytes for the same input and embeds its first font."""
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
    """Finish the document; its pages stay binary, although reportlab would encode them as text."""
    from reportlab import rl_config

    spelled = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = spelled


@lru_cache(maxsize=1)
def register_label_font() -> frozenset[int]:
    """Register the label font with reportlab, once; return the characters that it can draw."""
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
    """Draw hairlines, with dashed lines last; `height` is the height of the page in points.

    Lines `over` ink get a white line below them, so that they are visible on dark ink.
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
    """The operators that draw lines; reportlab's own functions are a hundred times slower."""
    operators: list[str] = []
    end = None  # the end of the previous line, so that connected lines become one path
    for ln in lines:
        if ln.dashed == dashed:
            if end != (ln.x, ln.y):
                operators.append(f"{ln.x * PT:.3f} {height - ln.y * PT:.3f} m")
            operators.append(f"{ln.x_end * PT:.3f} {height - ln.y_end * PT:.3f} l")
            end = (ln.x_end, ln.y_end)
    return " ".join(operators)


def draw_labels(canvas: "Canvas", labels: Sequence[Label], height: float) -> None:
    """Write small grey text; characters that the label font lacks become spaces."""
    characters = register_label_font()
    canvas.setFillGray(0.25)
    for label in labels:
        canvas.setFont(LABEL_FONT, label.size_pt)
        text = "".join(c if ord(c) in characters else " " for c in label.text)
        canvas.saveState()
        canvas.translate(label.x * PT, height - label.y * PT)
        if label.turn:
            canvas.rotate(-label.turn)
        canvas.drawString(0, 0, text)
        canvas.restoreState()


def corrected(scale: tuple[float, float], sheet: Paper) -> str:
    """The PDF operator that corrects the scales of a printer, about the middle of the page."""
    across, down = scale[::-1] if sheet.is_landscape else scale
    x, y = sheet.width * 36 / 25.4, sheet.height * 36 / 25.4  # the middle of the page, in points
    a, d = 1 / across, 1 / down
    return f"{a:.6f} 0 0 {d:.6f} {x - x * a:.4f} {y - y * d:.4f} cm"
