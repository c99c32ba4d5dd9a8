"""Who wins together: the sides of a game, teams of seats or single seats, and their names."""

from collections.abc import Sequence
from dataclasses import dataclass

Teams = tuple[tuple[int, ...], ...]  # each team's seats; none where all play for themselves
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a game of so many seats. Seats count from 0, and so do sides."""

    seats: int
    teams: Teams = ()

    @property
    def n(self) -> int:
        """How many sides there are."""
        return len(self.teams) or self.seats

    @property
    def word(self) -> str:
        """What a side is."""
        return "team" if self.teams else "seat"

    @property
    def player(self) -> str:
        """Who competes."""
        return "team" if self.teams else "player"

    @property
    def members(self) -> Teams:
        """The seats of each side, ascending."""
        return self.teams or tuple((seat,) for seat in range(self.seats))

    @property
    def heads(self) -> tuple[int, ...]:
        """The first seat of each side, which stands for it."""
        return tuple(side[0] for side in self.members)

    @property
    def firsts(self) -> tuple[int, ...]:
        """For each seat the first seat of its side: partners have the same, others another."""
        first = {seat: side[0] for side in self.members for seat in side}
        return tuple(first[seat] for seat in range(self.seats))

    @property
    def of_seats(self) -> tuple[int, ...]:
        """For each seat the number of its side."""
        number = {seat: i for i, side in enumerate(self.members) for seat in side}
        return tuple(number[seat] for seat in range(self.seats))

    def name(self, side: int) -> str:
        """What a side is called in a sentence: "first seat", or "first team"."""
        return side_name(side, self.word)

    def named(self, side: int) -> str:
        """Its name where it is met first: of a team it says who that is.

        >>> Sides(4, ((0, 2), (1, 3))).named(1), Sides(2).named(1)
        ('second team (seats 2 and 4)', 'second seat')
        """
        name = self.name(side)
        return f"{name} ({seats_said([s + 1 for s in self.members[side]])})" if self.teams else name


def side_name(side: int, word: str) -> str:
    """What a seat, or a team, is called in a sentence.

    >>> side_name(0, "seat"), side_name(1, "team")
    ('first seat', 'second team')
    """
    return f"{ORDINALS[side] if side < len(ORDINALS) else f'{side + 1}th'} {word}"


def seats_said(numbers: Sequence[int]) -> str:
    """Seats by their numbers.

    >>> seats_said([1, 2, 4]), seats_said([3])
    ('seats 1, 2 and 4', 'seat 3')
    """
    *before, last = map(str, numbers)
    return f"seats {', '.join(before)} and {last}" if before else f"seat {last}"
