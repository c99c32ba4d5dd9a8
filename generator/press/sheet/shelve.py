"""Places pieces of several sizes on one sheet, in rows called shelves, with the tall pieces first.

In: pieces that may share sheets. Out: the smallest number of leaves that such layouts need.
"""

from collections import Counter
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from generator.press.pieces.expand import Piece
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.fill import at_fold, centred, filled, ways_to_fill, with_room
from generator.press.sheet.layout import (
    CLOSE,
    Layout,
    Leaf,
    Spot,
    Trim,
    area_of,
    bleed_of,
    clear_of,
    fold_of,
    scale_of,
    size_of,
    spacing_of,
    split,
)
from generator.press.sheet.papers import Paper, ways_to_lie

LANE = 5.0  # mm; distance between shelves of different pieces, which leaves space for their marks


def sheets_of(pieces: list[Piece], layout: Layout) -> list[Leaf]:
    """Fill sheets with pieces that may share them."""
    sizes = {(size_of(p, layout), p.component.shape.kind, spacing_of(p, layout)) for p in pieces}
    if len(sizes) > 1:
        return _shelved([pieces], layout)
    ways = ways_to_fill(pieces[0], layout, len(pieces))
    paper, trims = min(ways, key=lambda way: ceil(len(pieces) / len(way[1])))
    return filled(pieces, paper, trims, layout)


def packed(blocks: list[list[Piece]], layout: Layout) -> list[Leaf]:
    """Fill sheets with one size each and put the remaining pieces together.

    If mixing all sizes needs fewer sheets, all sizes are mixed.
    """
    full: list[Leaf] = []
    rest: list[list[Piece]] = []
    for block in blocks:
        # The number is larger than the number of pieces, so that the sheet is not cut to the block.
        ways = ways_to_fill(block[0], layout, len(block) + 1)
        same = len({size_of(p, layout) for p in block}) == 1
        paper, trims = max(ways, key=lambda way: len(way[1]))
        n_full = len(block) // len(trims) * len(trims) if same else 0
        if n_full:
            full += filled(block[:n_full], paper, trims, replace(layout, order="rows"))
        if block[n_full:]:
            rest.append(block[n_full:])
    parted = full + (_shelved(rest, layout) if rest else [])
    together = _shelved(blocks, layout)
    grouped = [leaf for block in blocks for leaf in sheets_of(block, layout)]
    return min(parted, together, grouped, key=len)


@dataclass(slots=True)
class _Shelf:
    """A row of pieces; the next piece may start at `end`."""

    top: float
    height: float
    end: float
    last: str


def _shelved(blocks: list[list[Piece]], layout: Layout) -> list[Leaf]:
    """Put pieces on shelves, the tall ones first, each on the first shelf with enough space.

    If this needs no more sheets, a component starts on the shelf of another component only if all
    of its pieces fit there, so that no single piece is far from the others.
    """
    tries = [
        _shelve([p for block in blocks for p in block], layout, paper, lie, whole)
        for whole in (True, False)
        for paper in ways_to_lie(layout.paper, layout.orientation)
        for lie in ("upright", "flat", "as drawn")
    ]
    packings = [leaves for leaves in tries if leaves is not None]
    if not packings:
        return [
            leaf
            for block in blocks
            for p in split(block, _component)
            for leaf in sheets_of(p, layout)
        ]
    return min(packings, key=len)


def _component(piece: Piece) -> object:
    return piece.component.id


def _shelve(
    pieces: list[Piece],
    layout: Layout,
    paper: Paper,
    lie: Literal["upright", "flat", "as drawn"],
    whole: bool,
) -> list[Leaf] | None:
    """Put pieces on shelves; return None if a piece does not fit on this paper in this
    orientation.
    """
    clear = max(clear_of(p, layout) for p in pieces)
    outer = max(spacing_of(p, layout)[1] for p in pieces)
    widest = max(pieces, key=lambda p: clear_of(p, layout))
    area = area_of(paper, layout, widest)
    assert clear == clear_of(widest, layout)
    left, top, right, bottom = (
        area[0] + outer, area[1] + outer, area[2] - outer, area[3] - outer
    )  # fmt: skip
    shelves: list[list[_Shelf]] = []
    laid: list[list[tuple[Trim, Piece]]] = []
    first_open: dict[str, int] = {}
    left_over = Counter(p.component.id for p in pieces)
    guests: dict[tuple[str, int], int] = {}  # number of pieces on a sheet, by component and sheet
    boxes = {p.component.id: _lying(size_of(p, layout), lie) for p in pieces}
    lane = max(layout.gap, LANE, *(2 * bleed_of(p, layout) + max(2, layout.gap) for p in pieces))
    # A stable sort keeps the order within a component.
    for piece in sorted(pieces, key=lambda p: -boxes[p.component.id][1]):
        width, height, turn = boxes[piece.component.id]
        if width > right - left + CLOSE or height > bottom - top + CLOSE:
            return None
        gap = spacing_of(piece, layout)[0]
        area_in = (left, top, right, bottom)
        # If one copy of a piece does not fit on a shelf, the next copy does not fit either.
        at = first_open.get(piece.component.id, 0)
        shelf = None
        n_left = left_over[piece.component.id]
        left_over[piece.component.id] -= 1
        while shelf is None and at < len(shelves):
            n_guests = guests.setdefault((piece.component.id, at), n_left) if whole else 1
            reach = n_guests * width + (n_guests - 1) * gap
            shelf = _shelf_for(piece, (width, height), reach, shelves[at], area_in, gap, lane)
            at += shelf is None
        if shelf is None:
            shelf = _Shelf(top, height, left, "")
            shelves.append([shelf])
            laid.append([])
        first_open[piece.component.id] = at
        x = (
            shelf.end
            if not shelf.last
            else shelf.end + (gap if shelf.last == piece.component.id else lane)
        )
        laid[at].append(
            (Trim(x, shelf.top, width, height, turn, scale=scale_of(piece, layout)), piece)
        )
        shelf.end, shelf.last = x + width, piece.component.id
    fold = fold_of(paper, pieces[0], layout)
    leaves = []
    for sheet in laid:
        trims = centred([s for s, _ in sheet], area)
        if fold is not None:
            trims = at_fold(trims, area[3], len(trims))
        leaves.append(Leaf(paper, with_room(trims, paper, fold), tuple(p for _, p in sheet), fold))
    return leaves


def _lying(size: Spot, lie: Literal["upright", "flat", "as drawn"]) -> tuple[float, float, int]:
    width, height = size
    turned = (lie == "upright" and width > height) or (lie == "flat" and height > width)
    return (height, width, 90) if turned else (width, height, 0)


def _shelf_for(
    piece: Piece,
    size: Spot,
    reach: float,
    shelves: list[_Shelf],
    area: Bounds,
    gap: float,
    lane: float,
) -> _Shelf | None:
    """The first shelf with space for a piece; None if no shelf has enough space.

    On the shelf of another component, `reach` mm must be free, which is enough for all pieces of
    the component.
    """
    width, height = size
    for shelf in shelves:
        like = shelf.last == piece.component.id
        end = shelf.end + (gap + width if like else lane + reach)
        if height <= shelf.height + CLOSE and end <= area[2] + CLOSE:
            return shelf
    last = shelves[-1]
    # Shelves of one component are as close as its pieces; between other shelves there is space for
    # marks.
    like = last.last == piece.component.id and abs(last.height - height) < CLOSE
    top = last.top + last.height + (gap if like else lane)
    if top + height > area[3] + CLOSE:
        return None
    shelves.append(_Shelf(top, height, area[0], ""))
    return shelves[-1]
