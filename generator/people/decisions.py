"""Recorded decisions beside those that bots would make in the same positions.

In: the moves of games. Out: for each decision the values that every kind of player gives to the
options, and what the chosen option costs, judged by one strong search. Only what the deciding seat
could know is used: every player here resamples hidden things.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, stream
from generator.play.engine.game import Game, faults_of
from generator.play.engine.thinker import Thinker

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SEARCH = "search"
JUDGE = 3000  # number of iterations of the search that judges every option
RUNGS = ("random", "mcts:10", "mcts:50", "mcts:400")
TIMES = 4  # number of decisions of every rung in a position
WORLDS = 6  # ways of filling in hidden things, and draws, for the values of a player without search
MOST_LOOKS = 4000  # maximum number of iterations for these values
MOST_DECISIONS = 1000  # maximum number of judged decisions, spread over all games
THOUGHTS = 700_000  # number of the random stream for the first decision


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that is to be compared: its moves from the deal on, and whose decisions count."""

    seed: int
    index: int
    moves: tuple[int, ...]
    seats: frozenset[int]  # seats whose decisions are compared, from 0


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions with at least 2 options, in the order of the games."""

    kinds: tuple[str, ...]
    values: Floats  # (kinds, n, k) value of every option, nan beyond the last
    chosen: Ints  # (n,) number of the option that was chosen
    game: Ints  # (n,) number of the game
    cost: Floats  # (n,) cost of the chosen option, in rewards of the judge
    rung_costs: Floats  # (rungs, n) mean cost of what every rung chose in the same position


def kinds_of(game: Game) -> tuple[str, ...]:
    """Return the kinds of player that decisions are compared with, besides random choice.

    Greedy is among them if the pack has a `value` to be greedy for.
    """
    greedy = ("greedy",) if game.value is not None else ()
    return (*greedy, *sorted(game.personas), *sorted(game.agents), SEARCH)


def decisions_of(
    game: Game,
    games: Sequence[RecordedGame],
    most: int = MOST_DECISIONS,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Decisions:
    """Return the decisions of these games, at most `most`, evenly spread over them.

    Raises `ValueError` if a move is not legal in its position.
    """
    where = [(i, ply) for i, recorded in enumerate(games) for ply in _plies(game, recorded)]
    if len(where) > most:
        where = [where[i] for i in np.linspace(0, len(where) - 1, most).round().astype(int)]
    kinds, bench = kinds_of(game), Bench(game)
    rows: list[Floats] = []
    chosen, cost = np.zeros(len(where), np.int64), np.zeros(len(where))
    rung_costs = np.zeros((len(RUNGS), len(where)))
    current, states = -1, game.fresh()
    for n, (i, ply) in enumerate(where):
        if i != current:
            current, states = i, positions_of(game, games[i])
        made = games[i].moves
        options = _legal(game, states[ply])
        seat = int(game.turn(game.tables, states[ply]))
        past = [(states[p], made[p]) for p in range(ply)]
        with faults_of(game.pack.folder):
            weighed = bench.weigh(states[ply], seat, options, past, THOUGHTS + n)
        chosen[n] = options.index(made[ply])
        rows.append(weighed.values)
        cost[n] = weighed.costs[chosen[n]]
        rung_costs[:, n] = weighed.rung_costs
        tell(n + 1, len(where))
    of_game = np.array([i for i, _ in where], np.int64)
    return Decisions(kinds, _padded(len(kinds), rows), chosen, of_game, cost, rung_costs)


def _padded(n_kinds: int, rows: Sequence[Floats]) -> Floats:
    """Return (kinds, options) of each decision as (kinds, n, k), nan beyond the last option."""
    values = np.full((n_kinds, len(rows), max((row.shape[1] for row in rows), default=1)), np.nan)
    for n, row in enumerate(rows):
        values[:, n, : row.shape[1]] = row
    return values


def positions_of(game: Game, recorded: RecordedGame) -> Any:
    """Return the position before every move, and the last one.

    Raises `ValueError` at the first move that is not legal.
    """
    states = game.fresh(len(recorded.moves) + 1)
    rng = stream(recorded.seed, recorded.index, CHANCE_STREAM)
    with faults_of(game.pack.folder):
        game.deal(game.tables, states[0], rng)
        for ply, move in enumerate(recorded.moves):
            if move not in _legal(game, states[ply]):
                raise ValueError(f"move {ply + 1} is not legal there")
            states[ply + 1] = states[ply]
            game.play(game.tables, states[ply + 1], np.int64(move), rng)
    return states


def _legal(game: Game, state: Any) -> list[int]:
    if int(game.turn(game.tables, state)) < 0:
        return []
    out = np.zeros(game.widest, np.int32)
    n = int(game.moves(game.tables, state, out))
    return [int(move) for move in out[:n]]


def _plies(game: Game, recorded: RecordedGame) -> list[int]:
    """Return the numbers of moves before which a compared seat had a choice."""
    states = positions_of(game, recorded)
    return [
        ply
        for ply in range(len(recorded.moves))
        if int(game.turn(game.tables, states[ply])) in recorded.seats
        and len(_legal(game, states[ply])) > 1
    ]


@dataclass(frozen=True, slots=True)
class WeighedOptions:
    """One position: values by kind and option, costs by option, and mean costs by rung."""

    values: Floats
    costs: Floats
    rung_costs: Floats


class Bench:
    """All the players that weigh a position."""

    def __init__(self, game: Game) -> None:
        self.judge = Thinker(game, f"mcts:{JUDGE}")
        self.kinds = [_Kind(game, kind) for kind in kinds_of(game)[:-1]]
        self.rungs = [None, *(Thinker(game, rung) for rung in RUNGS[1:])]

    def weigh(
        self, state: Any, seat: int, options: list[int], past: list[tuple[Any, int]], number: int
    ) -> WeighedOptions:
        """Return what every player thinks of the options of a position."""
        self.judge.choose(state, stream(number, len(past), 0), past)
        rewards = _rewards(self.judge, seat, options)
        costs = rewards.max() - rewards
        values = [kind.values(state, seat, options, past, number) for kind in self.kinds]
        rung_costs = [float(costs.mean())]
        for rung in self.rungs[1:]:
            assert rung is not None
            picked = [
                options.index(rung.choose(state, stream(number, len(past), 100 + i), past))
                for i in range(TIMES)
            ]
            rung_costs.append(float(costs[picked].mean()))
        return WeighedOptions(np.array([*values, rewards]), costs, np.array(rung_costs))


class _Kind:
    """A kind of player that does not search, and the values it gives to options."""

    def __init__(self, game: Game, kind: str) -> None:
        self.is_own = kind in game.agents
        if self.is_own:
            self.thinker = Thinker(game, kind)
            return
        phases = max(1, int(np.ceil(np.log2(max(2, game.widest)))))
        looks = min(MOST_LOOKS, WORLDS * game.widest * phases)
        judge = f":value={kind}" if kind in game.personas else ""
        options = "plies=1:depth=0:horizon=0:order=0:widen=0:reuse=0:solve=0:price=1:rollout=random"
        self.thinker = Thinker(game, f"mcts:{looks}:{options}{judge}")

    def values(
        self, state: Any, seat: int, options: list[int], past: list[tuple[Any, int]], number: int
    ) -> Floats:
        """Return the value of every option: one move ahead, or how often it is chosen."""
        if not self.is_own:
            self.thinker.choose(state, stream(number, len(past), 1), past)
            return _rewards(self.thinker, seat, options)
        counts = np.zeros(len(options))
        for i in range(WORLDS):
            rng = stream(number, len(past), 10 + i)
            counts[options.index(self.thinker.choose(state, rng, past))] += 1
        return counts / WORLDS


def _rewards(thinker: Thinker, seat: int, options: list[int]) -> Floats:
    """Return the reward of every option from the last search.

    An option that was not searched gets the lowest reward of the others.
    """
    weighed = thinker.weighed(seat)
    known = {each.move: each.reward if each.proven is None else each.proven for each in weighed}
    lowest = min(known.values(), default=0.0)
    rewards = np.array([known.get(option, lowest) for option in options])
    finite: Floats = np.nan_to_num(rewards)
    return finite
