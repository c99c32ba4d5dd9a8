"""Plays a pack's games in batches with given options, and tallies them.

Games are processed in the order of their numbers, so that memory does not grow with their number
and results do not depend on the workers. A caller's mistake raises a `ValueError` with a message of
one line.
"""

import math
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from generator import __version__
from generator.model.pack import Pack
from generator.play.checks.unseen import bots_see_hands
from generator.play.engine.agents import agents_of, is_timed, wrong_number_of_agents
from generator.play.engine.batch import Collect, GameBatch, joined
from generator.play.engine.game import Game, load_game
from generator.play.engine.kinds import is_by_clock, is_search
from generator.play.engine.search.tree import REWARDS
from generator.play.measures.kingmaking import MOST_GAMES
from generator.play.measures.results import Progress, Provenance, SimulateOptions
from generator.play.measures.tally import Tally
from generator.play.runs.judges import by_score, judge, judge_of
from generator.play.runs.runners import batches

Goal = Callable[[Tally | None], int]  # the tally so far → the number of games to play

MAPPED_GAMES = 400  # number of games whose moves are drawn on the map


def quiet(what: str, done: int, total: int) -> None:
    """Ignore progress."""


def under(label: str, progress: Progress | None) -> Progress:
    """Return a progress callback that adds a label."""

    def tell(what: str, done: int, total: int) -> None:
        if progress is not None:
            progress(f"{label}: {what}", done, total)

    return tell


def loaded(pack: Pack, options: SimulateOptions) -> Game:
    """Return the game for the number of players in the options."""
    low, high = pack.players
    players = options.players or low
    if not low <= players <= high:
        raise pack.not_for(players)
    if options.games < 1:
        raise ValueError(f"the number of games must be at least 1, not {options.games}")
    if options.learn:
        judge(pack, players, may_learn=_is_judged(options) and not options.plain)
    else:
        by_score(pack, players)
    game = load_game(pack, players, plain=options.plain)
    if len(options.agents) not in (1, game.sides.n):
        raise wrong_number_of_agents(len(options.agents), game.sides)
    return game


def _is_judged(options: SimulateOptions) -> bool:
    """Whether at least one player judges positions."""
    second = (options.second or "random").split(",")
    return any(spec != "random" for spec in (*options.agents, *second))


def competing(game: Game, what: str) -> None:
    """Raise `ValueError` if players do not compete, so that nobody wins."""
    if not game.is_contest:
        raise ValueError(f"{what} needs a winner, but players do not compete here")


def aimed(agents: Sequence[str], reward: str) -> tuple[str, ...]:
    """Add the reward to the specs of searching agents that do not state a reward."""
    if reward not in REWARDS:
        raise ValueError(f"unknown reward {reward!r}; known: {', '.join(REWARDS)}")
    if reward == "win":
        return tuple(agents)
    return tuple(
        f"{spec}:reward={reward}" if is_search(spec) and "reward=" not in spec else spec
        for spec in agents
    )


def provenance_of(game: Game, options: SimulateOptions, agents: Sequence[str] = ()) -> Provenance:
    """Return everything that decides the games; `agents` play in addition to the agents of the
    options.
    """
    from importlib.metadata import version

    pack = game.pack
    second = (options.second or "").split(",")
    changed = {n: str(p.value) for n, p in sorted(pack.parameters.items()) if p.value != p.default}
    return Provenance(
        protoplay=__version__,
        pack=pack.id,
        digest=game.digest,
        variant=pack.variant,
        players=game.seats,
        seed=options.seed,
        changed=changed,
        versions={
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": version("numba"),
        },
        command=options.command,
        named=options.named,
        bots_see_hands=bots_see_hands(game),
        has_value=game.value is not None,
        judge=judge_of(game),
        has_secret=bool(game.secret),
        is_repeatable=not any(map(is_by_clock, (*options.agents, *second, *agents))),
    )


def batches_of(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    first: int,
    n: int,
    collect: Collect,
) -> Iterator[GameBatch]:
    """Yield games `first` to `first + n − 1` of the options' seed, in order."""
    team = agents_of(game, agents, may_see=True)
    size = _chunk(n, 2 if game.plain or any(a.searches for a in team) else 16)

    def play(first: int, n: int) -> Iterator[GameBatch]:
        return batches(
            game,
            agents,
            options.seed,
            first,
            n,
            size=size,
            rotate=options.rotate,
            collect=collect,
            workers=options.workers,
            cluster=options.cluster,
        )

    if options.keeper is None or any(map(is_timed, team)):
        return play(first, n)
    settings = {"agents": list(agents), "seed": options.seed, "rotate": options.rotate}
    if judge_name := judge_of(game):
        settings["judge"] = judge_name
    kept: Iterator[GameBatch] = options.keeper.batches(
        game, {**settings, "collect": collect}, first, n, size, play
    )
    return kept


def _chunk(games: int, least: int) -> int:
    """Return the number of games per task, which is a power of two and about a 64th of the run,
    whatever the number of workers. Fewer than `least` games would take less time than starting a
    task.
    """
    return int(min(2048, max(least, 2 ** round(math.log2(max(1, games / 64))))))


@dataclass(frozen=True, slots=True)
class Played:
    """A run's tally, and its first games with their moves if these are needed later."""

    tally: Tally
    first: GameBatch | None


def play(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    goal: int | Goal,
    what: str,
    progress: Progress,
    take: Sequence[Callable[[GameBatch], None]] = (),
) -> Played:
    """Play games 0 to n − 1 of the seed, and further games while the goal asks for more.

    `take` is called with every batch, in order.
    """
    tally: Tally | None = None
    kept: list[GameBatch] = []
    n_mapped = MAPPED_GAMES if game.spaces and options.insight else 0
    n_kept = max(options.insight, n_mapped, MOST_GAMES if options.kingmaking else 0)
    done, total = 0, goal if isinstance(goal, int) else goal(None)
    while done < total:
        for batch in batches_of(game, options, agents, done, total - done, "moves"):
            tally = tally or Tally.of(batch, game.pack.turns_target)
            tally.add(batch)
            for each in take:
                each(batch)
            if done < n_kept:
                kept.append(batch)
            done += len(batch)
            progress(what, done, total)
        total = goal if isinstance(goal, int) else goal(tally)
    assert tally is not None, "no games were played"
    return Played(tally, joined(kept) if kept else None)
