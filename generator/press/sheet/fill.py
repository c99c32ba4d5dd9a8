"""Sheets full of pieces of one size: rows and columns, nested hexagons, and the room of each trim.

In: pieces of one size. Out: leaves, their block of trims in the middle of the paper.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor, hypot, sqrt

from generator.press.expand import Piece
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.layout import (
    CLOSE,
    Layout,
    Leaf,
    Spot,
    Trim,
    area_of,
    is_folded,
    scale_of,
    size_of,
    spacing_of,
)
from generator.press.sheet.papers import Paper, ways_to_lie


def ways_to_fill(piece: Piece, layout: Layout) -> list[tuple[Paper, list[Trim]]]:
    """The ways to fill a sheet with copies of a piece, the preferred first."""
    width, height = size_of(piece, layout)
    shape = piece.component.shape
    gap, outer = spacing_of(piece, layout)
    found: list[tuple[Paper, list[Trim]]] = []
    for turn in (0, 90):
        for paper in ways_to_lie(layout.paper, layout.orientation):
            area = area_of(paper, layout, piece)
            inner = (area[0] + outer, area[1] + outer, area[2] - outer, area[3] - outer)
            box = (height, width) if turn else (width, height)
            if shape.kind == "hex" and layout.hexes == "tight":
                spots = _nest(box, inner, gap, shape.flat_top == (turn == 0))
            elif shape.kind == "hex" and shape.flat_top != (turn == 0):
                spots = []  # straight cuts run along flats, so the flats lie along the rows
            else:
                spots = _grid(box, inner, gap)
            if spots:
                folded = is_folded(piece, layout)
                trims = [Trim(x, y, *box, turn, scale=scale_of(piece, layout)) for x, y in spots]
                found.append((paper, centred(trims, area, to_bottom=folded)))
    return found


def filled(pieces: list[Piece], paper: Paper, trims: Sequence[Trim], layout: Layout) -> list[Leaf]:
    """As many leaves as the pieces need, each filled like `trims`."""
    n_leaves = ceil(len(pieces) / len(trims))
    if layout.order == "stack":
        parts = [pieces[i::n_leaves] for i in range(n_leaves)]
    else:
        parts = [pieces[i * len(trims) : (i + 1) * len(trims)] for i in range(n_leaves)]
    fold = paper.height / 2 if is_folded(pieces[0], layout) else None
    full = roomy(trims, paper, fold)
    return [
        Leaf(
            paper,
            full if len(part) == len(full) else roomy(trims[: len(part)], paper, fold),
            tuple(part),
            fold,
        )
        for part in parts
    ]


def _n_fitting(length: float, size: float, pitch: float) -> int:
    return floor((length - size) / pitch + CLOSE) + 1 if length >= size - CLOSE else 0


def _grid(box: Spot, area: Bounds, gap: float) -> list[Spot]:
    """Top left corners of boxes in rows and columns."""
    width, height = box
    columns = _n_fitting(area[2] - area[0], width, width + gap)
    rows = _n_fitting(area[3] - area[1], height, height + gap)
    return [(i * (width + gap), j * (height + gap)) for j in range(rows) for i in range(columns)]


def _nest(box: Spot, area: Bounds, gap: float, flat_top: bool) -> list[Spot]:
    """Top left corners of nested hexagons, every second row (or column) shifted by a half."""
    if flat_top:
        turned = _nest((box[1], box[0]), (area[1], area[0], area[3], area[2]), gap, False)
        return sorted(((y, x) for x, y in turned), key=lambda spot: (spot[0], spot[1]))
    across, points = box
    pitch = across + gap
    step = 0.75 * points + gap * sqrt(3) / 2  # neighbouring centres are one pitch apart
    width = area[2] - area[0]
    columns = (_n_fitting(width, across, pitch), _n_fitting(width - pitch / 2, across, pitch))
    rows = _n_fitting(area[3] - area[1], points, step)
    return [
        (i * pitch + (j % 2) * pitch / 2, j * step)
        for j in range(rows)
        for i in range(columns[j % 2])
    ]


def centred(trims: list[Trim], area: Bounds, to_bottom: bool = False) -> list[Trim]:
    """Move a block to the middle of an area; against a fold, to its bottom."""
    left, top, right, bottom = _around([s.box for s in trims])
    x = (area[0] + area[2] - left - right) / 2
    y = area[3] - bottom if to_bottom else (area[1] + area[3] - top - bottom) / 2
    return [replace(s, x=s.x + x, y=s.y + y) for s in trims]


def _around(boxes: Iterable[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def roomy(trims: Sequence[Trim], paper: Paper, fold: float | None) -> tuple[Trim, ...]:
    """Give every trim its room: half the way to a neighbour, or to the paper's edge or fold."""
    end = paper.height if fold is None else fold
    nested = are_nested(trims)
    return tuple(_with_room(trim, trims, paper.width, end, nested) for trim in trims)


def are_nested(trims: Sequence[Trim]) -> bool:
    """Whether trim boxes overlap, as those of nested hexagons do."""
    return any(_overlap(trims[0].box, other.box) for other in trims[1:])


def _overlap(a: Bounds, b: Bounds) -> bool:
    return (
        a[0] < b[2] - CLOSE and b[0] < a[2] - CLOSE and a[1] < b[3] - CLOSE and b[1] < a[3] - CLOSE
    )


def _with_room(
    trim: Trim, trims: Sequence[Trim], width: float, height: float, nested: bool
) -> Trim:
    left, top, right, bottom = trim.box
    room = [left, top, width - right, height - bottom]
    if nested:
        x, y = (left + right) / 2, (top + bottom) / 2
        reach = 1.3 * max(trim.width, trim.height) + 10
        seen = ((s.x + s.width / 2 - x, s.y + s.height / 2 - y) for s in trims if s is not trim)
        return replace(
            trim,
            room=(room[0], room[1], room[2], room[3]),
            hexes=tuple((dx, dy) for dx, dy in seen if hypot(dx, dy) < reach),
        )
    for other in trims:
        if other is trim:
            continue
        beside = other.y < bottom + 20 and other.y + other.height > top - 20
        if other.y < bottom - CLOSE and other.y + other.height > top + CLOSE:
            if other.x >= right - CLOSE:
                room[2] = min(room[2], (other.x - right) / 2)
            elif other.x + other.width <= left + CLOSE:
                room[0] = min(room[0], (left - other.x - other.width) / 2)
        elif beside and other.x < right - CLOSE and other.x + other.width > left + CLOSE:
            if other.y >= bottom - CLOSE:
                room[3] = min(room[3], (other.y - bottom) / 2)
            else:
                room[1] = min(room[1], (top - other.y - other.height) / 2)
    room = [max(0.0, r) for r in room]
    return replace(trim, room=(room[0], room[1], room[2], room[3]))
