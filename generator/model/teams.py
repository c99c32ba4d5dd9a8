"""The sides of a game: teams of seats, or single seats, and their names.

In: the number of seats and the teams. Out: `Sides`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Teams = tuple[tuple[int, ...], ...]  # the seats of each team; () if everyone plays alone
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a game with this number of seats. Seats and sides count from 0."""

    seats: int
    teams: Teams = ()

    @property
    def n(self) -> int:
        """The number of sides."""
        return len(self.teams) or self.seats

    @property
    def word(self) -> str:
        """The word for a side: "team" or "seat"."""
        return "team" if self.teams else "seat"

    @property
    def player(self) -> str:
        """The word for a competitor: "team" or "player"."""
        return "team" if self.teams else "player"

    @property
    def members(self) -> Teams:
        """The seats of each side, ascending."""
        return self.teams or tuple((seat,) for seat in range(self.seats))

    @property
    def heads(self) -> tuple[int, ...]:
        """The first seat of each side, which represents it."""
        return tuple(side[0] for side in self.members)

    @property
    def firsts(self) -> tuple[int, ...]:
        """The first seat of each seat's side."""
        first = {seat: side[0] for side in self.members for seat in side}
        return tuple(first[seat] for seat in range(self.seats))

    @property
    def of_seats(self) -> tuple[int, ...]:
        """The number of each seat's side."""
        number = {seat: i for i, side in enumerate(self.members) for seat in side}
        return tuple(number[seat] for seat in range(self.seats))

    def name(self, side: int) -> str:
        """The name of a side in a sentence: "first seat", or "first team"."""
        return side_name(side, self.word)

    def named(self, side: int) -> str:
        """The name of a side at first mention; a team is followed by its seats.

        >>> Sides(4, ((0, 2), (1, 3))).named(1), Sides(2).named(1)
        ('second team (seats 2 and 4)', 'second seat')
        """
        name = self.name(side)
        return f"{name} ({seats_text([s + 1 for s in self.members[side]])})" if self.teams else name


def side_name(side: int, word: str) -> str:
    """The name of a seat or a team in a sentence.

    >>> side_name(0, "seat"), side_name(1, "team")
    ('first seat', 'second team')
    """
    return f"{ORDINALS[side] if side < len(ORDINALS) else f'{side + 1}th'} {word}"


def seats_text(numbers: Sequence[int]) -> str:
    """Write seat numbers as text.

    >>> seats_text([1, 2, 4]), seats_text([3])
    ('seats 1, 2 and 4', 'seat 3')
    """
    *before, last = map(str, numbers)
    return f"seats {', '.join(before)} and {last}" if before else f"seat {last}"
