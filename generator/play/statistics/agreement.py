"""Tests whether a few units of one kind are like many units of another kind. In: numbers.

Out: verdicts. A figure is one number for each unit. `few` and `many` are (units, figures). Units
are independent. No function draws from a global stream, so the same input gives the same numbers on
every machine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics.curve_shapes import holm
from generator.play.statistics.distributions import student_tail
from generator.play.statistics.inference import LEVEL, Estimate, less, mean_interval, mixed
from generator.play.statistics.sample_sizes import two_digits
from generator.play.statistics.share_bounds import clopper_pearson, share_interval

Floats = NDArray[np.float64]
Verdict = Literal["differs", "agrees", "cannot tell"]
RELABELLINGS = 999
FEWEST_EVENINGS = 6  # least number of evenings for a statement about other evenings
# confidence level of the interval that must lie within the band, for two tests at 5 % each
WITHIN = 0.90
BAND = 0.15  # greatest distance between two shares that still agree
# an interval whose half width is this share of the band mostly lies within the band
ENOUGH_OF_BAND = 0.55


def relabelled(few: Floats, many: Floats, seed: int = 1, times: int = RELABELLINGS) -> Floats:
    """Return (figures,), the p-values that each figure is alike for the few and the many, adjusted
    together. A figure's statistic is the mean rank of the few among all units; equal values have
    their middle rank. The labels of whole units are permuted at random, so figures may depend on
    each other in any way. The adjustment is single-step min-P (Westfall & Young 1993), so in 5 % of
    pages without a difference any p is below 0.05.
    """
    n, total = len(few), len(few) + len(many)
    ranks = np.column_stack([_ranks(column) for column in np.vstack([few, many]).T])
    ranks -= ranks.mean(axis=0)
    drawn = mixed(times * total, seed).reshape(times, total)
    picked = (
        np.argpartition(drawn, n - 1, axis=1)[:, :n] if n < total else np.tile(range(n), (times, 1))
    )
    sums = np.abs(np.vstack([ranks[:n].sum(axis=0), ranks[picked].sum(axis=1)]))
    sums = np.round(sums, 6)  # exact sums of halves
    alone = np.empty_like(sums)
    for k in range(sums.shape[1]):
        ordered = np.sort(sums[:, k])
        alone[:, k] = (times + 1 - np.searchsorted(ordered, sums[:, k], side="left")) / (times + 1)
    smallest = np.sort(alone.min(axis=1))
    together: Floats = np.searchsorted(smallest, alone[0], side="right") / (times + 1)
    return together


def _ranks(values: Floats) -> Floats:
    """The rank of each value from 1; equal values share the middle of their ranks."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middle: Floats = (ends - (counts - 1) / 2)[which]
    return middle


def by_evening(few: Floats, many: Floats, evening: Sequence[str]) -> Floats | None:
    """(figures,) p-values that other evenings give figures like those of the many, after Holm.

    Games of one evening are alike, so evenings are the units. An evening's value is the mean share
    of the many below its games (equal values count half); the test is Student's t over evenings.
    The variance of a mean is never taken as less than that of independent games, because a few
    evenings may lie close together by chance; nor a game's variance as less than half of that of
    the many, because a rare value may not occur at all. None for fewer than `FEWEST_EVENINGS`.
    """
    names, which = np.unique(np.array(evening), return_inverse=True)
    n = len(names)
    if n < FEWEST_EVENINGS:
        return None
    counts = np.bincount(which).astype(np.float64)
    p_values = []
    for own, theirs in zip(few.T, many.T, strict=True):
        ordered = np.sort(theirs)
        sides = [np.searchsorted(ordered, own, side=side) for side in ("left", "right")]
        below = (sides[0] + sides[1]) / (2 * len(ordered))
        means = np.bincount(which, below) / counts
        apart = float(means.mean()) - 0.5
        usual = float((_ranks(ordered) / len(ordered)).var())
        variance = max(float(below.var(ddof=1)), usual / 2)
        floor = variance * float((1 / counts).sum()) / n**2
        error = math.sqrt(max(float(means.var(ddof=1)) / n, floor) + usual / len(ordered))
        p_values.append(1.0 if error == 0 else 2 * student_tail(abs(apart) / error, n - 1))
    return np.array(holm(p_values))


@dataclass(frozen=True, slots=True)
class Agreement:
    """The comparison of one figure of the few with the same figure of the many."""

    verdict: Verdict
    difference: Estimate  # few minus many, with an interval of 90 %
    p: float  # p-value, adjusted for all figures of the page
    # approximate number of further units of the few that are needed; 0 if the verdict is clear
    more: int


def estimate_of(values: Floats, is_share: bool, level: float = LEVEL) -> Estimate:
    """The mean of one figure with its interval; the interval of a share lies within 0 to 1."""
    # units are independent, so exact limits are used
    if is_share and np.isin(values, (0.0, 1.0)).all():
        return clopper_pearson(float(values.sum()), len(values), level)
    if is_share:
        rows = np.column_stack([values, np.ones(len(values))])
        return share_interval(rows, len(values), level)
    return mean_interval(values, level)


def agreement(few: Floats, many: Floats, p: float, is_share: bool, band: float) -> Agreement:
    """The verdict on one figure, from the values of each unit and the p-value of `relabelled`.

    The verdict `differs` depends on the p-value, so that it is wrong on at most 5 % of pages. The
    verdict is `agrees` if the interval of the difference lies within ± `band` (Schuirmann 1987),
    and never only because no difference is shown.
    """
    difference = less(estimate_of(few, is_share, WITHIN), estimate_of(many, is_share, WITHIN))
    if p <= 1 - LEVEL:
        return Agreement("differs", difference, p, 0)
    if math.isfinite(difference.half) and -band <= difference.low and difference.high <= band:
        return Agreement("agrees", difference, p, 0)
    return Agreement("cannot tell", difference, p, _more(len(few), difference, band))


def _more(n: int, difference: Estimate, band: float) -> int:
    """The number of units beyond n after which the interval is mostly narrow enough; 0 if
    unknown.
    """
    if not math.isfinite(difference.half) or band <= 0 or difference.half <= 0:
        return 0
    total = n * (difference.half / (ENOUGH_OF_BAND * band)) ** 2
    return two_digits(max(1.0, total - n))
