"""Turns leaves into sheets in printing order, with fronts, matching backs, and the visible part of
the bleed.

In: leaves and a `Layout`. Out: numbered `Sheet`s. All blocks are centred on the paper, so fronts
and backs match whichever edge the sheet is turned over. The top of a piece stays at the top,
because people turn a cut piece like the page of a book.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from generator.model.pack import Points, Side
from generator.press.pieces.expand import Piece
from generator.press.sheet.cuts import Bounds, Step, count_cuts, count_sides, cut_plan, in_words
from generator.press.sheet.fill import are_nested
from generator.press.sheet.layout import (
    CLOSE,
    Axis,
    Layout,
    Leaf,
    Placement,
    Sheet,
    Spot,
    Trim,
    reach_of,
)
from generator.press.sheet.papers import Paper

WHOLE = 1.0  # mm; a strip of paper this wide beside the pages of a booklet is not cut off


def mirror(trim: Trim, paper: Paper, axis: Axis, fold: float | None = None) -> Trim:
    """Return the trim after its sheet is turned over: columns or rows are reversed.

    Rows are reversed about `fold`, or about the middle of the paper. Mirroring twice gives the same
    trim.
    """
    left, top, right, bottom = trim.room
    if axis == "columns":
        return replace(
            trim,
            x=paper.width - trim.x - trim.width,
            turn=-trim.turn % 360,
            room=(right, top, left, bottom),
            hexes=tuple((-x, y) for x, y in trim.hexes),
        )
    middle = paper.height / 2 if fold is None else fold
    return replace(
        trim,
        y=2 * middle - trim.y - trim.height,
        turn=(180 - trim.turn) % 360,
        room=(left, bottom, right, top),
        hexes=tuple((x, -y) for x, y in trim.hexes),
    )


def corners_of_hex(box: Bounds, flat_top: bool) -> Points:
    """The corners of the hexagon that fills a box, clockwise from the top (left)."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    if flat_top:
        quarter = (right - left) / 4
        return (
            (x - quarter, top), (x + quarter, top), (right, y),
            (x + quarter, bottom), (x - quarter, bottom), (left, y),
        )  # fmt: skip
    quarter = (bottom - top) / 4
    return (
        (x, top), (right, y - quarter), (right, y + quarter),
        (x, bottom), (left, y + quarter), (left, y - quarter),
    )  # fmt: skip


def numbered(leaves: list[Leaf], layout: Layout) -> list[Sheet]:
    """Turn leaves into sheets in printing order, with matching backs if any sheet has one."""
    fronts, sheets = [], []
    flipped = layout.backs in ("separate", "long-edge", "short-edge") and not layout.sleeves
    any_back = flipped and any(p.has_back for leaf in leaves for p in leaf.pieces)
    for i, leaf in enumerate(leaves):
        front = _front(leaf, i + 1, len(leaves), layout)
        back = _back(leaf, front, layout)
        if leaf.fold is not None:
            both = front.placements + back.placements
            sheets.append(replace(front, side="both", placements=both, fold=leaf.fold))
            continue
        sheets.append(front)
        if any_back and layout.backs == "separate":
            fronts.append(back)
        elif any_back:
            sheets.append(back)
    return sheets + fronts


def _front(leaf: Leaf, number: int, of: int, layout: Layout) -> Sheet:
    pairs = zip(leaf.pieces, leaf.trims, strict=True)
    placements = tuple(_placed(p, "front", s, layout) for p, s in pairs if p.has_front)
    titles = dict.fromkeys(p.component.title for p in leaf.pieces)
    steps = _cuts_of(leaf)
    order = in_words(steps)
    if leaf.fold is not None:
        order = (f"fold at {leaf.fold:.4g} mm from the top, glue the halves together", *order)
    return Sheet(
        leaf.paper, "front", ", ".join(titles), placements, number, of,
        count_cuts(steps), part=leaf.part, reach=reach_of(layout), order=order,
        by_hand=count_by_hand(leaf.pieces, leaf.trims),
    )  # fmt: skip


def _cuts_of(leaf: Leaf) -> list[Step]:
    """The straight cuts that separate a leaf's pieces; cuts inside the pieces' boxes come last.

    Pieces that are cut out by hand need no straight cuts, unless they lie among pieces that are cut
    straight.
    """
    placed = list(zip(leaf.pieces, leaf.trims, strict=True))
    if len(placed) == 1 and is_whole_paper(*placed[0], leaf.paper):
        return []
    n_by_hand = count_by_hand(leaf.pieces, leaf.trims)
    by_hand = [Step("by hand", (), n_pieces=n_by_hand)] if n_by_hand else []
    if n_by_hand == len(leaf.pieces):
        return by_hand
    if are_nested(leaf.trims):
        n_sides = count_sides(corners_of_hex(s.box, is_flat_top(p, s)) for p, s in placed)
        return [Step("round", (), n_cuts=n_sides)]
    steps = cut_plan([s.box for s in leaf.trims])
    odd = [(p, s) for p, s in placed if p.component.shape.kind == "polygon" and s.window is None]
    corners = (outline_of(p, s, "front") for p, s in odd)
    if n_sides := count_sides(corners, [s.box for _, s in odd]):
        steps.append(Step("round", (), n_cuts=n_sides))
    return steps + by_hand


def count_by_hand(pieces: Sequence[Piece], trims: Sequence[Trim]) -> int:
    """The number of pieces whose outline is not cut straight: circles, boxes, nets of dice.

    A standee is a plain strip before it is folded.
    """
    shapes = [p.component.shape for p, t in zip(pieces, trims, strict=True) if t.window is None]
    return sum(s.kind == "circle" or (s.kind == "dieline" and len(s.outline) > 4) for s in shapes)


def is_whole_paper(piece: Piece, trim: Trim, paper: Paper) -> bool:
    """Whether a leaf of a booklet fills the sheet of paper and is folded without cutting."""
    left, top, right, bottom = trim.box
    edges = (left, top, paper.width - right, paper.height - bottom)
    return piece.row.leaf is not None and max(edges) <= WHOLE


def outline_of(piece: Piece, trim: Trim, side: Side) -> Points:
    """The corners of an odd shape at its place on the sheet."""
    return tuple(
        point_on_sheet(piece, trim, side, point) for point in piece.component.shape.outline
    )


def point_on_sheet(piece: Piece, trim: Trim, side: Side, point: Spot) -> Spot:
    """The place on the sheet of a point of a shape; lengths are from the shape's top left."""
    shape = piece.component.shape
    u = (point[0] - shape.width / 2) * trim.scale
    v = (point[1] - shape.height / 2) * trim.scale
    if side == "back":
        u = -u
    for _ in range(trim.turn // 90):
        u, v = -v, u
    return (
        round(trim.x + trim.width / 2 + u, 4),
        round(trim.y + trim.height / 2 + v, 4),
    )


def offset_on(layout: Layout, paper: Paper) -> Spot:
    """The shift of backs to the right and down on this page, mm.

    A printer's offset is measured on upright paper turned over the long edge. If the paper is
    turned over the short edge, a back is upside down. A landscape page is rotated by 90° to the
    left for printing.
    """
    dx, dy = layout.offset
    if layout.backs == "gutterfold":
        return (0.0, 0.0)
    if paper.is_landscape:
        dx, dy = -dy, dx
    return (-dx, -dy) if layout.backs == "short-edge" else (dx, dy)


def _back(leaf: Leaf, front: Sheet, layout: Layout) -> Sheet:
    along_columns = (layout.backs == "short-edge") == leaf.paper.is_landscape
    axis: Axis = "columns" if along_columns and leaf.fold is None else "rows"
    placements = []
    offset = offset_on(layout, leaf.paper)
    for piece, trim in zip(leaf.pieces, leaf.trims, strict=True):
        if not piece.has_back:
            continue
        trim = mirror(trim, leaf.paper, axis, leaf.fold)
        if trim.window is not None:
            width = piece.component.shape.width
            u, v, u_end, v_end = trim.window
            trim = replace(trim, window=(width - u_end, v, width - u, v_end))
        trim = replace(trim, x=trim.x + offset[0], y=trim.y + offset[1])
        placements.append(_placed(piece, "back", trim, layout))
    return replace(front, side="back", placements=tuple(placements), cuts=0, order=(), by_hand=0)


def _placed(piece: Piece, side: Side, trim: Trim, layout: Layout) -> Placement:
    """Show as much of the bleed as there is space for."""
    bleed = 0.0 if layout.sleeves else min(piece.bleed(side), layout.most_bleed)
    left, top, right, bottom = (min(bleed, room) for room in trim.room)
    box = trim.box
    ink = (box[0] - left, box[1] - top, box[2] + right, box[3] + bottom)
    whole = min(left, top, right, bottom) >= piece.bleed(side) - CLOSE
    clip: Points = ()
    if piece.component.shape.kind == "hex" and trim.window is None:
        clip = _hex_clip(trim, ink, bleed, is_flat_top(piece, trim))
        xs, ys = zip(*clip, strict=True)
        ink = (min(xs), min(ys), max(xs), max(ys))
    elif not whole or trim.window is not None:
        clip = ((ink[0], ink[1]), (ink[2], ink[1]), (ink[2], ink[3]), (ink[0], ink[3]))
    return Placement(piece, side, trim, ink, clip)


def is_flat_top(piece: Piece, trim: Trim) -> bool:
    """Whether a hexagon on its sheet has a flat side at the top."""
    return piece.component.shape.flat_top == (trim.turn % 180 == 0)


def _hex_clip(trim: Trim, ink: Bounds, bleed: float, flat_top: bool) -> Points:
    """The hexagon with its bleed, clipped half way to every neighbour and at `ink`."""
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    across = trim.height if flat_top else trim.width
    radius = (across + 2 * bleed) / sqrt(3)
    half, full = radius / 2, (across + 2 * bleed) / 2
    corners: list[Spot] = (
        [(-half, -full), (half, -full), (radius, 0), (half, full), (-half, full), (-radius, 0)]
        if flat_top
        else [(0, -radius), (full, -half), (full, half), (0, radius), (-full, half), (-full, -half)]
    )
    for dx, dy in trim.hexes:
        corners = _cut_off(corners, dx, dy)
    # `_cut_off` cuts half way to its point, so the sides of the box are given by points twice as
    # far.
    left, top, right, bottom = ink[0] - x, ink[1] - y, ink[2] - x, ink[3] - y
    for dx, dy in ((2 * left, 0), (0, 2 * top), (2 * right, 0), (0, 2 * bottom)):
        corners = _cut_off(corners, dx, dy)
    return tuple((x + dx, y + dy) for dx, dy in corners)


def _cut_off(corners: list[Spot], dx: float, dy: float) -> list[Spot]:
    """Clip a convex outline at the line half way to (dx, dy); the side with the origin stays."""
    limit = (dx * dx + dy * dy) / 2

    def beyond(spot: Spot) -> float:
        return spot[0] * dx + spot[1] * dy - limit

    kept: list[Spot] = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        over_a, over_b = beyond(a), beyond(b)
        if over_a <= CLOSE:
            kept.append(a)
        if (over_a > CLOSE) != (over_b > CLOSE):
            t = over_a / (over_a - over_b)
            kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return kept
