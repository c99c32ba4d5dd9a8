"""Parts of the page of a game: a side in the list of players, and a turn in the list of moves."""

from dataclasses import dataclass

from generator.preview.layout import Tray
from generator.preview.seat_views import Told


@dataclass(frozen=True, slots=True)
class Panel:
    """A side in the list of players; `rows` has the trays of every member that are shown there."""

    side: int  # from 1
    name: str
    note: str  # who plays there
    score: float
    is_acting: bool
    sign: str  # of the side to act
    has_won: bool
    rows: tuple[tuple[int, tuple[Tray, ...]], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Moves of one seat in succession, and the points that they brought it."""

    seat: int
    moves: tuple[Told, ...]
    gain: float

    @property
    def words(self) -> str:
        """The moves in words."""
        return ", ".join(told.words for told in self.moves)
