"""The readings of a sweep: the values that meet the goals, and the change of each measure, as
values.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.model.measures import Measure, Question, Topic, wins_of
from generator.play.measures.aims import Aim
from generator.play.measures.ratios import NEEDED, rate_of
from generator.play.measures.results import Curve
from generator.play.readings.changes import mirrored_of, span_of, turn_of
from generator.play.readings.ends import is_cut_short, unfinished
from generator.play.readings.goals import (
    Standing,
    aims_asked,
    cut_shares,
    fault_readings,
    games_to_decide,
    is_asked,
    judged_goals,
    standings_of,
)
from generator.play.readings.reading import Level, Reading
from generator.play.readings.tiles import State
from generator.play.statistics.inference import Estimate
from generator.play.statistics.sample_sizes import games_to_tell
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.sections import anchor_of
from generator.play.telling.tiles import answers_of, questions_of

FEWEST = 20  # least number of games of each value that can show a change
RISES = 25.0  # weight of the reading of a curve that only rises or falls
TOPIC_WEIGHTS: dict[Topic, float] = {"unended": 55, "supply": 55, "outcome": 54}
SHAPE_WEIGHTS = {"levels off": 50.0, "peak": 52.0, "valley": 52.0}
# for each value of the parameter, whether it is one of the described values
Which = tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FewForGoalsReading(Reading):
    """There are too few games to know which values meet the goals."""

    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnjudgedReading(Reading):
    """No value can be judged by the goals, because too many games never end."""

    cut: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllGoalsReading(Reading):
    """The values that meet, or may meet, every goal; if no value does, the goals that no value
    meets.
    """

    n_goals: int
    is_partial: bool  # whether some goals cannot be judged
    met: Which
    may: Which
    unjudged: Which
    never: tuple[str, ...]
    cut: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalsAlikeReading(Reading):
    """Several goals that have the same status at every value, and are not missed."""

    goals: tuple[tuple[str, Standing], ...]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalReading(Reading):
    """The values that meet a goal, miss it or leave it open."""

    goal_name: str
    standings: tuple[Standing, ...]
    cut: tuple[float, ...]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewReading(Reading):
    """There are too few games of each value to show any change."""

    games: int
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenReading(Reading):
    """The value at which seats are even; for whole values, also the shares at the values
    beside it.
    """

    even: Estimate
    # share of the first side by value; empty unless values are whole
    shares: Mapping[float, Estimate]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutReading(Reading):
    """A finding that many games did not finish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveReading(Reading):
    """The change of a measure over the values."""

    curve: Curve
    is_felt: bool
    is_whole: bool  # whether all games ended, or the measure can be read from unfinished games
    doubtful_turn: int | None  # index of a turn of the drawn curve that these games do not confirm


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGoalsReading(Reading):
    """The best value depends on goals, and the pack has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsureReading(Reading):
    """Measures of goals with different results, although their curves do not clearly change."""

    measures: tuple[Measure, ...]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StillReading(Reading):
    """Measures that do not clearly change; `is_all` is true if no measure does."""

    measures: tuple[Measure, ...]
    games: int
    is_all: bool


@dataclass(frozen=True, slots=True)
class TileReading:
    """The change of the answer to a question; without a curve, no game of any value was
    unfinished.
    """

    question: Question
    state: State
    curve: Curve | None
    most: float = 0.0  # without a curve, the share of games of a value that may still not finish


def sweep_readings(sweep: Sweep) -> Iterator[Reading]:
    """Return the readings about goals, then the readings about each measure."""
    yield from _goals(sweep)
    yield from _curves(sweep, _unlike(sweep))


def shown_curves(sweep: Sweep) -> list[Curve]:
    """Return the curves of a sweep; of two seats or two ends only one, because the other is its
    complement.
    """
    mirrored = mirrored_of(sweep.results)
    return [curve for curve in sweep.curves if curve.measure not in mirrored]


def bands_of_sweep(sweep: Sweep) -> dict[Measure, Aim]:
    """Return the goal of each measure that has a goal."""
    first = sweep.results[0]
    return {aim.measure: aim for aim in aims_asked(first)[0]} if is_asked(first) else {}


# ---------------------------------------------------------------- goals


def _goals(sweep: Sweep) -> Iterator[Reading]:
    """Return the values that meet all goals, and for each goal the values that meet it, miss it or
    leave it open. The intervals of all values and goals hold together, so in at most 5 % of sweeps
    a goal is wrongly called met or missed.
    """
    first = sweep.results[0]
    n = first.main.metrics.games
    both = [judged_goals(results, len(sweep.values)) for results in sweep.results]
    judged, faulty = [goals for goals, _ in both], [fault for _, faults in both for fault in faults]
    yield from fault_readings(faulty)
    if not any(judged):
        cut = cut_shares(sweep.results)
        if first.pack.goals and n < NEEDED:
            yield FewForGoalsReading(level="note", weight=51.0, games=n)
        elif first.pack.goals and is_asked(first) and cut:
            yield UnjudgedReading(level="note", weight=51.0, cut=cut)
        return
    standings, measures = standings_of(judged)
    drawn = {curve.measure for curve in sweep.curves}
    charts = {
        goal: next((anchor_of(measure) for measure in of_goal if measure in drawn), "")
        for goal, of_goal in measures.items()
    }
    never: tuple[str, ...] = ()
    if len(standings) > 1:
        never = tuple(goal for goal, standing in standings.items() if set(standing) == {"missed"})
        yield _all_goals(sweep, standings, never, bool(faulty))
    alike = [g for g, s in standings.items() if len(set(s)) == 1 and s[0] != "missed"]
    if len(alike) > 1:
        is_open = any(standings[goal][0] == "open" for goal in alike)
        yield GoalsAlikeReading(
            level="note" if is_open else "fine", weight=95.0,
            chart=next((charts[goal] for goal in alike if charts[goal]), ""),
            goals=tuple((goal, standings[goal][0]) for goal in alike),
            games_needed=games_to_decide(judged, alike, n),
        )  # fmt: skip
    for goal, standing in standings.items():
        if goal in never or (len(alike) > 1 and goal in alike):
            continue
        levels: dict[Standing, Level] = {"met": "fine", "missed": "look"}
        is_one = len(set(standing)) == 1
        is_cut = len(standings) == 1 and "unjudged" in standing
        yield GoalReading(
            level=levels.get(standing[0], "note") if is_one else "note", weight=96.0,
            chart=charts[goal], goal_name=goal, standings=tuple(standing),
            cut=cut_shares(sweep.results) if is_cut else (),
            games_needed=games_to_decide(judged, [goal], n),
        )  # fmt: skip


def _all_goals(
    sweep: Sweep,
    standings: Mapping[str, Sequence[Standing]],
    never: tuple[str, ...],
    is_partial: bool,
) -> AllGoalsReading:
    """Return the values that meet every goal."""
    at_each = list(zip(*standings.values(), strict=True))
    met = tuple(set(each) == {"met"} for each in at_each)
    may = tuple("open" in each and not {"missed", "unjudged"} & set(each) for each in at_each)
    unjudged = tuple("unjudged" in each for each in at_each)
    level: Level = "note" if any(met) or (any(may) and not never) else "look"
    return AllGoalsReading(
        level="fine" if all(met) else level, weight=97.0, n_goals=len(standings),
        is_partial=is_partial, met=met, may=may, unjudged=unjudged, never=never,
        cut=cut_shares(sweep.results) if any(unjudged) else (),
    )  # fmt: skip


def _unlike(sweep: Sweep) -> set[Measure]:
    """Return the measures of goals that have different results at different values."""
    judged = [judged_goals(results, len(sweep.values))[0] for results in sweep.results]
    standings, measures = standings_of(judged)
    unlike = [goal for goal, standing in standings.items() if len(set(standing)) > 1]
    moved = {measure for goal in unlike for measure in measures[goal]}
    # if one seat wins more often, another wins less often
    if any(measure.is_of_sides for measure in moved):
        moved |= {curve.measure for curve in sweep.curves if curve.measure.is_of_sides}
    return moved


# ---------------------------------------------------------------- curves


def _curves(sweep: Sweep, unlike: Collection[Measure]) -> Iterator[Reading]:
    """Yield each curve that is not flat.

    `unlike` are measures of goals that have different results at different values.
    """
    n = sweep.results[0].main.metrics.games
    if n < FEWEST or all(p.withheld for curve in sweep.curves for p in curve.points):
        needed = max([NEEDED, *(p.needed for curve in sweep.curves for p in curve.points)])
        yield TooFewReading(level="note", weight=50.0, games=n, games_needed=needed)
        return
    yield from _even(sweep)
    if any(map(is_cut_short, sweep.results)):
        yield CutReading(level="note", weight=54.5, chart="curves")
    curves = shown_curves(sweep)
    moved = [curve for curve in curves if curve.shape != "flat"]
    moved.sort(key=lambda curve: span_of(curve) < curve.least)
    for curve in moved:
        yield _curve(sweep, curve)
        if curve is moved[0] and not sweep.results[0].pack.goals:
            yield NoGoalsReading(level="note", weight=RISES)
    flat = [c.measure for c in curves if c.shape == "flat"]
    still = tuple(measure for measure in flat if measure not in unlike)
    unsure = tuple(measure for measure in flat if measure in unlike)
    if unsure:
        yield UnsureReading(
            level="note", weight=24.0, chart=anchor_of(unsure[0]), measures=unsure,
            games_needed=_to_be_sure([c for c in curves if c.measure in unsure], n),
        )  # fmt: skip
    is_all = not moved and not unsure
    if is_all or still:
        yield StillReading(
            level="fine" if is_all else "note", weight=50.0 if is_all else 5.0, chart="curves",
            measures=still, games=n, is_all=is_all,
        )  # fmt: skip


def _curve(sweep: Sweep, curve: Curve) -> CurveReading:
    is_felt = span_of(curve) >= curve.least
    weight = TOPIC_WEIGHTS.get(curve.measure.topic, SHAPE_WEIGHTS.get(curve.shape, RISES))
    is_whole = not curve.measure.is_of_whole_games or not any(map(is_cut_short, sweep.results))
    is_one_way = curve.shape in ("rising", "falling")
    return CurveReading(
        level="note", weight=weight if is_felt else 10.0, chart=anchor_of(curve.measure),
        curve=curve, is_felt=is_felt, is_whole=is_whole,
        doubtful_turn=turn_of(curve) if is_one_way and is_whole else None,
    )  # fmt: skip


def _even(sweep: Sweep) -> Iterator[EvenReading]:
    """Return the value that makes seats even, if the first seat's share reaches the fair share."""
    if not math.isfinite(sweep.even.value):
        return
    first = wins_of(sweep.results[0].main.tally.sides)[0]
    is_whole = all(value == int(value) for value in sweep.values)
    shares = {
        value: curve.points[i]
        for curve in sweep.curves if curve.measure == first and is_whole
        for i, value in enumerate(sweep.values)
    }  # fmt: skip
    yield EvenReading(
        level="note", weight=58.0, chart=anchor_of(first), even=sweep.even, shares=shares
    )


def _to_be_sure(curves: Sequence[Curve], games: int) -> int:
    """Return the number of games of each value that would show that the ends of these curves
    differ.
    """
    needed = [0]
    for curve in curves:
        low, high = (f(curve.points, key=lambda e: e.value) for f in (min, max))
        if high.value > low.value:
            half = math.hypot(low.half, high.half)
            needed.append(games_to_tell(half, high.value - low.value, games))
    return max(needed)


# ---------------------------------------------------------------- tiles


def tile_readings(sweep: Sweep) -> Iterator[TileReading]:
    """Return, for each question, the curve that answers it best."""
    curves = shown_curves(sweep)
    for question in questions_of(sweep.results[0]):
        of_each = [
            [c for c in curves if c.measure in tied] for tied in answers_of(curves, question)
        ]
        moved = [
            moving for curves in of_each if (moving := [c for c in curves if c.shape != "flat"])
        ]
        still = [c for curves in of_each for c in curves]
        if still:
            most = still[0]
            if moved:
                most = max(moved[0], key=lambda c: (_worsens(sweep, c), _size_of(c)))
            is_open = any(p.withheld for p in most.points)
            yield TileReading(question, "open" if is_open else "note", most)
        elif question == "broken" and not any(
            unfinished(results.main.metrics) for results in sweep.results
        ):
            share = rate_of(0, min(r.main.metrics.games for r in sweep.results)).high
            is_open = share > sweep.results[0].pack.worth.ends / 100
            yield TileReading(question, "open" if is_open else "note", None, share)


def _worsens(sweep: Sweep, curve: Curve) -> bool:
    """Whether noticeably more games break than now, or than with the first value."""
    now = sweep.values.index(sweep.default) if sweep.default in sweep.values else 0
    more = max(e.value for e in curve.points) - curve.points[now].value
    return curve.measure.worse > 0 and more >= curve.least


def _size_of(curve: Curve) -> float:
    """Return a curve's range as a multiple of the smallest noticeable difference."""
    return span_of(curve) / curve.least if curve.least else 0.0
