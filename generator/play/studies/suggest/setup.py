"""Prepares the search: reads the goals, and finds out whether the players finish and what each
tunable changes.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from generator.model.goals import Goal
from generator.model.measures import CAP
from generator.model.pack import Pack, Scalar
from generator.play.engine.agents import agents_of
from generator.play.engine.game import Game
from generator.play.measures.aims import Aim, aims_of, pieces_asked
from generator.play.measures.ratios import sums_of
from generator.play.measures.results import Difference, PieceEffect, Progress, SimulateOptions
from generator.play.measures.tally import Tally
from generator.play.runs.runs import aimed
from generator.play.statistics.inference import Estimate
from generator.play.studies.exchange.paired import Exchanged, exchanged
from generator.play.studies.suggest.answer import Ending, Proof, Tried, Tunable
from generator.play.studies.suggest.axes import tuned
from generator.play.studies.suggest.columns import can_be_set, spelt_out
from generator.play.studies.suggest.lattice import Axis
from generator.play.studies.suggest.search import Search
from generator.play.studies.suggest.trials import PILOT, Trials, key_of

UNFINISHED = 0.05  # share of games at the engine's limit from which players count as not finishing
SELDOM = 0.05  # share of games below which a piece is taken too seldom for a goal about it
LOOKED = 3  # 1/LOOKED of the search's games are also played with pieces of a column exchanged
START = 200  # number of games of the unchanged design, and of each tunable at its ends
MOST_WORDS = 8  # greatest number of words of a tunable without an order that are tried alone
# number of values between the ends that are tried for a tunable whose ends change nothing
BETWEEN = 8
LEAST_START = 40  # number of games instead of `START` if the search may play only a few
SEARCHER = "mcts:25"  # the second kind of player if the first is greedy


# The results of a proof: the unchanged game, the proof, and all other changes.
Shown = tuple[Proof | None, list[Proof], list[Difference]]


@dataclass(frozen=True, slots=True)
class SuggestOptions:
    """The options of a suggestion, besides the options of playing games."""

    play: SimulateOptions  # agents, seed, workers, cluster
    players: tuple[int, ...] = ()  # (): the fewest players that the pack allows
    goals: tuple[Goal, ...] = ()  # (): the goals of the pack
    tune: tuple[str, ...] = ()  # (): the tunables of the pack
    confirm: str | None = None  # the second kind of player; None: chosen to match the first kind
    seconds: float | None = None  # time limit in seconds
    games: int = 30_000  # number of games of the search


@dataclass(slots=True)
class Run:
    """The state of a search for the smallest change."""

    pack: Pack
    options: SuggestOptions
    trials: Trials
    game: Game
    axes: list[Axis]
    tunables: list[Tunable] = field(default_factory=list)
    search: Search | None = None
    front: list[int] = field(default_factory=list)  # cells on the front
    proofs: list[Proof] = field(default_factory=list)
    before: Proof | None = None
    moved: list[Difference] = field(default_factory=list)
    outcome: Ending = "undecided"
    chosen: int = 0
    compensation: tuple[float, float] | None = None
    standing_out: tuple[PieceEffect, ...] = ()  # pieces of columns that may change
    failed: list[Tried] = field(default_factory=list)  # settings that were not proven
    proven: dict[int, Shown] = field(default_factory=dict)  # the last failed proof of each cell
    # whether a setting seemed inside after the search had found no setting
    is_doubted: bool = False
    is_out_of_time: bool = False  # whether the time limit ended the search

    @property
    def bounds_the_limit(self) -> bool:
        """Whether a goal itself limits the share of games that reach the engine's limit."""
        return any(aim.measure == CAP for aim in self.trials.aims)

    @property
    def starting(self) -> int:
        """Return the number of games of each setting before the search, at most about half of the
        budget.
        """
        settings = (1 + 2 * len(self.axes)) * len(self.trials.players)
        return max(LEAST_START, min(START, self.options.games // (2 * settings)))

    @property
    def left(self) -> int:
        """Return the number of games that the search may still play for each number of players."""
        return max(0, self.options.games - self.trials.games) // len(self.trials.players)


def begun(
    pack: Pack, options: SuggestOptions, progress: Progress, trials: type[Trials] = Trials
) -> Run:
    goals = options.goals or pack.goals
    if not goals:
        raise ValueError(
            f"{pack.name} has no goals: write goals: {{seats: ±3%}} in game.yaml, "
            'or --goal "seats ±3%"'
        )
    low, high = pack.players
    named = {n for goal in goals for n in goal.players}
    players = options.players or tuple(sorted(named | {low}))
    for n in players:
        if not low <= n <= high:
            raise pack.not_for(n)
    play = replace(options.play, agents=aimed(options.play.agents, options.play.reward))
    if len(play.agents) != 1:
        raise ValueError("suggest lets one kind of player play against itself: name one agent")
    until = None if options.seconds is None else time.monotonic() + options.seconds
    played = trials(pack, play, tuple(players), progress)
    game = played.game({}, players[0])
    if options.confirm is not None:
        # checked first, because the option may be wrong
        agents_of(game, aimed((options.confirm,), play.reward))
    looking = replace(play, players=players[0], games=max(1, options.games // LOOKED))
    names, standing_out = spelt_out(pack, options.tune, game, looking, progress)
    axes = tuned(pack, names)
    can_be_set(pack, [axis.name for axis in axes if "." in axis.name])
    run = Run(pack, replace(options, goals=tuple(goals)), played, game, axes)
    run.standing_out = standing_out
    played.pieces = [_piece(run, *about) for about in pieces_asked(goals, game.measures)]
    run.trials.aims = _aims(run)
    played.deadline = until
    return run


def _piece(run: Run, goal: Goal, name: str) -> Exchanged:
    """Return the piece that a goal is about. Raises `ValueError` if it cannot be exchanged."""
    try:
        return exchanged(run.game, name, run.trials.options)
    except ValueError as fault:
        raise ValueError(f'{goal.place}: no goal can be about "{name}": {fault}') from None


def _aims(run: Run) -> list[Aim]:
    """Return the aims for each number of players; one game with each number shows which measures
    exist.
    """
    aims: list[Aim] = []
    for players in run.trials.players:
        game = run.trials.game({}, players)
        tally = run.trials.play(game, run.trials.options.agents, PILOT, 1, "looking")
        aims += aims_of([g for g in run.options.goals if g.holds_for(players)], tally)
    return aims


def start(run: Run) -> None:
    """Play the unchanged design; players who do not finish this game cannot judge it."""
    run.trials.search({}, run.starting, paired=True)
    for aim in run.trials.aims:
        if aim.is_effect:
            tally = run.trials.tallies[key_of({}), aim.players]
            taken = float(sums_of(aim.measure, tally)[:, 1].sum())
            if taken < SELDOM * tally.games:
                piece, players = aim.measure.piece, ", ".join(run.trials.options.agents)
                seldom = f"{players} players take {piece} in {taken:.0f} of {tally.games:,} games"
                raise ValueError(f'too few to judge "{aim.goal}": {seldom}')
    if run.bounds_the_limit:
        return
    tallies = [run.trials.tallies[key_of({}), n] for n in run.trials.players]
    if max(unfinished(tally) for tally in tallies) > UNFINISHED:
        run.outcome = "unfinished"


def unfinished(tally: Tally) -> float:
    return tally.ends.get("cap", 0) / tally.games


def screen(run: Run) -> None:
    """Play each tunable alone at both ends, or with each of its words, on the seeds of the start.

    Tunables whose ends change nothing are tried all at once. Each is then tried at values between
    its ends and together with the ends of other tunables, while games are left. A tunable that was
    not tried together with others for lack of games is not called idle.
    """
    for axis in run.axes:
        ends, is_idle = [], True
        for at in _ends(axis):
            moves = _moves(run, axis, at)
            if moves is not None:
                is_idle &= not moves
                ends.append((axis.values[at], tuple(estimates(run, {axis.name: axis.values[at]}))))
        own, is_idle = axis.values[axis.base], is_idle and bool(ends)
        run.tunables.append(Tunable(axis.name, own, axis.values, axis.cost, tuple(ends), is_idle))
    least = run.left // 2 + run.starting
    moving, tried = _at_once(run, least)
    for i, tunable in enumerate(run.tunables):
        if tunable.name in moving:
            run.tunables[i] = replace(tunable, is_idle=False)
    for i, axis in enumerate(run.axes):
        last = len(axis.values) - 1
        between = {round(k * last / BETWEEN) for k in range(1, BETWEEN)} - {0, axis.base, last}
        for at in sorted(between):
            if run.tunables[i].is_idle and run.left >= least and _moves(run, axis, at):
                run.tunables[i] = replace(run.tunables[i], is_idle=False)
    for i, axis in enumerate(run.axes):
        if run.tunables[i].is_idle:
            moves = _moves_beside(run, axis, least)
            if moves or (moves is None and axis.name not in tried):
                run.tunables[i] = replace(run.tunables[i], is_idle=False)


def _ends(axis: Axis) -> list[int]:
    """Return the least and the greatest value, or each of the words, without the present value."""
    last = len(axis.values) - 1
    each = {0, last} if axis.is_ordered else range(min(MOST_WORDS, last + 1))
    return sorted({*each} - {axis.base})


def _at_once(run: Run, least: int) -> tuple[set[str], set[str]]:
    """Return the tunables that change a goal only together, and the tunables that were tried
    together. All are set to their last ends, then to their first ends, with other parameters
    unchanged.
    """
    idle = {t.name for t in run.tunables if t.is_idle}
    moving: set[str] = set()
    untried: set[str] = set()
    tried: set[str] = set()
    for at in (-1, 0):
        ends = {a.name: a.values[places[at]] for a in run.axes if (places := _ends(a))}
        rest = {name: end for name, end in ends.items() if name not in idle}
        for beside in ({}, rest):
            group = [name for name in ends if name in idle - moving]
            if not group:
                continue
            movers = _movers(run, group, {**beside, **{n: ends[n] for n in group}}, least)
            if movers is None:
                untried |= {*group}
            else:
                moving |= {*movers}
                tried |= {*group}
    return moving, tried - untried


def _movers(run: Run, group: list[str], at: dict[str, Scalar], least: int) -> list[str] | None:
    """Return the tunables of a group that make a difference to a setting; None if this could not be
    tried. A half that makes no difference is taken out of `at`; otherwise each half is put back in
    turn.
    """
    without = {name: value for name, value in at.items() if name not in group}
    if run.left < least and not (_is_played(run, without) and _is_played(run, at)):
        return None
    differs = _differs(run, at, without)
    if differs is None:
        return None
    if not differs:
        for name in group:
            del at[name]
        return []
    if len(group) == 1:
        return group
    names: list[str] = []
    for half in (group[: len(group) // 2], group[len(group) // 2 :]):
        movers = _movers(run, half, at, least)
        if movers is None:
            return None
        names += movers
    return names or group


def _moves_beside(run: Run, axis: Axis, least: int) -> bool | None:
    """Whether an end of a tunable changes any goal together with other changed tunables; None if
    not all were tried. The others are all at their last ends, then all at their first ends, then
    each alone.
    """
    others = [(other.name, [other.values[at] for at in _ends(other)]) for other in run.axes]
    others = [(name, ends) for name, ends in others if name != axis.name and ends]
    every = [{name: ends[at] for name, ends in others} for at in (-1, 0)]
    beside = [*every, *({name: end} for name, ends in others for end in ends)]
    for base in {key_of(changes): changes for changes in beside if changes}.values():
        for at in _ends(axis):
            if run.left < least:
                return None
            if _moves(run, axis, at, base):
                return True
    return False


def _moves(
    run: Run, axis: Axis, at: int, beside: Mapping[str, Scalar] | None = None
) -> bool | None:
    """Whether a value changes any goal, given the changes `beside`; None if the value is
    unplayable.
    """
    base = dict(beside or {})
    return _differs(run, {**base, axis.name: axis.values[at]}, base)


def _differs(run: Run, changes: Mapping[str, Scalar], base: Mapping[str, Scalar]) -> bool | None:
    """Whether two settings differ in any goal; None if one of them cannot be played."""
    for played in (base, changes):
        if key_of(played) in run.trials.unplayable:
            return None
        if _is_played(run, played):
            continue
        if run.trials.search(played, run.starting, paired=True) is None:
            return None
    return not all(_is_same(run, aim, changes, base) for aim in run.trials.aims)


def _is_played(run: Run, changes: Mapping[str, Scalar]) -> bool:
    """Whether a setting was played at every number of players."""
    return all((key_of(changes), n) in run.trials.tallies for n in run.trials.players)


def _is_same(
    run: Run, aim: Aim, changes: Mapping[str, Scalar], beside: Mapping[str, Scalar]
) -> bool:
    """Whether the values are the same in every game of the same seed."""
    mine, base = (run.trials.tallies[key_of(c), aim.players] for c in (changes, beside))
    if aim.measure.span is not None:
        unit = aim.measure.span[0]
        return mine.lengths(unit).counts == base.lengths(unit).counts
    a, b = sums_of(aim.measure, mine), sums_of(aim.measure, base)
    return a.shape == b.shape and bool(np.array_equal(a, b))


def estimates(run: Run, changes: Mapping[str, Scalar]) -> list[Estimate]:
    key = key_of(changes)
    return [aim.of(run.trials.tallies[key, aim.players]) for aim in run.trials.aims]
