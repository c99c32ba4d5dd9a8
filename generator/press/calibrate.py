"""The offset between a printer's fronts and backs: a page to measure it, and a file to store it.

In: a paper. Out: a two-sided calibration PDF, and offsets saved by the name of the printer. An
offset (dx, dy) moves backs right and down, in mm, as seen on the back.
"""

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.problems import Place, Problems
from generator.press.sheet.marks import Hairline, Label
from generator.press.sheet.papers import Paper, paper_of
from generator.system.files import composed, read, write_file
from generator.system.paths import settings_folder

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

LARGEST = 1_000_000  # bytes of the file of printers
FARTHEST = 15.0  # mm; a larger offset is a typing error
REACH = 10  # of the rulers on either side of zero, mm


def calibration_pdf(paper: str = "a4", printer: str | None = None) -> bytes:
    """A front and a back for duplex printing; raises `units.NotALength` for an unknown paper.

    Held against the light, the fine lines on the back fall on the rulers of the front, which show
    the offset to save. A saved offset of the printer is applied, so that it can be verified.
    """
    from generator.press.out.face_forms import PT
    from generator.press.out.pdf_canvas import blank_canvas, save

    sheet = paper_of(paper)
    dx, dy = saved_offsets().get(printer or "", (0.0, 0.0))
    out = io.BytesIO()
    canvas = blank_canvas(out)
    canvas.setTitle("protoplay calibration")
    canvas.setAuthor("protoplay")
    for is_back in (False, True):
        canvas.setPageSize((sheet.width * PT, sheet.height * PT))
        if is_back:
            _draw(canvas, sheet, _back_lines(sheet, dx, dy), _back_labels(sheet, dx, dy))
        else:
            _draw(canvas, sheet, _front_lines(sheet), _front_labels(sheet))
        canvas.showPage()
    save(canvas)
    return out.getvalue()


def save_offset(printer: str, dx: float, dy: float) -> Path:
    """Save a printer's offset; raises `ValueError` if it is too large."""
    if not printer.strip():
        raise ValueError("a printer needs a name")
    check_offset(dx, dy)
    file = offsets_file()
    offsets = {**saved_offsets(), printer: (round(dx, 2), round(dy, 2))}
    content = {name: list(offset) for name, offset in sorted(offsets.items())}
    return write_file(file, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def check_offset(dx: float, dy: float) -> None:
    """Raise `ValueError` for an offset so large that backs would leave the paper."""
    if not (abs(dx) <= FARTHEST and abs(dy) <= FARTHEST):
        raise ValueError(f"an offset of {dx:g}, {dy:g} mm is more than {FARTHEST:g} mm")


def saved_offsets() -> dict[str, tuple[float, float]]:
    """The saved offsets of all printers, by name."""
    try:
        content = json.loads(read(offsets_file(), LARGEST))
        return {composed(str(name)): (float(dx), float(dy)) for name, (dx, dy) in content.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def offset_of(printer: str, problems: Problems) -> tuple[float, float]:
    """The saved offset of a printer; if it has none, a problem lists those that do."""
    offsets = saved_offsets()
    if printer not in offsets:
        names = ", ".join(sorted(offsets)) or "none yet"
        problems.error(
            Place("command line"),
            f"there is no saved offset for the printer {printer!r}",
            f"known: {names}; measure one with `protoplay calibrate`",
        )
    return offsets.get(printer, (0.0, 0.0))


def offsets_file() -> Path:
    """The user's file of printers."""
    return settings_folder() / "printers.json"


def _centres(sheet: Paper) -> list[tuple[float, float]]:
    """Where the rulers cross on the front: the middle of the paper and near two corners."""
    x, y = sheet.width / 2, sheet.height / 2
    inset = REACH + 20
    return [(x, y), (inset, inset), (sheet.width - inset, sheet.height - inset)]


def _front_lines(sheet: Paper) -> list[Hairline]:
    """A horizontal and a vertical ruler at every centre, with a tick every half mm."""
    lines = []
    for x, y in _centres(sheet):
        lines.append(Hairline(x - REACH, y, x + REACH, y))
        lines.append(Hairline(x, y - REACH, x, y + REACH))
        for i in range(-2 * REACH, 2 * REACH + 1):
            tick = 2.4 if i % 10 == 0 else 1.6 if i % 2 == 0 else 0.8
            lines.append(Hairline(x + i / 2, y - tick, x + i / 2, y))
            lines.append(Hairline(x, y + i / 2, x - tick, y + i / 2))
    return lines


def _front_labels(sheet: Paper) -> list[Label]:
    labels = []
    for x, y in _centres(sheet):
        for value in range(-REACH, REACH + 1, 5):
            if value:
                # The numbers correct the offset: a back too far left on its own side appears right
                # of the zero here, and a back too low appears low.
                labels.append(Label(x + value - 1.2, y + 2.6, f"{value:+d}"))
                labels.append(Label(x - 6.2, y - value + 0.7, f"{value:+d}"))
    return labels + _words(
        sheet,
        "Calibration, front. Print both sides on one sheet, at 100 %, flipped on the long edge.",
        "Hold it against the light, this side towards you. The back's crosses should fall on 0.",
        "Where the vertical line of a cross meets the horizontal ruler, read DX in mm;",
        "where its horizontal line meets the vertical ruler, read DY. Then save both:",
        "protoplay calibrate --printer NAME --offset DXmm,DYmm",
    )


def _back_lines(sheet: Paper, dx: float, dy: float) -> list[Hairline]:
    lines = []
    for front_x, front_y in _centres(sheet):
        # Long edge: columns change places on upright paper.
        x, y = sheet.width - front_x + dx, front_y + dy
        lines.append(Hairline(x - REACH - 4, y, x + REACH + 4, y))
        lines.append(Hairline(x, y - REACH - 4, x, y + REACH + 4))
    return lines


def _back_labels(sheet: Paper, dx: float, dy: float) -> list[Label]:
    moved = f" Moved by the saved {dx:+g}, {dy:+g} mm." if dx or dy else ""
    return _words(sheet, f"Calibration, back.{moved}")


def _words(sheet: Paper, *lines: str) -> list[Label]:
    top = sheet.height * 0.66
    return [Label(20, top + 5.5 * i, line, size_pt=9.5) for i, line in enumerate(lines)]


def _draw(canvas: "Canvas", sheet: Paper, lines: list[Hairline], labels: list[Label]) -> None:
    from generator.press.out.face_forms import PT
    from generator.press.out.pdf_canvas import draw_labels, draw_lines

    draw_lines(canvas, lines, sheet.height * PT)
    draw_labels(canvas, labels, sheet.height * PT)
