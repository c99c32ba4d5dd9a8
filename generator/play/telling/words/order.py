"""Does the order of moves decide who wins? The sentences of `check`."""

from dataclasses import dataclass

from generator.model.teams import Sides
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import with_half

CHOOSE_BY_CHANCE = "let players choose among equal moves by chance, not the first or last listed"


@dataclass(frozen=True, slots=True)
class OrderWords:
    """Return what a side wins with moves as listed and in random order."""

    sides: Sides
    side: int  # the one that differs most
    listed: Estimate
    mixed: Estimate
    players: int
    agent: str
    games: int  # each way

    @property
    def played(self) -> str:
        """Return who played how much."""
        return f"{self.players} players of {self.agent}, {self.games:,} games each way"


def independent(r: OrderWords) -> str:
    """Return the finding that no side is seen to depend on the order of moves."""
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
