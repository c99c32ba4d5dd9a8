"""Sweep: the same seeds for every value of one parameter; each measure becomes a curve."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from generator.pack import Pack
from generator.play.measure.ratios import Ratio, ratios_of
from generator.play.measure.results import Curve, Progress, Results, SimulateOptions, Sweep
from generator.play.runs import under
from generator.play.simulate import simulate

STRAIGHT = 0.1  # a curve that bends less than this share of its range has no knee


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
    curves = [_curve(ratio, values, results) for ratio in ratios_of(results[0].main.tally)]
    told = tuple(curve for curve in curves if curve is not None)
    return Sweep(name, values, _default(packs[values[0]], name), options, results, told)


def _curve(ratio: Ratio, values: Sequence[float], results: Sequence[Results]) -> Curve | None:
    """One measure over the values; `None` where nothing can be told or nothing changes."""
    points = tuple(ratio.of(r.main.tally) for r in results)
    if not all(math.isfinite(p.value) for p in points) or len({p.value for p in points}) < 2:
        return None
    knee = None
    if not any(p.withheld for p in points):
        knee = knee_of(values, [p.value for p in points], [p.half for p in points])
    return Curve(ratio.name, ratio.is_share, points, knee)


def _default(pack: Pack, name: str) -> float | None:
    """What the parameter is where nobody sets it."""
    parameter = pack.parameters.get(name)
    default = parameter.default if parameter is not None else None
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    return default if is_number else None  # type: ignore[return-value]


def knee_of(
    x: Sequence[float], y: Sequence[float], halves: Sequence[float] | None = None
) -> float | None:
    """The value farthest from the chord between the curve's ends (after Satopää et al. 2011).

    `None` for fewer than four points, a curve that bends by less than a tenth of its range or by
    less than its intervals, and one that bends both ways.

    >>> knee_of([0, 1, 2, 3, 4, 5], [1, 0.5, 0.1, 0.05, 0.02, 0.0])
    2
    """
    if len(x) < 4:
        return None
    a, b = np.array(x, dtype=np.float64), np.array(y, dtype=np.float64)
    if not np.isfinite(b).all():
        return None
    width, height = a[-1] - a[0], b.max() - b.min()
    if width <= 0 or height <= 0:
        return None
    bend = (b - b[0] - (b[-1] - b[0]) * (a - a[0]) / width) / height
    i = int(np.argmax(np.abs(bend)))
    doubt = float(np.max(halves)) / height if halves else 0.0
    if abs(bend[i]) < max(STRAIGHT, doubt) or np.max(-np.sign(bend[i]) * bend) > abs(bend[i]) / 2:
        return None
    return x[i]
