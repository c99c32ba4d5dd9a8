"""Calibration of a printer: a test page, and a file with the values measured on it.

In: a paper. Out: a two-sided calibration PDF; the measured values are saved under the printer's
name. An offset (dx, dy) moves backs right and down, in mm, seen from the back. Margins are the
strips that the printer leaves white, in mm: left, top, right and bottom of upright paper. Scales
are relative errors of the printed length, across and down: 0.01 means 1 % too long.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.model.problems import Place, Problems
from generator.press.sheet.marks import Hairline, Label
from generator.press.sheet.papers import Paper, paper_of
from generator.system.files import composed, read, write_file
from generator.system.paths import settings_folder

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

LARGEST = 1_000_000  # maximum size of a printers file that is read, in bytes
FARTHEST = 15.0  # mm; a larger offset is taken for a typing error
MOST_MARGIN = 30.0  # mm; a wider white margin is taken for a typing error
# relative error of length; a larger error means that the page was not printed at 100 %
MOST_SCALE = 0.05
COMB = 15  # number of lines along each edge, 1 mm apart, that show the unprintable margin
REACH = 10  # mm; length of a ruler on each side of its zero


def calibration_pdf(paper: str = "a4", printer: str | None = None) -> bytes:
    """Return a front and a back for duplex printing; raise `units.NotALength` for an unknown paper.

    When the page is held against the light, the fine lines on the back fall on the rulers of the
    front, which show the offset to save. Two long lines show the scales, and the lines at the edges
    show the margins. Values that are already saved for the printer are applied, so that they can be
    verified.
    """
    from generator.press.out.face_forms import PT
    from generator.press.out.pdf_canvas import blank_canvas, corrected, save

    sheet = paper_of(paper)
    known = saved_printers().get(composed(printer or ""), Printer())
    dx, dy = known.offset
    out = io.BytesIO()
    canvas = blank_canvas(out)
    canvas.setTitle("protoplay calibration")
    canvas.setAuthor("protoplay")
    for is_back in (False, True):
        canvas.setPageSize((sheet.width * PT, sheet.height * PT))
        if known.scale != (1.0, 1.0):
            canvas.addLiteral(corrected(known.scale, sheet))
        if is_back:
            _draw(canvas, sheet, _back_lines(sheet, dx, dy), _back_labels(sheet, dx, dy))
        else:
            _draw(canvas, sheet, _front_lines(sheet), _front_labels(sheet))
        canvas.showPage()
    save(canvas)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class Printer:
    """The values measured on a printer's calibration page; the defaults are a perfect printer."""

    offset: tuple[float, float] = (0.0, 0.0)
    margins: tuple[float, float, float, float] | None = None
    scale: tuple[float, float] = (1.0, 1.0)


def save_offset(name: str, dx: float, dy: float) -> Path:
    """Save the offset of a printer's backs. Raises `ValueError` if the offset is too large."""
    check_offset(dx, dy)
    return _save(name, replace(_saved_as(name), offset=(round(dx, 2), round(dy, 2))))


def save_margins(name: str, margins: tuple[float, float, float, float]) -> Path:
    """Save the white margins of a printer. Raises `ValueError` if a margin is negative or
    too wide.
    """
    if not all(0 <= margin <= MOST_MARGIN for margin in margins):
        listed = ", ".join(f"{margin:g}" for margin in margins)
        raise ValueError(f"margins are 0 to {MOST_MARGIN:g} mm, found {listed}")
    return _save(name, replace(_saved_as(name), margins=margins))


def save_lengths(name: str, across: float, down: float, paper: str) -> Path:
    """Save the scales of a printer, calculated from the measured lengths of the two long lines.

    Raises `ValueError` if a length differs too much from the intended length, and
    `units.NotALength` for an unknown paper.
    """
    meant = lengths_on(paper_of(paper))
    scale = (across / meant[0], down / meant[1])
    for read_off, wanted in zip((across, down), meant, strict=True):
        if abs(read_off / wanted - 1) > MOST_SCALE:
            raise ValueError(
                f"a line of {wanted:g} mm cannot have become {read_off:g} mm: "
                "print the page at 100 % on the paper that it is for"
            )
    return _save(name, replace(_saved_as(name), scale=(round(scale[0], 5), round(scale[1], 5))))


def lengths_on(sheet: Paper) -> tuple[float, float]:
    """The lengths of the two long lines of the calibration page, across and down, in whole cm."""
    return float((sheet.width - 50) // 10 * 10), float((sheet.height - 50) // 10 * 10)


def _saved_as(name: str) -> Printer:
    return saved_printers().get(composed(name), Printer())


def _save(name: str, printer: Printer) -> Path:
    """Write a printer into the user's file. Raises `ValueError` if the name is empty."""
    if not name.strip():
        raise ValueError("a printer needs a name")
    printers = {**saved_printers(), composed(name): printer}
    content = {name: _as_json(each) for name, each in sorted(printers.items())}
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return write_file(offsets_file(), text + "\n")


def _as_json(printer: Printer) -> dict[str, list[float]]:
    written: dict[str, list[float]] = {"offset": list(printer.offset)}
    if printer.margins is not None:
        written["margins"] = list(printer.margins)
    if printer.scale != (1.0, 1.0):
        written["scale"] = list(printer.scale)
    return written


def check_offset(dx: float, dy: float) -> None:
    """Raise `ValueError` if an offset is so large that backs would leave the paper."""
    if not (abs(dx) <= FARTHEST and abs(dy) <= FARTHEST):
        raise ValueError(f"an offset of {dx:g}, {dy:g} mm is more than {FARTHEST:g} mm")


def saved_printers() -> dict[str, Printer]:
    """All saved printers, by name."""
    try:
        content = json.loads(read(offsets_file(), LARGEST))
        return {composed(str(name)): _printer(written) for name, written in content.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _printer(written: Any) -> Printer:
    """Read a saved printer, which is a mapping or only an offset. Raises an error for other
    values.
    """
    parts = written if isinstance(written, Mapping) else {"offset": written}
    dx, dy = parts.get("offset", (0, 0))
    across, down = parts.get("scale", (1, 1))
    margins = None
    if "margins" in parts:
        left, top, right, bottom = parts["margins"]
        margins = (float(left), float(top), float(right), float(bottom))
    return Printer((float(dx), float(dy)), margins, (float(across), float(down)))


def printer_named(name: str, problems: Problems) -> Printer:
    """Return the saved printer with that name, or report a problem that lists all names."""
    printers = saved_printers()
    if name not in printers:
        names = ", ".join(sorted(printers)) or "none yet"
        problems.error(
            Place("command line"),
            f"nothing is saved for the printer {name!r}",
            f"known: {names}; measure one with `protoplay calibrate`",
        )
    return printers.get(name, Printer())


def offsets_file() -> Path:
    """The path of the user's file of printers."""
    return settings_folder() / "printers.json"


def _centres(sheet: Paper) -> list[tuple[float, float]]:
    """The crossings of the front's rulers, in the middle of the paper and near two corners."""
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
    return lines + _long_lines(sheet) + _combs(sheet)


def _long_lines(sheet: Paper) -> list[Hairline]:
    """One line across the page and one down, each with a mark at both ends."""
    across, down = lengths_on(sheet)
    x, y = (sheet.width - across) / 2, (sheet.height - down) / 2
    low, far = sheet.height * 0.31, sheet.width - 46
    return [
        Hairline(x, low, x + across, low),
        *(Hairline(end, low - 3, end, low + 3) for end in (x, x + across)),
        Hairline(far, y, far, y + down),
        *(Hairline(far - 3, end, far + 3, end) for end in (y, y + down)),
    ]


def _combs(sheet: Paper) -> list[Hairline]:
    """Lines along every edge, from 1 mm to 15 mm away; each line is a little longer than the
    previous line.
    """
    x, y = sheet.width * 0.36, sheet.height * 0.42
    width, height = sheet.width, sheet.height
    lines = []
    for mm in range(1, COMB + 1):
        start, end = 1.5 * (mm - 1), 1.5 * mm
        lines += [
            Hairline(mm, y + start, mm, y + end),
            Hairline(width - mm, y + start, width - mm, y + end),
            Hairline(x + start, mm, x + end, mm),
            Hairline(x + start, height - mm, x + end, height - mm),
        ]
    return lines


def _comb_labels(sheet: Paper) -> list[Label]:
    """The numbers 5, 10 and 15 beside the lines at the edges."""
    x, y = sheet.width * 0.36, sheet.height * 0.42
    labels = []
    for mm in (5, 10, COMB):
        along = 1.5 * mm + 0.4
        labels += [
            Label(mm + 0.6, y + along, str(mm)),
            Label(sheet.width - mm - 3.4, y + along, str(mm)),
            Label(x + along, mm + 0.7, str(mm)),
            Label(x + along, sheet.height - mm + 0.7, str(mm)),
        ]
    return labels


def _front_labels(sheet: Paper) -> list[Label]:
    labels = []
    for x, y in _centres(sheet):
        for value in range(-REACH, REACH + 1, 5):
            if value:
                # The numbers are corrections of the offset. A back that is too far left, seen from
                # the back, appears right of the zero here, and a back that is too low appears below
                # the zero.
                labels.append(Label(x + value - 1.2, y + 2.6, f"{value:+d}"))
                labels.append(Label(x - 6.2, y - value + 0.7, f"{value:+d}"))
    across, down = lengths_on(sheet)
    far = Label(sheet.width - 45, sheet.height * 0.38, f"{down:g} mm", turn=90)
    long_lines = [Label(sheet.width * 0.4, sheet.height * 0.31 - 1, f"{across:g} mm"), far]
    words = _words(
        sheet,
        "Calibration, front. Print both sides on one sheet, at 100 %, flipped on the long edge.",
        "Hold it against the light, this side towards you. The back's crosses should fall on 0.",
        "Where the vertical line of a cross meets the horizontal ruler, read DX in mm;",
        "where its horizontal line meets the vertical ruler, read DY. Then save both:",
        "protoplay calibrate --printer NAME --offset DXmm,DYmm",
        "Margins: the first line that is printed at each edge counts mm. Long lines: measure both.",
        "--margins LEFTmm,TOPmm,RIGHTmm,BOTTOMmm --lengths ACROSSmm,DOWNmm",
    )
    return [*labels, *long_lines, *_comb_labels(sheet), *words]


def _back_lines(sheet: Paper, dx: float, dy: float) -> list[Hairline]:
    lines = []
    for front_x, front_y in _centres(sheet):
        # The paper turns about its long edge, so left and right are exchanged on upright paper.
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
