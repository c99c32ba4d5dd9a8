"""A playtest as frozen values, with the shares and scores that follow from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Answer = int | str  # the number of an option from 1, the id of a row, or words

ABOUT_GAME = ("date", "version", "where", "minutes", "rounds")  # columns that a game's rows share
PLACES = ("paper", "table", "free")
SHORTEST_YEAR, LATEST_YEAR = 1990, 2200


@dataclass(frozen=True, slots=True)
class Player:
    """A seat in a playtest, and the answers of the person there. None: nobody noted the value."""

    seat: int
    who: str = ""  # a name or pseudonym; "" if nobody gave one
    bot: str = ""  # the kind of bot that sat there; "" for a person
    new: bool | None = None  # whether the person played the game for the first time
    score: float | int | None = None
    won: bool | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)  # question → answer


@dataclass(frozen=True, slots=True)
class Playtest:
    """A game that people played. `name` is that of its file, "" before it has one."""

    name: str
    at: str  # "2026-11-27" or "2026-11-27 19:05"
    version: str  # version of the game; "" if unknown
    where: str
    minutes: float | int | None
    rounds: int | None
    players: tuple[Player, ...]

    @property
    def has_bots(self) -> bool:
        """Whether a bot sat in any seat; such games are not counted as games between people."""
        return any(player.bot for player in self.players)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The score of every seat; None unless all scores are noted."""
        scores = [player.score for player in self.players]
        return None if None in scores else tuple(float(score or 0) for score in scores)

    @property
    def shares(self) -> tuple[float, ...] | None:
        """Every seat's share of the win; winners get equal parts; None if the winner is unknown.

        If nobody is marked as winner, those with the highest score won. Nobody may have won: then
        all shares are 0.
        """
        marks = [player.won for player in self.players]
        if all(mark is None for mark in marks):
            scores = self.scores
            if scores is None or len(scores) < 2:
                return None
            marks = [score == max(scores) for score in scores]
        n_winners = sum(mark is True for mark in marks)
        return tuple((mark is True) / max(1, n_winners) for mark in marks)
