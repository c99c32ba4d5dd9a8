"""Tiles whose edges must match: the edges of a tile in one number, and what neighbours ask.

An edge is of a kind from 1 to 7; 0 asks for nothing. Three bits per way, ways clockwise, the same
as in the table of neighbours; four ways, or six.

    the kind at way 2 of `packed`:   packed >> 3 * 2 & 7
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import tool

_LOWEST = 0o111111  # the lowest bit of every edge


def turnings(edges: Sequence[int]) -> NDArray[np.int32]:
    """A tile's edges, packed, for each turn clockwise: edge e then lies at way e + turn.

    >>> [oct(packed) for packed in turnings([1, 2, 3, 4]).tolist()]
    ['0o4321', '0o3214', '0o2143', '0o1432']
    """
    n = len(edges)
    packed = [sum(int(edges[(way - turn) % n]) << 3 * way for way in range(n)) for turn in range(n)]
    return np.array(packed, np.int32)


@tool
def facing(packed: Any, way: int, ways: int = 4) -> Any:
    """What a neighbour that lies this way asks of us: its edge that we meet, packed at this way.

    >>> oct(facing(0o4321, 0)), oct(facing(0o4321, 1))
    ('0o3', '0o40')
    """
    back = (way + ways // 2) % ways
    return (packed >> 3 * back & 7) << 3 * way


@tool
def fits(packed: Any, asked: Any) -> bool:
    """Whether a tile shows every edge that is asked for.

    >>> fits(0o4321, 0o300), fits(0o4321, 0o500), fits(0o4321, 0)
    (True, False, True)
    """
    lowest = (asked | asked >> 1 | asked >> 2) & _LOWEST
    return bool(packed & lowest * 7 == asked)
