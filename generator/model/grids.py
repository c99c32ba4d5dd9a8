"""Where the square fields of a printed board lie, for the face `board` and for the rules.

Lengths in mm from the trim's top left corner.
"""

from dataclasses import dataclass
from typing import ClassVar

Point = tuple[float, float]

ACROSS = (8, 1, 60)  # columns, and rows: unless told, the least, the most
FIRST = (0, -9999, 99999)  # the number in the first field, likewise


@dataclass(frozen=True, slots=True)
class Grid:
    """Fields of `cell` mm in columns and rows from (x, y) on, in a frame about so wide."""

    LABELS: ClassVar = ("none", "numbers", "letters")  # along the edges
    x: float
    y: float
    cell: float
    frame: float
    columns: int
    rows: int
    first: int  # the number in the first field

    def places(self, is_ring: bool) -> list[tuple[int, int]]:
        """Column and row of every field: row by row, or along the edge clockwise."""
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
        """What a column is called, counted from 0: A to Z, then AA, AB and so on.

        >>> [Grid.letters(column) for column in (0, 25, 26, 51, 52, 701, 702)]
        ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']
        """
        before, letter = divmod(column, 26)
        return (Grid.letters(before - 1) if before > 0 else "") + chr(65 + letter)

    def outline(self, column: int, row: int) -> list[Point]:
        """The corners of a field."""
        x, y, side = self.x + column * self.cell, self.y + row * self.cell, self.cell
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def grid_of(
    width: float, height: float, columns: int, rows: int, has_heading: bool, first: int
) -> Grid:
    """The grid of a board: as large as its frame leaves room, in the middle."""
    frame = max(min(width, height) * 0.07, 6)
    head = frame * 1.1 if has_heading else 0.0
    cell = min((width - 2 * frame) / columns, (height - 2 * frame - head) / rows)
    x, y = (width - columns * cell) / 2, head + (height - head - rows * cell) / 2
    return Grid(x, y, cell, frame, columns, rows, first)
