"""Plays games twice, with a piece as itself and as another piece, to find the effect on its taker.

In: the games of a setting, and the pieces that goals name. Out: for each game, the taker's share of
the win with the piece, minus the share with another piece of its component in its place. The
replacement acts from the moment the piece is taken. Until then both games are identical and have
the same taker, so both potential outcomes of a random exchange are observed (Rubin 1974). The other
piece is drawn by the seed and number of the game among pieces that keep the move legal. If there is
no such piece, the game is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from generator.model.pack import Component, Row
from generator.play.engine.agents import agents_of, is_timed
from generator.play.engine.batch import GameBatch, by_side
from generator.play.engine.game import Game
from generator.play.engine.loop import OTHER
from generator.play.measures.pieces import counted_piece
from generator.play.measures.ratios import POINTS
from generator.play.measures.results import SimulateOptions
from generator.play.measures.tally import Floats, shares_of
from generator.play.runs.runs import competing
from generator.play.studies.exchange.games import CHUNK, Plan, play_plans
from generator.play.studies.exchange.rows import (
    FAULTS,
    SHOWN,
    Patches,
    acting_as,
    forced_pieces,
)

# greatest number of rows that a piece may act as; of more rows, this number is used, evenly spread
MOST_OTHERS = 60
FORCED = (
    "whoever uses it has no other move, so it is no choice that could have been another: "
    "simulate --effects tells what it does from the deal on"
)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A piece that is exchanged, and the rows that it may act as, which are equal under all
    settings.

    The rows have their values in the unchanged game.
    """

    name: str  # name in the goal
    component: str
    row: Row
    others: tuple[Row, ...]

    @property
    def piece(self) -> str:
        """The id of the piece, "component/row"."""
        return f"{self.component}/{self.row.id}"


def exchanged(game: Game, name: str, options: SimulateOptions) -> Exchanged:
    """Return the piece with this name. Raises `ValueError` if it cannot be exchanged."""
    competing(game, "the effect of a piece")
    component, row = counted_piece(game.pack, name, game.pieces)
    piece = f"{component.id}/{row.id}"
    if any(map(is_timed, agents_of(game, options.agents, may_see=True))):
        raise ValueError("players that think by the clock play no game twice: mcts:100 does")
    patches, others = Patches(game), []
    for other in _others(component, row):
        try:
            is_hidden = patches.add_hidden(component, row, acting_as(game.pack, row, other))
        except FAULTS as fault:
            raise ValueError(str(fault).splitlines()[0] if str(fault) else repr(fault)) from None
        if is_hidden:
            others.append(other)
    if not others and len(component.rows) > 1:
        raise ValueError(SHOWN)
    if not any(map(len, patches.at)):
        raise ValueError("the rules make no difference between the rows of its component")
    if forced_pieces(game, options)[game.pieces.index(piece)]:
        raise ValueError(FORCED)
    chosen = np.linspace(0, len(others) - 1, min(MOST_OTHERS, len(others)))
    return Exchanged(name, component.id, row, tuple(others[round(x)] for x in chosen))


def _others(component: Component, row: Row) -> list[Row]:
    """Return the other rows of a component by id; their order in the file has no effect."""
    return sorted((r for r in component.rows if r.id != row.id), key=lambda r: r.id)


def _there(component: Component, row: Row) -> Row:
    """Return the row of another setting that comes from the same cells, under any id.

    An id may contain a tuned number, and a setting may leave out rows. Raises `ValueError` if the
    setting has no such row.
    """
    here = [r for r in component.rows if (r.place, r.places) == (row.place, row.places)]
    if not here:
        raise ValueError(f"{component.id}/{row.id} is left out with these numbers")
    return max(here, key=lambda r: r.id == row.id)  # several rows may come from the same cells


class Pairs:
    """The pieces of some goals, exchanged in the games of one setting."""

    def __init__(self, game: Game, pieces: Sequence[Exchanged]) -> None:
        """Prepare the exchange. Raises `ValueError` or `FaultyRules` if the rules reject a
        piece.
        """
        self._game = game
        self._patches = Patches(game)
        self._places: list[int] = []
        self._own: dict[int, range] = {}
        for piece in pieces:
            component = game.pack.component(piece.component)
            own = replace(piece, row=_there(component, piece.row))
            new = [acting_as(game.pack, own.row, _there(component, other)) for other in own.others]
            place, first = game.pieces.index(own.piece), len(self._patches.at)
            for row in new:
                self._patches.add(component, own.row, row)
            self._places.append(place)
            self._own[place] = range(first, len(self._patches.at))

    def of(self, batch: GameBatch, agents: Sequence[str], options: SimulateOptions) -> Floats:
        """Return effects on the taker's share in points, (games, 2 × pieces), and the takers."""
        effects = np.zeros((len(batch), 2 * len(self._places)))
        shares = shares_of(batch)
        plans = (
            partial(self._plan, k, start, batch.index[start : start + CHUNK])
            for k in range(len(self._places))
            for start in range(0, len(batch), CHUNK)
        )
        played = play_plans(self._game, self._patches, self._own, plans, options, agents)
        for plan, games in played:
            other = by_side(games)
            takers = other.takers[:, self._places[plan.k]]
            took = np.flatnonzero(takers >= 0)
            here = plan.start + took
            more = shares[here, takers[took]] - shares_of(other)[took, takers[took]]
            effects[here, plan.k] = POINTS * more
            effects[here, len(self._places) + plan.k] = 1.0
        return effects

    def _plan(self, k: int, start: int, numbers: NDArray[np.int64]) -> "_Plan":
        pieces = np.zeros((len(numbers), len(self._game.pieces)), np.int8)
        pieces[:, self._places[k]] = OTHER
        return _Plan(int(numbers[0]), pieces, k, start)


@dataclass(frozen=True, slots=True)
class _Plan(Plan):
    """A plan that exchanges one piece in every game of a stretch."""

    k: int  # index of the piece
    start: int  # index of the first game in the batch
