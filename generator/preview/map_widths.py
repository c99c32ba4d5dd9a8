"""The least widths of a map on a page, at which its pieces can be told apart and picked.

In: a board in mm. Out: widths in pixels; a map that needs more than the page has is panned.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.preview.layout import FEW, Board, Item

LEAST = 24  # least length of a usual piece on the map
FINGER = 40  # least distance of the spots on a piece of another map, on a phone
SPOT = 8.0  # mm; spots that are nearer to each other are not parted
SMALL = 64  # least length of a tile of a map that grows that needs no closer look
AROUND = 1.16  # what a loupe shows, in tiles
COVERED = 0.5  # of the map, along each side, by the loupe


class Widths(NamedTuple):
    """The least widths of a map in pixels, and whether the map grows with its tiles.

    A map that grows has room for further tiles, so that it rarely changes its scale. All of it is
    shown until a player looks closer; a page that is narrower than `small` offers this.
    """

    on_desk: int
    on_phone: int
    grows: bool
    small: int = 0


class Loupe(NamedTuple):
    """A square of a map, in mm, that is shown enlarged in the corner with the fewest tiles."""

    left: float
    top: float
    size: float
    items: tuple[Item, ...]
    corner: str  # as classes
    x: float  # left edge, top edge and length of the tile in its middle
    y: float
    tile: float


def widths_of(board: Board | None, n_places: int, points: Sequence[tuple[float, float]]) -> Widths:
    """The least widths of a map of `n_places` places; `points` are spots on its pieces, in mm.

    They are 0 without a map or without pieces on it.
    """
    if board is None or not board.items:
        return Widths(0, 0, False)
    grows = not board.ground and n_places > FEW
    broad = [item for item in board.items if not item.is_strip] or board.items  # no roads or tracks
    lengths = sorted(max(item.width, item.height) for item in broad)
    usual = max(lengths[-1] if grows else lengths[len(lengths) // 2], board.width / 16)
    tiles = board.width / usual
    if grows:
        return Widths(0, 0, grows, round(SMALL * tiles))
    ways = itertools.starmap(math.dist, itertools.combinations(points, 2))
    least = max(min((way for way in ways if way > 0), default=math.inf), SPOT)
    on_phone = max(LEAST * tiles, FINGER / least * board.width)
    return Widths(round(LEAST * tiles), round(on_phone), grows)


def loupe_of(board: Board, x: float, y: float) -> Loupe:
    """The tile on which a point lies, with what lies on it and the edges of those beside it."""
    tile = min(board.floor, key=lambda item: math.dist((item.x, item.y), (x, y)))
    size = AROUND * tile.width
    left, top = tile.x - size / 2, tile.y - size / 2
    shown = [
        item
        for item in (*board.floor, *board.pieces)
        if max(abs(item.x - tile.x), abs(item.y - tile.y)) < (size + item.width) / 2
    ]
    reach = COVERED * max(board.width, board.height)
    edges = {
        "left": board.left, "right": board.left + board.width,
        "high": board.top, "low": board.top + board.height,
    }  # fmt: skip

    def covered(corner: Sequence[str]) -> tuple[bool, int, float]:
        """Whether it covers the tile, how many others, and how near it is to the tile."""
        x, y = (edges[side] for side in corner)
        under = [i for i in board.floor if abs(i.x - x) < reach and abs(i.y - y) < reach]
        return tile in under, len(under), -math.dist((tile.x, tile.y), (x, y))

    corners = [(side, end) for side in ("left", "right") for end in ("high", "low")]
    freest = min(corners, key=covered)
    x, y = tile.x - tile.width / 2, tile.y - tile.height / 2
    return Loupe(left, top, size, tuple(shown), " ".join(freest), x, y, tile.width)
