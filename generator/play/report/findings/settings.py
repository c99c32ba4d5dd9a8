"""What settings change: a comparison, a sweep."""

import math
from collections.abc import Iterator
from dataclasses import replace

from generator.measures import measure_said
from generator.play.measure.ratios import NEEDED
from generator.play.measure.results import Comparison, Curve, Sweep
from generator.play.measure.stats import Estimate
from generator.play.report.findings.finding import Finding
from generator.play.report.numbers import (
    about,
    capital,
    games_are,
    number,
    percent,
    points,
    with_half,
)

FEWEST = 20  # games of each value: fewer show no change at all
MOST_VALUES = 7  # of a sweep that a sentence lists
SHAPE_WEIGHTS = {"levels off": 50.0, "peak": 52.0, "valley": 52.0}


def of_comparison(comparison: Comparison) -> Iterator[Finding]:
    """Each difference that is not chance, by its size; those too small to matter are counted."""
    told = [
        d for d in comparison.differences
        if d.q <= 0.05 and not d.difference.withheld and d.difference.half > 0
    ]  # fmt: skip
    small = [d for d in told if abs(d.difference.value) < d.least]
    for d in told:
        if d in small:
            continue
        share = d.is_share
        size = points(d.difference) if share else with_half(_absolute(d.difference), False)
        sign = "+" if d.difference.value > 0 else "−"
        was, now = (about(e, share) for e in (d.base, d.other))
        scale = abs(d.difference.value) / max(abs(d.base.value), 0.05 if share else 1e-9)
        text = f"With {d.label}: {measure_said(d.measure)} {now} instead of {was} ({sign}{size})."
        yield Finding(text, 20 + min(70.0, 60 * scale), "note", "differences")
    games = comparison.results[0][1].main.metrics.games
    if small:
        names = ", ".join(dict.fromkeys(measure_said(d.measure) for d in small))
        text = f"{len(small)} more differences are sure, but too small to be felt: {names}."
        if len(small) == 1:
            text = f"One more difference is sure, but too small to be felt: {names}."
        yield Finding(text, 15, "note", "differences")
    if not told and (games < NEEDED or all(d.difference.withheld for d in comparison.differences)):
        text = f"{games_are(games)} too few to be sure of a change: play {NEEDED:,} at least."
        yield Finding(text, 50, "note", "differences")
    elif not told:
        text = f"No difference that {games:,} games on the same seeds can show."
        yield Finding(text, 50, "fine", "differences")


def _absolute(e: Estimate) -> Estimate:
    return replace(e, value=abs(e.value))


def of_sweep(sweep: Sweep) -> Iterator[Finding]:
    """Each curve that is not flat: what it is like."""
    n = sweep.results[0].main.metrics.games
    if n < FEWEST or all(p.withheld for curve in sweep.curves for p in curve.points):
        needed = max([NEEDED, *(p.needed for curve in sweep.curves for p in curve.points)])
        few = "One game for each value is" if n == 1 else f"{n:,} games for each value are"
        text = f"{few} too few to be sure of a change: play {needed:,}."
        yield Finding(text, 50, "note")
        return
    yield from _even(sweep)
    moved = [curve for curve in sweep.curves if curve.shape != "flat"]
    for curve in moved:
        weight = 55 if curve.measure.endswith("run out") else SHAPE_WEIGHTS.get(curve.shape, 25)
        text = f"{capital(measure_said(curve.measure))}: {_course(sweep, curve)}."
        yield Finding(text, weight, "note", anchor_of(curve.measure))
    if not moved:
        text = f"Nothing measured changes with {sweep.name} that {n:,} games a value can show."
        yield Finding(text, 50, "fine", "curves")
    elif len(moved) < len(sweep.curves):
        still = ", ".join(measure_said(c.measure) for c in sweep.curves if c.shape == "flat")
        text = f"No change with {sweep.name} that {n:,} games a value can show in: {still}."
        yield Finding(text, 5, "note", "curves")


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
    fair = percent(1 / sweep.results[0].main.tally.seats, 0)
    text = (
        f"Seats are even with {sweep.name} at about {number(e.value)}, {span}: there the first "
        f"seat wins {fair}."
    )
    yield Finding(text, 58, "note", anchor_of("seat 1 wins"))


def _course(sweep: Sweep, curve: Curve) -> str:
    """What a curve that moves is like, in words."""
    share, name = curve.is_share, sweep.name
    (low, first), (high, last) = ((sweep.values[i], about(curve.points[i], share)) for i in (0, -1))
    if curve.at is None:
        verb = {"rising": "rises", "falling": "falls"}.get(curve.shape, "goes up and down")
        pairs = list(zip(sweep.values, curve.points, strict=True))
        step = math.ceil(len(pairs) / MOST_VALUES)
        shown = pairs[:-1:step] + pairs[-1:]
        told = ", ".join(f"{about(e, share)} at {value:g}" for value, e in shown)
        return f"{verb} with {name}, {told}"
    there = about(curve.points[sweep.values.index(curve.at)], share)
    if curve.shape == "levels off":
        return (
            f"goes from {first} at {name} = {low:g} to {there} at {curve.at:g} and levels off "
            f"there ({last} at {high:g})"
        )
    word = "highest" if curve.shape == "peak" else "lowest"
    return f"is {word} at {name} = {curve.at:g} ({there}; {first} at {low:g}, {last} at {high:g})"


def anchor_of(measure: str) -> str:
    """The id of a curve's chart."""
    return "curve-" + "".join(c if c.isalnum() else "-" for c in measure)
