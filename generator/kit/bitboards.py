"""Sets of cells in one number. Bit i is cell i, so that operations work on whole boards at once.

Leave one bit that is always 0 at the end of each row; otherwise runs would continue into the next
row. On rows of `w` bits, with this bit included, the neighbours of a cell are 1, w − 1, w and w + 1
bits away.
"""

from collections.abc import Sequence
from typing import Any

from generator.kit.marks import tool


@tool
def bit_count(cells: Any) -> int:
    """Return the number of cells in a set.

    >>> bit_count(0b10110)
    3
    """
    n = 0
    while cells:
        cells &= cells - 1
        n += 1
    return n


@tool
def lowest(cells: Any) -> int:
    """Return a set's first cell; `cells &= cells - 1` removes it.

    Raises `ValueError` for an empty set.

    >>> lowest(0b10110)
    1
    """
    if not cells:
        raise ValueError("lowest: the set is empty")
    return bit_count((cells & -cells) - 1)


@tool
def run_starts(cells: Any, step: int, length: int) -> Any:
    """Return the cells that start a run of at least `length` cells of the set, `step` bits apart.

    >>> bin(run_starts(0b1110111, 1, 3)), run_starts(0b1110111, 1, 4)
    ('0b10001', 0)
    """
    sure = 1
    while 2 * sure <= length:
        cells &= cells >> sure * step
        sure *= 2
    return cells & cells >> (length - sure) * step


@tool
def run_from(cells: Any, step: int, cell: int) -> int:
    """Return the length of the run of set cells that starts at `cell`; `step` is 1 or more.

    >>> run_from(0b1110111, 1, 4), run_from(0b1110111, 1, 3)
    (3, 0)
    """
    if step < 1:
        raise ValueError("run_from: the step must be 1 or more")
    rest = cells >> cell
    length = 0
    while rest & 1:
        length += 1
        rest >>= step
    return length


@tool
def moved(cells: Any, step: int) -> Any:
    """Return the cells moved `step` bits forward, or backward for a negative step.

    >>> bin(moved(0b0110, 2)), bin(moved(0b0110, -1))
    ('0b11000', '0b11')
    """
    return cells << max(step, 0) >> max(-step, 0)


def drawn(sets: Sequence[Any], rows: int, columns: int, marks: str) -> list[str]:
    """Return a board as text, one line per row of `columns` + 1 bits, with one mark for each set.

    >>> drawn([0b0010_0001, 0b0100_0000], 2, 3, "xo")
    ['x··', '·xo']
    """

    def mark(bit: int) -> str:
        return next((m for m, s in zip(marks, sets, strict=False) if int(s) >> bit & 1), "·")

    return ["".join(mark((columns + 1) * r + c) for c in range(columns)) for r in range(rows)]
