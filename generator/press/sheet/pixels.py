"""Finds the places of pieces in the picture of a sheet, which are boxes of whole pixels, all of one
size.

In: `Sheet`s in mm and pixels per inch. Out: a `Raster` for each, which converts lengths on the
sheet to pixels. Boxes of one size are a whole number of pixels wide and high, and the distance from
one box to the next is also a whole number. If neighbours share a cut, both end at the same pixel.
The margin absorbs the difference to the paper; without a margin, the picture is some pixels larger
or smaller.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from generator.press.sheet.fill import are_nested
from generator.press.sheet.layout import Sheet, Spot

MM_PER_INCH = 25.4
NEAR = 1e-4  # mm; boxes at a smaller distance start at the same place


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis of a picture, from mm to pixels.

    `knots` are pairs of mm and pixels at edges of boxes.
    """

    knots: tuple[Spot, ...]
    per_mm: float
    size: int

    def at(self, mm: float) -> float:
        """Convert a distance from the paper's edge to pixels.

        The result is a whole number at the edge of a box.
        """
        i = bisect_right(self.knots, (mm + NEAR, 0.0))
        if not self.knots:
            return mm * self.per_mm
        before = self.knots[max(0, i - 1)]
        if abs(mm - before[0]) < NEAR:
            return before[1]
        if i == 0 or i == len(self.knots):
            return before[1] + (mm - before[0]) * self.per_mm
        after = self.knots[i]
        return before[1] + (mm - before[0]) * (after[1] - before[1]) / (after[0] - before[0])


@dataclass(frozen=True, slots=True)
class Raster:
    """The axes of a sheet's picture, `across` and `down`.

    `boxes` are the places of its pieces, mm.
    """

    across: Scale
    down: Scale
    boxes: tuple[tuple[Spot, Spot], ...]  # start and end of each placement, across and down


def rasters(sheets: Sequence[Sheet], dpi: float) -> list[Raster]:
    """The rasters of sheets; a blank sheet has the same size as other sheets of its paper."""
    per_mm = dpi / MM_PER_INCH
    spans = _spans(sheets)
    pitches = (_pitches(spans, 0), _pitches(spans, 1))
    by_sheet: dict[int, Raster] = {}
    sizes: dict[Spot, tuple[int, int]] = {}
    for i, (sheet, both) in enumerate(zip(sheets, spans, strict=True)):
        if not sheet.placements:
            continue
        nested = are_nested([p.trim for p in sheet.placements])
        paper = (sheet.paper.width, sheet.paper.height)
        across, down = (
            _scale(both[axis], pitches[axis], nested, paper[axis], per_mm) for axis in (0, 1)
        )
        by_sheet[i] = Raster(across, down, tuple(zip(*both, strict=True)))
        sizes.setdefault(paper, (across.size, down.size))
    for i, sheet in enumerate(sheets):
        if i not in by_sheet:
            paper = (sheet.paper.width, sheet.paper.height)
            plain = (_rounded(paper[0] * per_mm), _rounded(paper[1] * per_mm))
            width, height = sizes.get(paper, plain)
            by_sheet[i] = Raster(Scale((), per_mm, width), Scale((), per_mm, height), ())
    return [by_sheet[i] for i in range(len(sheets))]


def _spans(sheets: Sequence[Sheet]) -> list[tuple[list[Spot], list[Spot]]]:
    """The start and end of each piece's box, by sheet, across and down.

    The box is the ink or the trim of the piece. The boxes of a component are of the same kind on
    all sheets, including a last sheet that is not full. They are ink if all pieces have the same
    bleed on every side; otherwise they are the trims.
    """
    components = [{p.piece.component.id for p in sheet.placements} for sheet in sheets]
    by_trim = _uneven(sheets)
    while mixed := [own for own in components if own & by_trim and not own <= by_trim]:
        by_trim.update(*mixed)

    def spans(sheet: Sheet, axis: int) -> list[Spot]:
        boxes = (p.trim.box if p.piece.component.id in by_trim else p.ink for p in sheet.placements)
        return [(box[axis], box[axis + 2]) for box in boxes]

    return [(spans(sheet, 0), spans(sheet, 1)) for sheet in sheets]


def _uneven(sheets: Sequence[Sheet]) -> set[str]:
    """Components whose bleed differs between the sides of their pieces, and hexagons."""
    names: set[str] = set()
    bleeds: dict[str, float] = {}
    for p in (p for sheet in sheets for p in sheet.placements):
        own, trim, ink = p.piece.component, p.trim.box, p.ink
        sides = (trim[0] - ink[0], trim[1] - ink[1], ink[2] - trim[2], ink[3] - trim[3])
        bleed = bleeds.setdefault(own.id, sides[0])
        if own.shape.kind == "hex" or any(abs(side - bleed) >= NEAR for side in sides):
            names.add(own.id)
    return names


def _pitches(spans: Sequence[tuple[list[Spot], list[Spot]]], axis: int) -> dict[float, float]:
    """The distance from one box to the next, by the size of the boxes; also for sheets with one
    box.
    """
    pitches: dict[float, float] = {}
    for both in spans:
        sizes = _sizes(both[axis])
        if len(sizes) != 1:
            continue
        size = _known(pitches, sizes[0])
        starts = _distinct(start for start, _ in both[axis])
        for before, after in pairwise(starts):
            if after - before > size - NEAR:
                pitches[size] = min(pitches.get(size, after - before), after - before)
    return pitches


def _sizes(spans: Sequence[Spot]) -> list[float]:
    return _distinct(end - start for start, end in spans)


def _known(sizes: Iterable[float], size: float) -> float:
    """Return the size in `sizes` that is nearly equal to `size`, or else `size` itself."""
    return next((known_size for known_size in sizes if abs(known_size - size) < NEAR), size)


def _scale(
    spans: Sequence[Spot], pitches: dict[float, float], nested: bool, length: float, per_mm: float
) -> Scale:
    """Calculate one axis of a sheet's picture."""
    if len(_sizes(spans)) > 1:  # not a grid: every edge is rounded to a whole pixel
        edges = _distinct(edge for span in spans for edge in span)
        knots = [(edge, float(_rounded(edge * per_mm))) for edge in edges]
        return Scale(tuple(knots), per_mm, max(1, _rounded(length * per_mm)))
    size = spans[0][1] - spans[0][0]
    parts = 4 if nested else 1  # the distance of hexagons is a half or three quarters of their box
    pixels = parts * max(1, _rounded(size * per_mm / parts))
    stretched = pixels / size
    pitch = pitches.get(_known(pitches, size), size)
    step = _rounded(pitch * stretched)

    def beside(mm: float) -> tuple[int, float]:
        """The space beside the boxes: missing boxes, in pixels, and the margin, in mm."""
        n = floor(mm / pitch + NEAR) if mm > 0 else 0
        return n * step, mm - n * pitch

    starts = _distinct(start for start, _ in spans)
    before, left = beside(starts[0])
    after, right = beside(length - starts[-1] - size)
    at = [before + _rounded(left * per_mm)]
    for this, other in pairwise(starts):
        at.append(at[-1] + _rounded((other - this) * stretched))
    whole = at[-1] + pixels + after + _rounded(right * per_mm)
    missing = _rounded(length * per_mm) - whole
    if min(left, right) * per_mm > abs(missing):  # margins can absorb the difference to the paper
        at = [x + missing // 2 for x in at]
        whole += missing
    knots = []
    for start, x in zip(starts, at, strict=True):
        knots += [(start, float(x)), (start + size, float(x + pixels))]
    knots.sort()
    kept = [knot for i, knot in enumerate(knots) if not i or knot[0] - knots[i - 1][0] >= NEAR]
    return Scale(tuple(kept), per_mm, max(1, whole))


def _distinct(lengths: Iterable[float]) -> list[float]:
    """The lengths in order; nearly equal lengths are merged."""
    distinct: list[float] = []
    for length in sorted(lengths):
        if not distinct or length - distinct[-1] >= NEAR:
            distinct.append(length)
    return distinct


def _rounded(pixels: float) -> int:
    """Round to the nearest whole number; halves are always rounded up, despite errors of
    computation.
    """
    return floor(pixels + 0.5 + 1e-6)
