"""Draws marks around the pieces: cut marks, fold marks and assembly marks.

In: a `Sheet`. Out: `Hairline`s and `Label`s, mm, origin top left, y down. Marks are in line with
the trim and start outside the bleed. A mark that would touch any piece's ink is left out, except
the outlines and folds of boxes, standees, circles and odd shapes, and `inner_marks`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import acos, asin, ceil, cos, hypot, pi, sin, sqrt
from typing import Literal

from generator.model.pack import Points
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.layout import CLOSE, Placement, Sheet, Spot, Trim
from generator.press.sheet.sides import corners_of_hex, is_flat_top, outline_of, point_on_sheet

MarkStyle = Literal["ticks", "crosses", "lines", "none"]

OFFSET = 0.6  # mm; distance between ink and mark
LENGTH = 4.0
SHORTEST = 0.5
LABEL_PT = 6.0
EDGE = 0.01  # mm; cuts at a smaller distance count as one cut
SMALL = 2.0  # mm; length of the arms of marks over ink
LEAST_CORNER = 1.0  # mm; the smallest radius of a corner that gets a guide
OUTSIDE = 0.3  # mm; distance of a corner guide from the corner
CHORDS = 6
ROUND = 0.05  # mm; the greatest distance between a chord and its circle


@dataclass(frozen=True, slots=True)
class Hairline:
    """A hairline from (x, y) to (x_end, y_end).

    Dashed lines are for folding or gluing, not cutting.
    """

    x: float
    y: float
    x_end: float
    y_end: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A line of small text whose baseline starts at (x, y), turned clockwise by `turn` degrees."""

    x: float
    y: float
    text: str
    turn: int = 0
    size_pt: float = LABEL_PT


def cut_marks(
    sheet: Sheet, style: MarkStyle, labels: tuple[Bounds, ...] = ()
) -> tuple[Hairline, ...]:
    """The marks for cutting; a blank sheet and the parts of a tiled board have none.

    Marks stay within the printable area and outside the boxes of `labels`.
    """
    if style == "none" or not sheet.placements:
        return ()
    outlines = tuple(_outline(p) for p in sheet.placements)
    whole = [p for p in sheet.placements if p.trim.window is None]
    boxes = tuple(p.trim.box for p in whole)
    reaches = tuple(_reach(p) for p in whole)
    hexes = tuple(_corners(p) if p.piece.component.shape.kind == "hex" else () for p in whole)
    return _marks(style, outlines, boxes, reaches, hexes, _reached(sheet), labels)


def _reached(sheet: Sheet) -> Bounds:
    """The area of the paper that the printer can print on."""
    reach = sheet.reach
    return (reach, reach, sheet.paper.width - reach, sheet.paper.height - reach)


def fold_marks(
    sheet: Sheet, labels: tuple[Bounds, ...] = (), booklets: bool = True
) -> tuple[Hairline, ...]:
    """The marks for folding, at both ends of the fold of a gutterfold or of `booklets`, outside all
    ink. The marks of a booklet stay outside the boxes of `labels`.
    """
    spines = tuple(_spines(sheet, labels)) if booklets else ()
    if sheet.fold is None:
        return spines
    left = min(p.ink[0] for p in sheet.placements)
    right = max(p.ink[2] for p in sheet.placements)
    start, end = sheet.reach, sheet.paper.width - sheet.reach
    return (
        Hairline(start, sheet.fold, max(start, left - OFFSET), sheet.fold, True),
        Hairline(min(end, right + OFFSET), sheet.fold, end, sheet.fold, True),
        *spines,
    )


def _spines(sheet: Sheet, labels: tuple[Bounds, ...]) -> Iterable[Hairline]:
    """Yield the ends of the folds of booklets, if there is space for them outside the pages."""
    around = [_grown(_outline(p)) for p in sheet.placements]
    around += [_rectangle(label) for label in labels]
    limits = [_limits(outline) for outline in around]
    for placement in sheet.placements:
        piece, trim = placement.piece, placement.trim
        if piece.row.leaf is None or placement.side == "back":
            continue
        start = _reach(placement) + OFFSET
        for fold in piece.component.shape.folds:
            ends = [point_on_sheet(piece, trim, "front", point) for point in fold]
            for (x, y), (ax, ay) in (ends, ends[::-1]):
                length = hypot(x - ax, y - ay)
                dx, dy = (x - ax) / length, (y - ay) / length
                end = start + LENGTH
                tick = (x + dx * start, y + dy * start, x + dx * end, y + dy * end)
                inside = _inside(tick, _reached(sheet))
                if inside is not None:
                    for part in _outside(inside, around, limits):
                        left, top, right, low = (round(v, 4) for v in part)
                        yield Hairline(left, top, right, low, dashed=True)


def die_marks(sheet: Sheet) -> tuple[Hairline, ...]:
    """The outline to cut and the folds (dashed) of boxes, standees, circles and odd shapes.

    Only these marks lie over ink, on the exact edge or crease, because no mark outside the piece
    can show the outline. The fold of a booklet is marked outside. For a piece cut over several
    sheets, each sheet has its part.
    """
    lines: list[Hairline] = []
    for placement in sheet.placements:
        shape = placement.piece.component.shape
        if placement.side == "back":
            continue
        piece, trim = placement.piece, _whole(placement)
        own: list[Hairline] = []
        corners = outline_of(piece, trim, "front")
        if shape.kind == "circle":
            corners = _circle(trim.box)
        for (x, y), (x_end, y_end) in zip(corners, corners[1:] + corners[:1], strict=True):
            own.append(Hairline(x, y, x_end, y_end))
        for start, end in shape.folds if piece.row.leaf is None else ():
            ends = (point_on_sheet(piece, trim, "front", point) for point in (start, end))
            own.append(Hairline(*next(ends), *next(ends), dashed=True))
        if placement.trim.window is not None:
            own = [part for line in own if (part := _part(line, placement.trim.box)) is not None]
        lines += own
    return tuple(lines)


def _whole(placement: Placement) -> Trim:
    """The trim of the whole piece, even if the sheet shows only a part of the piece."""
    trim, shape = placement.trim, placement.piece.component.shape
    if trim.window is None:
        return trim
    x, y = trim.x - trim.window[0], trim.y - trim.window[1]
    return replace(trim, x=x, y=y, width=shape.width, height=shape.height, window=None)


def _part(line: Hairline, box: Bounds) -> Hairline | None:
    """The part of a line that lies in a box or on its edge."""
    part = _inside((line.x, line.y, line.x_end, line.y_end), _wider(box))
    return None if part is None else Hairline(*part, line.dashed)


def _wider(box: Bounds) -> Bounds:
    """Widen a box slightly, so that it includes its edge."""
    return (box[0] - CLOSE, box[1] - CLOSE, box[2] + CLOSE, box[3] + CLOSE)


def bleed_marks(sheet: Sheet, style: MarkStyle, cuts: Sequence[Hairline]) -> tuple[Hairline, ...]:
    """The marks for cuts in the bleed of the outermost pieces, for cuts without a mark outside.

    On a sheet filled to the edge of the printable area, there is no space for marks outside the
    pieces. `cuts` are the marks outside that fit.
    """
    if style == "none" or sheet.side == "back":
        return ()
    lines: dict[Hairline, None] = {}
    straight = [
        p for p in sheet.placements
        if p.trim.window is None and p.piece.component.shape.kind not in ("hex", "circle")
    ]  # fmt: skip
    for axis in (0, 1):  # vertical cuts, then horizontal cuts
        marked = [_ends_of(c, axis)[0] for c in cuts if _is_along(c, axis)]
        for at in dict.fromkeys(
            round(p.trim.box[i], 4) for p in straight for i in (axis, axis + 2)
        ):
            if any(abs(at - x) < EDGE for x in marked):
                continue
            touching = [
                p for p in straight if min(abs(p.trim.box[i] - at) for i in (axis, axis + 2)) < EDGE
            ]
            first = min(touching, key=lambda p: p.trim.box[1 - axis])
            last = max(touching, key=lambda p: p.trim.box[3 - axis])
            for start, end in (
                (first.ink[1 - axis], first.trim.box[1 - axis]),
                (last.trim.box[3 - axis], last.ink[3 - axis]),
            ):
                if end - start >= SHORTEST:
                    line = (at, start, at, end) if axis == 0 else (start, at, end, at)
                    lines[Hairline(*line)] = None
    return tuple(lines)


def _is_along(line: Hairline, axis: int) -> bool:
    """Whether a line is vertical (0) or horizontal (1)."""
    return abs(line.x - line.x_end if axis == 0 else line.y - line.y_end) < EDGE


def _ends_of(line: Hairline, axis: int) -> Spot:
    """The start and end of a line, across (0) or down (1)."""
    return (line.x, line.x_end) if axis == 0 else (line.y, line.y_end)


def _circle(box: Bounds) -> Points:
    """Points on the circle in a box, as many as needed to look round."""
    x, y, radius = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2
    n = ceil(pi / acos(1 - ROUND / radius)) if radius > ROUND else 3
    turns = (2 * pi * i / n for i in range(n))
    return tuple((round(x + radius * sin(t), 4), round(y - radius * cos(t), 4)) for t in turns)


def inner_marks(sheet: Sheet, style: MarkStyle) -> tuple[Hairline, ...]:
    """The marks over ink for cuts inside a block that no mark outside shows.

    They are crosses at corners shared by neighbours, the ends of the sides between nested hexagons,
    and arcs just outside round corners, in the waste. Each mark lies on a cut or in the waste.
    """
    if style == "none" or sheet.side == "back":
        return ()
    lines: dict[tuple[float, float, float, float], None] = {}
    for placement in sheet.placements:
        trim, shape = placement.trim, placement.piece.component.shape
        if trim.window is not None or placement.side == "back":
            continue
        if shape.kind == "hex" and trim.hexes:
            corners = _corners(placement)
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                lines.update(dict.fromkeys(_ends(a, b)))
        elif style == "crosses":
            lines.update(dict.fromkeys(_small_crosses(trim.box)))
        if shape.kind == "rect" and shape.corner * trim.scale > LEAST_CORNER:
            lines.update(dict.fromkeys(_arcs(trim.box, shape.corner * trim.scale)))
    return _rounded(tuple(lines))


@lru_cache(maxsize=64)
def _rounded(lines: tuple[Bounds, ...]) -> tuple[Hairline, ...]:
    """Remove duplicate lines; the lines of full sheets of one component are equal."""
    rounded = (
        Hairline(round(x, 4), round(y, 4), round(x_end, 4), round(y_end, 4))
        for x, y, x_end, y_end in lines
    )
    return tuple(dict.fromkeys(rounded))


def _ends(a: Spot, b: Spot) -> Iterable[Bounds]:
    """Yield short lines along a side from both ends; both neighbours give the same lines."""
    (ax, ay), (bx, by) = sorted((a, b))
    share = min(SMALL / hypot(bx - ax, by - ay), 0.5)
    dx, dy = (bx - ax) * share, (by - ay) * share
    yield (ax, ay, ax + dx, ay + dy)
    yield (bx - dx, by - dy, bx, by)


def _small_crosses(box: Bounds) -> Iterable[Bounds]:
    for x in (box[0], box[2]):
        for y in (box[1], box[3]):
            yield (x - SMALL, y, x + SMALL, y)
            yield (x, y - SMALL, x, y + SMALL)


@lru_cache(maxsize=4096)
def _arcs(box: Bounds, radius: float) -> tuple[Bounds, ...]:
    """Chords of an arc `OUTSIDE` mm outside each round corner, within the box of the trim."""
    reach = radius + OUTSIDE
    # The angle at which the larger arc meets the sides of the box.
    start = asin(radius / reach) if reach > radius else pi / 2
    first, last = pi / 2 - start, start
    edges: list[Bounds] = []
    for x, towards_x in ((box[0] + radius, -1), (box[2] - radius, 1)):
        for y, towards_y in ((box[1] + radius, -1), (box[3] - radius, 1)):
            angles = [first + (last - first) * i / CHORDS for i in range(CHORDS + 1)]
            points = [
                (x + towards_x * reach * cos(t), y + towards_y * reach * sin(t)) for t in angles
            ]
            edges += [(ax, ay, bx, by) for (ax, ay), (bx, by) in pairwise(points)]
    return tuple(edges)


def assembly_marks(sheet: Sheet, overlap: float) -> tuple[tuple[Hairline, ...], tuple[Label, ...]]:
    """The marks of a tiled sheet: the edges of the board, and (dashed) the seams between sheets.

    A seam is the middle of an overlap: cut there and join the sheets edge to edge, or cut one and
    glue the other under it.
    """
    lines: list[Hairline] = []
    labels: list[Label] = []
    for placement in sheet.placements:
        trim = placement.trim
        if trim.window is None:
            continue
        left, top, right, bottom = placement.ink
        reached = _reached(sheet)
        low_x, high_x = max(reached[0], left - OFFSET - LENGTH), right + OFFSET
        low_y, high_y = max(reached[1], top - OFFSET - LENGTH), bottom + OFFSET
        end_x = min(reached[2], high_x + LENGTH)
        end_y = min(reached[3], high_y + LENGTH)
        for axis, at, side, is_seam in joins(placement, overlap):
            if axis == 0:
                ends = ((at, low_y, at, top - OFFSET), (at, high_y, at, end_y))
            else:
                ends = ((low_x, at, left - OFFSET, at), (high_x, at, end_x, at))
            for x, y, x_end, y_end in ends:
                # a shorter line lies outside the printable area
                if x_end + y_end - x - y >= SHORTEST:
                    lines.append(Hairline(x, y, x_end, y_end, is_seam))
            if is_seam and axis == 0:
                x = at + 0.8 if side == "left" else at - 16
                labels.append(Label(x, top - OFFSET - 0.6, f"seam, sheet {side}"))
            elif is_seam:
                y = at + 0.8 if side == "above" else at - 18
                labels.append(Label(right + OFFSET + 0.8, y, f"seam, sheet {side}", 90))
    return tuple(lines), tuple(labels)


def joins(placement: Placement, overlap: float) -> Iterable[tuple[int, float, str, bool]]:
    """Yield the cuts of a part of a tiled board.

    Each cut has a direction, vertical (0) or horizontal (1), a position, a side, and a flag for
    seams.
    """
    trim, shape = placement.trim, placement.piece.component.shape
    assert trim.window is not None
    u, v, u_end, v_end = trim.window
    half = overlap / 2
    is_left, is_right = u > 0.01, u_end < shape.width - 0.01
    is_above, is_below = v > 0.01, v_end < shape.height - 0.01
    yield 0, trim.x + half * is_left, "left", is_left
    yield 0, trim.box[2] - half * is_right, "right", is_right
    yield 1, trim.y + half * is_above, "above", is_above
    yield 1, trim.box[3] - half * is_below, "below", is_below


def printed_part(line: Hairline, sheet: Sheet) -> Hairline | None:
    """The printable part of a line; None if this part is too short to be visible."""
    part = _inside((line.x, line.y, line.x_end, line.y_end), _reached(sheet))
    if part is None or hypot(part[2] - part[0], part[3] - part[1]) < SHORTEST - CLOSE:
        return None
    return Hairline(*part, line.dashed)


def is_mark_of(line: Hairline, axis: int, at: float) -> bool:
    """Whether a line marks a cut, vertical (0) or horizontal (1)."""
    return _is_along(line, axis) and abs(_ends_of(line, axis)[0] - at) < EDGE


def _corners(placement: Placement) -> Points:
    return corners_of_hex(placement.trim.box, is_flat_top(placement.piece, placement.trim))


def _outline(placement: Placement) -> Points:
    """The convex outline of a placement's ink."""
    return placement.clip or _rectangle(placement.ink)


def _reach(placement: Placement) -> float:
    """The distance by which ink extends beyond the trim."""
    box, ink = placement.trim.box, placement.ink
    return max(0.0, box[0] - ink[0], box[1] - ink[1], ink[2] - box[2], ink[3] - box[3])


def _rectangle(box: Bounds) -> Points:
    return ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))


# Full sheets of one component are equal, so their marks are computed once.
@lru_cache(maxsize=64)
def _marks(
    style: MarkStyle, outlines: tuple[Points, ...], boxes: tuple[Bounds, ...],
    reaches: tuple[float, ...], hexes: tuple[Points, ...], reached: Bounds,
    labels: tuple[Bounds, ...],
) -> tuple[Hairline, ...]:  # fmt: skip
    wanted: dict[tuple[float, float, float, float], None] = {}
    for box, reach, corners in zip(boxes, reaches, hexes, strict=True):
        if style == "lines" and not corners:
            segments = _through(box, reached)
        elif corners:
            segments = _beyond_corners(corners, reach)
        elif style == "crosses":
            segments = _crosses(box, reach)
        else:
            segments = _ticks(box, reach)
        for segment in segments:
            inside = _inside(segment, reached)
            if inside is not None:
                wanted[inside] = None
    around = [_grown(outline) for outline in outlines]
    around += [_rectangle(label) for label in labels]
    limits = [_limits(outline) for outline in around]
    lines = [
        Hairline(round(x, 4), round(y, 4), round(x_end, 4), round(y_end, 4))
        for segment in wanted
        for x, y, x_end, y_end in _outside(segment, around, limits)
    ]
    return tuple(dict.fromkeys(lines))


def _ticks(box: Bounds, reach: float) -> Iterable[Bounds]:
    """Yield two short lines outwards from each corner."""
    left, top, right, bottom = box
    start, end = reach + OFFSET, reach + OFFSET + LENGTH
    for x in (left, right):
        yield (x, top - end, x, top - start)
        yield (x, bottom + start, x, bottom + end)
    for y in (top, bottom):
        yield (left - end, y, left - start, y)
        yield (right + start, y, right + end, y)


def _crosses(box: Bounds, reach: float) -> Iterable[Bounds]:
    """Yield a cross at each corner."""
    arm = reach + OFFSET + LENGTH / 2
    for x in (box[0], box[2]):
        for y in (box[1], box[3]):
            yield (x - arm, y, x + arm, y)
            yield (x, y - arm, x, y + arm)


def _through(box: Bounds, reached: Bounds) -> Iterable[Bounds]:
    """Yield the cut lines, across the whole sheet."""
    for x in (box[0], box[2]):
        yield (x, reached[1], x, reached[3])
    for y in (box[1], box[3]):
        yield (reached[0], y, reached[2], y)


def _beyond_corners(corners: Points, reach: float) -> Iterable[Bounds]:
    """Yield lines that extend each edge of an outline a little beyond its corners."""
    start = reach * 2 / sqrt(3) + OFFSET
    for i, (x, y) in enumerate(corners):
        for other in (corners[i - 1], corners[(i + 1) % len(corners)]):
            length = hypot(x - other[0], y - other[1])
            dx, dy = (x - other[0]) / length, (y - other[1]) / length
            end = start + LENGTH * 0.75
            yield (x + dx * start, y + dy * start, x + dx * end, y + dy * end)


def _inside(segment: Bounds, reached: Bounds) -> Bounds | None:
    """The part of a segment in the printable area; None if the segment is outside."""
    kept = _within(segment, reached)
    if kept is None:
        return None
    x, y, x_end, y_end = (round(v, 4) for v in kept)
    return (x, y, x_end, y_end)


def _within(segment: Bounds, limits: Bounds) -> Bounds | None:
    span = _span_inside(segment, _rectangle(limits))
    if span is None:
        return None
    x, y, x_end, y_end = segment
    dx, dy = x_end - x, y_end - y
    return (x + dx * span[0], y + dy * span[0], x + dx * span[1], y + dy * span[1])


def _grown(outline: Points) -> Points:
    """Enlarge an outline a little around its middle, so that marks keep their distance."""
    x = (min(p[0] for p in outline) + max(p[0] for p in outline)) / 2
    y = (min(p[1] for p in outline) + max(p[1] for p in outline)) / 2
    grow = OFFSET * 0.75
    return tuple((p[0] + grow * _sign(p[0] - x), p[1] + grow * _sign(p[1] - y)) for p in outline)


def _sign(value: float) -> int:
    return (value > 1e-6) - (value < -1e-6)


def _limits(outline: Points) -> Bounds:
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    return (min(xs), min(ys), max(xs), max(ys))


def _outside(
    segment: Bounds, outlines: Sequence[Points], limits: Sequence[Bounds]
) -> Iterable[Bounds]:
    """Yield the parts of a segment that touch no outline."""
    x, y, x_end, y_end = segment
    dx, dy = x_end - x, y_end - y
    length = hypot(dx, dy)
    low_x, high_x = min(x, x_end), max(x, x_end)
    low_y, high_y = min(y, y_end), max(y, y_end)
    covered: list[Spot] = []
    for outline, box in zip(outlines, limits, strict=True):
        if box[0] > high_x or box[2] < low_x or box[1] > high_y or box[3] < low_y:
            continue
        span = _span_inside(segment, outline)
        if span is not None:
            covered.append(span)
    at = 0.0
    for start, end in [*sorted(covered), (1.0, 1.0)]:
        if (start - at) * length >= SHORTEST:
            yield (x + dx * at, y + dy * at, x + dx * start, y + dy * start)
        at = max(at, end)


def _span_inside(segment: Bounds, outline: Points) -> Spot | None:
    """The part of a segment inside a convex outline drawn clockwise (Cyrus and Beck, 1978)."""
    x, y, x_end, y_end = segment
    dx, dy = x_end - x, y_end - y
    enter, leave = 0.0, 1.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        ex, ey = bx - ax, by - ay
        inside = ex * (y - ay) - ey * (x - ax)
        change = ex * dy - ey * dx
        if abs(change) < 1e-9:
            if inside < -1e-9:  # clipped outlines have sides of zero length
                return None
            continue
        t = -inside / change
        if change > 0:
            enter = max(enter, t)
        else:
            leave = min(leave, t)
    return (enter, leave) if enter < leave else None
