"""Hexagons in axial coordinates: cells, the corners they share, and their positions on paper.

A cell is `(q, r)`; `q` grows to the east, `r` to the south-east (pointy top) or south (flat top). A
corner is written as the three cells that meet there, so two cells share a corner exactly when the
corner contains both cells. Lengths have the unit of `size`.

        (0,-1) (1,-1)
      (-1,0) (0,0) (1,0)
        (-1,1) (0,1)
"""

import math

Cell = tuple[int, int]
Corner = frozenset[Cell]

AROUND: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells around `cell`, clockwise from the east.

    >>> neighbours((0, 0))
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    """
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in AROUND]


def distance(a: Cell, b: Cell) -> int:
    """The number of steps between two cells.

    >>> distance((3, 0), (-3, 3))
    6
    """
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def disc(radius: int) -> list[Cell]:
    """All cells at most `radius` steps from (0, 0), sorted.

    >>> len(disc(3))
    37
    """
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if distance((q, r), (0, 0)) <= radius]


def corners(cell: Cell) -> list[Corner]:
    """The six corners of a cell, clockwise, starting between east and south-east."""
    ring = neighbours(cell)
    return [frozenset((cell, ring[i], ring[(i + 1) % 6])) for i in range(6)]


def edge(a: Cell, b: Cell) -> tuple[Corner, Corner]:
    """The two corners at the ends of the border between neighbours `a` and `b`.

    >>> [sorted(end) for end in edge((0, 0), (1, 0))]
    [[(0, 0), (0, 1), (1, 0)], [(0, 0), (1, -1), (1, 0)]]
    """
    ends = [corner for corner in corners(a) if b in corner]
    assert len(ends) == 2, f"{a!r} and {b!r} are not neighbours"
    return ends[0], ends[1]


def centre(cell: Cell, size: float, flat_top: bool = False) -> tuple[float, float]:
    """The middle of a cell, y pointing down; `size` is the distance between two flat sides.

    >>> centre((1, 0), 50)
    (50.0, 0.0)
    """
    q, r = cell
    along, across = size, size * math.sqrt(3) / 2
    if flat_top:
        return q * across, (r + q / 2) * along
    return (q + r / 2) * along, r * across


def outline(size: float, flat_top: bool = False) -> list[tuple[float, float]]:
    """The six corners around (0, 0), clockwise; `size` is the distance between two flat sides."""
    turn = 0.0 if flat_top else 30.0
    radius = size / math.sqrt(3)
    return [
        (
            radius * math.cos(math.radians(turn + 60 * i)),
            radius * math.sin(math.radians(turn + 60 * i)),
        )
        for i in range(6)
    ]
