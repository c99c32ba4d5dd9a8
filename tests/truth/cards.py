"""Common parts of two games of cards and dice whose effects can be computed."""

from itertools import product

import numpy as np

from generator.play.engine.game import Game
from generator.play.measures.results import PieceEffect, SimulateOptions
from generator.play.runs.runs import quiet
from generator.play.studies.exchange.every import effects_of

DICE = 6  # faces of the die that each seat adds to its points


def share(ahead: int) -> float:
    """Return a seat's share of the win with a lead of so many points before the dice."""
    throws = [ahead + mine - theirs for mine, theirs in product(range(DICE), repeat=2)]
    return float(np.mean([(t > 0) + (t == 0) / 2 for t in throws]))


def effects_in(game: Game, seed: int, games: int, agent: str = "random") -> tuple[PieceEffect, ...]:
    """The effects of all pieces in games of one kind of player."""
    options = SimulateOptions(games=games, agents=(agent,), seed=seed, workers=1)
    return effects_of(game, options, quiet)
