"""Finds the compensation that makes seats even, which is points added to final scores, or a
parameter's value. In: final scores of games as played, or a seat's share over the values of a
parameter. Out: estimates with intervals. The games were played without these points, so no player
could aim for them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics import inference
from generator.play.statistics.curve_shapes import never_falling
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import Estimate, mixed

Floats = NDArray[np.float64]

ROUNDS = 60  # largest number of passes over all seats
CLOSE = 1e-3  # the iteration stops when points change by less than this share of a score step
# share of games in which only one seat passes some score, from which the game is a race
RACE = 0.95
NEAR = 0.4  # the change of points for the numerical derivative, in standard deviations of a lead
TINY = 1e-12
FEW_SCORES = 3  # least number of distinct margins; with fewer margins, scores only show the winner


def even_points(scores: Floats, needed: int = 0) -> tuple[Estimate, ...]:
    """Return the points that each seat but the first needs for equal wins; scores: (games, seats).

    The points are added to the final scores and are negative for a seat with too many points. A
    seat's points are the 1/N quantile of its distance to the best other seat; the seats are set in
    turn until nothing changes. Scores are spread evenly within half a step, so that chance breaks
    ties. The intervals are derived from the intervals of the shares by linearisation. The result is
    empty for a race, in which the game ends when a player has enough points, and if scores show
    only the winner.
    """
    games, seats = scores.shape
    if games < 2 or seats < 2 or not _count(scores):
        return ()
    step = float(np.diff(np.unique(scores)).min())
    spread = mixed(games * (seats - 1), 1).reshape(games, seats - 1) / 2.0**64 - 0.5
    smooth = scores.copy()
    smooth[:, 1:] += step * spread
    points = _points(smooth, step)
    errors = _errors(smooth, points, step)
    if errors is None:
        return ()
    half = student_quantile(inference.LEVEL, games - 1) * errors
    return tuple(
        Estimate(value, value - h, value + h, games, "linearised", needed)
        for value, h in zip(points[1:].tolist(), half.tolist(), strict=True)
    )


def _count(scores: Floats) -> bool:
    """Whether points decide the winner gradually, unlike in a race or in a game of mere win and
    loss.
    """
    ordered = np.sort(scores, axis=1)
    if len(np.unique(ordered[:, -1] - ordered[:, -2])) < FEW_SCORES:
        return False
    enough = float(np.quantile(ordered[:, -1], 1 - RACE, method="lower"))
    return float((ordered[:, -2] < enough).mean()) < RACE


def _points(scores: Floats, step: float) -> Floats:
    """Return the points by seat, with 0 for the first seat, with which all seats win
    equally often.
    """
    seats = scores.shape[1]
    points = np.zeros(seats)
    for _ in range(ROUNDS):
        before = points.copy()
        for s in range(1, seats):
            others = np.delete(scores + points, s, axis=1).max(axis=1)
            points[s] = np.quantile(others - scores[:, s], 1 / seats)
        if np.abs(points - before).max() <= CLOSE * step:
            break
    return points


def _errors(scores: Floats, points: Floats, step: float) -> Floats | None:
    """Return the standard errors of the points, which are the standard errors of the shares divided
    by their derivative.
    """
    games, seats = scores.shape
    wide = max(step, NEAR * float(np.std(scores[:, 1:] - scores[:, :1])))
    slopes = np.zeros((seats - 1, seats - 1))
    for s in range(1, seats):
        by = np.eye(seats)[s] * wide
        more, fewer = (_wins(scores + points + sign * by).mean(axis=0) for sign in (1, -1))
        slopes[:, s - 1] = (more - fewer)[1:] / (2 * wide)
    if abs(float(np.linalg.det(slopes))) < TINY:
        return None
    back = np.linalg.inv(slopes)
    covariance = np.atleast_2d(np.cov(_wins(scores + points)[:, 1:].T)) / games
    errors: Floats = np.sqrt(np.diag(back @ covariance @ back.T))
    return errors


def _wins(scores: Floats) -> Floats:
    """Return (games, seats), with 1 for the seat with most points, else 0; there are no ties."""
    wins: Floats = np.eye(scores.shape[1])[scores.argmax(axis=1)]
    return wins


def even_value(values: Sequence[float], points: Sequence[Estimate], fair: float) -> Estimate:
    """Return the value of a parameter at which a share that rises or falls with it is fair.

    The share is fitted as a monotone curve (pool adjacent violators), straight between the values
    that were played. The interval contains every value at which the interval of the share,
    interpolated in the same way, contains the fair share (as in Fieller 1954 for a line). The
    result is `NOTHING` if no value is fair; a limit is infinite if not even the outermost value is
    excluded.
    """
    middle, low, high = (
        np.array([getattr(e, name) for e in points]) for name in ("value", "low", "high")
    )
    if len(values) < 2 or not np.isfinite([middle, low, high]).all():
        return inference.NOTHING
    x = np.array(values, dtype=np.float64)
    sign = 1.0 if np.polyfit(x, middle, 1)[0] >= 0 else -1.0
    lower, upper = (low, high) if sign > 0 else (-high, -low)
    even = np.ones(len(x))
    fitted = [never_falling(curve, even) for curve in (sign * middle, upper, lower)]
    at, first, last = (_crossing(x, curve, sign * fair) for curve in fitted)
    if at is None:
        return inference.NOTHING
    begin = -np.inf if first is None else first
    end = np.inf if last is None else last
    return Estimate(at, begin, end, min(e.n for e in points), "inverted", 0)


def _crossing(x: Floats, y: Floats, level: float) -> float | None:
    """Return the place where a non-decreasing curve reaches a level, or the middle of the part at
    this level.
    """
    if not y[0] <= level <= y[-1]:
        return None
    after = int(np.searchsorted(y, level, side="left"))
    past = int(np.searchsorted(y, level, side="right"))
    if past > after:  # the curve stays on the level
        return float((x[after] + x[past - 1]) / 2)
    share = (level - y[after - 1]) / (y[after] - y[after - 1])
    return float(x[after - 1] + share * (x[after] - x[after - 1]))
