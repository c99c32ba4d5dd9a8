"""Decides whether the pack's goals are met, by comparing each goal with a run's estimates of its
numbers.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.model.goals import Goal
from generator.model.measures import Measure
from generator.play.measures.aims import Aim, aims_of, goals_on, pieces_asked
from generator.play.measures.ratios import NEEDED, POINTS
from generator.play.measures.results import AS_ITSELF, Results
from generator.play.readings.reading import GoalStatus, Level, Reading
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.sample_sizes import games_to_tell
from generator.play.statistics.share_bounds import clopper_pearson

# share of games cut short from which goals are not judged; `suggest` uses the same limit
CUT_SHORT = 0.05
# open: there are too few games; unjudged: games were cut short
Standing = Literal["met", "missed", "open", "unjudged"]
STANDINGS: tuple[Standing, ...] = ("met", "missed", "open", "unjudged")
KINDS: tuple[tuple[Standing, Level, float], ...] = (
    ("missed", "look", 98.0),
    ("met", "fine", 14.0),
    ("open", "note", 16.0),
)
Numbers = tuple[tuple[Aim, Estimate], ...]


@dataclass(frozen=True, slots=True)
class JudgedGoal:
    """A goal, with these games' estimate of each number that it bounds."""

    numbers: Numbers

    @property
    def goal(self) -> str:
        """The goal as its author wrote it."""
        return self.numbers[0][0].goal

    @property
    def missed(self) -> Numbers:
        """The numbers that are clearly outside their bands."""
        return tuple((aim, e) for aim, e in self.numbers if aim.is_missed(e))

    @property
    def unmet(self) -> Numbers:
        """The numbers that are not clearly inside their bands."""
        return tuple((aim, e) for aim, e in self.numbers if not aim.is_met(e))

    @property
    def standing(self) -> Standing:
        """Whether the goal is met, missed or left open."""
        if self.missed:
            return "missed"
        return "open" if self.unmet else "met"

    def games_needed(self, games: int) -> int:
        """Return the number of games that would decide an open goal if its estimates hardly
        changed. The distance to the edge is increased by a standard error, because no number of
        games can decide a value that lies exactly on the edge. Inside a band, the distance is at
        most half of the band.
        """
        needed = {True: [0], False: [0]}
        for aim, e in self.unmet:
            margin = aim.margin(e.value)
            way = abs(margin) * aim.half + e.half / 2
            if margin >= 0 and not aim.is_open:
                way = min(way, aim.half)
            needed[margin < 0].append(games_to_tell(e.half, way, games))
        return min(needed[True][1:], default=max(needed[False]))


@dataclass(frozen=True, slots=True)
class GoalFault:
    """The reason why a goal cannot be judged: few exchanges, no exchange of its piece, or a
    message.
    """

    why: Literal["few", "not exchanged", "message"]
    goal: Goal | None = None  # None if the message names no goal
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalsReading(Reading):
    """The goals of one standing (missed, met or open), each with its numbers."""

    standing: Standing
    goals: tuple[JudgedGoal, ...]
    agents: tuple[str, ...]
    games: int
    n_numbers: int  # number of intervals that hold simultaneously
    more_games: int  # number of additional games that would decide the open goals


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalFaultReading(Reading):
    """A goal that cannot be judged."""

    fault: GoalFault


def with_goals(results: Results, readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield the readings of the pack's goals, then the other readings, with each fact stated once.

    A reading of a goal's measure carries that goal's status.
    """
    out = list(readings)
    measured = [(i, r, r.measure) for i, r in enumerate(out) if r.measure is not None]
    alarms = {measure: i for i, _, measure in measured if not measure.is_of_sides}
    alarms |= {measure: i for i, r, measure in measured if r.level == "look"}
    of_sides = [i for i, r, measure in measured if r.level == "look" and measure.is_of_sides]
    # a goal for all seats is missed by the seat that leads
    every_side = of_sides[0] if of_sides else None
    games = results.main.metrics.games
    done = set()
    for judged in sorted(judged_goals(results)[0], key=lambda goal: goal.standing != "missed"):
        is_missed = judged.standing == "missed"
        at = {
            every_side if aim.is_on_every_side else alarms.get(aim.measure)
            for aim, _ in (judged.missed if is_missed else judged.unmet)
        }
        i = at.pop() if len(at) == 1 else None
        if i is None or out[i].goal is not None:
            continue
        done.add(judged.goal)
        if is_missed:
            status = GoalStatus(judged.goal, True)
            weight = max(98.0, out[i].weight)
            out[i] = replace(out[i], goal=status, level="look", weight=weight)
        else:
            status = GoalStatus(judged.goal, False, games, judged.games_needed(games) - games)
            out[i] = replace(out[i], goal=status)
    yield from goals(results, done)
    yield from out


def goals(results: Results, done: Collection[str] = ()) -> Iterator[Reading]:
    """Return the pack's goals that these games miss, meet, or leave open.

    `done` are goals that other readings already report.

    Goals apply to the game with the fewest players, as in `suggest`. The intervals hold
    simultaneously: at most 5 % of runs report a goal wrongly as missed or met.
    """
    main = results.main.metrics
    judged, faults = judged_goals(results)
    yield from fault_readings(faults)
    n_numbers = sum(len(goal.numbers) for goal in judged)
    for standing, level, weight in KINDS:
        same = tuple(g for g in judged if g.standing == standing and g.goal not in done)
        if same:
            more = max(goal.games_needed(main.games) for goal in same) - main.games
            yield GoalsReading(
                standing=standing, level=level, weight=weight,
                chart="goals" if standing == "missed" else "", goals=same, agents=main.agents,
                games=main.games, n_numbers=n_numbers, more_games=more,
            )  # fmt: skip


def fault_readings(faults: Sequence[GoalFault]) -> Iterator[GoalFaultReading]:
    """Return the goals that cannot be judged, each once."""
    for fault in dict.fromkeys(faults):
        yield GoalFaultReading(level="note", weight=45.0, fault=fault)


def missed_of(results: Results) -> list[JudgedGoal]:
    """Return the missed goals."""
    return [goal for goal in judged_goals(results)[0] if goal.standing == "missed"]


def band_on(results: Results, measure: Measure) -> Aim | None:
    """Return the goal on a measure, if it applies to these players."""
    aims = aims_asked(results)[0] if is_asked(results) else []
    return next((aim for aim in aims if aim.measure == measure), None)


# ---------------------------------------------------------------- of several runs


def standings_of(
    runs: Sequence[Sequence[JudgedGoal]],
) -> tuple[dict[str, list[Standing]], dict[str, list[Measure]]]:
    """Return each goal's standing in every run, and its measures."""
    standings: dict[str, list[Standing]] = {}
    measures: dict[str, list[Measure]] = {}
    for i, judged in enumerate(runs):
        for goal in judged:
            standings.setdefault(goal.goal, ["unjudged"] * len(runs))[i] = goal.standing
            measures.setdefault(goal.goal, [aim.measure for aim, _ in goal.numbers])
    return standings, measures


def games_to_decide(
    runs: Sequence[Sequence[JudgedGoal]], names: Collection[str], games: int
) -> int:
    """Return the number of games per run that would decide the open goals; 0 if no goal is open."""
    left = [g for judged in runs for g in judged if g.goal in names and g.standing == "open"]
    return max((goal.games_needed(games) for goal in left), default=0)


def cut_shares(runs: Sequence[Results]) -> tuple[float, ...]:
    """Return the share of games that were cut short, for each run that is not judged for this
    reason.
    """
    return tuple(_cut_of(results) for results in runs if _is_cut(results))


# ---------------------------------------------------------------- judging


def judged_goals(results: Results, times: int = 1) -> tuple[list[JudgedGoal], list[GoalFault]]:
    """Return each goal with its estimates, and the reasons why some goals cannot be judged.

    `times` is the number of runs that are judged together.
    Only games of the players that `suggest` uses are judged, and only if few were cut short.
    """
    main = results.main.metrics
    if not is_asked(results) or _is_cut(results) or main.games < NEEDED:
        return [], []
    aims, exchanged, faults = aims_asked(results)
    numbers: dict[str, list[tuple[Aim, Estimate]]] = {}
    for aim, e in _measured(aims, exchanged, results, times):
        numbers.setdefault(aim.goal, []).append((aim, e))
    return [JudgedGoal(tuple(pairs)) for pairs in numbers.values()], faults


def is_asked(results: Results) -> bool:
    """Whether `suggest` would use these players."""
    main, pack = results.main.metrics, results.pack
    is_wished = main.players == pack.players[0] or any(goal.players for goal in pack.goals)
    return is_wished and len(set(main.agents)) == 1


def aims_asked(results: Results) -> tuple[list[Aim], dict[Goal, Estimate], list[GoalFault]]:
    """Return the goals as numbers of these games, results of exchanges, and faulty goals."""
    tally, pack_goals = results.main.tally, results.pack.goals
    exchanged, faults = _exchanged(results)
    unknown = {fault.goal for fault in faults}
    pack_goals = tuple(goal for goal in pack_goals if goal not in unknown)
    pieces = [goal.about.piece for goal in exchanged]
    try:
        return aims_of(pack_goals, tally, pieces), exchanged, faults
    except ValueError as fault:
        together = GoalFault("message", message=str(fault))
    aims: list[Aim] = []
    own: list[GoalFault] = []
    for goal in pack_goals:
        try:
            aims += aims_of([goal], tally, pieces)
        except ValueError as fault:
            own.append(GoalFault("message", message=str(fault)))
    if not own:  # each end can happen, and the ends exclude each other
        return [], exchanged, [together, *faults]
    return aims, exchanged, [*own, *faults]


def _exchanged(results: Results) -> tuple[dict[Goal, Estimate], list[GoalFault]]:
    """Return the results of exchanges for goals on pieces, in points, or the reason why a result is
    missing. If one piece was tested alone, this test counts.
    """
    pieces = {e.piece: (e.value, e.unplayable) for e in results.effects}
    if results.effect is not None:
        for o in results.effect.outcomes:
            if o.label.startswith(AS_ITSELF):
                pieces[results.effect.piece] = (o.holders, o.unplayable)
    figures = results.main.tally.measures
    estimates: dict[Goal, Estimate] = {}
    faults: dict[Goal, GoalFault] = {}
    for piece, (e, unplayable) in pieces.items():
        for goal in goals_on(results.pack, piece, figures):
            if e.withheld and unplayable:
                faults[goal] = GoalFault("message", goal, unplayable)
            elif e.withheld:
                faults[goal] = GoalFault("few", goal)
            else:
                value, low, high = (POINTS * x for x in (e.value, e.low, e.high))
                estimates[goal] = replace(e, value=value, low=low, high=high)
    for goal, _ in pieces_asked(results.pack.goals, figures) if pieces else ():
        if goal not in estimates and goal not in faults:
            faults[goal] = GoalFault("not exchanged", goal)
    return estimates, list(faults.values())


def _measured(
    aims: Sequence[Aim], estimates: Mapping[Goal, Estimate], results: Results, times: int
) -> list[tuple[Aim, Estimate]]:
    """Return the numbers with intervals that are wide enough to hold simultaneously.

    A number that is the same in all games may still differ by 1, or by its own size, in unseen
    games.
    """
    tally = results.main.tally
    exchanged = {f"{g.measure} {g.written}": e for g, e in estimates.items()}
    aims = [a for a in aims if a.goal in exchanged or math.isfinite(a.of(tally).half)]
    level = 1 - (1 - LEVEL) / max(1, len(aims) * times)
    judged = []
    for aim in aims:
        e = exchanged[aim.goal].at(level) if aim.goal in exchanged else aim.of(tally, level)
        if e.half == 0:
            unseen = clopper_pearson(0, tally.games, level).high * max(1.0, abs(e.value))
            e = replace(e, low=e.value - unseen, high=e.value + unseen)
        judged.append((aim, e))
    return judged


def _cut_of(results: Results) -> float:
    """Return the share of a run's games that were cut short because they did not end."""
    return results.main.tally.ends.get("cap", 0) / results.main.metrics.games


def _is_cut(results: Results) -> bool:
    """Whether too many games were cut short, and no goal bounds their share."""
    on_cut = any(goal.about.is_on_limit for goal in results.pack.goals)
    return _cut_of(results) > CUT_SHORT and not on_cut
