"""Games looked at again: win chances along the way, and how much chance settles.

A few games of a run are played again from their moves. At moments spread over each, the true
position is copied and played out many times by the *evaluator* (a cheap agent, named in the
result); a seat's share of those wins is its estimated chance. Compiled like the loop itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.play import stats
from generator.play.agents import (
    SCRATCH,
    agents_of,
    choosers_of,
    copier,
    make_chooser,
    options_of,
    share_of,
    ticking,
    workspace,
)
from generator.play.game import RULES, Game, Rule, faults_of
from generator.play.kernel import below, reseed, unit
from generator.play.loop import OVER, GameBatch, play_games, words_of
from generator.play.metrics import (
    Insight,
    Luck,
    decision_time,
    decisiveness,
    drama,
    settled_by_seed,
    uncertainty,
)

Floats = NDArray[np.float64]

MOMENTS = 32  # looked at per game
PLAYOUTS = (8, 64)  # least and most per moment
SLIPS = 0.2  # of the evaluator's moves are random: a deterministic one would know every end
BUDGET = 40_000_000  # legal moves looked at in all playouts together; bounds the time
LUCK_SEEDS, LUCK_REPEATS = 60, 8
CURVE = 20


@dataclass(frozen=True, slots=True)
class Traced:
    """One game's win chances: (moments, N), after `at` decisions each; its only winner."""

    chances: Floats
    at: tuple[int, ...]
    decisions: int
    winner: int


def evaluator_of(game: Game, agents: Sequence[str]) -> str:
    """Who plays the playouts: greedy where the players think and the game has a `value`."""
    thinking = any(spec != "random" for spec in agents)
    return "greedy" if thinking and game.value is not None else "random"


def look_again(
    game: Game,
    agents: Sequence[str],
    seed: int,
    n_games: int,
    playouts: int | None = None,
    rotate: bool = True,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Insight | None, float | None]:
    """The insight into the first games of a run, and the median gain in score.

    Without `playouts` there are as many as the budget allows, and fewer games where it allows
    less than the least. Games with several winners are left out of what needs one; `None` where
    fewer than two games are left.
    """
    probe = min(n_games, 8)
    batch = play_games(game, agents, seed, 0, probe, rotate=rotate, collect="moves")
    evaluator = evaluator_of(game, agents)
    cost = _cost(batch, evaluator)
    least, most = PLAYOUTS
    games = max(probe, min(n_games, int(BUDGET / (cost * least))))
    each = playouts or int(min(most, max(least, BUDGET / (cost * games))))
    if games > probe:
        batch = play_games(game, agents, seed, 0, games, rotate=rotate, collect="moves")
    traced, gains = trace_games(game, batch, evaluator, each, progress)
    event = float(np.median(gains)) if len(gains) else None
    if len(traced) < 2:
        return None, event
    text = f"{each} {evaluator} playouts from up to {MOMENTS + 1} moments"
    if evaluator != "random":
        text += f", {SLIPS:.0%} of their moves random"
    return _insight(traced, text), event


def _both(game: Game, keys: Sequence[str]) -> tuple[str, ...]:
    """The choosers asked for and the two that every report needs: compiled once, used for both."""
    return tuple(sorted({*keys, "random", "greedy"})) if game.value is not None else tuple(keys)


def _cost(batch: GameBatch, evaluator: str) -> float:
    """Legal moves that one playout from each moment of a game looks at."""
    length = float(batch.decisions.mean())
    width = float(batch.branching.sum() / max(1, batch.decisions.sum()))
    return max(1.0, min(MOMENTS, length) * length / 2 * width * (8 if evaluator == "greedy" else 1))


def trace_games(
    game: Game,
    batch: GameBatch,
    evaluator: str,
    playouts: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[list[Traced], Floats]:
    """Win chances along every game of a batch (collected with `moves`) that has one winner.

    Also returns the positive gains in score met on the way, of all games.
    """
    team = agents_of(game, [evaluator])
    keys = _both(game, choosers_of(team))
    name = f"trace_{'_'.join(keys)}"
    run = game.once(name, lambda: game.build(_trace(game, make_chooser(game, keys)), name))
    states = game.fresh(SCRATCH + 1)
    template = words_of(game.fresh(1))[0].copy()
    room, options = workspace(game, team), options_of(team, keys)
    found: list[Traced] = []
    gains: list[Floats] = []
    with faults_of(game.pack.folder / RULES), ticking(room, team):
        for i in range(len(batch)):
            moves = batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]
            m = len(moves)
            at = sorted({round(k * m / MOMENTS) for k in range(MOMENTS + 1)})
            one = batch.winners[i].sum() == 1 and m > 0
            chances = np.zeros((len(at), game.seats))
            scores = np.zeros((m + 1, game.seats))
            run(
                game.tables, template, states, words_of(states), batch.seed, int(batch.index[i]),
                moves, np.array(at, np.int64), playouts if one else 0,
                SLIPS if evaluator != "random" else 0.0, options[0], room, chances, scores,
            )  # fmt: skip
            gain = np.diff(scores, axis=0)
            gains.append(gain[gain > 0])
            if one:
                if batch.end[i] != OVER:
                    chances[-1] = batch.winners[i]
                winner = int(np.argmax(batch.winners[i]))
                found.append(Traced(chances, tuple(at), m, winner))
            progress(i + 1, len(batch))
    return found, np.concatenate(gains) if gains else np.zeros(0)


def _insight(traced: Sequence[Traced], evaluator: str) -> Insight:
    def mean(values: list[float]) -> stats.Estimate:
        return stats.mean_interval(values, needed=20)

    unsure = [uncertainty(g.chances, g.at, g.decisions) for g in traced]
    curve = np.zeros(CURVE + 1)
    for g in traced:
        moments = np.array(g.at) / g.decisions
        curve += np.interp(np.linspace(0, 1, CURVE + 1), moments, g.chances[:, g.winner])
    return Insight(
        evaluator=evaluator,
        games=len(traced),
        positions=max(len(g.at) for g in traced),
        drama=mean([drama(g.chances, g.winner) for g in traced]),
        decisiveness=mean([decisiveness(g.chances, g.winner, g.at, g.decisions) for g in traced]),
        decision_time=mean([decision_time(g.chances, g.winner, g.at, g.decisions) for g in traced]),
        uncertainty=mean([u[0] for u in unsure]),
        uncertainty_end=mean([u[1] for u in unsure]),
        winner_chance=tuple(float(c) for c in curve / len(traced)),
    )


def _trace(game: Game, choose: Rule) -> Rule:
    """Play one game's moves again, stopping at the moments to play out copies."""
    deal, turn, moves_of, play, score = game.deal, game.turn, game.moves, game.play, game.score
    share, copy = share_of(game), copier(game)
    seats, longest, widest = game.seats, game.longest, game.widest
    true = SCRATCH

    def trace(
        tables: Any, template: Any, states: Any, words: Any, seed: int, index: int, moves: Any,
        at: Any, playouts: int, slips: float, options: Any, room: Any, chances: Any, scores: Any,
    ) -> None:  # fmt: skip
        rng = np.empty(4, np.uint64)
        draws = np.empty(4, np.uint64)
        thoughts = np.empty(4, np.uint64)
        out = np.empty(widest, np.int32)
        history = np.empty(longest, np.int32)
        now = np.zeros(seats)
        for k in range(template.shape[0]):
            words[true, k] = template[k]
        reseed(rng, seed, index, 0)
        deal(tables, states[true], rng)
        p = 0
        for t in range(moves.shape[0] + 1):
            score(tables, states[true], now)
            scores[t, :] = now
            if p < at.shape[0] and at[p] == t:
                for r in range(playouts):
                    copy(words, 0, true)
                    # streams of their own: numbers that no seat and no chance of a game has
                    reseed(draws, seed, index, 1000 + 2 * (t * playouts + r))
                    reseed(thoughts, seed, index, 1001 + 2 * (t * playouts + r))
                    room.seats[:, 0] = 1
                    done = t
                    seat = np.int64(turn(tables, states[0]))
                    while seat >= 0 and done < longest:
                        n = np.int64(moves_of(tables, states[0], out))
                        if n < 1 or n > widest:
                            break
                        if slips > 0.0 and unit(thoughts) < slips:
                            move = np.int64(out[below(thoughts, n)])
                        else:
                            move = np.int64(
                                choose(
                                    tables, states, words, seat, out, n, thoughts, options, room,
                                    history, done,
                                )
                            )  # fmt: skip
                        play(tables, states[0], move, draws)
                        done += 1
                        seat = np.int64(turn(tables, states[0]))
                    share(tables, states[0], room.scores[0], room.scores[1])
                    for s in range(seats):
                        chances[p, s] += room.scores[1, s] / playouts
                p += 1
            if t < moves.shape[0]:
                play(tables, states[true], np.int64(moves[t]), rng)

    return trace


# ---------------------------------------------------------------- luck


def luck_of(
    game: Game,
    agent: str,
    seed: int,
    seeds: int = LUCK_SEEDS,
    repeats: int = LUCK_REPEATS,
) -> Luck | None:
    """How much of who wins the deal settles, and all draws; equal agents on every seat.

    Each seed's chance is repeated with other thinking, once with only its set-up kept and once
    with every draw kept (as long as play takes draws in the same order). `None` without chance.
    """
    if not game.has_chance or game.seats < 2:
        return None
    team = agents_of(game, [agent])
    keys = _both(game, choosers_of(team))
    name = f"luck_{'_'.join(keys)}"
    run = game.once(name, lambda: game.build(_repeated(game, make_chooser(game, keys)), name))
    states = game.fresh(SCRATCH)
    template = words_of(game.fresh(1))[0].copy()
    room, options = workspace(game, team), options_of(team, keys)
    found = []
    with faults_of(game.pack.folder / RULES), ticking(room, team):
        for keep in (False, True):
            shares = np.zeros((seeds, repeats, game.seats))
            run(
                game.tables, template, states, words_of(states), seed, keep, options, room, shares,
            )  # fmt: skip
            found.append(settled_by_seed(shares))
    return Luck(deal=found[0], chance=found[1], seeds=seeds, repeats=repeats)


def _repeated(game: Game, choose: Rule) -> Rule:
    """Games that share a seed's set-up (or all its draws) and differ in the players' thinking."""
    deal, turn, moves_of, play = game.deal, game.turn, game.moves, game.play
    share = share_of(game)
    seats, longest, widest = game.seats, game.longest, game.widest
    apart = 1_000_000_000  # numbers far from the games of any run

    def repeated(
        tables: Any, template: Any, states: Any, words: Any, seed: int, keep: bool, options: Any,
        room: Any, shares: Any,
    ) -> None:  # fmt: skip
        rng = np.empty(4, np.uint64)
        streams = np.empty((seats, 4), np.uint64)
        out = np.empty(widest, np.int32)
        history = np.empty(longest, np.int32)
        state = states[0]
        repeats = shares.shape[1]
        for i in range(shares.shape[0]):
            for r in range(repeats):
                for k in range(template.shape[0]):
                    words[0, k] = template[k]
                reseed(rng, seed, i, 0)
                deal(tables, state, rng)
                if not keep:
                    reseed(rng, seed, apart + i * repeats + r, 0)
                for s in range(seats):
                    reseed(streams[s], seed, apart + i * repeats + r, 1 + s)
                room.seats[:, 0] = 1
                t = 0
                seat = np.int64(turn(tables, state))
                while seat >= 0 and t < longest:
                    n = np.int64(moves_of(tables, state, out))
                    if n < 1 or n > widest:
                        break
                    move = np.int64(
                        choose(
                            tables, states, words, seat, out, n, streams[seat], options[seat],
                            room, history, t,
                        )
                    )  # fmt: skip
                    history[t] = move
                    play(tables, state, move, rng)
                    t += 1
                    seat = np.int64(turn(tables, state))
                share(tables, state, room.scores[0], room.scores[1])
                for s in range(seats):
                    shares[i, r, s] = room.scores[1, s]

    return repeated
