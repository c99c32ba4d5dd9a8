"""The files of a game for a cutting machine: the lines to cut on each sheet that `build` prints.

`svg` and `dxf` belong to the sheets of `build`, with the same numbers. `silhouette` and `cricut`
are files to print and cut: their pages keep clear of the marks that the machine looks for, and
every piece has a cut of its own. Lengths in mm.
"""

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from generator.model.pack import Side
from generator.model.problems import Problems
from generator.model.units import NotALength, to_text
from generator.press.export.cut_files import dxf_of, svg_of
from generator.press.export.cut_lines import Line, cut_lines
from generator.press.export.job import Exported, Job
from generator.press.export.products import DPI
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.out.face_forms import Press
from generator.press.out.to_pdf import PLAIN, sheets_pdf
from generator.press.out.to_svg import cut_out
from generator.press.pieces.expand import CALL, Piece, expand
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout, Sheet
from generator.press.sheet.papers import Paper, paper_of

# 6.75 × 9.25 in, the largest area that a Cricut prints and cuts
CRICUT = Paper("cricut", 171.45, 234.95)
# The registration marks that Silhouette Studio accepts, in mm: their distance from all edges, the
# side of the square, the lengths of the arms, the width of the lines, the free space around a mark.
INSET, SQUARE, STROKE, FREE = 10.0, 5.0, 0.5, 1.5
ARMS = (20.0, 15.0, 10.0, 8.0, 7.0, 6.0, 5.0)
NARROW = 0.6  # mm; the bleed where the whole bleed would take more sheets


def cutter_files(job: Job, name: str) -> Exported:
    """Make the files for a machine; every fault is added to the job's problems."""
    pieces = expand(job.pack, job.problems, job.options.only, job.options.skip)
    pieces = [piece for piece in pieces if piece.has_front]
    if not pieces:
        if not job.problems.errors:
            job.problems.error(CALL, "there are no pieces to cut", "see --only and --skip")
        return Exported()
    layout = _layout(job)
    if layout is None:
        return Exported()
    marks, arm = "", 0.0
    if name == "silhouette":
        sheets, marks, arm = _between_marks(pieces, layout, job.problems)
    elif name == "cricut":
        free = replace(layout, paper=CRICUT, margin=0.0, edges="own", backs="none")
        sheets = impose(pieces, free, job.problems)
    else:
        sheets = impose(pieces, layout, job.problems)
    fronts = [sheet for sheet in sheets if sheet.side != "back" and sheet.placements]
    _warn_of_tiles(fronts, job.problems)
    files: list[tuple[PurePosixPath, bytes]] = []
    rows: list[Mapping[str, Any]] = []
    kinds = ("svg", "dxf") if name in ("silhouette", "cricut") else (name,)
    for sheet in fronts:
        lines, touching = cut_lines(sheet, job.options.kerf)
        if touching:
            _report_touching(touching, job)
        stem = f"{job.pack.id}-{sheet.number:02}"
        title = f"{job.pack.name}, sheet {sheet.number} of {sheet.of}"
        for kind in kinds if lines else ():
            data = (
                dxf_of(lines, sheet.paper) if kind == "dxf" else svg_of(lines, sheet.paper, title)
            )
            files.append((PurePosixPath(f"{stem}.{kind}"), data))
        rows.append(_row(sheet, lines))
    files += _pages(job, name, pieces, sheets, arm)
    told = [*map(_told, rows), *([marks] if marks else [])]
    return Exported(tuple(files), tuple(told), tuple(rows))


def _layout(job: Job) -> Layout | None:
    """The layout that `build` uses for this pack, on the sheet asked for; None after a problem."""
    own = job.pack.sheet
    try:
        paper = paper_of(own.stock.paper if own.stock else job.options.paper or own.paper)
    except NotALength as fault:
        job.problems.error(CALL, f"--sheet: {fault}", fault.fix)
        return None
    backs = own.backs if own.backs != "separate" else "long-edge"
    return Layout(
        paper=paper,
        margin=own.margin,
        gap=own.gap if job.options.gap is None else job.options.gap,
        edges=own.edges,
        hexes=own.hexes,
        arrange=own.arrange,
        backs=backs,
        stock=own.stock,
    )


def _row(sheet: Sheet, lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "sheet": sheet.number,
        "title": sheet.title,
        "pieces": sum(p.side != "back" for p in sheet.placements),
        "cuts": sum(line.tool == "CUT" for line in lines),
        "scores": sum(line.tool == "SCORE" for line in lines),
        "length": round(sum(line.length for line in lines), 1),
    }


def _told(row: Mapping[str, Any]) -> str:
    n_pieces, n_cuts, n_scores = row["pieces"], row["cuts"], row["scores"]
    words = [f"{n_pieces} piece{'s' if n_pieces != 1 else ''}"]
    words.append(f"{n_cuts} line{'s' if n_cuts != 1 else ''} to cut")
    if n_scores:
        words.append(f"{n_scores} fold{'s' if n_scores != 1 else ''} to score")
    words.append(f"{row['length'] / 1000:.2f} m")
    return f"sheet {row['sheet']}, {row['title']}: {', '.join(words)}"


def _report_touching(touching: Sequence[str], job: Job) -> None:
    names = " and ".join(touching)
    job.problems.error(
        CALL,
        f"pieces of {names} share cuts, so a kerf of {to_text(job.options.kerf)} cannot be allowed "
        "for",
        f"part them: --gap {to_text(max(2.0, 2 * job.options.kerf))}",
    )


def _warn_of_tiles(sheets: Sequence[Sheet], problems: Problems) -> None:
    parts = {
        p.piece.component.id: p.piece.component
        for sheet in sheets
        for p in sheet.placements
        if p.trim.window is not None
    }
    for component in parts.values():
        message = f"{component.title} is larger than a sheet, so it has no lines to cut"
        problems.warning(component.place, message, "cut it by hand, or on a larger --sheet")


# -- print and cut ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Try:
    """Sheets for a Silhouette, the longest marks that are clear of their pieces, and the faults.

    `bleed` is the most bleed that is printed, mm.
    """

    sheets: list[Sheet]
    arm: float
    bleed: float
    faults: Problems

    @property
    def cost(self) -> tuple[int, int, float, float]:
        """Compares tries: few faults, then few sheets, then a wide bleed, then long marks."""
        return len(self.faults.errors), len(self.sheets), -self.bleed, -self.arm


def _between_marks(
    pieces: Sequence[Piece], layout: Layout, problems: Problems
) -> tuple[list[Sheet], str, float]:
    """Place pieces on as few sheets as possible, clear of the marks of a Silhouette.

    Return the sheets, a line about them, and the length of the marks' arms in mm.
    """
    tries = [
        tried
        for bleed in (math.inf, NARROW)
        for tried in _tries(pieces, replace(layout, most_bleed=bleed))
    ]
    assert tries, "margins beyond the longest marks keep clear of them"
    best = min(tries, key=lambda tried: tried.cost)
    for problem in best.faults.listed:
        problems.add(problem)
    line = (
        f"registration marks: inset {INSET:g} mm on all sides, length {best.arm:g} mm, "
        f"thickness {STROKE:g} mm"
    )
    if best.bleed == NARROW:
        line += f"; bleed at most {NARROW:g} mm, because fewer sheets are needed"
    return best.sheets, line, best.arm


def _tries(pieces: Sequence[Piece], layout: Layout) -> Iterator[_Try]:
    """The ways to keep clear of the marks: between all four sides of them, or beyond two sides."""
    margins = [(INSET, INSET)]
    for arm in ARMS:
        far = INSET + arm + FREE
        margins += [(INSET, far), (far, INSET)]
    for across, down in margins:
        faults = Problems()
        free = replace(
            layout, margins=(across, down, across, down), edges="own", orientation="portrait",
            stock=None, backs="none" if layout.backs == "none" else "long-edge",
        )  # fmt: skip
        sheets = impose(pieces, free, faults)
        clear = [arm for arm in ARMS if all(_is_clear(sheet, arm) for sheet in sheets)]
        if clear:
            yield _Try(sheets, clear[0], layout.most_bleed, faults)


def _is_clear(sheet: Sheet, arm: float) -> bool:
    """Whether all corners with a mark are free of pieces."""
    reach = max(arm, SQUARE) + FREE
    width, height = sheet.paper.width - INSET - reach, sheet.paper.height - INSET - reach
    return not any(
        p.ink[0] < x + reach and p.ink[2] > x and p.ink[1] < y + reach and p.ink[3] > y
        for p in sheet.placements
        for x, y in ((INSET, INSET), (width, INSET), (INSET, height))
    )


def _pages(
    job: Job, name: str, pieces: Sequence[Piece], sheets: Sequence[Sheet], arm: float
) -> list[tuple[PurePosixPath, bytes]]:
    """The files to print before cutting: pages with marks, or pictures on a transparent ground."""
    if name not in ("silhouette", "cricut"):
        return []
    options = FaceOptions(programs=job.options.programs, outlines=name == "cricut")
    maker = FaceMaker(job.pack, job.problems, options)
    sides: tuple[Side, ...] = ("front", "back")
    faces = {(p.id, side): face for p in pieces for side in sides if (face := maker.face(p, side))}
    if name == "cricut":
        return [
            (PurePosixPath(f"{job.pack.id}-{sheet.number:02}.png"), _picture(sheet, faces))
            for sheet in sheets
        ]
    places = {p.id: p.place for p in pieces}
    drawn = [(face, places[id]) for (id, _), face in faces.items()]
    forms = Press().forms(drawn, job.pack, job.problems)
    pdf = sheets_pdf(sheets, faces, forms, job.pack, PLAIN)
    return [(PurePosixPath(f"{job.pack.id}.pdf"), with_marks(pdf, sheets, arm))]


def with_marks(pdf: bytes, sheets: Sequence[Sheet], arm: float) -> bytes:
    """Add the marks of a Silhouette, with arms of `arm` mm, to every front in a PDF."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page, sheet in zip(document.pages, sheets, strict=True):
            if sheet.side == "back":
                continue
            page.contents_add(pikepdf.Stream(document, marks_of(sheet.paper, arm)))
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def marks_of(paper: Paper, arm: float) -> bytes:
    """The marks as PDF operators: a square at the top left, and angles at two other corners."""
    right, top = paper.width - INSET, paper.height - INSET  # y points up in PDF
    angles = (
        (right - arm, top, right, top, right, top - arm),
        (INSET, INSET + arm, INSET, INSET, INSET + arm, INSET),
    )
    code = [f"q {72 / 25.4:.6f} 0 0 {72 / 25.4:.6f} 0 0 cm 0 g 0 G {STROKE} w 2 J"]
    code.append(f"{INSET} {top - SQUARE:.4f} {SQUARE} {SQUARE} re f")
    for ax, ay, bx, by, cx, cy in angles:
        code.append(f"{ax:.4f} {ay:.4f} m {bx:.4f} {by:.4f} l {cx:.4f} {cy:.4f} l S")
    return "\n".join([*code, "Q"]).encode()


def _picture(sheet: Sheet, faces: Mapping[tuple[str, Side], Face]) -> bytes:
    """The pieces of a sheet, cut out on a transparent ground, as a PNG of 300 dpi."""
    from PIL import Image

    from generator.press.out.to_png import svg_png

    across, down = (round(mm / 25.4 * DPI) for mm in (sheet.paper.width, sheet.paper.height))
    page = Image.new("RGBA", (across, down), (255, 255, 255, 0))
    kept: dict[tuple[str, int], Image.Image] = {}
    for placement in sheet.placements:
        face = faces.get((placement.piece.id, "front"))
        if face is None or placement.trim.window is not None:
            continue
        key = (face.digest, placement.trim.turn)
        if key not in kept:
            cut = cut_out(face, placement.piece, "front")
            size = (round(cut.width / 25.4 * DPI), round(cut.height / 25.4 * DPI))
            with Image.open(io.BytesIO(svg_png(cut.svg, *size)), formats=("PNG",)) as image:
                kept[key] = image.convert("RGBA").rotate(-placement.trim.turn, expand=True)
        at = (round(placement.trim.x / 25.4 * DPI), round(placement.trim.y / 25.4 * DPI))
        page.alpha_composite(kept[key], at)
    out = io.BytesIO()
    page.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()
