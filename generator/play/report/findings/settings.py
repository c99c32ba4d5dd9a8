"""What settings change: a comparison, a sweep."""

import math
from collections.abc import Iterator
from dataclasses import replace

from generator.play.measure.results import (
    Comparison,
    Sweep,
)
from generator.play.measure.stats import Estimate
from generator.play.report.findings.finding import Finding
from generator.play.report.numbers import (
    about,
    capital,
    points,
    with_half,
)

MOST_VALUES = 7  # of a sweep that a sentence lists


def of_comparison(comparison: Comparison) -> Iterator[Finding]:
    """Each difference that is not chance, by its size."""
    n = 0
    for d in comparison.differences:
        if d.q > 0.05 or d.difference.withheld or d.difference.half == 0:
            continue
        n += 1
        share = d.is_share
        size = points(d.difference) if share else with_half(_absolute(d.difference), False)
        sign = "+" if d.difference.value > 0 else "−"
        was, now = (about(e, share) for e in (d.base, d.other))
        scale = abs(d.difference.value) / max(abs(d.base.value), 0.05 if share else 1e-9)
        text = f"With {d.label}: {d.measure} {now} instead of {was} ({sign}{size})."
        yield Finding(text, 20 + min(70.0, 60 * scale), "note", "differences")
    if not n:
        games = comparison.results[0][1].main.metrics.games
        text = f"No difference that {games:,} games on the same seeds can show."
        yield Finding(text, 50, "fine", "differences")


def _absolute(e: Estimate) -> Estimate:
    return replace(e, value=abs(e.value))


def of_sweep(sweep: Sweep) -> Iterator[Finding]:
    """Each curve that moves, and where it stops to."""
    n = sweep.results[0].main.metrics.games
    if sweep.curves and all(p.withheld for curve in sweep.curves for p in curve.points):
        needed = max(p.needed for curve in sweep.curves for p in curve.points)
        text = f"{n:,} games for each value are too few to be sure of a change: play {needed:,}."
        yield Finding(text, 50, "note")
    for curve in sweep.curves:
        if any(p.withheld for p in curve.points):
            continue
        first, last, share = curve.points[0], curve.points[-1], curve.is_share
        name = capital(curve.measure)
        moved = abs(last.value - first.value) > first.half + last.half
        if curve.knee is not None:
            at = curve.points[sweep.values.index(curve.knee)]
            text = (
                f"{name}: beyond {sweep.name} = {curve.knee:g} little changes "
                f"({about(at, share)} there, {about(last, share)} at {sweep.values[-1]:g})."
            )
            yield Finding(text, 50, "note", anchor_of(curve.measure))
        elif moved:
            pairs = list(zip(sweep.values, curve.points, strict=True))
            step = math.ceil(len(pairs) / MOST_VALUES)
            shown = pairs[:-1:step] + pairs[-1:]
            told = ", ".join(f"{about(e, share)} at {value:g}" for value, e in shown)
            weight = 55 if curve.measure.endswith("run out") else 25
            yield Finding(f"{name}: {told}.", weight, "note", anchor_of(curve.measure))


def anchor_of(measure: str) -> str:
    """The id of a curve's chart."""
    return "curve-" + "".join(c if c.isalnum() else "-" for c in measure)
