"""Win chances over a game, and how much chance decides, from replayed games.

A few games of a run are replayed from their moves. At moments spread over each game the position is
copied, and hidden information of the seat to act is dealt again. The *evaluator* (a cheap agent,
named in the result) then plays the copy out many times; a seat's share of these wins is its
estimated chance. The share of games that the seat with the best chance wins shows when a game is
decided. The replay also counts the places on the table that moves use; positions and legal moves
can be watched.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from generator.play.engine.batch import GameBatch, by_side
from generator.play.engine.game import Game
from generator.play.engine.kinds import budget_of
from generator.play.engine.loop import OVER
from generator.play.engine.playback import PlayOut
from generator.play.measures.chances import (
    best_wins,
    decision_time,
    decisiveness,
    drama,
    in_order,
    settled_by_seed,
    uncertainty,
)
from generator.play.measures.metrics import Insight, Luck
from generator.play.statistics import inference
from generator.play.statistics.share_bounds import share_interval
from generator.system.processes import thread_pool

Floats = NDArray[np.float64]

MOMENTS = 20  # number of moments examined per game, besides its start
PLAYOUTS = (8, 64)  # least and greatest number of playouts per moment
FEWEST = 20  # least number of games worth replaying
# share of random moves of the evaluator; a deterministic evaluator would foresee every end
SLIPS = 0.2
SLOW = 40.0  # cost of judging a legal move, in units of listing a legal move; measured as 15 to 200
CHEAP = 60_000_000.0  # budget in listed legal moves, which takes well under a second
PLAIN = 300.0  # slowdown factor of ordinary Python
LUCK_SEEDS, LUCK_REPEATS = 60, 4


@dataclass(frozen=True, slots=True)
class Traced:
    """The win chances by side in one game, (moments, N), after `at` decisions each, and the
    winner.
    """

    chances: Floats
    at: tuple[int, ...]
    decisions: int
    winner: int


def cost_of(spec: str, decisions: float, width: float) -> float:
    """Estimate the cost of an agent's decisions, in legal moves listed, without using a clock."""
    if spec.partition(":")[0] == "random":
        return decisions * width
    if (search := budget_of(spec)) is not None:
        return decisions * search.amount * (1000 if search.is_timed else 1) * 100.0
    return decisions * width * SLOW


def look_again(
    game: Game,
    batch: GameBatch,
    n_games: int,
    *,
    playouts: int | None = None,
    budget: float = CHEAP,
    workers: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Insight | None, float | None]:
    """Return the insight into up to `n_games` games of a batch, and the median gain in score.

    The batch was collected with `moves`. The budget (in listed legal moves) is spent on more games
    first, because random playouts rank the seats nearly as well as greedy playouts with slips.
    Greedy playouts judge games of thinking players if the budget covers all games. Games with
    several winners are left out if a single winner is needed. The result is `None` if fewer than
    two games are left.
    """
    if game.plain:
        budget /= PLAIN
    n_games = min(n_games, len(batch))
    length = float(batch.decisions.mean())
    width = float(batch.branching.sum() / max(1, batch.decisions.sum()))
    least, most = PLAYOUTS
    thinking = any(spec != "random" for spec in batch.agents) and game.value is not None
    evaluator = "greedy" if thinking else "random"
    moments = min(MOMENTS, length) + 1
    cost = cost_of(evaluator, moments * length / 2, width)
    if evaluator == "greedy" and cost * least * n_games > budget:
        evaluator, cost = "random", cost_of("random", moments * length / 2, width)
    games = max(min(FEWEST, n_games), min(n_games, int(budget / (cost * least))))
    each = playouts or int(min(most, max(least, budget / (cost * games))))
    traced, gains = trace_games(game, batch, evaluator, each, workers, progress, games)
    event = float(np.median(gains)) if len(gains) else None
    if len(traced) < 2:
        return None, event
    text = f"{each} {evaluator} playouts from up to {MOMENTS + 1} moments"
    if evaluator != "random":
        text += f", {100 * SLIPS:.0f} % of their moves random"
    return insight_of(traced, evaluator, text), event


def trace_games(
    game: Game,
    batch: GameBatch,
    evaluator: str,
    playouts: int,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
    n: int | None = None,
) -> tuple[list[Traced], Floats]:
    """Return win chances along the games of a batch (collected with `moves`) with one winner.

    If `n` is given, only the first `n` games are used. Every positive gain in score on the way is
    also returned.
    """
    slips = SLIPS if evaluator != "random" else 0.0
    winners = by_side(batch).winners

    def replayed(play_out: PlayOut, i: int) -> tuple[Traced | None, Floats]:
        moves = moves_in(batch, i)
        m = len(moves)
        at = sorted({k * m // MOMENTS for k in range(MOMENTS + 1)})
        decided = bool(winners[i].sum() == 1) and m > 0
        each = playouts if decided else 0
        seen = play_out(batch.seed, int(batch.index[i]), moves, at, each, slips, guess=True)
        shares, scores = seen.shares, seen.scores
        gain = np.diff(scores, axis=0)
        traced: Traced | None = None
        if decided:
            chances = chances_in(game, shares)
            if batch.end[i] != OVER:
                chances[-1] = winners[i]
            traced = Traced(chances, tuple(at), m, int(np.argmax(winners[i])))
        return traced, gain[gain > 0]

    results = on_threads(game, evaluator, n or len(batch), replayed, workers, progress)
    traced = [game for game, _ in results if game is not None]
    return traced, np.concatenate([gain for _, gain in results])


def spaces_used(game: Game, batch: GameBatch, workers: int = 0) -> NDArray[np.int32]:
    """Return the number of uses of each space in each game of a batch (with moves), (games,
    spaces).
    """

    def replayed(play_out: PlayOut, i: int) -> NDArray[np.int32]:
        return play_out(batch.seed, int(batch.index[i]), moves_in(batch, i)).spaces

    return np.array(on_threads(game, "random", len(batch), replayed, workers))


def chances_in(game: Game, shares: Floats) -> Floats:
    """Return (moments, sides), the mean over playouts of shares (moments, playouts, seats)."""
    chances: Floats = shares[:, :, game.sides.heads].mean(axis=1)
    return chances


def moves_in(batch: GameBatch, i: int) -> NDArray[np.int32]:
    """Return the moves of a batch's i-th game."""
    return batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]


def on_threads(
    game: Game,
    agent: str,
    n: int,
    job: Callable[["PlayOut", int], Any],
    workers: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Any]:
    """Return the results of jobs 0 to n − 1 in order; each thread has its own memory."""
    if n < 1:
        return []
    first = job(PlayOut(game, agent), 0)  # this call compiles the rules, only on this thread
    parts = [range(i, min(n, i + 4)) for i in range(1, n, 4)]

    def run(part: range) -> list[Any]:
        play_out = PlayOut(game, agent)
        return [job(play_out, i) for i in part]

    outcomes = [first]
    with thread_pool(workers or os.cpu_count() or 1) as pool:
        for results in pool.map(run, parts):
            outcomes += results
            progress(len(outcomes), n)
    return outcomes


def insight_of(traced: Sequence[Traced], judge: str, evaluator: str = "") -> Insight:
    """Summarise the win chances of several games."""

    def mean(values: ArrayLike) -> inference.Estimate:
        x = np.asarray(values, dtype=np.float64)  # the values lie between 0 and 1
        return share_interval(np.column_stack([x, np.ones(len(x))]), len(x), needed=20)

    unsure = [uncertainty(g.chances, g.at, g.decisions) for g in traced]
    won = np.array([best_wins(g.chances, g.winner)[by_then(g)] for g in traced])
    wins = tuple(mean(won[:, k]) for k in range(MOMENTS + 1))
    return Insight(
        judge=judge,
        evaluator=evaluator,
        games=len(traced),
        positions=max(len(g.at) for g in traced),
        drama=mean([drama(g.chances, g.winner) for g in traced]),
        decisiveness=mean([decisiveness(g.chances, g.winner, g.at, g.decisions) for g in traced]),
        decision_time=decision_time(wins),
        uncertainty=mean([u[0] for u in unsure]),
        uncertainty_end=mean([u[1] for u in unsure]),
        best_wins=wins,
    )


def by_then(game: Traced) -> NDArray[np.intp]:
    """Return the index of the last moment at or before 0, 1/20, …, 20/20 of the game."""
    parts = np.arange(MOMENTS + 1) * game.decisions
    return np.searchsorted(np.array(game.at) * MOMENTS, parts, side="right") - 1


# ---------------------------------------------------------------- luck


def luck_of(
    game: Game,
    agent: str,
    seed: int,
    seeds: int = LUCK_SEEDS,
    repeats: int = LUCK_REPEATS,
    workers: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Luck | None:
    """Measure the parts of the result that the deal and all draws decide, with equal agents on
    every seat. Each seed's draws are repeated with other choices of the players, once with only the
    set-up kept, and once with every draw kept (as long as play draws in the same order). If the two
    do not differ at all, nothing is drawn after the set-up. The result is `None` without chance or
    with too few seeds.
    """
    if not game.has_chance or game.seats < 2 or seeds < FEWEST:
        return None

    def replayed(play_out: PlayOut, i: int) -> Floats:
        shares: Floats = play_out(seed, i // 2, [], [0], repeats, keep=bool(i % 2)).shares[0]
        return shares[:, game.sides.heads]

    shares = np.array(on_threads(game, agent, 2 * seeds, replayed, workers, progress))
    only_dealt, all_drawn = shares[0::2], shares[1::2]
    deal, chance = in_order(settled_by_seed(only_dealt), settled_by_seed(all_drawn))
    return Luck(
        deal=deal,
        chance=None if np.array_equal(only_dealt, all_drawn) else chance,
        seeds=seeds,
        repeats=repeats,
        guessed=game.is_hidden and agent != "random",
    )
