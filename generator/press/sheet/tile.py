"""Prints a piece larger than a sheet in parts on several overlapping sheets.

In: a `Piece` and a `Layout`. Out: a leaf for each part. Lengths in mm.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from generator.model.problems import Problems
from generator.model.units import to_text
from generator.press.pieces.expand import Piece
from generator.press.sheet.layout import (
    CLOSE,
    Layout,
    Leaf,
    Trim,
    area_of,
    bleed_of,
    is_folded,
    size_of,
    spacing_of,
)
from generator.press.sheet.papers import Paper, ways_to_lie


def tile(piece: Piece, layout: Layout, problems: Problems) -> list[Leaf]:
    """Divide one copy of a large piece over overlapping sheets, row by row."""
    shape = piece.component.shape
    papers = ways_to_lie(layout.paper, layout.orientation)
    is_empty = 2 * layout.margin >= min(layout.paper.width, layout.paper.height)
    if is_empty or not piece.component.tile_pages or is_folded(piece, layout):
        own = piece.component
        what = f"{own.title} ({to_text(shape.width)} × {to_text(shape.height)})"
        margin = f"on {layout.paper.name} with a margin of {to_text(layout.margin)}"
        message = f"{what} does not fit {margin}: it is {_too_large(piece, layout)} and is left out"
        fix = "print it on larger paper, or with a smaller margin, or cut it over several sheets: "
        fix += "tile_pages: true"
        if not _too_large(piece, replace(layout, margin=0.0)):
            fix = "print it with a smaller margin, or on larger paper"
        if piece.row.leaf is not None:
            fix = "print it on larger paper, or with smaller pages"
        if is_folded(piece, layout):
            message = f"{what} and its back do not fit {margin} and a fold between them"
            message += f": together they are {_too_large(piece, layout)} and are left out"
            fix = f"print it separately: --only {own.id} --backs long-edge; or on larger paper"
        if is_empty:
            fix = "such margins leave no room on this paper; choose a smaller margin, usually 8mm"
        problems.error(own.place, message, fix)
        return []
    bleed = bleed_of(piece, layout)
    plans: list[tuple[Paper, int, int]] = []
    for paper in papers:
        wide = paper.width - 2 * layout.margin - layout.overlap
        high = paper.height - 2 * layout.margin - layout.overlap
        columns = max(1, ceil((shape.width + 2 * bleed - layout.overlap) / wide - CLOSE))
        rows = max(1, ceil((shape.height + 2 * bleed - layout.overlap) / high - CLOSE))
        plans.append((paper, columns, rows))
    paper, columns, rows = min(plans, key=lambda plan: plan[1] * plan[2])
    reach = paper.width - 2 * layout.margin, paper.height - 2 * layout.margin
    seams = piece.component.seams
    across = _spans(shape.width, columns, layout.overlap, reach[0] - bleed, seams)
    down = _spans(shape.height, rows, layout.overlap, reach[1] - bleed, seams)
    leaves = []
    for j, (v, v_end) in enumerate(down):
        for i, (u, u_end) in enumerate(across):
            width, height = u_end - u, v_end - v
            x, y = (paper.width - width) / 2, (paper.height - height) / 2
            room = (
                x if i == 0 else 0.0,
                y if j == 0 else 0.0,
                x if i == columns - 1 else 0.0,
                y if j == rows - 1 else 0.0,
            )
            trim = Trim(x, y, width, height, room=room, window=(u, v, u_end, v_end))
            part = f"row {j + 1} of {rows}, column {i + 1} of {columns}"
            leaves.append(Leaf(paper, (trim,), (piece,), part=part))
    return leaves


def _too_large(piece: Piece, layout: Layout) -> str:
    """Describe how many mm a piece is too wide and too high, in the orientation that fits best."""
    width, height = size_of(piece, layout)
    outer = spacing_of(piece, layout)[1]
    ways: list[tuple[float, float]] = []
    for paper in ways_to_lie(layout.paper, layout.orientation):
        left, top, right, bottom = area_of(paper, layout, piece)
        room = right - left - 2 * outer, bottom - top - 2 * outer
        # upright, then turned; width and height belong to the unturned piece
        for free in (room, room[::-1]):
            ways.append((max(0.0, width - free[0]), max(0.0, height - free[1])))
    across, down = min(ways, key=sum)
    words = ((across, "wide"), (down, "high"))
    return " and ".join(f"{ceil(10 * x - CLOSE) / 10:g} mm too {word}" for x, word in words if x)


def _spans(
    length: float, n: int, overlap: float, reach: float, seams: Sequence[float]
) -> list[tuple[float, float]]:
    """The start and end of each of `n` overlapping parts, mm.

    Each part is cut in the middle of an overlap, at the seam closest to an even division. If no
    seam leaves every part within `reach`, the piece is divided evenly.
    """
    step = (length - overlap) / n
    even = [i * step + overlap / 2 for i in range(1, n)]
    half = overlap / 2
    for cuts in ([min(seams, key=lambda s: abs(s - cut)) for cut in even] if seams else even, even):
        begins = [0.0, *(cut - half for cut in cuts)]
        ends = [*(cut + half for cut in cuts), length]
        spans = list(zip(begins, ends, strict=True))
        if cuts == even or all(half < end - begin <= reach for begin, end in spans):
            return spans
    raise AssertionError(even)
