"""Turns the spec of a player, such as `greedy` or `mcts:200`, into the numbers and functions that
the engine needs.
"""

import difflib
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from generator.model.teams import Sides
from generator.play.engine.choosers import choose_best, choose_held, choose_mixed, choose_own
from generator.play.engine.contract import RULES_NEEDED, SEARCH_OPTIONS, SEARCH_WORDS
from generator.play.engine.game import Game, Rule
from generator.play.engine.kinds import KINDS, is_search, kind_of
from generator.play.engine.machine import Part, addresses_of
from generator.play.engine.search.flat import search_flat
from generator.play.engine.search.ismcts import search_opened
from generator.play.engine.search.secret_moves import MOST_PENDING, POSITION, SPARE
from generator.play.engine.search.tree import (
    BASE,
    BY_POLICY,
    CHOOSER,
    DEPTH,
    EXPLORE,
    GREEDILY,
    HORIZON,
    ITERATIONS,
    JUDGE,
    MILLISECONDS,
    MOST_NODES,
    N_OPTIONS,
    N_WIRES,
    NEVER,
    ORDER,
    PLIES,
    POLICY,
    RANDOMLY,
    REUSE,
    REWARD,
    REWARDS,
    ROLLOUT,
    SAMPLE,
    SEES,
    SOLVE,
    UNTIL,
    URGENCY,
    WIDEN,
    nodes_for,
)
from generator.play.engine.search.uct import search_closed
from generator.play.engine.thread_memory import (
    CLOCK,
    N_WORLDS,
    Desk,
    options_of,
    pending_of,
    pointers_of,
    seats_of,
    secret_kinds_of,
    seen_of,
    tags_of,
    verbs_of,
    wires_of,
)

# suffix of the spec of a player that gets the legal moves in random order
MIXED = " with moves mixed"
MOST_DIGITS = 15  # greatest number of digits of a number of iterations or decisions
SEEING = ":seeing"  # suffix of a search that sees hidden information and future draws


@dataclass(frozen=True, slots=True)
class Agent:
    """One player: its spec as written, its chooser ("" for random) and the chooser's settings."""

    spec: str
    chooser: str = ""
    judge: str = ""  # a persona; "" for the pack's `value`
    policy: str = ""  # one of the pack's own agents
    base: str = ""  # the chooser behind a restricted player, or behind a player with mixed moves
    options: tuple[float, ...] = ()

    @property
    def thinker(self) -> str:
        """The chooser that decides, which is `base` if it is set."""
        return self.base or self.chooser

    @property
    def searches(self) -> bool:
        """Whether the player searches."""
        return is_search(self.thinker)


def agents_of(game: Game, specs: Sequence[str], *, may_see: bool = False) -> tuple[Agent, ...]:
    """Return the agents that `specs` name, one per side; a single spec stands for all sides.

    `may_see` allows agents that see all information, for comparison only. Raises `ValueError`,
    listing the known specs, for a spec that the game does not know.
    """
    sides = game.sides
    if len(specs) == 1:
        specs = list(specs) * sides.n
    if len(specs) != sides.n:
        raise wrong_number_of_agents(len(specs), sides)
    return tuple(agent_of(game, spec, may_see=may_see) for spec in specs)


def wrong_number_of_agents(n_agents: int, sides: Sides) -> ValueError:
    """Return the error for a number of agents that is neither 1 nor the number of sides.

    >>> str(wrong_number_of_agents(2, Sides(1))), str(wrong_number_of_agents(2, Sides(3)))
    ('2 agents for 1 player: name one', '2 agents for 3 players: name one for all, or one for each')
    """
    if sides.n == 1:
        return ValueError(f"{n_agents} agents for 1 player: name one")
    each = f"{n_agents} agents for {sides.n} {sides.player}s"
    return ValueError(f"{each}: name one for all, or one for each")


def agent_of(game: Game, spec: str, *, may_see: bool = False) -> Agent:
    """Return the agent that a spec names. Raises `ValueError` as `agents_of` does."""
    if spec.endswith(SEEING):
        return _seeing(game, spec, may_see)
    if spec.endswith(MIXED):
        free = agent_of(game, spec.removesuffix(MIXED))
        if not free.chooser or free.base or free.chooser == "held":
            text = "only greedy, searches and the pack's own agents depend on the order of moves"
            raise ValueError(f"agent {free.spec!r}: {text}")
        return replace(free, spec=spec, chooser="mixed", base=free.chooser)
    if ":never=" in spec or ":until=" in spec:
        return _restricted(game, spec)
    if spec in game.personas:
        return Agent(spec, "greedy", judge=spec)
    if spec in game.agents:
        return Agent(spec, "own", policy=spec)
    kind = kind_of(spec)
    agent = READERS[kind.name](game, spec) if kind is not None else None
    if agent is None:
        raise ValueError(_unknown(game, spec))
    return agent


def _random(game: Game, spec: str) -> Agent | None:
    return Agent(spec) if spec == "random" else None


def _greedy(game: Game, spec: str) -> Agent | None:
    """Make `greedy`, or `greedy:bold`, which judges positions by a persona."""
    _, colon, persona = spec.partition(":")
    is_sound = persona in game.personas if colon else True
    return Agent(spec, "greedy", judge=persona) if is_sound else None


def _search(game: Game, spec: str) -> Agent | None:
    """Make `mcts:200` or `flat:50ms`, with options."""
    head, _, rest = spec.partition(":")
    return _searcher(game, spec, head, rest.split(":")) if rest else None


# Kind → function that makes an agent from a spec, or returns None for a spec that it cannot read.
READERS: Mapping[str, Callable[[Game, str], Agent | None]] = {
    "random": _random,
    "greedy": _greedy,
    "mcts": _search,
    "flat": _search,
}


def _seeing(game: Game, spec: str, may_see: bool) -> Agent:
    """Make `mcts:200:seeing`, a search that cheats because it knows hidden information and future
    draws.
    """
    if not may_see:
        raise ValueError(
            f"agent {spec!r} sees hidden things and future draws: only protoplay ladder "
            "--ceiling plays with it, to compare others with"
        )
    blind = agent_of(game, spec.removesuffix(SEEING))
    if not is_search(blind.chooser):
        raise ValueError(f"agent {spec!r}: only a search can see what is hidden, mcts:N or flat:N")
    if tree_of(game) == "closed":
        raise ValueError("nothing is hidden or random in this game: every search sees all of it")
    row = list(blind.options)
    row[SEES] = 1.0
    return replace(blind, spec=spec, options=tuple(row))


def _restricted(game: Game, spec: str) -> Agent:
    """Make `greedy:never=peek` or `greedy:until=40`, a player that may not make some moves, or may
    not think after some decisions.
    """
    parts = spec.split(":")
    free = ":".join(p for p in parts if not p.startswith(("never=", "until=")))
    base = agent_of(game, free)
    if base.options:
        raise ValueError(f"agent {spec!r}: {parts[0]} cannot be held back; greedy or random can")
    row = [0.0, 0.0]
    for name, _, text in (p.partition("=") for p in parts if "=" in p):
        if name == "until":
            if not is_count(text):
                raise ValueError(f"agent {spec!r}: until needs a number of decisions, not {text!r}")
            row[UNTIL] = 1.0 + int(text)
        else:
            row[NEVER] = _forbidden(game, spec, text)
    return replace(base, spec=spec, chooser="held", base=base.chooser, options=tuple(row))


def is_count(text: str) -> bool:
    """Whether a text is a whole number of at most `MOST_DIGITS` digits."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def _forbidden(game: Game, spec: str, text: str) -> float:
    """Return 1 + the number of the named kind of move, or −1 − the number of the named piece."""
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
    hint = ", ".join(kind.replace("_", " ").casefold() for kind in game.kinds)
    hint = f"kinds: {hint}" if hint else _why_no_kinds(game)
    raise ValueError(f"agent {spec!r}: no kind of move or piece {text!r}; {hint}")


def _why_no_kinds(game: Game) -> str:
    """Return why no kind of move can be named."""
    if game.verbs:
        return f"every move is {game.verbs[0]!r}, which no player can do without"
    return "the rules have no KINDS"


def _searcher(game: Game, spec: str, head: str, parts: Sequence[str]) -> Agent:
    """Make `mcts:200` or `mcts:50ms`, with options as `name=value`, separated by colons."""
    budget = parts[0].removesuffix("ms")
    if not is_count(budget) or int(budget) < 1:
        raise ValueError(
            f"agent {spec!r}: {parts[0]!r} is not a budget; write {head}:200 or {head}:50ms"
        )
    timed = parts[0].endswith("ms")
    own = _settings(game, 0 if timed else int(budget))
    numbers = {**SEARCH_OPTIONS, **_cut(game)}
    numbers |= {name: float(value) for name, value in own.items() if name in SEARCH_OPTIONS}
    words = {"reward": "win", "value": "", "rollout": ""}
    words |= {name: str(value) for name, value in own.items() if name in SEARCH_WORDS}
    given = set()
    for part in parts[1:]:
        name, _, text = part.partition("=")
        given.add(name)
        if name in numbers:
            try:
                numbers[name] = float(text)
            except ValueError:
                numbers[name] = np.nan
            if not abs(numbers[name]) <= MOST_OPTION:
                raise ValueError(f"agent {spec!r}: {name} needs a number, not {text!r}")
        elif name in words:
            words[name] = text
        else:
            options = ", ".join(sorted({*SEARCH_OPTIONS, *words}))
            raise ValueError(f"agent {spec!r}: unknown option {name!r}; known: {options}")
    if given & {"rollout", "horizon", "sample"} and "price" not in given:
        numbers["price"] = 1.0  # the pack's price is meant for the pack's own playouts
    if not numbers["price"] >= 0.01:
        raise ValueError(f"agent {spec!r}: price is {numbers['price']:g}, expected 0.01 or more")
    for name, known_words in (
        ("reward", REWARDS),
        ("value", ("", *game.personas)),
        ("rollout", ("", "random", *(["greedy"] if game.value else []), *game.agents)),
    ):
        if words[name] not in known_words:
            options = ", ".join(word for word in known_words if word) or "none in this pack"
            raise ValueError(f"agent {spec!r}: unknown {name} {words[name]!r}; known: {options}")
    if not game.is_contest and words["reward"] != "win":
        text = "compares players with each other, but here they do not compete"
        raise ValueError(f"agent {spec!r}: reward={words['reward']} {text}: leave it out")
    row = [0.0] * N_OPTIONS
    row[ITERATIONS] = np.inf if timed else max(1.0, round(int(budget) / numbers["price"]))
    row[MILLISECONDS] = float(budget) if timed else 0.0
    row[REWARD] = REWARDS.index(words["reward"])
    for name, place in _PLACES.items():
        row[place] = numbers[name]
    rollout = words["rollout"].removeprefix("random")
    policy = "" if rollout == "greedy" else rollout
    row[ROLLOUT] = BY_POLICY if policy else GREEDILY if rollout else RANDOMLY
    return Agent(spec, head, judge=words["value"], policy=policy, options=tuple(row))


def _settings(game: Game, budget: int) -> dict[str, Any]:
    """Return the pack's own options for a search of `budget` iterations."""
    settings = {}
    for name, value in game.search.items():
        by_budget = value if isinstance(value, Mapping) else {0: value}
        budgets = [least for least in by_budget if least <= budget]
        if budgets:
            settings[name] = by_budget[max(budgets)]
    return settings


MOST_OPTION = 1e9  # upper limit of every numeric option
_PLACES = {
    "c": EXPLORE,
    "depth": DEPTH,
    "urgency": URGENCY,
    "reuse": REUSE,
    "solve": SOLVE,
    "order": ORDER,
    "plies": PLIES,
    "widen": WIDEN,
    "horizon": HORIZON,
    "sample": SAMPLE,
}


def _cut(game: Game) -> dict[str, float]:
    """Return the default playout depth; playouts end early if the pack has a `value`."""
    return {"depth": 4.0} if game.value is not None else {}


def _unknown(game: Game, spec: str) -> str:
    usages = [usage for kind in KINDS for usage in kind.usage]
    usages += [*sorted(game.personas), *sorted(game.agents)]
    head = spec.partition(":")[0]
    if is_search(head):
        return f"agent {spec!r} has no budget; write {head}:200 or {head}:50ms"
    near = difflib.get_close_matches(head, [name.partition(":")[0] for name in usages], 1)
    hint = f"; did you mean {near[0]!r}?" if near and near[0] != head else ""
    return f"unknown agent {spec!r}{hint}; known: {', '.join(usages)}"


def desk_for(
    game: Game, team: Sequence[Agent], watched: Collection[str], worlds: int = N_WORLDS
) -> Desk:
    """Return memory for a run with these agents; `watched` names the rules that are called only to
    count.
    """
    searchers = [a for a in team if a.thinker == "mcts"]
    budgets = [a.options[ITERATIONS] for a in searchers]
    is_closed = tree_of(game) == "closed"
    nodes = 0
    if searchers:
        iterations = [b for b in budgets if np.isfinite(b)]
        nodes = nodes_for(game.widest, is_closed, iterations, any(map(is_timed, searchers)))
    wanted = {*RULES_NEEDED, "pick", "tie_break", *watched}
    if any(agent.chooser for agent in team):
        wanted |= {"hide", "consider"}
    if any(agent.base or agent.chooser == "held" for agent in team):
        wanted |= {"kind", "piece"}
    is_keeping = bool(searchers and game.is_hidden and game.secret)
    if is_keeping:
        nodes = min(MOST_NODES, nodes * (1 + game.seats))  # a tree for each seat
        wanted |= {"kind", "turn_of", "round_of"}
    desk = game.desk(
        worlds + (1 + MOST_PENDING if is_keeping else 0),
        wanted,
        nodes,
        2 * game.seats if is_closed and nodes else 1,
    )
    if is_keeping:
        _keep_secrets(game, desk, worlds)
    options = np.zeros((len(team), N_OPTIONS))
    for row, agent in zip(options, team, strict=True):
        row[: len(agent.options)] = agent.options
    wires = _wires(game, team, desk)
    desk.put(wires_of, wires if game.plain else np.array(wires, np.int64))
    desk.put(options_of, options)
    return desk


def _keep_secrets(game: Game, desk: Desk, first: int) -> None:
    """Put the arrays for `search.secret_moves` on the desk; their worlds begin at number
    `first`.
    """
    until = {name: _UNTIL.index(word) for name, word in game.secret.items()}
    table, words = game.book.get("MOVES"), desk.words.shape[1]
    names = table.names if table is not None else ()
    firsts = zip(table or (), names, strict=True)
    verbs = np.array([(first, until.get(name, 0)) for first, name in firsts], np.int64)
    kinds = np.array([until.get(name, 0) for name in game.kinds], np.int64)
    pending = np.zeros((1 + MOST_PENDING, 4), np.int64)
    pending[0, SPARE] = first
    pending[1:, POSITION] = first + 1 + np.arange(MOST_PENDING)
    desk.put(verbs_of, verbs.reshape(-1, 2))
    desk.put(secret_kinds_of, kinds if set(until) - set(names) else kinds[:0])
    desk.put(pending_of, pending)
    desk.put(tags_of, np.zeros((game.longest + 2, 2), np.int64))
    desk.put(pointers_of, np.zeros((2, game.seats), np.int32))
    desk.put(seen_of, np.zeros((2, words), np.uint64))


_UNTIL = ("", "turn", "round", "game")  # indices are BY_TURN, BY_ROUND and ALL_GAME


def _wires(game: Game, team: Sequence[Agent], desk: Desk) -> list[list[Any]]:
    """Return each agent's functions, indexed as in `search.tree`; 0 if the agent needs no such
    function.
    """
    names = sorted({name for agent in team for name in (agent.chooser, agent.base) if name})
    functions = [CHOOSERS[tree_of(game) if name == "mcts" else name] for name in names]
    choosers: dict[str, Any] = {"": 0, **dict(zip(names, functions, strict=True))}
    if not game.plain and names:
        types = (desk.engine.dtype, "int", "int", "moves", "int", "rng", "int")
        parts = tuple(Part(n, f, "int", types) for n, f in zip(names, functions, strict=True))
        choosers.update(zip(names, addresses_of("the players", parts), strict=True))
    judges: list[tuple[str, Rule | None]] = []
    for agent in team:
        judge = game.personas[agent.judge] if agent.judge else game.value
        judges.append(("value", judge if agent.chooser else None))
        judges.append(("policy", game.agents.get(agent.policy)))
    judged = game.wires(judges)
    rows: list[list[Any]] = []
    for i, agent in enumerate(team):
        row: list[Any] = [0] * N_WIRES
        row[CHOOSER], row[BASE] = choosers[agent.chooser], choosers[agent.base]
        row[JUDGE], row[POLICY] = judged[2 * i], judged[2 * i + 1]
        rows.append(row)
    return rows


CHOOSERS: Mapping[str, Rule] = {
    "greedy": choose_best,
    "own": choose_own,
    "held": choose_held,
    "mixed": choose_mixed,
    "flat": search_flat,
    "closed": search_closed,
    "opened": search_opened,
}


def tree_of(game: Game) -> str:
    """Return the kind of tree for a game: "opened" with chance or hidden information, else
    "closed".
    """
    return "opened" if game.has_chance or game.is_hidden else "closed"


def is_timed(agent: Agent) -> bool:
    """Whether the agent thinks for a fixed time, so that its games cannot be repeated."""
    return agent.searches and agent.options[MILLISECONDS] > 0


@contextmanager
def ticking(desk: Desk, team: Sequence[Agent]) -> Iterator[None]:
    """Update the desk's clock from a thread while an agent thinks for a fixed time."""
    if not any(is_timed(agent) for agent in team):
        yield
        return
    over = threading.Event()

    def tick() -> None:
        started = time.perf_counter()
        while not over.wait(0.001):
            seats_of(desk)[-1, CLOCK] = int((time.perf_counter() - started) * 1000)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
