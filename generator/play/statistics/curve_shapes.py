"""Determines the shape of a measure over a parameter's values, such as flat, rising, with a peak,
or levelling off. The same seeds are played at every value, so values are compared within blocks of
games. The first test is whether any values differ at all. The curve's shape is determined only if
they do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics.distributions import f_tail, student_quantile
from generator.play.statistics.inference import LEVEL
from generator.play.statistics.multiple_testing import covariance_of, hotelling, permuted, sidak

Floats = NDArray[np.float64]
Kind = Literal["flat", "rising", "falling", "peak", "valley", "levels off", "uneven"]

# number of blocks per value with any difference below which a permutation test is used
FEW_BLOCKS = 15
OUTWEIGHED = 0.5  # share of the blocks with a difference; F errs if fewer blocks dominate
MOST_PERMUTED = 10_000  # size of the data above which permuting takes too long
BEYOND = 2  # least number of values beyond the point where a curve levels off
REST = 0.2  # least share of the range beyond that point
STEADY = 0.5  # share of the earlier slope below which a curve counts as level


@dataclass(frozen=True, slots=True)
class Shape:
    """A curve's shape; `at` is its peak or valley, or the point where it levels off."""

    kind: Kind
    at: int | None = None


def difference_p(rows: Floats) -> float:
    """Return the p-value for a ratio being the same at all V values; rows: (V, blocks, 2).

    The test compares Hotelling's T² of the differences within blocks with F. If few blocks differ,
    or few blocks dominate, values are permuted within blocks instead.
    """
    tops, bottoms = rows[:, :, 0].T, rows[:, :, 1].T
    blocks, values = tops.shape
    total = float(bottoms.sum()) / values
    if blocks < 2 or values < 2 or total <= 0:
        return 1.0
    pooled = float(tops.sum()) / (total * values)
    off = tops - pooled * bottoms
    off = off - off.mean(axis=1, keepdims=True)
    busy = int((np.abs(off).max(axis=1) > 1e-12).sum())
    is_few = busy < FEW_BLOCKS * values or blocks < 3 * values
    if is_few or (off.size <= MOST_PERMUTED and _is_decided_by_few(off, busy)):
        return permuted(off, seed=1)
    mean = off.sum(axis=0) / total
    rest = off - off.mean(axis=0)
    statistic, degrees = hotelling(mean[:-1], covariance_of(rest, total)[:-1, :-1])
    scale = (blocks - degrees) / ((blocks - 1) * degrees) if degrees else 0.0
    return f_tail(statistic * scale, degrees, blocks - degrees)


def _is_decided_by_few(off: Floats, busy: int) -> bool:
    """Whether so few blocks dominate that F errs, in up to 16 % of cases with jackpots.

    Blocks are counted by the spread of their squares, so that all blocks of normal noise count.
    """
    squares = (off**2).sum(axis=1)
    degrees = off.shape[1] - 1
    counted = (degrees + 2) / degrees * float(squares.sum() ** 2 / (squares**2).sum())
    return bool(counted < min(FEW_BLOCKS * off.shape[1], OUTWEIGHED * busy))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return adjusted p-values; rejecting p-values ≤ 0.05 errs in at most 5 % of cases (Holm 1979).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    m, worst = len(p_values), 0.0
    adjusted = [1.0] * m
    for rank, i in enumerate(sorted(range(m), key=lambda i: p_values[i])):
        worst = max(worst, min(1.0, (m - rank) * p_values[i]))
        adjusted[i] = worst
    return adjusted


def shape_of(rows: Floats, least: float, at: Sequence[float] | None = None) -> Shape:
    """Return the shape of a curve that is known not to be flat; rows: (V, blocks, 2).

    `at` are the parameter's values in rising order; None means evenly spaced values. A peak must be
    higher than some point on each side, and a valley lower, by at least `least` and by more than
    chance explains over all pairs of values of a monotone curve. A curve levels off according to
    `_knee`. Otherwise the curve rises or falls, whichever monotone fit is better.
    """
    sums = rows.sum(axis=1)
    curve = sums[:, 0] / sums[:, 1]
    values, blocks = len(curve), rows.shape[1]
    rest = (rows[:, :, 0] - curve[:, None] * rows[:, :, 1]) / sums[:, 1:]
    covariance = covariance_of(rest.T, 1.0)
    spread = np.diag(covariance)
    errors = np.sqrt(np.maximum(0.0, spread[:, None] + spread[None, :] - 2 * covariance))
    pairs = values * (values - 1) // 2
    # a monotone curve errs in one direction only, so each pair is tested one-sided
    t = student_quantile(sidak(2 * LEVEL - 1, pairs), blocks - 1)
    gap = curve[:, None] - curve[None, :]  # first value minus second value
    is_above = (gap > t * errors) & (gap >= least)
    top, bottom = int(curve.argmax()), int(curve.argmin())
    has_peak = bool(is_above[top, :top].any() and is_above[top, top + 1 :].any())
    has_valley = bool(is_above[:bottom, bottom].any() and is_above[bottom + 1 :, bottom].any())
    if has_peak or has_valley:
        if has_peak and has_valley:
            return Shape("uneven")
        return Shape("peak", top) if has_peak else Shape("valley", bottom)
    x = np.arange(values, dtype=np.float64) if at is None else np.asarray(at, np.float64)
    knee = _knee(x, curve, covariance, least, blocks)
    if knee is not None:
        return Shape("levels off", knee)
    weights = 1 / np.maximum(spread, max(1e-12 * float(spread.max()), 1e-100))
    return Shape("rising" if _misfit(curve, weights) <= _misfit(-curve, weights) else "falling")


def _knee(x: Floats, curve: Floats, covariance: Floats, least: float, blocks: int) -> int | None:
    """Return the index from which a curve is level; None if this cannot be shown.

    At least BEYOND values and the share REST of the range lie beyond the index. With confidence,
    these values and the value at the index lie within `least` of each other, and their slope is
    less than STEADY of the earlier slope, which is impossible for a straight line (least squares,
    corrected for the number of tried indices).
    """
    values, spread = len(x), np.diag(covariance)
    errors = np.sqrt(np.maximum(0.0, spread[:, None] + spread[None, :] - 2 * covariance))
    gap = curve[:, None] - curve[None, :]
    t = student_quantile(sidak(LEVEL, values * (values - 1) // 2), blocks - 1)
    is_same = np.abs(gap) + t * errors <= least
    far = x[-1] - REST * (x[-1] - x[0])
    tried = [k for k in range(1, values - BEYOND) if x[k] <= far]
    t_slope = student_quantile(sidak(2 * LEVEL - 1, len(tried)), blocks - 1) if tried else 0.0
    for k in tried:
        moved = gap[k, 0]
        if not is_same[k:, k:].all() or abs(moved) < least or abs(moved) <= t * errors[k, 0]:
            continue
        bent = STEADY * _slope(x, 0, k + 1) - _slope(x, k, values)
        bent *= math.copysign(1.0, moved)
        if bent @ curve > t_slope * math.sqrt(max(0.0, float(bent @ covariance @ bent))):
            return k
    return None


def _slope(x: Floats, start: int, end: int) -> Floats:
    """Return the weights of a curve's values in its least-squares slope from `start` to `end`."""
    off = x[start:end] - x[start:end].mean()
    weights = np.zeros(len(x))
    weights[start:end] = off / (off**2).sum()
    return weights


def _misfit(curve: Floats, weights: Floats) -> float:
    """Return the squared distance of a curve to the nearest non-decreasing curve."""
    return float((weights * (curve - never_falling(curve, weights)) ** 2).sum())


def never_falling(curve: Floats, weights: Floats) -> Floats:
    """Return the nearest non-decreasing curve (pool adjacent violators, Ayer et al. 1955).

    >>> never_falling(np.array([1.0, 3.0, 2.0]), np.ones(3)).tolist()
    [1.0, 2.5, 2.5]
    """
    pools: list[list[float]] = []  # weighted mean, weight, length
    for y, w in zip(curve.tolist(), weights.tolist(), strict=True):
        pools.append([y, w, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            last = pools.pop()
            both = pools[-1][1] + last[1]
            mean = (pools[-1][0] * pools[-1][1] + last[0] * last[1]) / both
            pools[-1] = [mean, both, pools[-1][2] + last[2]]
    return np.repeat([p[0] for p in pools], [int(p[2]) for p in pools])
