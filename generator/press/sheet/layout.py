"""Sheets and the pieces placed on them, and the size and bleed of a piece in a layout.

Lengths in mm, origin top left, y down. Other modules decide the positions.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.model.pack import Points, Side
from generator.model.stock import Stock
from generator.press.pieces.expand import Piece
from generator.press.sheet.cuts import Bounds
from generator.press.sheet.papers import Orientation, Paper

Backs = Literal["none", "separate", "long-edge", "short-edge", "gutterfold"]
Axis = Literal["columns", "rows"]
Spot = tuple[float, float]

CLOSE = 1e-6  # mm; lengths with a smaller difference count as equal
LEAST_REACH = 3.0  # mm; marks are not drawn nearer to the paper's edge
REACH = 6.35  # mm from the paper's edge; every home printer can print up to this line


@dataclass(frozen=True, slots=True)
class Layout:
    """The settings that decide where pieces lie. `offset` moves backs right and down, mm.

    With "shared" `edges`, one cut separates neighbours and clips their bleeds; with "own" edges,
    each piece keeps its whole bleed. The `order` "rows" fills one sheet after another; "stack"
    deals pieces over the sheets, so that the cut piles are in order when stacked. With `stock`,
    pieces lie in the places of the stock, on the first sheet from place `start` on. `scale` are the
    factors by which the printer lengthens upright paper across and down. `most_bleed` is the
    greatest bleed that is printed.
    """

    paper: Paper
    orientation: Orientation = "auto"
    margin: float = 8.0
    gap: float = 0.0
    edges: Literal["shared", "own"] = "shared"
    hexes: Literal["tight", "rows"] = "tight"
    arrange: Literal["auto", "grouped", "packed"] = "auto"
    order: Literal["rows", "stack"] = "rows"
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    overlap: float = 10.0
    sleeves: bool = False
    stock: Stock | None = None
    start: int = 1
    # left, top, right and bottom of upright paper, mm; None if all are equal to `margin`
    margins: Bounds | None = None
    scale: Spot = (1.0, 1.0)
    most_bleed: float = math.inf


@dataclass(frozen=True, slots=True)
class Trim:
    """A trim box on a sheet. Its face is turned clockwise by `turn` degrees.

    `room` is the space for the bleed to the left, top, right and bottom; `hexes` are the centres of
    adjacent hexagons relative to the centre of this hexagon. `window` is the part of a larger piece
    shown here, in mm of the unturned front from the top left of its trim.
    """

    x: float
    y: float
    width: float
    height: float
    turn: int = 0
    room: Bounds = (0.0, 0.0, 0.0, 0.0)
    hexes: Points = ()
    scale: float = 1.0
    window: Bounds | None = None

    @property
    def box(self) -> Bounds:
        """The left, top, right and bottom of the trim."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Placement:
    """One side of a piece on its trim. `ink` is the box that the side may colour, including bleed.

    `clip` is the outline that clips the face, or empty if the whole face is visible.
    """

    piece: Piece
    side: Side
    trim: Trim
    ink: Bounds
    clip: Points = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one leaf. `number` counts leaves from 1 to `of`.

    `cuts` are straight cuts, `by_hand` the number of pieces to cut out along their outlines. With
    gutterfold a sheet contains both sides, and `fold` is the height of the fold. `part` is the
    position of a tiled sheet in its board, `order` the order of the cuts. A sheet without
    placements is a blank back. Marks and text stay `reach` mm from the paper's edge.
    """

    paper: Paper
    side: Literal["front", "back", "both"]
    title: str
    placements: tuple[Placement, ...]
    number: int
    of: int
    cuts: int = 0
    fold: float | None = None
    part: str = ""
    reach: float = REACH
    order: tuple[str, ...] = ()
    by_hand: int = 0
    stock: str = ""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A sheet of paper before it is numbered: the trims of the front and their pieces."""

    paper: Paper
    trims: tuple[Trim, ...]
    pieces: tuple[Piece, ...]
    fold: float | None = None
    part: str = ""


def split(pieces: Sequence[Piece], key: Callable[[Piece], object]) -> Iterable[list[Piece]]:
    """Group pieces by a key; groups and pieces keep their order."""
    parts: dict[object, list[Piece]] = {}
    for piece in pieces:
        parts.setdefault(key(piece), []).append(piece)
    return parts.values()


def scale_of(piece: Piece, layout: Layout) -> float:
    """The scale of a face for its sleeve, which is below 1 to fit the sleeve, or above 1 if the
    bleed is too narrow.
    """
    shape, room = piece.component.shape, _room_in_sleeve(piece, layout)
    if room is None:
        return 1.0
    fits = min(room[0] / shape.width, room[1] / shape.height)
    bleed = piece.bleed("front")
    fills = max(room[0] / (shape.width + 2 * bleed), room[1] / (shape.height + 2 * bleed))
    return min(fits, max(1.0, fills))


def size_of(piece: Piece, layout: Layout) -> Spot:
    """The width and height of the trim; a slip for a sleeve shows as much bleed as fits."""
    shape, room = piece.component.shape, _room_in_sleeve(piece, layout)
    if room is None:
        return (shape.width, shape.height)
    scale, bleed = scale_of(piece, layout), piece.bleed("front")
    return (
        min(room[0], (shape.width + 2 * bleed) * scale),
        min(room[1], (shape.height + 2 * bleed) * scale),
    )


def _room_in_sleeve(piece: Piece, layout: Layout) -> Spot | None:
    """The size of a slip for the sleeve, 1 mm smaller than the inside of the sleeve; None without a
    sleeve.
    """
    sleeve = piece.component.sleeve
    return None if not layout.sleeves or sleeve is None else (sleeve[0] - 1, sleeve[1] - 1)


def reach_of(layout: Layout) -> float:
    """The distance of marks from the paper's edge: the margin, or less if the printer allows it."""
    return min(max(layout.margin, LEAST_REACH), REACH)


def is_folded(piece: Piece, layout: Layout) -> bool:
    """Whether the back is printed below the front on the same side, across a gutterfold."""
    return layout.backs == "gutterfold" and piece.has_back


def fold_of(paper: Paper, piece: Piece, layout: Layout) -> float | None:
    """The height of the fold between a piece and its back, in the middle of the paper."""
    return paper.height / 2 if is_folded(piece, layout) else None


def bleed_of(piece: Piece, layout: Layout) -> float:
    """The wider of the bleeds of the printed sides, limited by the layout."""
    if layout.sleeves:
        return 0.0
    with_back = piece.has_back and layout.backs != "none"
    widest = max(piece.bleed("front"), piece.bleed("back") if with_back else 0.0)
    return min(widest, layout.most_bleed)


def spacing_of(piece: Piece, layout: Layout) -> Spot:
    """The distance between adjacent trims, and the space around a block for its bleed.

    A gap separates two bleeds; without a gap, neighbours share the cut or their bleeds touch.
    """
    bleed = bleed_of(piece, layout)
    if layout.edges == "own":
        return (layout.gap + 2 * bleed, bleed)
    return (layout.gap + 2 * bleed, 0.0) if layout.gap else (0.0, 0.0)


def clear_of(piece: Piece, layout: Layout) -> float:
    """The free space above the fold, which is the bleed and half a gap."""
    return max(bleed_of(piece, layout), layout.gap / 2) if is_folded(piece, layout) else 0.0


def area_of(paper: Paper, layout: Layout, piece: Piece) -> Bounds:
    """The printable area; with a gutterfold, only the part above the fold."""
    fold = fold_of(paper, piece, layout)
    left, top, right, below = layout.margins or (layout.margin,) * 4
    if paper.is_landscape:  # a landscape page is turned a quarter to the left for printing
        left, top, right, below = below, left, top, right
    bottom = paper.height - below if fold is None else fold - clear_of(piece, layout)
    return (left, top, paper.width - right, bottom)
