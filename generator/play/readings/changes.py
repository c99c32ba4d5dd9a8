"""What settings and values of a parameter change: which changes are felt, where curves turn."""

import math
from collections.abc import Iterable

from generator.model.measures import Measure, ending, wins_of
from generator.play.measures.results import Curve, Difference, Results

TURNING = ("rising", "falling", "uneven", "peak", "valley")  # shapes told by where they turn
TURNED = 1 / 3  # of its range that a curve goes back, from where it is told that it turns


def size_of(d: Difference) -> float:
    """How many times the smallest difference that is felt a difference is."""
    return abs(d.difference.value) / d.least if d.least else 0.0


def span_of(curve: Curve) -> float:
    """From its lowest to its highest value."""
    values = [e.value for e in curve.points]
    return max(values) - min(values)


def turn_of(curve: Curve) -> int | None:
    """Where a curve turns as it is drawn, by TURNED of its range at least, sure or not."""
    values = [e.value for e in curve.points]
    least = max(curve.least, TURNED * (max(values) - min(values)))
    for turns in (max, min):
        i = values.index(turns(values))
        if min(abs(values[i] - values[0]), abs(values[i] - values[-1])) >= least > 0:
            return i
    return None


def way_of(curve: Curve) -> list[int]:
    """The places that tell a curve in short: its ends, and between them where it turns."""
    turn = turn_of(curve) if curve.shape in TURNING else None
    return [0, *([] if turn is None else [turn]), len(curve.points) - 1]


def mirrored_of(results: Iterable[Results]) -> set[Measure]:
    """The measure that is the complement of another: the second of two sides, the poorer end.

    Ends, where nobody competes, only if every game comes to one of the two.
    """
    mains = [each.main for each in results]
    runs = [run.metrics for run in mains]
    if runs[0].is_contest:
        return set(wins_of(runs[0].sides)[1:]) if runs[0].sides.n == 2 else set()
    points = [(o.score.value, o.name) for m in runs for o in m.outcomes]
    points.sort(key=lambda pair: -pair[0] if math.isfinite(pair[0]) else 0.0)
    ends = list(dict.fromkeys(name for _, name in points))
    is_over = all(m.ends[end].value == 0 for m in runs for end in ("stall", "cap") if end in m.ends)
    if len(ends) != 2 or not is_over:
        return set()
    reasons = {reason.replace("_", " "): reason for run in mains for reason in run.tally.outcomes}
    return {ending(reasons[ends[1]])}
