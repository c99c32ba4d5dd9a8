"""Computes intervals of shares that are valid near 0 and 100 %, and never have zero width or extend
outside 0 to 1. Units (games, or blocks of games) are independent; events within a unit may depend
on each other.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from generator.play.statistics.distributions import beta_quantile, student_quantile
from generator.play.statistics.inference import LEVEL, NOTHING, Estimate, z_of

# number of effective units on the rarer side below which Clopper–Pearson's limits are used
FEW = 5.0
UNCHANGED = 1e-12  # greatest variance that is only rounding error


def clopper_pearson(k: float, n: float, level: float = LEVEL, needed: int = 0) -> Estimate:
    """Return a proportion with Clopper & Pearson's exact limits (1934); k, n may be fractional.

    >>> e = clopper_pearson(0, 10); round(e.high, 4)
    0.3085
    """
    if n <= 0:
        return NOTHING
    tail = (1 - level) / 2
    low = 0.0 if k <= 0 else beta_quantile(tail, k, n - k + 1)
    high = 1.0 if k >= n else beta_quantile(1 - tail, k + 1, n - k)
    return Estimate(k / n, low, high, int(n), "Clopper–Pearson", needed)


def share_interval(
    rows: ArrayLike, n: int, level: float = LEVEL, needed: int = 0, method: str = ""
) -> Estimate:
    """Return Σ numerator / Σ denominator for a share from 0 to 1; rows: (units, 2).

    The interval is Wilson's on n_eff = m(1 − m) / variance units. The variance comes from
    linearisation and is widened because it is estimated ((z/t)², Korn & Graubard 1998). With fewer
    than `FEW` effective units on the rarer side, Clopper–Pearson's limits replace Wilson's. If all
    units are alike, the limit is Clopper–Pearson's for none of the units. `n` is the number of
    games to report.
    """
    x = np.asarray(rows, dtype=np.float64)
    bottom = float(x[:, 1].sum()) if len(x) else 0.0
    if bottom <= 0:
        return NOTHING
    share = min(1.0, max(0.0, float(x[:, 0].sum()) / bottom))
    units = int((x[:, 1] > 0).sum())
    if units < 2:
        return Estimate(share, math.nan, math.nan, n, "Wilson", n + 1)
    rest = x[:, 0] - share * x[:, 1]
    variance = units / (units - 1) * float((rest * rest).sum()) / bottom**2
    if variance < UNCHANGED or share in (0.0, 1.0):
        unseen = clopper_pearson(0, units, level)
        low, high = share * (1 - unseen.high), share + (1 - share) * unseen.high
        return Estimate(share, low, high, n, method or unseen.method, needed)
    z = z_of(level)
    effective = share * (1 - share) / variance * (z / student_quantile(level, units - 1)) ** 2
    if effective * min(share, 1 - share) < FEW:
        limits = clopper_pearson(share * effective, effective, level)
        low, high, called = limits.low, limits.high, limits.method
    else:
        centre = share + z * z / (2 * effective)
        spread = z * math.sqrt(share * (1 - share) / effective + (z / effective) ** 2 / 4)
        scale = 1 + z * z / effective
        low, high = (centre - spread) / scale, (centre + spread) / scale
        called = "Wilson, effective number"
    return Estimate(share, max(0.0, low), min(1.0, high), n, method or called, needed)


def share_difference(
    rows: ArrayLike, other: ArrayLike, n: int, level: float = LEVEL, needed: int = 0
) -> Estimate:
    """Return the difference of two shares of the same units by MOVER (Zou 2007).

    Rows are as for `share_interval`. The limits are d ± √(a² + b² − 2rab), with a and b the
    distances from the shares to their own limits on the facing sides and r the correlation of their
    errors. If one share shows no error because all of its units are alike, r is −1, which is the
    widest case.
    """
    x, y = np.asarray(rows, dtype=np.float64), np.asarray(other, dtype=np.float64)
    first, second = share_interval(x, n, level), share_interval(y, n, level)
    if first is NOTHING or second is NOTHING:
        return NOTHING
    rest_x, rest_y = x[:, 0] - first.value * x[:, 1], y[:, 0] - second.value * y[:, 1]
    spread = math.sqrt(float((rest_x * rest_x).sum()) * float((rest_y * rest_y).sum()))
    r = float((rest_x * rest_y).sum()) / spread if spread > UNCHANGED else -1.0

    def reach(a: float, b: float) -> float:
        return math.sqrt(max(0.0, a * a + b * b - 2 * r * a * b))

    value = first.value - second.value
    if not all(map(math.isfinite, (first.low, first.high, second.low, second.high))):
        return Estimate(value, math.nan, math.nan, n, "MOVER by game", max(needed, n + 1))
    low = value - reach(first.value - first.low, second.high - second.value)
    high = value + reach(first.high - first.value, second.value - second.low)
    return Estimate(value, max(-1.0, low), min(1.0, high), n, "MOVER by game", needed)
