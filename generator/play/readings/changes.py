"""Decides which changes between settings or values of a parameter are noticeable, and where curves
turn.
"""

import math
from collections.abc import Iterable

from generator.model.measures import Measure, ending, wins_of
from generator.play.measures.results import Curve, Difference, Results

# shapes that are described by their turning points
TURNING = ("rising", "falling", "uneven", "peak", "valley")
# a curve turns at a point from which it goes back by at least this share of its range
TURNED = 1 / 3


def size_of(d: Difference) -> float:
    """Return a difference as a multiple of the smallest noticeable difference."""
    return abs(d.difference.value) / d.least if d.least else 0.0


def span_of(curve: Curve) -> float:
    """Return the distance between the lowest and the highest value."""
    values = [e.value for e in curve.points]
    return max(values) - min(values)


def turn_of(curve: Curve) -> int | None:
    """Return the point at which the drawn curve turns by at least TURNED of its range, even if by
    chance.
    """
    values = [e.value for e in curve.points]
    least = max(curve.least, TURNED * (max(values) - min(values)))
    for turns in (max, min):
        i = values.index(turns(values))
        if min(abs(values[i] - values[0]), abs(values[i] - values[-1])) >= least > 0:
            return i
    return None


def way_of(curve: Curve) -> list[int]:
    """Return the points that summarise a curve, which are its ends and its turning point."""
    turn = turn_of(curve) if curve.shape in TURNING else None
    return [0, *([] if turn is None else [turn]), len(curve.points) - 1]


def mirrored_of(results: Iterable[Results]) -> set[Measure]:
    """Return the complement of a measure, which is the second of two sides, or the worse of two
    ends.

    Ends of games without competition are complements only if every game has one of the two.
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
