"""One player who answers single positions: at a table with people, or in a test."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.marks import engine
from generator.play.engine.agents import agent_of, desk_for, ticking
from generator.play.engine.calls import moves, turn
from generator.play.engine.choosers import choose
from generator.play.engine.desk import (
    CALLS,
    FRESH,
    TRUE,
    listing_of,
    seats_of,
    tallies_of,
    words_in,
)
from generator.play.engine.faults import watched
from generator.play.engine.game import Game
from generator.play.engine.machine import entry_of


class Thinker:
    """An agent of a game, ready to be asked."""

    def __init__(self, game: Game, spec: str) -> None:
        self._game, self._team = game, (agent_of(game, spec),)
        self._desk = desk_for(game, self._team, ())
        self._decide = decide if game.plain else entry_of(decide)

    def choose(self, state: Any, rng: NDArray[np.uint64]) -> int:
        """The agent's move where somebody has one; draws from `rng`, leaves `state` alone."""
        asked = self._game.fresh()
        asked[0] = state
        desk = self._desk
        desk.words[TRUE] = words_in(asked)[0]
        seats_of(desk)[:, FRESH] = 1
        with ticking(desk, self._team), watched(self._game, desk, 0, None):
            return int(self._decide(desk.engine, rng))

    def tried(self) -> NDArray[np.float64]:
        """What flat search found at the last decision: (2, moves listed), rewards and playouts."""
        return np.array(tallies_of(self._desk)[:2])


@engine
def decide(desk: Any, rng: Any) -> int:
    """The move of the seat to act in `TRUE`."""
    desk.journal[CALLS] = 0
    out = listing_of(desk)
    seat = turn(desk, TRUE)
    n = moves(desk, TRUE, out)
    return choose(desk, 0, seat, out, n, rng, 0)
