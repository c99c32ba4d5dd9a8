"""Sheets on sale: labels and perforated cards, whose places are fixed.

Lengths in mm from the top left corner of the upright sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass

FITS = 0.6  # mm; a piece may be larger than its place by this length


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet with places of one size in columns and rows.

    `left` and `top` are the position of the first place. `across` and `down` are the distances from
    one place to the next. Places that are `round` have the diameter `width`.
    """

    name: str
    paper: str
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    across: float
    down: float
    is_round: bool = False

    @property
    def n_places(self) -> int:
        """The number of places on a sheet."""
        return self.columns * self.rows

    def places(self) -> Iterator[tuple[float, float]]:
        """The top left corner of every place, row by row."""
        for j in range(self.rows):
            for i in range(self.columns):
                yield self.left + i * self.across, self.top + j * self.down

    def holds(self, width: float, height: float, *, is_circle: bool = False) -> bool:
        """Whether a piece of this size fits a place without being turned."""
        if self.is_round and not is_circle:
            return bool((width**2 + height**2) ** 0.5 <= self.width + FITS)
        return width <= self.width + FITS and height <= self.height + FITS
