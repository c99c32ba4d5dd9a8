"""Parts of the page of a game: a side in the list of players, and a turn in the list of moves."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from generator.model.teams import Sides
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
    """Moves of one seat in succession, and the points that they brought it and others."""

    seat: int
    moves: tuple[Told, ...]
    gain: float
    others: tuple[tuple[int, float], ...] = ()  # every other seat whose score changed, and by what

    @property
    def words(self) -> str:
        """The moves in words."""
        return ", ".join(told.words for told in self.moves)


def turns_of(told: Sequence[Told], sides: Sides) -> list[Turn]:
    """The turns that moves make up; the first has no points if earlier moves are left out."""
    turns = []
    for seat, moves in itertools.groupby(told, key=lambda each: each.seat):
        made = tuple(moves)
        before = next((each.scores for each in told if each.ply == made[0].ply - 1), None)
        gains = [now - was for now, was in zip(made[-1].scores, before or (), strict=False)]
        others = tuple(
            (members[0], gains[members[0]])
            for members in sides.members
            if gains and gains[members[0]] and seat not in members
        )
        turns.append(Turn(seat, made, gains[seat] if gains else 0.0, others))
    return turns
