"""Simulate: plays the unchanged game, with a second kind of player for comparison, and measures the
results. Trials, such as larger supplies, a changed piece, or a player who may not use an option,
are played afterwards.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.model.pack import Pack
from generator.play.engine.agents import agent_of, is_timed
from generator.play.engine.game import Game
from generator.play.engine.kinds import is_search
from generator.play.measures.defects import find_defects
from generator.play.measures.insight import (
    CHEAP,
    FEWEST,
    LUCK_REPEATS,
    LUCK_SEEDS,
    cost_of,
    look_again,
    luck_of,
    spaces_used,
)
from generator.play.measures.metrics import (
    Insight,
    Luck,
    Metrics,
    SpaceUse,
    closeness,
    measure,
    spaces_of,
)
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Progress, Results, Run, SimulateOptions
from generator.play.measures.supplies import starts_of
from generator.play.measures.tally import Tally
from generator.play.runs.runs import (
    Goal,
    Played,
    aimed,
    competing,
    loaded,
    play,
    provenance_of,
    quiet,
)
from generator.play.runs.store import written
from generator.play.studies.exchange.every import exchangeable
from generator.play.studies.trials.trial import Base
from generator.play.studies.trials.trials import TRIALS
from generator.play.telling.words.defects import hole_of

SECOND_GAMES = 400
# offset of the seeds of the second kind of player, so that it gets different deals
SECOND_SEED = 1_000_003
LIFTED = 8  # number of pieces for which an exchange is tried
FIRST_GAMES = 8  # number of games from which the duration of a run is estimated


def simulate(pack: Pack, options: SimulateOptions, progress: Progress | None = None) -> Results:
    """Play the pack and measure it, with a second kind of player for comparison."""
    tell = progress or quiet
    options = replace(options, agents=aimed(options.agents, options.reward))
    game = loaded(pack, options)
    trials = [(trial.field, trial.prepare(game, options)) for trial in TRIALS]
    if options.luck:
        may_measure_luck(game, options)
    provenance = provenance_of(game, options)
    goal = options.games if options.precision is None else _precise(options, options.precision)
    with written(game, options, provenance) as take:
        played = [play(game, options, options.agents, goal, "playing", tell, take)]
    runs = [_measured(game, options, options.agents, played[0], tell, is_main=True)]
    main = runs[0].metrics
    for agents in _second(options):
        goal = options.second_games or _affordable(options, agents, _cost(options.agents, main))
        apart = replace(options, seed=options.seed + SECOND_SEED)
        played.append(play(game, apart, agents, goal, f"playing as {agents[0]}", tell))
        runs.append(_measured(game, options, agents, played[-1], tell, is_main=False))
    tallies = [(run.agents, run.tally) for run in runs]
    games = [run.first for run in played if run.first is not None]
    base = Base(pack, game, options, main, games[0] if games else None, tell)
    outcomes = {field: try_out(base) for field, try_out in trials if try_out is not None}
    return Results(
        pack=pack.at(game.seats),
        options=options,
        provenance=provenance,
        runs=tuple(runs),
        holes=tuple(
            hole_of(defect, game.pack, game.said)
            for defect in find_defects(game, tallies, options.rotate, games)
        ),
        reached=options.precision is None or _widest(main) <= options.precision,
        exchangeable=exchangeable(game, strongest(main), options.seed),
        said=game.said,
        board=game.board,
        **outcomes,
    )


def may_measure_luck(game: Game, options: SimulateOptions) -> None:
    """Raise `ValueError` if the part of chance in the results cannot be measured."""
    competing(game, "luck")
    if not game.has_chance:
        raise ValueError("luck needs something that is dealt or drawn")
    if len(set(options.agents)) > 1:
        raise ValueError("luck is measured among equal players: name one kind of player")
    if is_timed(agent_of(game, options.agents[0])):
        raise ValueError("luck needs players that think by numbers, not by the clock: mcts:100")


def strongest(m: Metrics) -> list[str]:
    """Return the pieces whose lift is reported, which are pieces that stand out, or a piece of each
    component.
    """
    notable = sorted((p for p in m.pieces if p.notable), key=lambda p: -abs(p.lift.value))
    first = {p.id.partition("/")[0]: p.id for p in reversed(m.pieces)}
    return [p.id for p in notable[:LIFTED]] or list(first.values())


# ---------------------------------------------------------------- how many games


def _precise(options: SimulateOptions, precision: float) -> Goal:
    """Play until every main interval is within ± `precision`, checked after each round."""

    def goal(tally: Tally | None) -> int:
        if tally is None:
            return options.games
        widest = _widest(measure(tally))
        if widest <= precision:
            return tally.games
        wanted = math.ceil(tally.games * min(4.0, (widest / precision) ** 2 * 1.02))
        return min(options.most_games, max(wanted, tally.games + options.games))

    return goal


def _widest(metrics: Metrics) -> float:
    return max((e.half for e in metrics.headline()), default=0.0)


def _second(options: SimulateOptions) -> list[tuple[str, ...]]:
    """Return the second kind of player; None if several kinds play anyway and nobody requested a
    second.
    """
    kinds = set(options.agents)
    if options.second is None:
        return []
    if options.second != "auto":
        return [(options.second,)]
    if len(kinds) > 1:
        return []
    return [("random",)] if kinds == {"greedy"} else [("greedy",)]


def _cost(agents: Sequence[str], m: Metrics) -> float:
    """Return the approximate cost of a run, as the number of listed legal moves."""
    each = [cost_of(spec, m.decisions.mean.value, m.branching.value) for spec in agents]
    return m.games * sum(each) / len(each)


def _affordable(options: SimulateOptions, agents: Sequence[str], cost: float) -> Goal:
    """Return the number of games of the second kind of player that cost no more than the
    main run.
    """
    most = min(options.games, SECOND_GAMES)

    def goal(tally: Tally | None) -> int:
        if tally is None:  # the cost is estimated from these games
            return min(most, FIRST_GAMES)
        decisions, width = (float(tally.sums(name)[0]) for name in ("decisions", "branching"))
        each = cost_of(agents[0], decisions / tally.games, width / max(1.0, decisions))
        return max(min(most, NEEDED), min(most, int(max(CHEAP, cost) / max(1.0, each))))

    return goal


# ---------------------------------------------------------------- measurements


def _measured(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    played: Played,
    tell: Progress,
    *,
    is_main: bool,
) -> Run:
    """Return the metrics of a run. Some games are replayed for the metrics, fewer in a side run."""
    tally, first = played.tally, played.first
    if not options.insight:
        first = None  # releases the games, because the name is used again below
    metrics = measure(tally, starts_of(game), game.topics)
    insight: Insight | None = None
    event: float | None = None
    luck: Luck | None = None
    spaces: tuple[SpaceUse, ...] = ()
    if first is not None and game.is_contest:
        insight, event = look_again(
            game,
            first,
            min(options.insight if is_main else options.insight // 2, tally.games),
            playouts=options.playouts,
            budget=max(CHEAP, _cost(agents, metrics) / 2) if is_main else CHEAP / 3,
            workers=options.workers,
            progress=lambda done, total: tell("looking again", done, total),
        )
        if is_main and len(set(agents)) == 1 and (options.luck or not is_search(agents[0])):
            seeds = min(LUCK_SEEDS, tally.games // (4 * LUCK_REPEATS))
            luck = luck_of(
                game,
                agents[0],
                options.seed,
                max(FEWEST, tally.games // (2 * LUCK_REPEATS)) if options.luck else seeds,
                workers=options.workers,
                progress=lambda done, total: tell("measuring luck", done, total),
            )
    if first is not None and game.spaces and is_main:
        spaces = spaces_of(game.spaces, spaces_used(game, first, options.workers))
    metrics = replace(
        metrics,
        insight=insight if metrics.has_course else None,
        luck=luck,
        scoring_event=event,
        close=closeness(tally, event),
        spaces=spaces,
        breaks_ties=game.breaks_ties,
    )
    return Run(", ".join(agents), tuple(agents), metrics, tally, is_main)
