"""The players: from a spec like `greedy` or `mcts:200` to a compiled function that picks a move.

A *chooser* is a function of the rules' kind, called at each decision:
`choose(tables, states, words, seat, out, n, rng, options, room, history, t) -> move`, where
`states[0]` is the true position (`states[1:]` scratch, `words` the same memory), `out[:n]` the
legal moves (n = 0 where the game was not asked for them), `rng` this seat's own stream, `options`
the agent's numbers, and `history[:t]` the moves so far.
"""

import difflib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.play.game import Game, Rule
from generator.play.kernel import below

SCRATCH = 4  # records in `states`: the true one, a base for trials, two for search


@dataclass(frozen=True, slots=True)
class Agent:
    """One player: its spec as written, the chooser it uses and that chooser's numbers."""

    spec: str
    chooser: str
    options: tuple[float, ...] = ()


class Workspace(NamedTuple):
    """Memory that choosers share, allocated once per run of games."""

    fresh: NDArray[np.int8]  # (seats,) 1 when a new game has begun for that seat
    draws: NDArray[np.uint64]  # (4,) a stream to draw from in trials
    start: NDArray[np.uint64]  # (4,) where such streams start
    scores: NDArray[np.float64]  # (seats,)
    shares: NDArray[np.float64]  # (seats,)
    clock: NDArray[np.int64]  # (1,) milliseconds, ticking while an agent thinks by the clock


def agents_of(game: Game, specs: Sequence[str]) -> tuple[Agent, ...]:
    """The agents named, one per seat; a single spec stands for all seats.

    Raises `ValueError`, listing what is known, for a spec the game does not know.
    """
    if len(specs) == 1:
        specs = list(specs) * game.seats
    if len(specs) != game.seats:
        raise ValueError(f"{len(specs)} agents for {game.seats} seats: name one, or one per seat")
    return tuple(agent_of(game, spec) for spec in specs)


def agent_of(game: Game, spec: str) -> Agent:
    """The agent that a spec names. Raises `ValueError` as `agents_of` does."""
    head, _, rest = spec.partition(":")
    if head == "random" and not rest:
        return Agent(spec, "random")
    if head == "greedy" and (not rest or rest in game.personas):
        return Agent(spec, f"greedy:{rest}" if rest else "greedy")
    if head in game.personas and not rest:
        return Agent(spec, f"greedy:{head}")
    if head in game.agents and not rest:
        return Agent(spec, f"own:{head}")
    raise ValueError(_unknown(game, spec))


def _unknown(game: Game, spec: str) -> str:
    known = ["random", "greedy", *sorted(game.personas), *sorted(game.agents)]
    near = difflib.get_close_matches(spec.partition(":")[0], known, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"unknown agent {spec!r}{hint}; known: {', '.join(known)}"


def choosers_of(team: Sequence[Agent]) -> tuple[str, ...]:
    """The different choosers of a team, in a fixed order."""
    return tuple(sorted({agent.chooser for agent in team}))


def options_of(team: Sequence[Agent], keys: Sequence[str]) -> NDArray[np.float64]:
    """One row per agent: the place of its chooser in `keys`, then its numbers."""
    rows = np.zeros((len(team), 16))
    for row, agent in zip(rows, team, strict=True):
        row[0] = keys.index(agent.chooser)
        row[1 : 1 + len(agent.options)] = agent.options
    return rows


def workspace(game: Game, team: Sequence[Agent]) -> Workspace:
    """Memory for a run of games with these agents."""
    return Workspace(
        fresh=np.ones(game.seats, np.int8),
        draws=np.zeros(4, np.uint64),
        start=np.zeros(4, np.uint64),
        scores=np.zeros(game.seats),
        shares=np.zeros(game.seats),
        clock=np.zeros(1, np.int64),
    )


@contextmanager
def ticking(room: Workspace, team: Sequence[Agent]) -> Iterator[None]:
    """Keep the workspace's clock going while somebody in the team thinks by it."""
    yield


def make_chooser(game: Game, keys: Sequence[str], i: int = 0) -> Rule:
    """One function that passes each call on to the chooser of the acting agent."""
    first = game.once(f"choose_{keys[i]}", lambda: _chooser(game, keys[i]))
    if i + 1 == len(keys):
        return first  # type: ignore[no-any-return]
    rest = make_chooser(game, keys, i + 1)

    def choose(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any, options: Any,
        room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if options[0] == i:
            return np.int64(
                first(tables, states, words, seat, out, n, rng, options, room, history, t)
            )
        return np.int64(rest(tables, states, words, seat, out, n, rng, options, room, history, t))

    return game.build(choose, f"{i}_{'_'.join(keys)}")


def _chooser(game: Game, key: str) -> Rule:
    kind, _, name = key.partition(":")
    if kind == "random":
        return _random(game)
    if kind == "greedy":
        return _greedy(game, game.personas[name] if name else standing_of(game), key)
    assert kind == "own", key
    return _own(game, game.agents[name], key)


def _random(game: Game) -> Rule:
    """Every legal move equally likely, through the pack's `pick` where it has one."""
    pick = game.pick
    if pick is not None:

        def choose_picked(
            tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
            options: Any, room: Any, history: Any, t: int,
        ) -> int:  # fmt: skip
            return np.int64(pick(tables, states[0], rng))

        return game.build(choose_picked, "random")

    def choose_any(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        return np.int64(out[below(rng, n)])

    return game.build(choose_any, "random")


def _own(game: Game, function: Rule, key: str) -> Rule:
    """The pack's own agent, on a copy in which what the seat cannot know has been resampled."""
    hide = game.hide if game.is_hidden else None

    def choose_own(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if n == 1:
            return np.int64(out[0])
        copy(words, 1, 0)
        if hide is not None:
            hide(tables, states[1], seat, rng)
        return np.int64(function(tables, states[1], out, n, rng))

    copy = copier(game)
    return game.build(choose_own, key)


def _greedy(game: Game, value: Rule, key: str) -> Rule:
    """One ply: the move after which `value` is best for the mover, ties at random.

    Every move is tried on a copy with the same draws; hidden things are resampled first, once
    per decision. A move that ends the game is worth the mover's share of the win.
    """
    hide = game.hide if game.is_hidden else None
    play, turn, share = game.play, game.turn, share_of(game)

    def choose_best(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> int:  # fmt: skip
        if n == 1:
            return np.int64(out[0])
        copy(words, 1, 0)
        if hide is not None:
            hide(tables, states[1], seat, rng)
        draws = room.draws
        start = room.start
        start[:] = rng
        best = -1.0
        ties = 0
        chosen = np.int64(out[0])
        for k in range(n):
            copy(words, 2, 1)
            draws[:] = start
            play(tables, states[2], np.int64(out[k]), draws)
            if turn(tables, states[2]) < 0:
                share(tables, states[2], room.scores, room.shares)
                worth = room.shares[seat]
            else:
                worth = value(tables, states[2], seat)
            if worth > best:
                best = worth
                ties = 1
                chosen = np.int64(out[k])
            elif worth == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = np.int64(out[k])
        return chosen

    copy = copier(game)
    return game.build(choose_best, key)


def copier(game: Game) -> Rule:
    """copy(words, to, of): one record onto another of the same array."""

    def make() -> Rule:
        size = game.template.dtype.itemsize // 8

        def copy(words: Any, to: int, of: int) -> None:
            for k in range(size):
                words[to, k] = words[of, k]

        return game.build(copy, f"{size}")

    return game.once("copy", make)  # type: ignore[no-any-return]


def share_of(game: Game) -> Rule:
    """share(tables, state, scores, shares): each seat's share of first place, from its score."""

    def make() -> Rule:
        score, seats = game.score, game.seats

        def share(tables: Any, state: Any, scores: Any, shares: Any) -> None:
            score(tables, state, scores)
            best = scores[0]
            for s in range(1, seats):
                best = max(best, scores[s])
            winners = 0
            for s in range(seats):
                winners += scores[s] == best
            for s in range(seats):
                shares[s] = 1.0 / winners if scores[s] == best else 0.0

        return game.build(share, "share")

    return game.once("share", make)  # type: ignore[no-any-return]


def standing_of(game: Game) -> Rule:
    """The pack's `value`; without one, own score against the best other: 0.5 when level."""
    if game.value is not None:
        return game.value

    def make() -> Rule:
        score, seats = game.score, game.seats

        def standing(tables: Any, state: Any, seat: int) -> float:
            scores = np.zeros(seats)
            score(tables, state, scores)
            best = -np.inf
            for s in range(seats):
                if s != seat:
                    best = max(best, scores[s])
            if seats == 1:
                best = 0.0
            ahead = scores[seat] - best
            return 0.5 + 0.5 * ahead / (abs(ahead) + abs(scores[seat]) + abs(best) + 1.0)

        return game.build(standing, "standing")

    return game.once("standing", make)  # type: ignore[no-any-return]
