"""Tiles whose edges must match.

One number holds a tile's edges, or the edges that its neighbours require.

An edge has a kind from 1 to 7; 0 requires nothing. There are three bits per direction. The four or
six directions are clockwise, as in the table of neighbours.

    the kind at way 2 of `packed`:   packed >> 3 * 2 & 7

A tile is laid as one of its *looks*, an index in an array of such numbers. If the array lists the
`turnings` of a tile in a row, look + 1 is the same tile turned once more. `table` has one element
per cell: look + 1 for a tile, 0 for nothing and, for a free cell beside a tile, minus the edges
that its neighbours require. `front` lists these free cells from index 1 on; `front[0]` is their
number.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import tool
from generator.kit.records import whole

_LOWEST = 0o111111  # the lowest bit of every edge


def turnings(edges: Sequence[int]) -> NDArray[np.int32]:
    """Return a tile's packed edges for each clockwise turn: edge e moves to way e + turn.

    >>> [oct(packed) for packed in turnings([1, 2, 3, 4]).tolist()]
    ['0o4321', '0o3214', '0o2143', '0o1432']
    """
    n = len(edges)
    packed = [sum(int(edges[(way - turn) % n]) << 3 * way for way in range(n)) for turn in range(n)]
    return np.array(packed, np.int32)


@tool
def facing(packed: Any, way: int, ways: int = 4) -> Any:
    """Return the edge of a neighbour that meets our edge at `way`.

    >>> oct(facing(0o4321, 0)), oct(facing(0o4321, 1))
    ('0o3', '0o40')
    """
    back = (way + ways // 2) % ways
    return (packed >> 3 * back & 7) << 3 * way


@tool
def fits(packed: Any, asked: Any) -> bool:
    """Whether a tile has every required edge.

    >>> fits(0o4321, 0o300), fits(0o4321, 0o500), fits(0o4321, 0)
    (True, False, True)
    """
    lowest = (asked | asked >> 1 | asked >> 2) & _LOWEST
    return bool(packed & lowest * 7 == asked)


@tool
def asked_around(near: Any, edges: Any, table: Any, cell: int) -> Any:
    """Return the edges that the tiles around a cell require of a tile there."""
    edges_met = 0
    for way in range(near.shape[1]):
        other = near[cell, way]
        if other >= 0 and table[other] > 0:
            edges_met |= facing(edges[table[other] - 1], way, near.shape[1])
    return edges_met


@tool
def lay_tile(near: Any, edges: Any, table: Any, front: Any, cell: int, look: int) -> None:
    """Lay a tile into a cell, or change the look of the tile there.

    The free cells beside it then require its edges and belong to the front.

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
    # the cell is no longer free, and the last free cell takes its place in the list
    if table[cell] < 0:
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
    """Offer `first` + turn for every turn in which a tile has the required edges.

    `packed` is the unturned tile. Returns the new number of legal moves, like `offer`.

    >>> out = np.zeros(8, np.int32)
    >>> offer_turns(out, 0, 100, turnings([1, 2, 1, 2])[0], 0o100), out[:2].tolist()
    (2, [100, 102])
    """
    for turn in range(ways):
        out[n] = first + turn
        n += fits(packed, asked)  # a move that does not fit is overwritten by the next move
        packed = (packed << 3 | packed >> 3 * (ways - 1)) & (1 << 3 * ways) - 1
    return n
