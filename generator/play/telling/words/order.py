"""Sentences of `check` about the influence of the order of moves on the winner."""

from dataclasses import dataclass

from generator.model.teams import Sides
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import with_half

CHOOSE_BY_CHANCE = "let players choose among equal moves by chance, not the first or last listed"


@dataclass(frozen=True, slots=True)
class OrderWords:
    """The shares of a side with moves as listed and in random order."""

    sides: Sides
    side: int  # the side that differs most
    listed: Estimate
    mixed: Estimate
    players: int
    agent: str
    games: int  # number of games in each order

    @property
    def played(self) -> str:
        """Return a phrase with the players and the number of games."""
        return f"{self.players} players of {self.agent}, {self.games:,} games each way"


def independent(r: OrderWords) -> str:
    """Return the finding that the games show no influence of the order of moves on any side."""
    return (
        f"No {r.sides.word} was seen to depend on the order of moves ({r.played}): the "
        f"{r.sides.name(r.side)} wins {with_half(r.listed)} with moves as listed, "
        f"{with_half(r.mixed)} in random order."
    )


def depends(r: OrderWords) -> str:
    """Return the finding that a side depends on the order of moves, as a problem of the rules."""
    return (
        f"the {r.sides.name(r.side)} wins {with_half(r.listed)} with moves as listed and "
        f"{with_half(r.mixed)} with them in random order ({r.played}): what reports say about "
        f"{r.sides.word}s depends on the order"
    )
