"""The sentences and titles of a sweep: values and goals, curves, tiles."""

import math
from collections.abc import Mapping, Sequence

from generator.model.letters import capital
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Curve
from generator.play.readings.changes import way_of
from generator.play.readings.ends import is_cut_short
from generator.play.readings.goals import STANDINGS, GoalFaultReading
from generator.play.readings.reading import Reading
from generator.play.statistics.inference import Estimate
from generator.play.studies.sweep.answer import Sweep
from generator.play.studies.sweep.readings import (
    AllGoalsReading,
    CurveReading,
    CutReading,
    EvenReading,
    FewForGoalsReading,
    GoalReading,
    GoalsAlikeReading,
    NoGoalsReading,
    StillReading,
    TileReading,
    TooFewReading,
    UnjudgedReading,
    UnsureReading,
)
from generator.play.telling.commands import searching
from generator.play.telling.finding import Finding, finding_of
from generator.play.telling.numbers import about, games_are, listed, number, percent, with_half
from generator.play.telling.titles import VERBS, at_least, goes, unit_of
from generator.play.telling.words.common import TileWords, Words
from generator.play.telling.words.ends import cut_off
from generator.play.telling.words.goals import STANDS, cut_short, games_each, goal_fault, quoted

BEYOND = "try values beyond these; protoplay suggest also tries other parameters"
MOST_VALUES = 7  # greatest number of values that a sentence lists
MOST_NAMED = 4  # greatest number of other parameters that a sentence names


def finding(reading: Reading, sweep: Sweep) -> Finding:
    """Return the finding for a reading."""
    words: Words = WORDS[type(reading)](reading, sweep)  # type: ignore[operator]
    return finding_of(reading, words)


# ---------------------------------------------------------------- goals


def few_for_goals(reading: FewForGoalsReading, sweep: Sweep) -> Words:
    """Return the finding that there are too few games to know which values meet the goals."""
    text = f"{games_are(reading.games)} too few to say which values meet your goals"
    return Words(f"{text}: play {NEEDED:,} for each.")


def unjudged(reading: UnjudgedReading, sweep: Sweep) -> Words:
    """Return the finding that no value can be judged by the goals."""
    text = f"Your goals are not judged with any value of {sweep.name} tried"
    return Words(f"{text}: {cut_short(reading.cut)}.", BEYOND)


def all_goals(reading: AllGoalsReading, sweep: Sweep) -> Words:
    """Return the finding about the values that meet, or may meet, every goal."""
    goals = "both goals" if reading.n_goals == 2 else f"all {reading.n_goals} goals"
    goals += " that can be judged" if reading.is_partial else ""
    left = f"; {_values(sweep, reading.may)} may" if any(reading.may) else ""
    rest = left
    if any(reading.unjudged):
        verb = "is" if sum(reading.unjudged) == 1 else "are"
        why = cut_short(reading.cut)
        rest += f"; {_values(sweep, reading.unjudged)} {verb} not judged{f': {why}' if why else ''}"
    met = _values(sweep, reading.met)
    if all(reading.met):
        return Words(f"{capital(met)} meets {goals}.")
    if any(reading.met):
        verb = "meets" if sum(reading.met) == 1 else "meet"
        return Words(f"{capital(met) if left else f'Only {met}'} {verb} {goals}{rest}.")
    if reading.never:
        text = f"No value of {sweep.name} tried meets {goals}: every one misses "
        return Words(f"{text}{quoted(reading.never)}.", BEYOND)
    sure = "clearly meets" if left else "meets"
    return Words(f"No value of {sweep.name} tried {sure} {goals}{rest}.")


def goals_alike(reading: GoalsAlikeReading, sweep: Sweep) -> Words:
    """Return the finding about goals with the same status at every value."""
    stand = listed([f"“{name}” is {STANDS[standing]}" for name, standing in reading.goals])
    text = f"With every value of {sweep.name} tried, {stand}."
    return Words(text, games_each(reading.games_needed, "value"))


def goal(reading: GoalReading, sweep: Sweep) -> Words:
    """Return the finding about the values that meet a goal, miss it or leave it open."""
    parts = [
        f"{STANDS[standing]} with {_values(sweep, [s == standing for s in reading.standings])}"
        for standing in STANDINGS
        if standing in reading.standings
    ]
    why = f" ({cut_short(reading.cut)})" if reading.cut else ""
    action = games_each(reading.games_needed, "value")
    action = BEYOND if set(reading.standings) == {"missed"} else action
    return Words(f"Your goal “{reading.goal_name}” is {'; '.join(parts)}{why}.", action)


def _values(sweep: Sweep, which: Sequence[bool]) -> str:
    """Write values of the parameter, with three or more neighbours as a range."""
    if all(which):
        return f"every value of {sweep.name} tried"
    runs: list[list[float]] = []
    for i, value in enumerate(sweep.values):
        if not which[i]:
            continue
        if runs and i and which[i - 1]:
            runs[-1].append(value)
        else:
            runs.append([value])
    names = []
    for run in runs:
        names += [f"{run[0]:g} to {run[-1]:g}"] if len(run) > 2 else [f"{x:g}" for x in run]
    return f"{sweep.name} {listed(names)}" if names else ""


# ---------------------------------------------------------------- curves


def too_few(reading: TooFewReading, sweep: Sweep) -> Words:
    """Return the finding that there are too few games of each value to show any change."""
    n = reading.games
    games = "One game for each value is" if n == 1 else f"{n:,} games for each value are"
    return Words(f"{games} too few to be sure of a change: play {reading.games_needed:,}.")


def even(reading: EvenReading, sweep: Sweep) -> Words:
    """Return the finding about the value that makes seats even."""
    e, sides = reading.even, sweep.results[0].main.tally.sides
    head = f"{capital(sides.word)}s are even with {sweep.name}"
    if reading.shares:
        return Words(f"{head} {_whole(e, reading.shares, sides.named(0))}")
    low, high = (number(x) if math.isfinite(x) else "" for x in (e.low, e.high))
    span = f"between {low} and {high}"
    if not low or not high:
        span = f"at {low} or more" if low else f"at {high} or less"
        span = span if low or high else f"anywhere from {sweep.values[0]:g} to {sweep.values[-1]:g}"
    fair = percent(1 / sides.n, 0)
    text = f"{head} at about {number(e.value)}, {span}: there the {sides.named(0)} wins {fair}."
    return Words(text)


def _whole(e: Estimate, shares: Mapping[float, Estimate], named: str) -> str:
    """Write the whole numbers between which a share is even, with the share at each number that was
    played.

    >>> made = {0: Estimate(0.54, 0.49, 0.59, 400, "t"), 1: Estimate(0.47, 0.42, 0.52, 400, "t")}
    >>> _whole(Estimate(0.57, -math.inf, 1.4, 400, "t"), made, "first seat")
    'between 0 and 1: the first seat wins 54\xa0±\xa05\xa0% at 0 and 47\xa0±\xa05\xa0% at 1.'
    """
    played = sorted(shares)
    low = max((v for v in played if v <= e.value), default=played[0])
    high = min((v for v in played if v >= e.value), default=played[-1])
    neighbours = " and ".join(
        f"{with_half(shares[v])} at {v:,.0f}" for v in dict.fromkeys((low, high))
    )
    where = f"at {low:,.0f}" if low == high else f"between {low:,.0f} and {high:,.0f}"
    if high - low > 1:
        where = f"at about {round(e.value):,}"
    least = math.floor(max(e.low, played[0]))
    most = math.ceil(min(e.high, played[-1]))
    is_open = most - least > 1
    rest = f" Any value from {least:,} to {most:,} is still possible."
    return f"{where}: the {named} wins {neighbours}.{rest if is_open else ''}"


def cut(reading: CutReading, sweep: Sweep) -> Words:
    """Return the finding that many games did not finish."""
    return Words(cut_off_values(sweep))


def curve(reading: CurveReading, sweep: Sweep) -> Words:
    """Return the finding on how a measure changes over the values."""
    text = f"{capital(reading.curve.measure.label)}: {_course(reading, sweep)}"
    return Words(f"{text}{'' if reading.is_felt else '; too little to notice'}.")


def no_goals(reading: NoGoalsReading, sweep: Sweep) -> Words:
    """Return the finding that the best value depends on goals, with the command that finds it."""
    first = sweep.results[0]
    span = f"{sweep.name}={sweep.values[0]:g}..{sweep.values[-1]:g}"
    search = searching(
        first, "--goal", f"seats ±{first.pack.worth.seats:g}%", "--tune", span
    )  # fmt: skip
    text = f"Which value of {sweep.name} is best depends on your goals, and game.yaml has none."
    return Words(text, f"write goals:, or ask for one: {search}")


def unsure(reading: UnsureReading, sweep: Sweep) -> Words:
    """Return the finding about measures of goals whose curves do not clearly change."""
    names = capital(listed([measure.label for measure in reading.measures]))
    text = f"{names}: the values of {sweep.name} differ too little to be sure of a change."
    return Words(text, games_each(reading.games_needed, "value"))


def still(reading: StillReading, sweep: Sweep) -> Words:
    """Return the finding about measures that do not clearly change."""
    games = f"{reading.games:,} games for each value"
    if not reading.is_all:
        names = "; ".join(measure.label for measure in reading.measures)
        return Words(f"No change with {sweep.name} detected in {games}: {names}.")
    return Words(f"No change with {sweep.name} detected in {games}{_held(sweep)}.")


WORDS = {
    GoalFaultReading: goal_fault,
    FewForGoalsReading: few_for_goals,
    UnjudgedReading: unjudged,
    AllGoalsReading: all_goals,
    GoalsAlikeReading: goals_alike,
    GoalReading: goal,
    TooFewReading: too_few,
    EvenReading: even,
    CutReading: cut,
    CurveReading: curve,
    NoGoalsReading: no_goals,
    UnsureReading: unsure,
    StillReading: still,
}


def cut_off_values(sweep: Sweep) -> str:
    """Return the share of games that were cut off at each value; "" if hardly any games were."""
    pairs = zip(sweep.values, sweep.results, strict=True)
    return cut_off((f"at {value:g}", results) for value, results in pairs)


def _held(sweep: Sweep) -> str:
    """Return a note on the unchanged parameters, because some parameters have an effect only
    together.
    """
    others = [name for name in sweep.results[0].pack.parameters if name != sweep.name]
    if not others:
        return ""
    named = listed(others) if len(others) <= MOST_NAMED else "all other parameters"
    return f", with {named} unchanged"


def _course(reading: CurveReading, sweep: Sweep) -> str:
    """Describe a curve that changes, with its ends, its turn and their intervals."""
    curve, name = reading.curve, sweep.name
    share, measure = curve.is_share, curve.measure
    cut = [at_least(measure, is_cut_short(results)) for results in sweep.results]
    first, last = (
        f"{cut[i]}{with_half(curve.points[i], share)} at {sweep.values[i]:g}" for i in (0, -1)
    )
    if curve.at is None or not reading.is_whole:
        verb = goes(VERBS[curve.shape], measure) if curve.shape in VERBS else ""
        verb = verb or f"{goes('go', measure)} up and down"
        pairs = list(zip(sweep.values, curve.points, strict=True))
        step = math.ceil(len(pairs) / MOST_VALUES)
        stops = [
            f"{cut[i]}{about(e, share)} at {value:g}"
            for i, (value, e) in list(enumerate(pairs))[step:-1:step]
        ]
        if not reading.is_whole:
            return ", ".join([first, *stops, last])
        return f"{verb} with {name}, {', '.join([first, *stops, last])}{_doubt(reading, sweep)}"
    there = with_half(curve.points[sweep.values.index(curve.at)], share)
    if curve.shape == "levels off":
        verb = "rise" if curve.points[-1].value > curve.points[0].value else "fall"
        goes_on, level = goes(verb, measure), goes("level", measure)
        return (
            f"{goes_on} with {name} from {first} to {there} at {curve.at:g} and {level} off "
            f"there, {last}"
        )
    word = "highest" if curve.shape == "peak" else "lowest"
    verb = "are" if measure.is_plural else "is"
    return f"{verb} {word} at {name} = {curve.at:g} with {there}; {first}, {last}"


def _doubt(reading: CurveReading, sweep: Sweep) -> str:
    """Return a note on a turn of the drawn curve that these games do not confirm."""
    turn, curve = reading.doubtful_turn, reading.curve
    if turn is None:
        return ""
    e, ends = curve.points[turn].value, [curve.points[i].value for i in (0, -1)]
    word = "highest" if e > max(ends) else "lowest"
    is_after = (word == "highest") == (curve.shape == "rising")
    way = "fall" if (word == "highest") == is_after else "rise"
    side = "after" if is_after else "before"
    return f"; {word} at {sweep.values[turn]:g}, but the {way} {side} it may be chance"


# ---------------------------------------------------------------- tiles


def tile(reading: TileReading, sweep: Sweep) -> TileWords:
    """Return the answer to a question on the first screen, which is the change of its measure."""
    if reading.curve is not None:
        return _curve_tile(reading.curve, sweep, is_open=reading.state == "open")
    games = sum(results.main.metrics.games for results in sweep.results)
    detail = f"All {games:,} games finished normally, at every value"
    if reading.state == "open":
        most = percent(reading.most, 0)
        return TileWords("Nothing so far", f"{detail}; up to {most} might not")
    return TileWords("All games end", detail)


def _curve_tile(curve: Curve, sweep: Sweep, *, is_open: bool) -> TileWords:
    share, low, high = curve.is_share, sweep.values[0], sweep.values[-1]
    cut = [at_least(curve.measure, is_cut_short(results)) for results in sweep.results]
    way = " → ".join(f"{cut[i]}{about(curve.points[i], share)}" for i in way_of(curve))
    detail = f"{capital(curve.measure.label)}, {sweep.name.replace('_', ' ')} from "
    detail += f"{low:g} to {high:g}"
    if sweep.default is not None and low <= sweep.default <= high:
        detail += f" (dotted: now {sweep.default:g})"
    if is_open:
        return TileWords("Too few games", f"{detail}: {way}")
    if curve.shape == "flat":
        least, most = (about(f(curve.points, key=lambda e: e.value), share) for f in (min, max))
        between = f"between {least} and {most}" if least != most else f"{least} at every value"
        return TileWords("No sure change", f"{detail}: {between}")
    return TileWords(capital(f"{way}{unit_of(curve.measure)}"), detail)
