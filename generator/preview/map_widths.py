"""The least widths of a map on a page, at which its pieces can be told apart and picked.

In: a board in mm. Out: widths in pixels; a map that needs more than the page has is panned.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.preview.layout import FEW, Board

LEAST = 24  # least length of a usual piece on the map
TILE, SMALLER, MOST = 56, 48, 110  # length of a tile of a map that grows: least, on a phone, most
FINGER = 40  # least distance of the spots on a piece of another map, on a phone
SPOT = 8.0  # mm; spots that are nearer to each other are not parted


class Widths(NamedTuple):
    """The least widths of a map in pixels, and whether the map grows with its tiles.

    A map that grows is as large as its tiles and the places around them allow, up to a width of
    `most` pixels: `size` and `middle` are those of this part, in mm.
    """

    on_desk: int
    on_phone: int
    grows: bool
    most: int = 0
    size: tuple[float, float] = (0.0, 0.0)
    middle: tuple[float, float] = (0.0, 0.0)


def widths_of(board: Board | None, n_places: int, points: Sequence[tuple[float, float]]) -> Widths:
    """The least widths of a map of `n_places` places; `points` are spots on its pieces, in mm.

    They are 0 without a map or without pieces on it.
    """
    if board is None or not board.items:
        return Widths(0, 0, False)
    grows = not board.ground and n_places > FEW
    lengths = sorted(max(item.width, item.height) for item in board.items)
    usual = max(lengths[-1] if grows else lengths[len(lengths) // 2], board.width / 16)
    tiles = board.width / usual
    if grows:  # its scale changes only with a tile at a new edge
        xs, ys = sorted(i.x for i in board.items), sorted(i.y for i in board.items)
        wide, high = (round(each[-1] - each[0] + 3 * usual, 1) for each in (xs, ys))
        middle = round((xs[0] + xs[-1]) / 2, 1), round((ys[0] + ys[-1]) / 2, 1)
        desk, phone, most = (round(pixels * tiles) for pixels in (TILE, SMALLER, MOST))
        return Widths(desk, phone, grows, most, (wide, high), middle)
    ways = itertools.starmap(math.dist, itertools.combinations(points, 2))
    least = max(min((way for way in ways if way > 0), default=math.inf), SPOT)
    on_phone = max(LEAST * tiles, FINGER / least * board.width)
    return Widths(round(LEAST * tiles), round(on_phone), grows)
