"""Plays games in which pieces act as other pieces.

In: a game, the patches of its tables, and plans. A plan lists for each game of a stretch the pieces
that are exchanged. Out: the games of each plan, in order.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import Game
from generator.play.measures.results import SimulateOptions
from generator.play.studies.exchange.rows import Patches

CHUNK = 128  # number of games in one plan


@dataclass(frozen=True, slots=True)
class Plan:
    """The pieces that are exchanged in each game of a stretch of games."""

    first: int  # number of the first game
    pieces: NDArray[np.int8]  # (games, pieces): 0, ITSELF, OTHER or DEALT, as in `loop`


AnyPlan = TypeVar("AnyPlan", bound=Plan)


def play_plans(
    game: Game,
    patches: Patches,
    own: Mapping[int, range],
    plans: Iterable[Callable[[], AnyPlan]],
    options: SimulateOptions,
    agents: Sequence[str],
) -> Iterator[tuple[AnyPlan, GameBatch]]:
    """Yield each plan with its games, in order. A plan is made when its games begin.

    `own` has the patches of each piece, by its position among the pieces of the game.
    """

    def play(make: Callable[[], AnyPlan]) -> tuple[AnyPlan, GameBatch]:
        plan = make()
        return plan, play_games(
            game, agents, options.seed, plan.first, len(plan.pieces), rotate=options.rotate,
            swaps=patches.swaps(own, plan.pieces),
        )  # fmt: skip

    with ThreadPoolExecutor(options.workers or os.cpu_count() or 1) as pool:
        yield from pool.map(play, plans)
