"""Tiles whose edges must match: the edges of a tile in one number, and what neighbours ask.

An edge is of a kind from 1 to 7; 0 asks for nothing. Three bits per way, ways clockwise, the same
as in the table of neighbours; four ways, or six.

    the kind at way 2 of `packed`:   packed >> 3 * 2 & 7

A tile is laid into a cell as one of its *looks*, a place in an array of such numbers; with
`turnings` one behind the other, look + 1 is the same tile turned once more. `table` has an element
per cell: look + 1 for a tile, 0 for nothing, and at a free cell beside a tile minus the edges that
its neighbours ask for. `front` lists these free cells from place 1; `front[0]` is how many.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import tool
from generator.kit.records import whole

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


@tool
def asked_around(near: Any, edges: Any, table: Any, cell: int) -> Any:
    """What the tiles around a cell ask of the edges of a tile there."""
    asked = 0
    for way in range(near.shape[1]):
        other = near[cell, way]
        if other >= 0 and table[other] > 0:
            asked |= facing(edges[table[other] - 1], way, near.shape[1])
    return asked


@tool
def lay_tile(near: Any, edges: Any, table: Any, front: Any, cell: int, look: int) -> None:
    """Lay a tile into a cell, or show another look of the one that lies there.

    The free cells beside it ask for its edges and belong to the front.

    >>> from generator.kit import square
    >>> near, edges = square(3, 3, 4), np.concatenate([turnings([1, 2, 1, 2]), turnings([1] * 4)])
    >>> table, front = np.zeros(9, np.int32), np.zeros(10, np.int32)
    >>> lay_tile(near, edges, table, front, 4, 1)
    >>> front[1:5].tolist(), oct(asked_around(near, edges, table, 1))
    ([1, 5, 7, 3], '0o200')
    >>> lay_tile(near, edges, table, front, 5, 4)
    >>> front[1 : 1 + front[0]].tolist(), oct(-table[2]), oct(asked_around(near, edges, table, 5))
    ([1, 3, 7, 2, 8], '0o100', '0o1000')
    """
    if table[cell] < 0:  # no longer free: the last free one takes its place
        i = 1
        while front[i] != cell:
            i += 1
        front[i] = front[front[0]]
        front[0] -= 1
    table[cell] = look + 1
    for way in range(near.shape[1]):
        other = whole(near[cell, way])
        if other >= 0 and table[other] <= 0:
            if table[other] == 0:
                front[0] += 1
                front[front[0]] = other
            table[other] = -asked_around(near, edges, table, other)


@tool
def offer_turns(out: Any, n: int, first: int, packed: Any, asked: Any, ways: int = 4) -> int:
    """Offer `first` + turn for every turn in which a tile shows the edges asked for.

    `packed` is the tile as it is not turned; returns the new number of legal moves, as `offer`.

    >>> out = np.zeros(8, np.int32)
    >>> offer_turns(out, 0, 100, turnings([1, 2, 1, 2])[0], 0o100), out[:2].tolist()
    (2, [100, 102])
    """
    for turn in range(ways):
        out[n] = first + turn
        n += fits(packed, asked)  # else the next takes its place
        packed = (packed << 3 | packed >> 3 * (ways - 1)) & (1 << 3 * ways) - 1
    return n
