"""Intervals of shares that hold near 0 and 100 %: never of zero width, never outside 0 to 1.

Units (games, or blocks of them) are independent; within a unit anything may depend on anything.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from generator.play.measure.stats import LEVEL, NOTHING, Estimate, z_of
from generator.play.measure.tails import beta_quantile, student_quantile

FEW = 5.0  # effective units on the rarer side below which Clopper–Pearson's limits are taken
UNCHANGED = 1e-12  # a variance that is only rounding


def clopper_pearson(k: float, n: float, level: float = LEVEL, needed: int = 0) -> Estimate:
    """A proportion with the exact limits of Clopper & Pearson (1934); k and n may be fractional.

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
    """Σ numerator / Σ denominator where it is a share, 0 to 1; rows: (units, 2).

    Wilson's interval on n_eff = m(1 − m) / variance units, the variance by linearisation and
    widened for being estimated ((z/t)², Korn & Graubard 1998); with fewer than `FEW` effective
    units on the rarer side Clopper–Pearson's limits on as many. Where all units are alike their
    number stands for n_eff. `n` is what the caller counts.
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
        found = clopper_pearson(share * units, units, level)
        return Estimate(share, found.low, found.high, n, method or found.method, needed)
    z = z_of(level)
    effective = share * (1 - share) / variance * (z / student_quantile(level, units - 1)) ** 2
    if effective * min(share, 1 - share) < FEW:
        found = clopper_pearson(share * effective, effective, level)
        low, high, called = found.low, found.high, found.method
    else:
        centre = share + z * z / (2 * effective)
        spread = z * math.sqrt(share * (1 - share) / effective + (z / effective) ** 2 / 4)
        scale = 1 + z * z / effective
        low, high = (centre - spread) / scale, (centre + spread) / scale
        called = "Wilson, effective number"
    return Estimate(share, max(0.0, low), min(1.0, high), n, method or called, needed)
