"""Estimates the effect of a piece on its taker, by exchanging the piece at random when it is taken.

A piece acts as itself until a player first uses it. At that moment the game's seed decides whether
the piece stays itself or becomes another row of its component, with the price and all other fields
of that row. The taker and the time of taking therefore cannot depend on the draw. The piece can
only become a row that keeps the move legal, and a use counts, in either group, only if there is
such a row. Both groups are therefore selected alike, and nobody pays a price that was not asked. If
nobody can pass over a piece, such as a tile that is drawn and laid, the piece is exchanged from the
deal on. A piece that is merely left over at the end could have been taken earlier. The outcome is
the share of the win of the piece's first user.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from generator.model.pack import Component, Row
from generator.play.engine.batch import GameBatch, by_side
from generator.play.engine.game import Game
from generator.play.engine.loop import DEALT, ITSELF, OTHER
from generator.play.measures.ratios import NEEDED_TAKERS
from generator.play.measures.results import (
    Progress,
    SimulateOptions,
)
from generator.play.measures.tally import Floats, shares_of
from generator.play.statistics import inference
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import Estimate, mixed
from generator.play.studies.exchange.games import CHUNK, Plan, play_plans
from generator.play.studies.exchange.rows import FAULTS, SHOWN, Patches, others_of

# share of games with a piece that acts as another piece, if only one piece at a time can
ALONE = 0.75


@dataclass(slots=True)
class Exchange:
    """One exchanged piece, with its index in the game and the shares of its takers."""

    place: int
    patches: range  # patches of this piece
    is_dealt: bool
    # takers' shares with the piece as itself, by chunk
    own: list[Floats] = field(default_factory=list)
    # takers' shares with the piece as another piece
    other: list[Floats] = field(default_factory=list)
    # takers' shares with the piece as its own copy
    placebo: list[Floats] = field(default_factory=list)

    def take(self, batch: GameBatch, group: NDArray[np.int8]) -> None:
        """Add the takers of a batch.

        group: (n,) 0 for the piece as itself, 1 as another piece, 2 as its own copy, −1 not
        counted.
        """
        batch = by_side(batch)
        takers = batch.takers[:, self.place]
        took = np.flatnonzero(takers >= 0)
        share = shares_of(batch)[took, takers[took]]
        for g, lists in enumerate((self.own, self.other, self.placebo)):
            lists.append(share[group[took] == g])

    def value(self, placebo: bool = False) -> Estimate:
        """Return the taker's share with the piece as itself, minus the share with the piece as
        another or as its own copy.
        """
        own = np.concatenate(self.own)
        other = np.concatenate(self.placebo if placebo else self.other)
        return _difference(own, other)


def _difference(first: Floats, second: Floats) -> Estimate:
    """Return the difference of two groups' means; each game counts once (Welch 1947)."""
    fewer = min(len(first), len(second))
    if fewer < 2:
        return inference.NOTHING
    value = float(first.mean() - second.mean())
    parts = [max(float(x.var(ddof=1)), _least_variance(x)) / len(x) for x in (first, second)]
    error = float(np.sqrt(sum(parts)))
    below = sum(p * p / (len(x) - 1) for p, x in zip(parts, (first, second), strict=True))
    t = student_quantile(inference.LEVEL, max(1, int(error**4 / below)) if below else 1)
    n = len(first) + len(second)
    needed = 0 if fewer >= NEEDED_TAKERS else int(np.ceil(n * NEEDED_TAKERS / fewer))
    low, high = max(-1.0, value - t * error), min(1.0, value + t * error)
    return Estimate(value, low, high, n, "randomised when taken", needed)


def _least_variance(x: Floats) -> float:
    """Return the variance to assume if all shares are equal, which is that of half a game with the
    other outcome.
    """
    p = 0.5 / len(x)
    return p * (1 - p)


def play_randomised(
    game: Game,
    patches: Patches,
    pieces: Sequence[Exchange],
    options: SimulateOptions,
    shares: tuple[float, float],
    what: str,
    progress: Progress,
    *,
    is_alone: bool = False,
) -> None:
    """Play the games of a run with random exchanges and record the takers.

    `shares` are the shares of the pieces that act as other pieces, and as their own copies, in each
    game. With `is_alone`, one piece acts as another, in the share `ALONE` of the games.
    """
    plans = (
        partial(_drawn, game, pieces, options, start, shares, is_alone)
        for start in range(0, options.games, CHUNK)
    )
    own = {piece.place: piece.patches for piece in pieces}
    for plan, batch in play_plans(game, patches, own, plans, options, options.agents):
        for piece, group in zip(pieces, plan.groups.T, strict=True):
            piece.take(batch, group)
        progress(what, min(options.games, plan.first + CHUNK), options.games)


@dataclass(frozen=True, slots=True)
class _Plan(Plan):
    """A plan of random exchanges."""

    groups: NDArray[np.int8]  # (games, exchanged pieces), values as in `Exchange.take`


def _drawn(
    game: Game, exchanges: Sequence[Exchange], options: SimulateOptions, start: int,
    shares: tuple[float, float], is_alone: bool,
) -> _Plan:  # fmt: skip
    """Draw the pieces that are exchanged in the games from `start` on.

    With `is_alone`, a piece as itself counts only in games in which all other pieces are also
    themselves, as in the games in which it acts as another piece.
    """
    n, width = min(CHUNK, options.games - start), len(exchanges)
    drawn = mixed(2 * n * width, options.seed * 0x9E3779B1 + start).reshape(2, n, width)
    unit = drawn[0] / 2.0**64
    changed, copied = shares
    group = np.where(unit < changed, 1, np.where(unit < changed + copied, 2, 0)).astype(np.int8)
    if is_alone:
        group[group == 1] = 0
        games, only = np.arange(n), drawn[1].argmax(axis=1)
        changing = unit[games, only] < ALONE
        group[changing] = -1
        group[games[changing], only[changing]] = 1
    plan = np.zeros((n, len(game.pieces)), np.int8)
    for i, piece in enumerate(exchanges):
        parts = (ITSELF, OTHER, ITSELF, 0) if not piece.is_dealt else (0, DEALT, 0, 0)
        plan[:, piece.place] = np.array(parts, np.int8)[group[:, i]]
    return _Plan(start, plan, group)


def exchange_of(
    patches: Patches, component: Component, row: Row, place: int, is_forced: bool, seed: int
) -> Exchange | str:
    """Prepare the exchange of a piece; return the reason as text if it cannot be exchanged."""
    first, others = len(patches.at), others_of(patches.game.pack, component, row, seed + place)
    add = patches.add if is_forced else patches.add_hidden
    try:
        for new in others:
            add(component, row, new)
    except FAULTS as fault:
        return str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    numbers = range(first, len(patches.at))
    if not others:
        return "all rows of its component are alike"
    if not numbers:
        return SHOWN
    if all(len(patches.at[k]) == 0 for k in numbers):
        return "the rules make no difference between the rows of its component"
    return Exchange(place, numbers, is_forced)
