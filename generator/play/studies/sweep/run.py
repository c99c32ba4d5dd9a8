"""Sweep: plays the same seeds for every value of one parameter, so that each measure becomes a
curve.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from generator.model.measures import SCORE, TURNS, wins_of
from generator.model.pack import Pack, Worth
from generator.model.teams import Sides
from generator.play.measures.compensation import even_value
from generator.play.measures.metrics import statements_of
from generator.play.measures.ratios import estimate_of, is_in, least_of, measures_of, sums_of
from generator.play.measures.results import Curve, Progress, Results, SimulateOptions
from generator.play.runs.runs import under
from generator.play.statistics.curve_shapes import Shape, difference_p, holm, shape_of
from generator.play.statistics.inference import LEVEL, NOTHING, Estimate
from generator.play.studies.simulate.run import simulate
from generator.play.studies.sweep.answer import Sweep


def sweep(
    packs: Mapping[float, Pack],
    name: str,
    options: SimulateOptions,
    progress: Progress | None = None,
) -> Sweep:
    """Play the same seeds for every value of a parameter; each measure becomes a curve."""
    if len(packs) < 2:
        raise ValueError(f"two values of {name} at least are needed for a sweep")
    lean = replace(
        options, supplies=False, effect=None, records=None, rows=None, precision=None, second=None,
        insight=0,
    )  # fmt: skip
    values = tuple(sorted(packs))
    results = tuple(simulate(packs[v], lean, under(f"{name}={v:g}", progress)) for v in values)
    curves = _curves(values, results, results[0].pack.worth)
    even = _even(values, curves, results[0].main.tally.sides)
    return Sweep(name, values, _default(packs[values[0]], name), options, results, curves, even)


def _even(values: Sequence[float], curves: Sequence[Curve], sides: Sides) -> Estimate:
    """Return the value at which the first side wins an even share, if its share rises or falls."""
    curve = next((c for c in curves if c.measure == wins_of(sides)[0]), None)
    if curve is None or curve.shape not in ("rising", "falling", "levels off"):
        return NOTHING
    return even_value(values, curve.points, 1 / sides.n)


def _curves(values: Sequence[float], results: Sequence[Results], worth: Worth) -> tuple[Curve, ...]:
    """Return every measure over the values; the tests for any difference are corrected together."""
    tallies = [r.main.tally for r in results]
    always = (wins_of(tallies[0].sides)[0] if tallies[0].is_contest else SCORE, TURNS)
    statements = statements_of(r.main.metrics for r in results)
    measures = measures_of(tallies[0], statements)
    measures = [measure for measure in measures if all(is_in(measure, t) for t in tallies)]
    rows = [np.array([sums_of(measure, t) for t in tallies]) for measure in measures]
    p_values = holm([difference_p(r) for r in rows])
    curves = []
    for measure, row, p in zip(measures, rows, p_values, strict=True):
        points = tuple(estimate_of(measure, t) for t in tallies)
        moves = len({e.value for e in points}) > 1 or measure in always
        if not moves or not all(math.isfinite(e.value) for e in points):
            continue  # the measure does not change, or cannot be drawn
        shape = Shape("flat")
        least = least_of(measure, worth, float(np.mean([abs(e.value) for e in points])))
        if p <= 1 - LEVEL and not any(e.withheld for e in points):
            shape = shape_of(row, least, values)
        at = None if shape.at is None else values[shape.at]
        knee = at if shape.kind == "levels off" else None
        curves.append(Curve(measure, points, knee, shape.kind, at, p, least))
    return tuple(curves)


def _default(pack: Pack, name: str) -> float | None:
    """Return the parameter's value without a setting."""
    parameter = pack.parameters.get(name)
    default = parameter.default if parameter is not None else None
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    return default if is_number else None  # type: ignore[return-value]
