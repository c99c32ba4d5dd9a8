"""The square spaces of a printed board, for the face `board` and for the rules.

In: the size of a board and its numbers of columns and rows. Out: a `Grid`. Lengths in mm from the
top left corner of the trim.
"""

from dataclasses import dataclass
from typing import ClassVar

Point = tuple[float, float]

ACROSS = (8, 1, 60)  # the default, least and greatest number of columns or rows
FIRST = (0, -9999, 99999)  # the default, least and greatest number of the first space


@dataclass(frozen=True, slots=True)
class Grid:
    """Spaces of `cell` mm in columns and rows, starting at (x, y).

    A frame of about `frame` mm surrounds the spaces.
    """

    LABELS: ClassVar = ("none", "numbers", "letters")  # kinds of labels along the edges
    x: float
    y: float
    cell: float
    frame: float
    columns: int
    rows: int
    first: int  # the number of the first space

    def places(self, is_ring: bool) -> list[tuple[int, int]]:
        """The column and row of every space, row by row, or clockwise along the edge."""
        if not is_ring:
            return [(i % self.columns, i // self.columns) for i in range(self.columns * self.rows)]
        last, low = self.columns - 1, self.rows - 1
        top = [(column, 0) for column in range(last)]
        right = [(last, row) for row in range(low)]
        bottom = [(column, low) for column in range(last, 0, -1)]
        left = [(0, row) for row in range(low, 0, -1)]
        if not last or not low:
            return [(column, row) for row in range(self.rows) for column in range(self.columns)]
        return [*top, *right, *bottom, *left]

    @staticmethod
    def letters(column: int) -> str:
        """The letters of a column, counted from 0: A to Z, then AA, AB and so on.

        >>> [Grid.letters(column) for column in (0, 25, 26, 51, 52, 701, 702)]
        ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']
        """
        before, letter = divmod(column, 26)
        return (Grid.letters(before - 1) if before > 0 else "") + chr(65 + letter)

    def outline(self, column: int, row: int) -> list[Point]:
        """The corners of a space."""
        x, y, side = self.x + column * self.cell, self.y + row * self.cell, self.cell
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def grid_of(
    width: float, height: float, columns: int, rows: int, has_heading: bool, first: int
) -> Grid:
    """The grid of a board, centred and as large as the frame allows."""
    frame = max(min(width, height) * 0.07, 6)
    head = frame * 1.1 if has_heading else 0.0
    cell = min((width - 2 * frame) / columns, (height - 2 * frame - head) / rows)
    x, y = (width - columns * cell) / 2, head + (height - head - rows * cell) / 2
    return Grid(x, y, cell, frame, columns, rows, first)
