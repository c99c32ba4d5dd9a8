"""What a sweep shows, in sentences."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.model.measures import Measure, Topic, wins_of
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Curve
from generator.play.readings.ends import is_cut_short
from generator.play.statistics.inference import Estimate
from generator.play.statistics.sample_sizes import games_to_tell
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.commands import searching
from generator.play.telling.findings.finding import Finding
from generator.play.telling.numbers import (
    about,
    capital,
    listed,
    number,
    percent,
    with_half,
)
from generator.play.telling.sections import anchor_of
from generator.play.telling.titles import (
    VERBS,
    at_least,
    goes,
    mirrored_of,
    turn_of,
)
from generator.play.telling.words.ends import cut_off

FEWEST = 20  # games of each value: fewer show no change at all
MOST_VALUES = 7  # of a sweep that a sentence lists
MOST_NAMED = 4  # other parameters that a sentence names
RISES = 25.0  # weight of a curve that only rises or falls
TOPIC_WEIGHTS: dict[Topic, float] = {"unended": 55, "supply": 55, "outcome": 54}
SHAPE_WEIGHTS = {"levels off": 50.0, "peak": 52.0, "valley": 52.0}


def cut_of_sweep(sweep: Sweep) -> str:
    """How many games of which values were cut off; nothing where hardly any were."""
    pairs = zip(sweep.values, sweep.results, strict=True)
    return cut_off((f"at {value:g}", results) for value, results in pairs)


def of_sweep(sweep: Sweep, unlike: Collection[Measure] = ()) -> Iterator[Finding]:
    """Each curve that is not flat: what it is like.

    `unlike`: measures on which goals come out differently at different values.
    """
    n = sweep.results[0].main.metrics.games
    if n < FEWEST or all(p.withheld for curve in sweep.curves for p in curve.points):
        needed = max([NEEDED, *(p.needed for curve in sweep.curves for p in curve.points)])
        few = "One game for each value is" if n == 1 else f"{n:,} games for each value are"
        text = f"{few} too few to be sure of a change: play {needed:,}."
        yield Finding(text, 50, "note")
        return
    yield from _even(sweep)
    if cut := cut_of_sweep(sweep):
        yield Finding(cut, 54.5, "note", "curves")
    curves = told_curves(sweep)
    moved = [curve for curve in curves if curve.shape != "flat"]
    moved.sort(key=lambda curve: span_of(curve) < curve.least)
    for curve in moved:
        topic = curve.measure.topic
        weight = SHAPE_WEIGHTS.get(curve.shape, RISES)
        weight = TOPIC_WEIGHTS.get(topic, weight)
        text = f"{capital(curve.measure.label)}: {_course(sweep, curve)}"
        if span_of(curve) < curve.least:
            weight, text = 10, f"{text}; too little to be felt"
        yield Finding(f"{text}.", weight, "note", anchor_of(curve.measure))
        if curve is moved[0] and not sweep.results[0].pack.goals:
            yield _no_goals(sweep)
    flat = [c.measure for c in curves if c.shape == "flat"]
    still = [measure for measure in flat if measure not in unlike]
    unsure = [measure for measure in flat if measure in unlike]
    if unsure:
        names = capital(listed([measure.label for measure in unsure]))
        text = f"{names}: the values of {sweep.name} differ too little to be sure of a change."
        action = _to_be_sure([c for c in curves if c.measure in unsure], n)
        yield Finding(text, 24, "note", anchor_of(unsure[0]), action=action)
    if not moved and not unsure:
        text = f"Nothing measured changes with {sweep.name} that {n:,} games a value can show"
        text = f"{text}{_held(sweep)}."
        yield Finding(text, 50, "fine", "curves")
    elif still:
        names = "; ".join(measure.label for measure in still)
        text = f"No change with {sweep.name} that {n:,} games a value can show in: {names}."
        yield Finding(text, 5, "note", "curves")


def _held(sweep: Sweep) -> str:
    """What stays as it is: some parameters do something only together."""
    others = [name for name in sweep.results[0].pack.parameters if name != sweep.name]
    if not others:
        return ""
    named = listed(others) if len(others) <= MOST_NAMED else "all other parameters"
    return f", with {named} as {'it is' if len(others) == 1 else 'they are'}"


def _to_be_sure(curves: Sequence[Curve], games: int) -> str:
    """How many games a value would show that the ends of these curves differ, as they seem to."""
    needed = []
    for curve in curves:
        low, high = (f(curve.points, key=lambda e: e.value) for f in (min, max))
        if high.value > low.value:
            half = math.hypot(low.half, high.half)
            needed.append(games_to_tell(half, high.value - low.value, games))
    return f"play about {max(needed):,} games for each value" if needed else ""


def _no_goals(sweep: Sweep) -> Finding:
    """That only goals say which value is best, and how to ask for it."""
    first = sweep.results[0]
    text = f"Which value of {sweep.name} is best only goals can say, and game.yaml has none."
    span = f"{sweep.name}={sweep.values[0]:g}..{sweep.values[-1]:g}"
    goal = f"seats ±{first.pack.worth.seats:g}%"
    search = searching(first, "--goal", goal, "--tune", span)
    return Finding(text, RISES, "note", action=f"write goals:, or ask for one: {search}")


def _even(sweep: Sweep) -> Iterator[Finding]:
    """The value that makes seats even, where the first seat's share comes to it."""
    e = sweep.even
    if not math.isfinite(e.value):
        return
    ends = [number(x) if math.isfinite(x) else "" for x in (e.low, e.high)]
    span = f"between {ends[0]} and {ends[1]}"
    if not all(ends):
        span = f"at {ends[0]} or more" if ends[0] else f"at {ends[1]} or less"
        span = span if any(ends) else f"anywhere from {sweep.values[0]:g} to {sweep.values[-1]:g}"
    sides = sweep.results[0].main.tally.sides
    head = f"{capital(sides.word)}s are even with {sweep.name}"
    shares = {
        value: curve.points[i]
        for curve in sweep.curves if curve.measure == wins_of(sides)[0]
        for i, value in enumerate(sweep.values)
    }  # fmt: skip
    if all(value == int(value) for value in sweep.values) and shares:
        text = f"{head} {_whole(e, shares, sides.named(0))}"
    else:
        text = f"{head} at about {number(e.value)}, {span}: "
        text += f"there the {sides.named(0)} wins {percent(1 / sides.n, 0)}."
    yield Finding(text, 58, "note", anchor_of(wins_of(sides)[0]))


def _whole(e: Estimate, shares: Mapping[float, Estimate], named: str) -> str:
    """Between which whole numbers a share is even, with the share at each that was played.

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
    rest = f" So many games leave open any from {least:,} to {most:,}." if is_open else ""
    return f"{where}: the {named} wins {neighbours}.{rest}"


def _course(sweep: Sweep, curve: Curve) -> str:
    """What a curve that moves is like, in words; its ends and its turn with their intervals."""
    share, name = curve.is_share, sweep.name
    cut = [at_least(curve.measure, is_cut_short(results)) for results in sweep.results]
    first, last = (
        f"{cut[i]}{with_half(curve.points[i], share)} at {sweep.values[i]:g}" for i in (0, -1)
    )  # fmt: skip
    is_whole = not curve.measure.is_of_whole_games or not any(map(is_cut_short, sweep.results))
    if curve.at is None or not is_whole:
        verb = goes(VERBS[curve.shape], curve.measure) if curve.shape in VERBS else ""
        verb = verb or f"{goes('go', curve.measure)} up and down"
        pairs = list(zip(sweep.values, curve.points, strict=True))
        step = math.ceil(len(pairs) / MOST_VALUES)
        stops = [
            f"{cut[i]}{about(e, share)} at {value:g}"
            for i, (value, e) in list(enumerate(pairs))[step:-1:step]
        ]
        if not is_whole:
            return ", ".join([first, *stops, last])
        doubt = _doubt(sweep, curve) if curve.shape in VERBS else ""
        return f"{verb} with {name}, {', '.join([first, *stops, last])}{doubt}"
    there = with_half(curve.points[sweep.values.index(curve.at)], share)
    if curve.shape == "levels off":
        verb = "rise" if curve.points[-1].value > curve.points[0].value else "fall"
        goes_on, level = goes(verb, curve.measure), goes("level", curve.measure)
        return (
            f"{goes_on} with {name} from {first} to {there} at {curve.at:g} and {level} off "
            f"there, {last}"
        )
    word = "highest" if curve.shape == "peak" else "lowest"
    verb = "are" if curve.measure.is_plural else "is"
    return f"{verb} {word} at {name} = {curve.at:g} with {there}; {first}, {last}"


def span_of(curve: Curve) -> float:
    """From its lowest to its highest value."""
    values = [e.value for e in curve.points]
    return max(values) - min(values)


def _doubt(sweep: Sweep, curve: Curve) -> str:
    """That a curve turns as it is drawn, where these games are not sure of it."""
    turn = turn_of(curve)
    if turn is None:
        return ""
    e, ends = curve.points[turn].value, [curve.points[i].value for i in (0, -1)]
    word = "highest" if e > max(ends) else "lowest"
    is_after = (word == "highest") == (curve.shape == "rising")
    way = "fall" if (word == "highest") == is_after else "rise"
    side = "after" if is_after else "before"
    return f"; {word} at {sweep.values[turn]:g}, but the {way} {side} it may be chance"


def told_curves(sweep: Sweep) -> list[Curve]:
    """The curves of a sweep, of two seats or ends one: the other is what it leaves."""
    mirrored = mirrored_of(sweep.results)
    return [curve for curve in sweep.curves if curve.measure not in mirrored]
