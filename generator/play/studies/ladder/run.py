"""Ladder: agents play against each other, and each gets a rating."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from generator.model.pack import Pack
from generator.play.engine.agents import SEEING, agent_of
from generator.play.engine.batch import GameBatch, by_side
from generator.play.engine.game import Game
from generator.play.measures.metrics import share_of_one
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Progress, SimulateOptions
from generator.play.measures.tally import Floats, shares_of
from generator.play.runs.runs import aimed, batches_of, loaded, provenance_of, quiet
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import sidak
from generator.play.statistics.share_bounds import share_interval
from generator.play.statistics.strength import Strengths, plackett_luce
from generator.play.studies.ladder.answer import Duel, Ladder, Lead, Rung, Step
from generator.play.studies.ladder.readings import thought

# number of games of a player below which its rating is not reported, because intervals would
# mislead
NEEDED_RATED = 20


def ladder(
    pack: Pack,
    agents: Sequence[str],
    options: SimulateOptions,
    progress: Progress | None = None,
    *,
    is_each: bool = False,
    is_ceiling: bool = False,
) -> Ladder:
    """Play agents against each other and rate them, weakest first, whatever the order of the
    options. Two sides meet in every pairing. With more sides, each agent plays alone among copies
    of the next weaker agent; partners have the same agent. Seats rotate. Ratings are Plackett–Luce
    estimates with a seat term (Hunter 2004); a rating has no upper bound if a side won every game.
    With `is_each` the agents are kinds of player without an order, and each plays alone among
    copies of every other kind. With `is_ceiling` the strongest searching agent also plays against
    itself with all hidden information and all future draws; these games do not count for ratings.
    """
    tell = progress or quiet
    specs = sorted({*aimed(agents, options.reward)}, key=lambda spec: (thought(spec), spec))
    if len(specs) < 2:
        raise ValueError("a ladder needs two different agents at least")
    game = loaded(pack, replace(options, agents=(specs[0],)))
    sides = game.sides.n
    if not game.is_contest:
        fix = "protoplay simulate tells what each kind of player scores"
        raise ValueError(f"a ladder needs players who compete: {fix}")
    pairings = _pairings(len(specs), sides)
    if is_each and sides > 2:
        pairings = _each(len(specs))
    # checked first, because the option may be wrong
    seers = _seers(game, specs) if is_ceiling else []
    each = max(sides, options.games // (len(pairings) + is_ceiling) // sides * sides)
    turning = replace(options, rotate=True)
    games = _Games(won=[[] for _ in specs])
    steps: list[Step] = []
    shares: list[Floats] = []
    for strong, weak in pairings:
        what = f"{specs[strong]} against {specs[weak]}"
        alone: list[Floats] = []
        for batch in _played(game, turning, specs[strong], specs[weak], each):
            alone.append(games.add(batch, strong, weak))
            tell(what, games.n, each * (len(pairings) + is_ceiling))
        shares.append(np.concatenate(alone))
        if strong == weak + 1 and not is_each:
            steps.append(_step(specs[strong], specs[weak], shares[-1], sides))
    fit = games.fit()
    order = sorted(range(len(specs)), key=lambda i: float(fit.players[i]))
    if is_each:
        order.sort(key=lambda i: float(np.concatenate(games.won[i])[:, 0].mean()))
    return Ladder(
        pack=pack,
        options=options,
        provenance=provenance_of(game, options, specs),
        players=game.seats,
        games=games.n,
        rungs=tuple(
            _rung(specs[i], fit, games, i, order[0], _met(i, specs, pairings)) for i in order
        ),
        steps=tuple(steps),
        seats=tuple(_worth(fit, s, games.n) for s in range(sides)),
        ceiling=_ceiling(game, turning, _best_of(seers, specs, fit), each, tell)
        if is_ceiling
        else None,
        duels=_duels(specs, pairings, shares) if is_each else (),
        lead=_lead(fit, specs, games.n),
        teams=game.teams,
    )


def _lead(fit: Strengths, specs: Sequence[str], games: int) -> Lead | None:
    """Return the lead of the strongest of three or more agents over the second agent."""
    if len(specs) < 3:
        return None
    *_, second, best = sorted(range(len(specs)), key=lambda i: float(fit.players[i]))
    return Lead(specs[best], specs[second], replace(fit.elo(best, second), n=games))


def _played(
    game: Game, options: SimulateOptions, alone: str, others: str, n: int
) -> Iterator[GameBatch]:
    """Play games of one agent alone among others, with rotated seats."""
    team = [alone] + [others] * (game.sides.n - 1)
    return batches_of(game, options, team, 0, n, "none")


def _ceiling(game: Game, options: SimulateOptions, spec: str, n: int, tell: Progress) -> Step:
    """Return the share of an agent that sees everything against itself without this information."""
    won: list[Floats] = []
    done = 0
    for batch in _played(game, options, spec + SEEING, spec, n):
        won.append((shares_of(batch) * (by_side(batch).agent_of == 0)).sum(axis=1))
        done += len(batch)
        tell(f"{spec} seeing everything", done, n)
    return _step(spec + SEEING, spec, np.concatenate(won), game.sides.n)


def _seers(game: Game, specs: Sequence[str]) -> list[str]:
    """Return the agents that can be shown everything.

    Raises `ValueError` if there is no such agent.
    """
    able, fault = [], None
    for spec in specs:
        try:
            agent_of(game, spec + SEEING, may_see=True)
            able.append(spec)
        except ValueError as error:
            fault = error
    if not able and fault is not None:
        raise fault
    return able


def _best_of(some: Sequence[str], specs: Sequence[str], fit: Strengths) -> str:
    """Return the strongest of some agents; of equal agents, the last."""
    return max(reversed(some), key=lambda spec: float(fit.players[specs.index(spec)]))


def _step(alone: str, others: str, won: Floats, sides: int) -> Step:
    """Return the share of one agent alone among others.

    Few games are enough if the share is far from equal. With two sides, the result is the share of
    the agent that wins more often.
    """
    if sides == 2 and won.mean() < 0.5:
        alone, others, won = others, alone, 1 - won
    share, fair = share_of_one(won, NEEDED // 2), 1 / sides
    is_sure = share.low > fair or share.high < fair
    return Step(alone, others, replace(share, needed=0) if is_sure else share)


def personas_of(pack: Pack, players: int | None = None) -> list[str]:
    """Return the kinds of player of a pack: greedy, its personas and its own agents."""
    game = loaded(pack, SimulateOptions(players=players))
    own = [*game.personas, *game.agents]
    if not own:
        text = f"{pack.name} has no kinds of player of its own: bots.py has no PERSONAS, no AGENTS"
        raise ValueError(text)
    return [*(["greedy"] if game.value is not None else ["random"]), *own]


def _pairings(n_agents: int, sides: int) -> list[tuple[int, int]]:
    """Return the pairings, with the agent that thinks more first: all pairs for two sides, else
    neighbours.

    >>> _pairings(3, 2), _pairings(3, 4)
    ([(1, 0), (2, 0), (2, 1)], [(1, 0), (2, 1)])
    """
    return [
        (j, i) for i in range(n_agents) for j in range(i + 1, n_agents) if sides == 2 or j == i + 1
    ]


def _each(n_agents: int) -> list[tuple[int, int]]:
    """Return every agent alone among copies of every other agent.

    >>> _each(3)
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    return [(i, j) for i in range(n_agents) for j in range(n_agents) if i != j]


def _duels(
    specs: Sequence[str], pairings: Sequence[tuple[int, int]], shares: Sequence[Floats]
) -> tuple[Duel, ...]:
    # with two players, one share determines the other
    if len(pairings) < len(specs) * (len(specs) - 1):
        pairings = [*pairings, *((j, i) for i, j in pairings)]
        shares = [*shares, *(1 - won for won in shares)]
    level = sidak(LEVEL, len(pairings))
    duels = []
    for (alone, other), won in sorted(zip(pairings, shares, strict=True), key=lambda pair: pair[0]):
        rows = np.column_stack([won, np.ones(len(won))])
        share = share_interval(rows, len(won), level, NEEDED // 2)
        duels.append(Duel(specs[alone], specs[other], share))
    return tuple(duels)


@dataclass(slots=True)
class _Games:
    """The data for the ratings, collected batch by batch; agents are numbers."""

    # per agent: (games, 2), the agent's share of the win and its number of sides
    won: list[list[Floats]]
    who: list[Floats] = field(default_factory=list)  # (games, sides)
    shares: list[Floats] = field(default_factory=list)  # (games, sides), shares of the win
    n: int = 0

    def add(self, batch: GameBatch, strong: int, weak: int) -> Floats:
        """Add games of one agent alone among others, with its share of the win in each."""
        batch = by_side(batch)
        numbers = np.array([strong] + [weak] * (batch.seats - 1))
        here, share = numbers[batch.agent_of], shares_of(batch)
        self.who.append(here)
        self.shares.append(share)
        for number in (strong, weak):
            held = here == number
            self.won[number].append(np.column_stack([(share * held).sum(axis=1), held.sum(axis=1)]))
        self.n += len(batch)
        alone: Floats = (share * (here == strong)).sum(axis=1)
        return alone

    def fit(self) -> Strengths:
        """Return the strengths of agents and seats."""
        who, shares = np.concatenate(self.who), np.concatenate(self.shares)
        return plackett_luce(who, shares, len(self.won))


def _met(i: int, specs: Sequence[str], pairings: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return the opponents of an agent.

    >>> _met(1, ["random", "greedy", "mcts:50"], _pairings(3, 3))
    ('random', 'mcts:50')
    """
    return tuple(specs[k] for k in range(len(specs)) if (i, k) in pairings or (k, i) in pairings)


def _rung(
    spec: str, fit: Strengths, games: _Games, i: int, lowest: int, against: tuple[str, ...]
) -> Rung:
    rows = np.concatenate(games.won[i])
    elo = replace(fit.elo(i, lowest), n=len(rows), needed=NEEDED_RATED)
    return Rung(spec, elo, share_interval(rows, len(rows)), against)


def _worth(fit: Strengths, seat: int, games: int) -> Estimate:
    """Return a seat's Elo above the mean seat."""
    return replace(fit.seat(seat), n=games, needed=50)
