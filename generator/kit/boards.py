"""Boards as tables of neighbours, and functions that find runs, areas and paths on them.

A board is an array with one element per cell, and `near` holds the neighbours of each cell.
`near[cell, way]` is the next cell in that direction, −1 beyond the edge. If directions have
opposites, `way` and `way + ways // 2` are opposite. Tables are made once, in `setup`; the functions
marked `@tool` read them in both modes.

A board that is searched very often may have a frame instead, which is a ring of cells with a value
that no other cell has. Directions are then steps in the array, and `straight_run` needs no table.

    square(3, 4)     0  1  2  3        ways:  7 0 1
                     4  5  6  7               6 + 2      0 is north, up the page
                     8  9 10 11               5 4 3
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import tool
from generator.model import hexes

Near = NDArray[np.int16]
Point = tuple[float, float]

_SQUARE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def square(rows: int, columns: int, ways: Literal[4, 8] = 8, *, wraps: bool = False) -> Near:
    """Return the neighbours on a square board: cell = row · columns + column, clockwise from north.

    With `wraps`, opposite edges are joined.

    >>> square(3, 4)[5].tolist(), square(3, 4)[0].tolist()
    ([1, 2, 6, 10, 9, 8, 4, 0], [-1, -1, 1, 5, 4, -1, -1, -1])
    >>> square(3, 4, 4, wraps=True)[0].tolist()
    [8, 1, 4, 3]
    """
    near = np.full((rows * columns, ways), -1, np.int16)
    for cell in range(rows * columns):
        for way in range(ways):
            down, right = _SQUARE[way * 8 // ways]
            row, column = cell // columns + down, cell % columns + right
            if wraps:
                row, column = row % rows, column % columns
            if 0 <= row < rows and 0 <= column < columns:
                near[cell, way] = row * columns + column
    return near


def ring(tiles: int) -> Near:
    """Return the neighbours (N E S W) on a table without edges, for up to `tiles` square tiles.

    The cells form one ring, row after row, the smallest in which cells with the same number are
    `tiles` + 3 steps apart (Golomb and Welch 1970), so that connected tiles never overlap.

    >>> ring(80).shape, ring(80)[0].tolist()
    ((3445, 4), [83, 1, 3362, 3444])
    """
    row = tiles + 3 | 1
    cells = (row**2 + 1) // 2
    steps = (row, 1, -row, -1)
    return np.array([[(cell + step) % cells for step in steps] for cell in range(cells)], np.int16)


def around(reach: int, size: float, start: str) -> list[tuple[str, str, list[Point], list[int]]]:
    """Return the places for `spaces` on a ring: square cells up to `reach` steps from the start.

    Row by row from the south-west; `size` in mm; `start` names the cell in the middle. The key of
    each is `[east, north]`, in steps.

    >>> [(name, key) for _, name, _, key in around(1, 45, "the start")][3:6]
    [('1 west of the start', [-1, 0]), ('the start', [0, 0]), ('1 east of the start', [1, 0])]
    """
    square = [(x * size / 2, y * size / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    cells = []
    for north in range(-reach, reach + 1):
        for east in range(-reach, reach + 1):
            across = f"{abs(east)} {'east' if east > 0 else 'west'}" if east else ""
            along = f"{abs(north)} {'north' if north > 0 else 'south'}" if north else ""
            name = " and ".join(part for part in (along, across) if part)
            name = f"{name} of {start}" if name else start
            outline = [(size * east + x, y - size * north) for x, y in square]
            cells.append(("cell", name, outline, [east, north]))
    return cells


@tool
def place_around(reach: int, east: int, north: int) -> int:
    """Return the index in `around` of a cell, in steps from the start; −1 if out of reach.

    >>> around(2, 45, "start")[place_around(2, -1, 2)][1], place_around(2, 0, 3)
    ('2 north and 1 west of start', -1)
    """
    if abs(east) > reach or abs(north) > reach:
        return -1
    return (north + reach) * (2 * reach + 1) + east + reach


def hexagonal(cells: Sequence[hexes.Cell]) -> Near:
    """Return the neighbours among hexagons (q, r), clockwise from the east as in `hexes`.

    >>> hexagonal([(0, 0), (1, 0), (0, 1)]).tolist()
    [[1, 2, -1, -1, -1, -1], [-1, -1, 2, 0, -1, -1], [-1, -1, -1, -1, 0, 1]]
    """
    place = {cell: i for i, cell in enumerate(cells)}
    return np.array(
        [[place.get(c, -1) for c in hexes.neighbours(cell)] for cell in cells], np.int16
    )


def sharing(corners: Sequence[Collection[Any]]) -> Near:
    """Return the neighbours among spaces that share corners; corners may have any names.

    There are no directions here: a row lists a space's neighbours in order, then −1.

    >>> sharing(["ab", "bc", "cd", "xb"]).tolist()
    [[1, 3, -1], [0, 2, 3], [1, -1, -1], [0, 1, -1]]
    """
    spaces = [set(names) for names in corners]
    others = [[j for j, b in enumerate(spaces) if j != i and a & b] for i, a in enumerate(spaces)]
    near = np.full((len(spaces), max(1, *map(len, others))), -1, np.int16)
    for space, row in enumerate(others):
        near[space, : len(row)] = row
    return near


def distances(near: Near) -> NDArray[np.int16]:
    """Return the least number of steps between cells, (cells, cells); −1 if there is no path.

    >>> distances(square(1, 4, 4)).tolist()[0]
    [0, 1, 2, 3]
    """
    neighbours = [[b for b in row if b >= 0] for row in near.tolist()]
    steps = np.full((len(near), len(near)), -1, np.int16)
    for start in range(len(near)):
        row, ring = [-1] * len(near), [start]
        row[start] = 0
        while ring:
            further = row[ring[0]] + 1
            outer = {b for a in ring for b in neighbours[a] if row[b] < 0}
            for cell in outer:
                row[cell] = further
            ring = list(outer)
        steps[start] = row
    return steps


@tool
def toward(near: Any, steps: Any, cell: int, goal: int) -> int:
    """Return the next cell on a shortest path to the goal, −1 for none; `steps` from `distances`.

    >>> near = square(3, 3, 4)
    >>> toward(near, distances(near), 0, 8)
    1
    """
    for way in range(near.shape[1]):
        other = near[cell, way]
        if other >= 0 and steps[other, goal] == steps[cell, goal] - 1:
            return int(other)
    return -1


@tool
def run_length(near: Any, board: Any, cell: int, way: int) -> int:
    """Return the length of the run of equal cells through `cell`, along `way` and its opposite.

    >>> board = np.array([1, 1, 1, 0,
    ...                   0, 1, 0, 0])
    >>> run_length(square(2, 4), board, 1, 2), run_length(square(2, 4), board, 1, 0)
    (3, 2)
    """
    half = near.shape[1] // 2
    back = way + half if way < half else way - half
    return 1 + _onward(near, board, cell, way) + _onward(near, board, cell, back)


@tool
def longest_run(near: Any, board: Any, cell: int) -> int:
    """Return the length of the longest run through a cell.

    >>> longest_run(square(2, 4), np.array([1, 1, 1, 0, 0, 1, 0, 0]), 5)
    2
    """
    longest = 1
    for way in range(near.shape[1] // 2):
        longest = max(longest, run_length(near, board, cell, way))
    return longest


@tool
def _onward(near: Any, board: Any, cell: int, way: int) -> int:
    """Return how many consecutive cells in one direction hold the same value as `cell`."""
    n = 0
    held = board[cell]
    other = near[cell, way]
    while other >= 0 and board[other] == held:
        n += 1
        other = near[other, way]
    return n


@tool
def straight_run(board: Any, cell: int, step: int) -> int:
    """Return the length of the run of equal cells through `cell`, `step` apart, on a framed board.

    On rows of `w` cells, the frame's included, steps are 1, w − 1, w and w + 1.

    >>> straight_run(np.array([9, 0, 1, 1, 1, 9]), 3, 1)
    3
    """
    held = board[cell]
    length = 1
    other = cell + step
    while board[other] == held:
        length += 1
        other += step
    other = cell - step
    while board[other] == held:
        length += 1
        other -= step
    return length


@tool
def area(near: Any, board: Any, cell: int, cells: Any, seen: Any) -> int:
    """Find the connected cells with the same value as `cell`; return their number.

    The cells are written into `cells` from the left and marked 1 in `seen`. Cells that were marked
    before are left out. Both arrays need one element per cell of the board.

    >>> board = np.array([1, 1, 0,
    ...                   0, 1, 1])
    >>> cells, seen = np.zeros(6, np.int16), np.zeros(6, np.int8)
    >>> area(square(2, 3, 4), board, 0, cells, seen), cells[:4].tolist()
    (4, [0, 1, 4, 5])
    """
    cells[0] = cell
    seen[cell] = 1
    n = 1
    done = 0
    while done < n:
        for way in range(near.shape[1]):
            other = near[cells[done], way]
            if other >= 0 and not seen[other] and board[other] == board[cell]:
                seen[other] = 1
                cells[n] = other
                n += 1
        done += 1
    return n
