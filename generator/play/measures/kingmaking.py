"""Measures kingmaking, in which seats or teams without a chance decide by their moves which other
side wins. Some decisions of each game are examined, and one decision is drawn among those of seats
whose win chance is below `HOPELESS`. Its moves are played out, and the two moves that differ most
for another seat are played out again. Only this second difference counts, because selecting and
judging by the same playouts would find kingmakers in games without kingmaking.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.batch import GameBatch, by_side
from generator.play.engine.game import Game
from generator.play.engine.playback import PlayOut
from generator.play.engine.thread_memory import words_in
from generator.play.measures.insight import SLIPS, chances_in, moves_in, on_threads
from generator.play.measures.results import Kingmaking, Progress
from generator.play.statistics.inference import mixed
from generator.play.statistics.share_bounds import share_interval

Floats = NDArray[np.float64]

HOPELESS = 0.05  # win chance below which a seat has nothing left to play for
DECIDES = 0.2  # least change of another seat's win chance that counts as deciding
LOOKED_AT = 12  # number of decisions examined per game
MOST_MOVES = 8  # greatest number of moves per decision; of more moves, a sample is tried
FIRST, AGAIN = 64, 400  # number of playouts of every move, then of the two most different moves
# random-stream number of the first playout in the second pass, far from the numbers of the first
# pass
ANEW = 1 << 20
MOST_GAMES = 60  # greatest number of games examined
NEEDED = 15  # number of decisions needed to show their share


@dataclass(frozen=True, slots=True)
class _Seen:
    """One game, with its decisions, the share of hopeless decisions, and whether the drawn decision
    decides.
    """

    decisions: int
    hopeless: float
    decides: bool | None  # None if no decision was drawn, or if its seat had a chance after all


def kingmaking_of(game: Game, batch: GameBatch, workers: int, progress: Progress) -> Kingmaking:
    """Measure how often seats without a chance move, and how often they decide between others.

    `batch` are games collected with `moves`. Each drawn decision stands for all hopeless decisions
    of its game.
    """
    evaluator = "greedy" if game.value is not None else "random"
    slips = SLIPS if evaluator == "greedy" else 0.0
    n = min(MOST_GAMES, len(batch))

    def replayed(play_out: PlayOut, i: int) -> _Seen:
        return _look(game, play_out, batch, i, slips)

    samples = on_threads(
        game,
        evaluator,
        n,
        replayed,
        workers,
        lambda done, all: progress("looking for kingmakers", done, all),
    )
    rows = np.array([[s.decisions * s.hopeless, s.decisions] for s in samples])
    hopeless_samples = [s for s in samples if s.decides is not None]
    hits = np.array([[s.decisions * s.hopeless * bool(s.decides), s.decisions * s.hopeless]
                     for s in hopeless_samples]).reshape(-1, 2)  # fmt: skip
    return Kingmaking(
        hopeless=share_interval(rows, n),
        deciding=share_interval(hits, len(hopeless_samples), needed=NEEDED),
        decisions=len(hopeless_samples),
        games=n,
        evaluator=f"{AGAIN} {evaluator} playouts of each of two moves",
    )


def _look(game: Game, play_out: PlayOut, batch: GameBatch, i: int, slips: float) -> _Seen:
    moves = moves_in(batch, i)
    m, seed, index = len(moves), batch.seed, int(batch.index[i])
    movers = by_side(batch).movers[batch.move_starts[i] : batch.move_starts[i + 1]]
    drawn = mixed(m + MOST_MOVES, index)
    at = sorted(np.argsort(drawn[:m], kind="stable")[:LOOKED_AT].tolist())
    seen = play_out(seed, index, moves, at, FIRST, slips, watch=True, guess=True)
    chances = chances_in(game, seen.shares)
    lost = [k for k, t in enumerate(at) if chances[k, movers[t]] < HOPELESS]
    hopeless = len(lost) / max(1, len(at))
    if not lost:
        return _Seen(m, hopeless, None)
    t = at[lost[int(drawn[m] % np.uint64(len(lost)))]]
    legal = _legal(game, seen.positions[t], drawn[m:])
    if len(legal) < 2:
        return _Seen(m, hopeless, False)

    def after(move: int, playouts: int, start: int) -> Floats:
        shares = play_out(
            seed, index, moves[:t], [t], playouts, slips, guess=True, forced=move, start=start
        ).shares
        chances: Floats = chances_in(game, shares)[0]
        return chances

    mover = int(movers[t])
    means = np.array([after(move, FIRST, 0) for move in legal])
    spread = means.max(axis=0) - means.min(axis=0)
    spread[mover] = -1.0
    other = int(spread.argmax())
    best, worst = (legal[int(k)] for k in (means[:, other].argmax(), means[:, other].argmin()))
    if best == worst:
        return _Seen(m, hopeless, False)
    high, low = after(best, AGAIN, ANEW), after(worst, AGAIN, ANEW)
    if max(high[mover], low[mover]) >= HOPELESS:  # one of the seat's own moves gives it a chance
        return _Seen(m, hopeless, None)
    return _Seen(m, hopeless, bool(high[other] - low[other] >= DECIDES))


def _legal(game: Game, words: NDArray[np.uint64], drawn: NDArray[np.uint64]) -> list[int]:
    """Return the legal moves of a position, at most `MOST_MOVES` of them."""
    states, out = game.fresh(), np.zeros(game.widest, np.int32)
    words_in(states)[0] = words
    n = int(game.moves(game.tables, states[0], out))
    if n <= MOST_MOVES:
        return [int(move) for move in out[:n]]
    order = np.argsort(mixed(n, int(drawn[0] % np.uint64(1 << 31))), kind="stable")
    return [int(move) for move in out[order[:MOST_MOVES]]]
