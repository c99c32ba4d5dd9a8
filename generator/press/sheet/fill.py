"""Fills sheets with pieces of one size, in rows and columns or as nested hexagons, with space for
bleeds.

In: pieces of one size. Out: leaves, each with a block of trims centred on the paper.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil, floor, hypot, inf, sqrt

from generator.press.pieces.expand import Piece
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.layout import (
    CLOSE,
    Layout,
    Leaf,
    Spot,
    Trim,
    area_of,
    clear_of,
    fold_of,
    scale_of,
    size_of,
    spacing_of,
)
from generator.press.sheet.papers import Paper, ways_to_lie


def ways_to_fill(piece: Piece, layout: Layout, most: int) -> list[tuple[Paper, list[Trim]]]:
    """The ways to fill a sheet with copies of a piece, best first.

    If a sheet has room for more than `most` copies, only the first `most` trims are returned.
    """
    width, height = size_of(piece, layout)
    shape = piece.component.shape
    gap, outer = spacing_of(piece, layout)
    ways: list[tuple[Paper, list[Trim]]] = []
    for turn in (0, 90):
        for paper in ways_to_lie(layout.paper, layout.orientation):
            area = area_of(paper, layout, piece)
            inner = (area[0] + outer, area[1] + outer, area[2] - outer, area[3] - outer)
            box = (height, width) if turn else (width, height)
            if shape.kind == "hex" and layout.hexes == "tight":
                block = _nest(box, inner, gap, shape.flat_top == (turn == 0))
            elif shape.kind == "hex" and shape.flat_top != (turn == 0):
                # straight cuts follow flat sides, so rows must be parallel to flat sides
                block = _NONE
            else:
                block = _grid(box, inner, gap)
            spots = list(islice(block.spots, most))
            if spots:
                trims = [Trim(x, y, *box, turn, scale=scale_of(piece, layout)) for x, y in spots]
                around = (0.0, 0.0, block.last[0] + box[0], block.last[1] + box[1])
                ways.append((paper, _moved(trims, around, area)))
    return ways


def filled(pieces: list[Piece], paper: Paper, trims: Sequence[Trim], layout: Layout) -> list[Leaf]:
    """Fill as many leaves as the pieces need, each with the given trims."""
    n_leaves = ceil(len(pieces) / len(trims))
    if layout.order == "stack":
        parts = [pieces[i::n_leaves] for i in range(n_leaves)]
    else:
        parts = [pieces[i * len(trims) : (i + 1) * len(trims)] for i in range(n_leaves)]
    fold = fold_of(paper, pieces[0], layout)
    laid: dict[int, tuple[Trim, ...]] = {}
    for n in {len(part) for part in parts}:
        # the leaves of a stack are cut together, so they need equal trims
        like = len(parts[0]) if layout.order == "stack" else n
        block = trims if fold is None else at_fold(trims, fold - clear_of(pieces[0], layout), like)
        laid[n] = with_room(block[:n], paper, fold)
    return [Leaf(paper, laid[len(part)], tuple(part), fold) for part in parts]


def at_fold(trims: Sequence[Trim], end: float, n: int) -> list[Trim]:
    """Move a block down until its first `n` trims reach `end`, mm from the top of the paper."""
    down = end - max(s.y + s.height for s in trims[:n])
    return [replace(s, y=s.y + down) for s in trims]


@dataclass(frozen=True, slots=True)
class _Block:
    """The top left corners of boxes, starting at (0, 0), and their total width and height."""

    spots: Iterable[Spot]
    last: Spot


_NONE = _Block((), (0.0, 0.0))


def _n_fitting(length: float, size: float, pitch: float) -> int:
    return floor((length - size) / pitch + CLOSE) + 1 if length >= size - CLOSE else 0


def _grid(box: Spot, area: Bounds, gap: float) -> _Block:
    """Place boxes in rows and columns."""
    width, height = box
    columns = _n_fitting(area[2] - area[0], width, width + gap)
    rows = _n_fitting(area[3] - area[1], height, height + gap)
    spots = ((i * (width + gap), j * (height + gap)) for j in range(rows) for i in range(columns))
    return _Block(spots, ((columns - 1) * (width + gap), (rows - 1) * (height + gap)))


def _nest(box: Spot, area: Bounds, gap: float, flat_top: bool) -> _Block:
    """Nest hexagons: every second row (or column) is shifted by half a pitch."""
    if flat_top:
        turned = _nest((box[1], box[0]), (area[1], area[0], area[3], area[2]), gap, False)
        return _Block(((y, x) for x, y in turned.spots), (turned.last[1], turned.last[0]))
    across, points = box
    pitch = across + gap
    step = 0.75 * points + gap * sqrt(3) / 2  # neighbouring centres are one pitch apart
    width = area[2] - area[0]
    columns = (_n_fitting(width, across, pitch), _n_fitting(width - pitch / 2, across, pitch))
    rows = _n_fitting(area[3] - area[1], points, step)
    if rows > 1 and columns[1] == 0:
        rows -= 1 - rows % 2  # leave out an empty last row
    ends = [(columns[j] - 1) * pitch + j * pitch / 2 for j in range(min(rows, 2)) if columns[j]]
    spots = (
        (i * pitch + (j % 2) * pitch / 2, j * step)
        for j in range(rows)
        for i in range(columns[j % 2])
    )
    return _Block(spots, (max(ends, default=0.0), (rows - 1) * step))


def centred(trims: list[Trim], area: Bounds) -> list[Trim]:
    """Move a block to the middle of an area."""
    return _moved(trims, _around([s.box for s in trims]), area)


def _moved(trims: list[Trim], around: Bounds, area: Bounds) -> list[Trim]:
    """Move a block so that its trims, including later ones, stay inside `around`."""
    left, top, right, bottom = around
    x = (area[0] + area[2] - left - right) / 2
    y = (area[1] + area[3] - top - bottom) / 2
    return [replace(s, x=s.x + x, y=s.y + y) for s in trims]


def _around(boxes: Iterable[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def with_room(trims: Sequence[Trim], paper: Paper, fold: float | None) -> tuple[Trim, ...]:
    """Give every trim room for its bleed, half way to a neighbour or up to an edge or fold."""
    end = paper.height if fold is None else fold
    if are_nested(trims):
        return tuple(_with_hexes(trim, trims, paper.width, end) for trim in trims)
    bands, columns = _Lines(trims, across=True), _Lines(trims, across=False)
    return tuple(_with_room(trim, bands, columns, paper.width, end) for trim in trims)


def are_nested(trims: Sequence[Trim]) -> bool:
    """Whether trim boxes overlap, like the boxes of nested hexagons."""
    return any(_overlap(trims[0].box, other.box) for other in trims[1:])


def _overlap(a: Bounds, b: Bounds) -> bool:
    return (
        a[0] < b[2] - CLOSE and b[0] < a[2] - CLOSE and a[1] < b[3] - CLOSE and b[1] < a[3] - CLOSE
    )


def _with_hexes(trim: Trim, trims: Sequence[Trim], width: float, height: float) -> Trim:
    left, top, right, bottom = trim.box
    x, y = (left + right) / 2, (top + bottom) / 2
    reach = 1.3 * max(trim.width, trim.height) + 10
    seen = ((s.x + s.width / 2 - x, s.y + s.height / 2 - y) for s in trims if s is not trim)
    return replace(
        trim,
        room=(left, top, width - right, height - bottom),
        hexes=tuple((dx, dy) for dx, dy in seen if hypot(dx, dy) < reach),
    )


class _Lines:
    """Trims grouped by rows (or columns), so that neighbours are found faster.

    A line contains the trims between the same two edges.
    """

    def __init__(self, trims: Sequence[Trim], *, across: bool) -> None:
        lines: dict[Spot, list[tuple[float, float]]] = {}
        for s in trims:
            edges, along = ((s.y, s.height), (s.x, s.width))
            if not across:
                edges, along = along, edges
            lines.setdefault(edges, []).append(along)
        self._edges = sorted(lines)
        self._thickest = max(size for _, size in self._edges)
        self._by_start = {edges: sorted(line) for edges, line in lines.items()}
        self._by_end = {
            edges: sorted(line, key=_end_of) if len({size for _, size in line}) > 1 else line
            for edges, line in self._by_start.items()
        }

    def nearest(self, low: float, high: float, start: float, end: float) -> Spot:
        """The smallest distances to a trim before `start` and to a trim after `end`; `inf` if there
        is no trim.

        Only lines that extend between `low` and `high` count.
        """
        before = after = inf
        first = bisect_left(self._edges, (low - self._thickest - CLOSE, 0.0))
        for i in range(first, len(self._edges)):
            edges = self._edges[i]
            if edges[0] >= high - CLOSE:
                break
            if edges[0] + edges[1] <= low + CLOSE:
                continue
            line = self._by_start[edges]
            at = bisect_left(line, end - CLOSE, key=_start_of)
            if at < len(line):
                after = min(after, line[at][0] - end)
            line = self._by_end[edges]
            at = bisect_right(line, start + CLOSE, key=_end_of)
            if at:
                before = min(before, start - line[at - 1][0] - line[at - 1][1])
        return before, after


def _start_of(part: Spot) -> float:
    return part[0]


def _end_of(part: Spot) -> float:
    return part[0] + part[1]


def _with_room(trim: Trim, bands: _Lines, columns: _Lines, width: float, height: float) -> Trim:
    left, top, right, bottom = trim.box
    beside = bands.nearest(top, bottom, left, right)
    above, below = columns.nearest(left, right, top, bottom)
    room = (
        min(left, beside[0] / 2),
        min(top, above / 2 if above < 20 else inf),
        min(width - right, beside[1] / 2),
        min(height - bottom, below / 2 if below < 20 else inf),
    )
    return replace(
        trim, room=(max(0.0, room[0]), max(0.0, room[1]), max(0.0, room[2]), max(0.0, room[3]))
    )
