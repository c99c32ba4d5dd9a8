"""What would make seats even: points added to the final scores, or a parameter's value.

In: final scores of games as they were played, or a seat's share over the values of a parameter.
Out: estimates with intervals. Nobody played with these points, so nobody could play for them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics import inference
from generator.play.statistics.curve_shapes import never_falling
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import Estimate, mixed

Floats = NDArray[np.float64]

ROUNDS = 60  # in which every seat's points are set anew, at the most
CLOSE = 1e-3  # of a step between scores: nothing moves any more
RACE = 0.95  # of the games have one seat beyond a score that the others do not reach
NEAR = 0.4  # standard deviations of a lead by which points are varied to see what they change
TINY = 1e-12
FEW_SCORES = 3  # different margins: fewer only say who won


def even_points(scores: Floats, needed: int = 0) -> tuple[Estimate, ...]:
    """The points that each seat but the first needs, for all to win alike; scores: (games, seats).

    They are added to the final scores, below 0 where a seat has too many. A seat's points are the
    quantile at 1/N of what it lacks to the best of the others; one seat after the other is set so
    until nothing moves. Scores are spread evenly within half a step, so that ties are broken by
    chance. The interval comes from the shares', by linearisation. Nothing for a race, where the
    game ends when somebody has enough, nor where scores say no more than who won.
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
    """Whether points decide who wins, little by little."""
    ordered = np.sort(scores, axis=1)
    if len(np.unique(ordered[:, -1] - ordered[:, -2])) < FEW_SCORES:
        return False
    enough = float(np.quantile(ordered[:, -1], 1 - RACE, method="lower"))
    return float((ordered[:, -2] < enough).mean()) < RACE


def _points(scores: Floats, step: float) -> Floats:
    """Points by seat, 0 for the first, with which every seat wins a like part of the games."""
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
    """Standard errors of the points: those of the shares, over how fast points change these."""
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
    """(games, seats) 1 for the seat with most points, else 0; no two have equally many."""
    wins: Floats = np.eye(scores.shape[1])[scores.argmax(axis=1)]
    return wins


def even_value(values: Sequence[float], points: Sequence[Estimate], fair: float) -> Estimate:
    """The value of a parameter at which a share that rises or falls with it is fair.

    The share is fitted so that it never turns (pool adjacent violators) and runs straight between
    the values played. The interval holds every value at which the interval of the share, drawn so
    too, holds the fair one (as Fieller 1954 does it for a line). `NOTHING` where no value is fair;
    an end is infinite where even the outermost value is not ruled out.
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
    """Where a curve that never falls comes to a level; the middle of where it stays on it."""
    if not y[0] <= level <= y[-1]:
        return None
    after = int(np.searchsorted(y, level, side="left"))
    past = int(np.searchsorted(y, level, side="right"))
    if past > after:  # it stands on the level
        return float((x[after] + x[past - 1]) / 2)
    share = (level - y[after - 1]) / (y[after] - y[after - 1])
    return float(x[after - 1] + share * (x[after] - x[after - 1]))
