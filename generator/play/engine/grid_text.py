"""The position as text for a game that writes none: a grid of cells that moves name by row and
column.

In: the table of moves and the record of the position. Out: a function as `show`.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

EMPTY = ".·-_+"  # marks of an empty cell
FEWEST, MOST = 3, 25  # least and greatest number of rows and of columns of a board
MARKS = "XOVAHTKNZEWCLMRSUYBDFGIJPQ"  # of numbers above that of an empty cell, then from the end
HALF = len(MARKS) // 2


def grid_text(moves: Any, template: Any) -> Callable[[Any, Any], str] | None:
    """Return a function that writes the grid of a position; `None` for a game without a grid.

    `moves` is the table of moves or `None`, and `template` the record of a position before the
    deal. A game has a grid if a verb names cells by row and column, and exactly one field of the
    record has a whole number for each cell, of which at least half are the same at first: this
    number is an empty cell.

    >>> from generator.kit import record, verbs
    >>> template = record(mark=[-1] * 9, left=9, seat=0, over=0, points=[0, 0])
    >>> show = grid_text(verbs(mark={"cell": (3, 3)}), template)
    >>> template.mark[:2] = 0, 1
    >>> print(show(None, template))
    X O .
    . . .
    . . .
    """
    if moves is None:
        return None
    shapes = {shape for _, shape in chain(*moves.arguments) if _is_grid(shape)}
    grids = [
        (name, wide)
        for high, wide in shapes
        for name in template.dtype.names
        if template.dtype[name].base.kind == "i" and template[name].size == high * wide
    ]
    if len(grids) != 1:
        return None
    ((name, wide),) = grids
    values, counts = np.unique(template[name], return_counts=True)
    if 2 * counts.max() < template[name].size:
        return None
    empty = int(values[counts.argmax()])

    def show(tables: Any, state: Any) -> str:
        marks = [_mark(cell - empty) for cell in np.ravel(state[name]).tolist()]
        return "\n".join(" ".join(marks[i : i + wide]) for i in range(0, len(marks), wide))

    return show


def _is_grid(shape: Any) -> bool:
    """Whether an argument of a move is a row and a column of a board."""
    return (
        isinstance(shape, tuple)
        and len(shape) == 2
        and all(isinstance(n, int) and FEWEST <= n <= MOST for n in shape)
    )


def _mark(step: int) -> str:
    """The mark of a cell by the difference between its number and that of an empty cell."""
    if not step:
        return EMPTY[0]
    place = step - 1 if step > 0 else step
    return MARKS[place] if -HALF <= place < HALF else "?"
