"""The players: from a spec like `greedy` or `mcts:200` to a compiled function that picks a move.

A *chooser* is a function of the rules' kind, called at each decision:
`choose(tables, states, words, seat, out, n, rng, options, room, history, t) -> move`, where
`states[0]` is the true position (`states[1:]` scratch, `words` the same memory), `out[:n]` the
legal moves (n = 0 where the game was not asked for them), `rng` this seat's own stream, `options`
the agent's numbers, and `history[:t]` the moves so far.
"""

import difflib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.play.engine import search
from generator.play.engine.game import Game, Rule
from generator.play.engine.kernel import below, whole

SCRATCH = 4  # records in `states`: the true one, a base for trials, two for search
NEVER, UNTIL = 1, 2  # among a held player's numbers; see `_held`


@dataclass(frozen=True, slots=True)
class Agent:
    """One player: its spec as written, the chooser it uses and that chooser's numbers."""

    spec: str
    chooser: str
    options: tuple[float, ...] = ()


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
    if ":never=" in spec or ":until=" in spec:
        return _held_back(game, spec)
    head, _, rest = spec.partition(":")
    if head == "random" and not rest:
        return Agent(spec, "random")
    if head == "greedy" and (not rest or rest in game.personas):
        return Agent(spec, f"greedy:{rest}" if rest else "greedy")
    if head in game.personas and not rest:
        return Agent(spec, f"greedy:{head}")
    if head in game.agents and not rest:
        return Agent(spec, f"own:{head}")
    if head in ("mcts", "flat") and rest:
        return _searcher(game, spec, head, rest.split(":"))
    raise ValueError(_unknown(game, spec))


def _held_back(game: Game, spec: str) -> Agent:
    """`greedy:never=peek` or `greedy:until=40`: a player that may not, or not for long."""
    parts = spec.split(":")
    free = ":".join(p for p in parts if not p.startswith(("never=", "until=")))
    base = agent_of(game, free)
    if base.options:
        raise ValueError(f"agent {spec!r}: {parts[0]} cannot be held back; greedy or random can")
    row = [0.0, 0.0]
    for name, _, text in (p.partition("=") for p in parts if "=" in p):
        if name == "until":
            if not text.isdigit():
                raise ValueError(f"agent {spec!r}: until needs a number of decisions, not {text!r}")
            row[UNTIL - 1] = 1.0 + int(text)
        else:
            row[NEVER - 1] = _forbidden(game, spec, text)
    return Agent(spec, f"held:{base.chooser}", tuple(row))


def _forbidden(game: Game, spec: str, text: str) -> float:
    """1 + the kind of move named, or −1 − the piece."""
    kind = game.kind_called(text)
    if kind is not None:
        return 1.0 + kind
    pieces = [name.partition("/")[2] for name in game.pieces]
    wanted = text.replace("_", " ").casefold()
    for names in (pieces, list(game.pieces)):
        if wanted in names:
            return float(-1 - names.index(wanted))
    if wanted.replace(" ", "-") in pieces:
        return float(-1 - pieces.index(wanted.replace(" ", "-")))
    known = (
        ", ".join(kind.replace("_", " ").casefold() for kind in game.kinds)
        or "none: the rules have no KINDS"
    )
    raise ValueError(f"agent {spec!r}: no kind of move or piece {text!r}; kinds: {known}")


def _searcher(game: Game, spec: str, head: str, parts: Sequence[str]) -> Agent:
    """`mcts:200` or `mcts:50ms`, then options as `name=value`, all parted by colons."""
    budget = parts[0].removesuffix("ms")
    if not budget.isdigit() or int(budget) < 1:
        raise ValueError(
            f"agent {spec!r}: {parts[0]!r} is no budget; write {head}:200 or {head}:50ms"
        )
    timed = parts[0].endswith("ms")
    numbers = {**search.DEFAULTS, **_cut(game), **game.search}
    words = {"reward": "win", "value": "", "rollout": "", **game.search_words}
    for part in parts[1:]:
        name, _, text = part.partition("=")
        if name in numbers:
            try:
                numbers[name] = float(text)
            except ValueError:
                raise ValueError(f"agent {spec!r}: {name} needs a number, not {text!r}") from None
        elif name in words:
            words[name] = text
        else:
            known = ", ".join(sorted({*search.DEFAULTS, *words}))
            raise ValueError(f"agent {spec!r}: unknown option {name!r}; known: {known}")
    for name, known_words in (
        ("reward", search.REWARDS),
        ("value", ("", *game.personas)),
        ("rollout", ("", "random", *(["greedy"] if game.value else []), *game.agents)),
    ):
        if words[name] not in known_words:
            known = ", ".join(word for word in known_words if word) or "none in this pack"
            raise ValueError(f"agent {spec!r}: unknown {name} {words[name]!r}; known: {known}")
    row = [0.0] * 16
    row[search.ITERATIONS] = np.inf if timed else float(budget)
    row[search.MILLISECONDS] = float(budget) if timed else 0.0
    row[search.EXPLORE] = numbers["c"]
    row[search.DEPTH] = numbers["depth"]
    row[search.REWARD] = search.REWARDS.index(words["reward"])
    row[search.URGENCY] = numbers["urgency"]
    row[search.REUSE] = numbers["reuse"]
    row[search.SOLVE] = numbers["solve"]
    row[search.ORDER] = numbers["order"]
    row[search.PLIES] = numbers["plies"]
    row[search.WIDEN] = numbers["widen"]
    row[search.HORIZON] = numbers["horizon"]
    rollout = words["rollout"].removeprefix("random")
    return Agent(spec, f"{head}:{words['value']}:{rollout}", tuple(row[1:]))


def _cut(game: Game) -> dict[str, float]:
    """Playouts end early where the pack has a `value` to end them with."""
    return {"depth": 4.0} if game.value is not None else {}


def _unknown(game: Game, spec: str) -> str:
    known = ["random", "greedy", "mcts:N", "mcts:50ms", "flat:N"]
    known += [*sorted(game.personas), *sorted(game.agents)]
    head = spec.partition(":")[0]
    near = difflib.get_close_matches(head, [name.partition(":")[0] for name in known], 1)
    hint = f"; did you mean {near[0]!r}?" if near and near[0] != head else ""
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


def workspace(game: Game, team: Sequence[Agent]) -> search.Workspace:
    """Memory for a run of games with these agents."""
    searchers = [a for a in team if a.chooser.startswith("mcts")]
    budgets = [a.options[search.ITERATIONS - 1] for a in searchers]
    timed = any(is_timed(a) for a in searchers)
    kind = search.kind_of(game) if searchers else ""
    n_nodes = search.nodes_for(game, [b for b in budgets if np.isfinite(b)], timed)
    return search.workspace(game, n_nodes, kind)


def is_timed(agent: Agent) -> bool:
    """Whether the agent thinks by the clock, and so does not play the same game twice."""
    searches = agent.chooser.startswith(("mcts", "flat"))
    return searches and agent.options[search.MILLISECONDS - 1] > 0


@contextmanager
def ticking(room: search.Workspace, team: Sequence[Agent]) -> Iterator[None]:
    """Keep the workspace's clock going, from a thread, while somebody thinks by it."""
    if not any(is_timed(agent) for agent in team):
        yield
        return
    over = threading.Event()

    def tick() -> None:
        started = time.perf_counter()
        while not over.wait(0.001):
            room.seats[-1, search.CLOCK] = int((time.perf_counter() - started) * 1000)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def flavour(game: Game, keys: Sequence[str]) -> str:
    """What compiled choosers depend on besides the rules: their kinds and, partly, the seats."""
    name = "_".join(keys)
    if all(key == "random" for key in keys):
        return name
    if game.value is None:
        return f"{name}_{game.seats}"
    return f"{name}_{'duel' if game.seats == 2 else 'many'}"


def make_chooser(game: Game, keys: Sequence[str], i: int = 0) -> Rule:
    """One function that passes each call on to the chooser of the acting agent."""
    first = game.once(f"choose_{keys[i]}", lambda: _chooser(game, keys[i]))
    if i + 1 == len(keys):
        return first  # type: ignore[no-any-return]
    rest = make_chooser(game, keys, i + 1)

    def choose(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any, options: Any,
        room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if options[0] == i:
            return whole(first(tables, states, words, seat, out, n, rng, options, room, history, t))
        return whole(rest(tables, states, words, seat, out, n, rng, options, room, history, t))

    return game.build(choose, f"{i}_{flavour(game, keys)}", any_seats=True, inner=True)


def _chooser(game: Game, key: str) -> Rule:
    kind, _, name = key.partition(":")
    if kind == "random":
        return _random(game)
    if kind == "greedy":
        return _greedy(game, game.personas[name] if name else standing_of(game), key)
    if kind == "own":
        return _own(game, game.agents[name], key)
    if kind == "held":
        return _held(game, name)
    persona, _, rollout = name.partition(":")
    value = game.personas[persona] if persona else game.value
    policy = game.agents.get(rollout)
    copy, share = copier(game), share_of(game)
    best = picker_of(game, value, persona) if value is not None else None
    reward = game.once("reward", lambda: search.rewarder(game, share))
    playout = game.once(
        f"playout:{name}",
        lambda: search.playouts(
            game, value, policy, best if rollout == "greedy" else None, reward, name
        ),
    )
    if kind == "flat":
        return search.flat(game, playout, copy, flavour(game, [key]))
    assert kind == "mcts", key
    if search.kind_of(game) == "closed":
        return search.closed(game, playout, reward, copy, value, flavour(game, [key]))
    return search.opened(game, playout, reward, copy, value, best, flavour(game, [key]))


def _random(game: Game, listed: bool = False) -> Rule:
    """Every legal move equally likely: through the pack's `pick`, or one of those `listed`."""
    pick = game.pick
    if pick is not None and not listed:

        def choose_picked(
            tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
            options: Any, room: Any, history: Any, t: int,
        ) -> Any:  # fmt: skip
            return whole(pick(tables, states[0], rng))

        return game.build(choose_picked, "random", any_seats=True, inner=True)

    def choose_any(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        return whole(out[below(rng, n)])

    name = "random_listed" if listed else "random"
    return game.build(choose_any, name, any_seats=True, inner=True)


def _held(game: Game, base: str) -> Rule:
    """Another chooser that is not shown some moves while there are others (restricted play).

    After Jaffe et al. 2012. `NEVER` among the options: 1 + kind or −1 − piece; `UNTIL`: 1 + the
    decisions of the game after which moves are random. 0 is no limit.
    """
    kind, piece = game.kind or game.absent(), game.piece or game.absent()
    free = _random(game, True) if base == "random" else _chooser(game, base)

    def choose_held(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if options[UNTIL] > 0 and t >= options[UNTIL] - 1:
            return whole(out[below(rng, n)])
        never = whole(options[NEVER])
        allowed = np.empty(n, np.int32)
        left = 0
        for k in range(n):
            move = whole(out[k])
            used = 1 + kind(tables, states[0], move)
            if never < 0:
                used = -1 - piece(tables, states[0], move)
            if never == 0 or used != never:
                allowed[left] = out[k]
                left += 1
        if left == 0:
            return whole(free(tables, states, words, seat, out, n, rng, options, room, history, t))
        return whole(
            free(tables, states, words, seat, allowed, left, rng, options, room, history, t)
        )

    return game.build(choose_held, f"held_{flavour(game, [base])}", any_seats=True, inner=True)


def _own(game: Game, function: Rule, key: str) -> Rule:
    """The pack's own agent, on a copy in which what the seat cannot know has been resampled."""
    hide = game.hide if game.is_hidden else None

    def choose_own(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if n == 1:
            return whole(out[0])
        copy(words, 1, 0)
        if hide is not None:
            hide(tables, states[1], seat, rng)
        return whole(function(tables, states[1], out, n, rng))

    copy = copier(game)
    return game.build(choose_own, key, any_seats=True, inner=True)


def _greedy(game: Game, value: Rule, key: str) -> Rule:
    """One ply: the move after which `value` is best for the mover, ties at random.

    Of the moves the pack lets it `consider`, each with the same draws; hidden things are
    resampled first, once per decision.
    """
    hide = game.hide if game.is_hidden else None
    consider = game.consider
    copy, best = copier(game), picker_of(game, value, key.partition(":")[2])

    def choose_best(
        tables: Any, states: Any, words: Any, seat: int, out: Any, n: int, rng: Any,
        options: Any, room: Any, history: Any, t: int,
    ) -> Any:  # fmt: skip
        if n == 1:
            return whole(out[0])
        copy(words, 2, 0)
        if hide is not None:
            hide(tables, states[2], seat, rng)
        if consider is not None:
            n = whole(consider(tables, states[2], out, n, rng))
        return whole(out[best(tables, states, words, seat, out, n, rng, room, -1)])

    return game.build(choose_best, flavour(game, [key]), any_seats=True, inner=True)


def picker_of(game: Game, value: Rule, name: str) -> Rule:
    """`search.picker` by the value function of that name, "" for the game's own."""

    def make() -> Rule:
        key = flavour(game, [name or "value"])
        return search.picker(game, copier(game), share_of(game), value, key)

    return game.once(f"best:{name}", make)  # type: ignore[no-any-return]


def copier(game: Game) -> Rule:
    """copy(words, to, of): one record onto another of the same array."""

    def make() -> Rule:
        size = game.template.dtype.itemsize // 8

        def copy(words: Any, to: int, of: int) -> None:
            for k in range(size):
                words[to, k] = words[of, k]

        return game.build(copy, f"{size}", any_seats=True, inner=True)

    return game.once("copy", make)  # type: ignore[no-any-return]


def share_of(game: Game) -> Rule:
    """share(tables, state, scores, shares): each seat's share of first place, from its score."""

    def make() -> Rule:
        score = game.score

        def share(tables: Any, state: Any, scores: Any, shares: Any) -> None:
            seats = scores.shape[0]
            score(tables, state, scores)
            best = scores[0]
            for s in range(1, seats):
                best = max(best, scores[s])
            winners = 0
            for s in range(seats):
                winners += scores[s] == best
            for s in range(seats):
                shares[s] = 1.0 / winners if scores[s] == best else 0.0

        return game.build(share, "share", any_seats=True, inner=True)

    return game.once("share", make)  # type: ignore[no-any-return]


def standing_of(game: Game) -> Rule:
    """The pack's `value`; without one, own score against the best other: 0.5 when level."""
    if game.value is not None:
        return game.value

    def make() -> Rule:
        score, seats = game.score, game.seats

        def standing(tables: Any, state: Any, seat: int) -> Any:
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

        return game.build(standing, "value", inner=True)

    return game.once("standing", make)  # type: ignore[no-any-return]


class Thinker:
    """One agent that answers single positions: at a table with people, or in a test."""

    def __init__(self, game: Game, spec: str) -> None:
        team = (agent_of(game, spec),)
        keys = choosers_of(team)
        self._game, self._team = game, team
        self._options = options_of(team, keys)[0]
        self._room = workspace(game, team)
        self._states = game.fresh(SCRATCH)
        self._words = self._states.view(np.uint64).reshape(SCRATCH, -1).view(np.ndarray)
        name = f"once_{flavour(game, keys)}"
        self._decide = game.once(
            name, lambda: game.build(_once(game, make_chooser(game, keys)), name, any_seats=True)
        )

    def choose(self, state: Any, rng: NDArray[np.uint64]) -> int:
        """The agent's move where somebody has one; draws from `rng`, leaves `state` alone."""
        self._states[0] = state
        self._room.seats[:, search.FRESH] = 1
        with ticking(self._room, self._team):
            move = self._decide(
                self._game.tables, self._states, self._words, rng, self._options, self._room
            )
        return int(move)


def _once(game: Game, choose: Rule) -> Rule:
    turn, moves, widest = game.turn, game.moves, game.widest

    def decide(tables: Any, states: Any, words: Any, rng: Any, options: Any, room: Any) -> Any:
        out = np.empty(widest, np.int32)
        history = np.empty(1, np.int32)
        seat = whole(turn(tables, states[0]))
        n = whole(moves(tables, states[0], out))
        return whole(choose(tables, states, words, seat, out, n, rng, options, room, history, 0))

    return decide
