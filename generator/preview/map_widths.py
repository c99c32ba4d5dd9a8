"""The least widths of a map on a page, at which its pieces can be told apart and picked.

In: a board in mm. Out: widths in pixels; a map that needs more than the page has is panned.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.preview.layout import FEW, Board

LEAST = 24  # least length of a usual piece on the map
TILE, SMALLER = 48, 44  # least length of a tile of a map that grows, and the same on a phone
SPOTTED = 88  # the same on a phone while spots on a tile are picked
FINGER = 40  # least distance of the spots on a piece of another map, on a phone
SPOT = 8.0  # mm; spots that are nearer to each other are not parted


class Widths(NamedTuple):
    """The least widths of a map in pixels, and whether the map grows with its tiles.

    A map that grows has room for further tiles, so that it rarely changes its scale.
    """

    on_desk: int
    on_phone: int
    grows: bool


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
        return Widths(round(TILE * tiles), round((SPOTTED if points else SMALLER) * tiles), grows)
    ways = itertools.starmap(math.dist, itertools.combinations(points, 2))
    least = max(min((way for way in ways if way > 0), default=math.inf), SPOT)
    on_phone = max(LEAST * tiles, FINGER / least * board.width)
    return Widths(round(LEAST * tiles), round(on_phone), grows)
