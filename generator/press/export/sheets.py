"""Faces of one size on sheets, in a grid of cells of whole pixels, row by row from the top left.

In: pictures of equal size. Out: PNG sheets. No side of a sheet is longer than `MOST_PIXELS`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from generator.press.export.tabletop import MOST_PIXELS, png_of

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_COLUMNS, MOST_ROWS = 10, 7
FEWEST = 2  # columns and rows that a sheet has at least
MOST_DPI = 300.0
LEAST_DPI = 200.0  # small text blurs below this resolution, so more sheets are made instead


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of a sheet, and the size of a cell in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def slots(self) -> int:
        """The number of cells on a sheet."""
        return self.columns * self.rows


def grid_for(n: int, width: float, height: float, fewest: int = FEWEST) -> Grid:
    """Choose the grid for `n` pictures of `width` × `height` mm: as few sheets as possible.

    The resolution does not fall below `LEAST_DPI`. Among grids with equally few sheets, it takes
    the one with the finest cells, then with the fewest unused cells.
    """
    best: tuple[tuple[float, ...], Grid] | None = None
    for columns in range(fewest, MOST_COLUMNS + 1):
        for rows in range(fewest, MOST_ROWS + 1):
            room = min(MOST_PIXELS / columns / width, MOST_PIXELS / rows / height)
            scale = min(room, MOST_DPI / 25.4)
            grid = Grid(columns, rows, max(1, floor(width * scale)), max(1, floor(height * scale)))
            n_sheets = ceil(n / grid.slots)
            key = (scale < LEAST_DPI / 25.4, n_sheets, -scale, n_sheets * grid.slots - n)
            if best is None or key < best[0]:
                best = (key, grid)
    assert best is not None
    return best[1]


def sheets_of(images: "Sequence[Image]", grid: Grid) -> list[bytes]:
    """Encode the sheets as PNG; unused cells are white, or transparent if the first picture is."""
    from PIL import Image

    sheets = []
    for start in range(0, len(images), grid.slots):
        mode, ground = ("RGBA", (0, 0, 0, 0)) if images[0].mode == "RGBA" else ("RGB", "white")
        sheet = Image.new(mode, (grid.columns * grid.width, grid.rows * grid.height), ground)
        for i, image in enumerate(images[start : start + grid.slots]):
            row, column = divmod(i, grid.columns)
            sheet.paste(image, (column * grid.width, row * grid.height))
        sheets.append(png_of(sheet))
    return sheets
