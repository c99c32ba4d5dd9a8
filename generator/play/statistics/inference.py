"""Computes intervals and tests from numbers, independent of games. In: numbers. Out: `Estimate`s.

Levels are two-sided coverage (0.95). No function draws from a global stream; resampling depends on
the caller's seed and gives the same numbers on every machine.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from generator.play.statistics.distributions import student_quantile

Floats = NDArray[np.float64]

LEVEL = 0.95
REPLICATES = 1000
AT_ONCE = 1 << 15  # number of units resampled at a time, for few calls and little memory
SKEWED = 0.15  # `skewness_of` from which intervals are asymmetric; below this value, t is as good
# divided by n, this is three standard deviations of the skewness of n normal values
BY_CHANCE = 7.4
FIRM = 10  # least number of events that make up a mean for a firm figure


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval and the amount of data behind it.

    `needed` is the number of games (or of other units of `n`) that would be enough. If it exceeds
    `n`, the number is `withheld`, which means that it is exported but not shown to people.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    needed: int = 0
    skew: float = 0.0  # for a mean, `skewness_of` its units if notable

    @property
    def half(self) -> float:
        """Return half the interval's width, for `value ± half`."""
        return (self.high - self.low) / 2

    @property
    def withheld(self) -> bool:
        """Whether there are too few data to show the number."""
        return self.n < self.needed or not math.isfinite(self.value)

    @property
    def is_skewed(self) -> bool:
        """Whether the number rests on so few games that a firm figure needs more games."""
        return self.skew * self.skew * FIRM > 1

    def excludes(self, x: float) -> bool:
        """Whether x lies outside the interval."""
        return not self.withheld and (x < self.low or x > self.high)

    def at(self, level: float) -> "Estimate":
        """Return the same number with a normal interval of another level."""
        wider = z_of(level) / z_of()
        low, high = (self.value + wider * (x - self.value) for x in (self.low, self.high))
        return replace(self, low=low, high=high)

    def apart_from(self, other: "Estimate", tests: int = 1) -> bool:
        """Whether two independent numbers differ with confidence; False if one is withheld.

        The interval of their difference, by MOVER (Zou & Donner 2008), must exclude 0. With several
        `tests`, at most 5 % of the sets contain a false difference (Bonferroni).
        """
        if self.withheld or other.withheld:
            return False
        above, below = (self, other) if self.value >= other.value else (other, self)
        wider = z_of(1 - (1 - LEVEL) / tests) / z_of()
        return above.value - below.value > wider * math.hypot(
            above.value - above.low, below.high - below.value
        )


NOTHING = Estimate(math.nan, math.nan, math.nan, 0, "no data", 1)


def z_of(level: float = LEVEL) -> float:
    """Return the normal quantile that leaves (1 − level) / 2 in each tail.

    >>> round(z_of(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + level / 2)


# ---------------------------------------------------------------- proportions


def wilson(k: float, n: int, level: float = LEVEL, needed: int = 0) -> Estimate:
    """Return a proportion with Wilson's score interval (Wilson 1927).

    (p̂ + z²/2n ± z√(p̂(1−p̂)/n + z²/4n²)) / (1 + z²/n). Assumes n independent trials; `k` may be
    fractional; the interval is then conservative.
    """
    if n <= 0:
        return NOTHING
    z = z_of(level)
    p = k / n
    centre = p + z * z / (2 * n)
    spread = z * math.sqrt(max(0.0, p * (1 - p)) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if k <= 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if k >= n else min(1.0, (centre + spread) / scale)
    return Estimate(p, low, high, n, "Wilson", needed)


def newcombe(
    k1: float, n1: int, k2: float, n2: int, level: float = LEVEL, needed: int = 0
) -> Estimate:
    """Return the difference of two independent proportions, p1 − p2 (Newcombe 1998, method 10).

    d − √((p1−l1)² + (u2−p2)²) to d + √((u1−p1)² + (p2−l2)²), with l and u Wilson's limits. `n` of
    the result is the smaller group.
    """
    if n1 <= 0 or n2 <= 0:
        return NOTHING
    difference = less(wilson(k1, n1, level), wilson(k2, n2, level))
    return replace(difference, n=min(n1, n2), method="Newcombe", needed=needed)


def less(a: Estimate, b: Estimate) -> Estimate:
    """Return the difference a − b of two independent numbers (MOVER, Zou & Donner 2008)."""
    difference = a.value - b.value
    low = difference - math.hypot(a.value - a.low, b.high - b.value)
    high = difference + math.hypot(a.high - a.value, b.value - b.low)
    skew = max(a.skew, b.skew, key=abs)
    return Estimate(difference, low, high, min(a.n, b.n), "MOVER", max(a.needed, b.needed), skew)


# ---------------------------------------------------------------- goodness of fit


@dataclass(frozen=True, slots=True)
class Fit:
    """A test of equal shares: statistic, degrees of freedom, p, Cohen's w and the test's name."""

    statistic: float
    degrees: int
    p: float
    w: float
    method: str = "χ²"


# ---------------------------------------------------------------- means


def skewness_of(rest: Floats) -> float:
    """Return the skewness of a mean, from its residuals, as skewness ÷ √n; 0 if it may be chance.

    An event that happens in k of many games and dominates the sum gives 1/√k, whatever its value.
    """
    squares = float((rest * rest).sum())
    if squares <= 0:
        return 0.0
    skewness = float((rest * rest * rest).sum()) / squares**1.5
    return skewness if abs(skewness) > max(SKEWED, BY_CHANCE / len(rest)) else 0.0


def unskewed(t: float, skew: float) -> float:
    """Convert the quantile t of a symmetric mean to the quantile of a skewed mean (Hall 1992).

    The result is (∛(1 + s(t − s/6)) − 1) / (s/3), the inverse of the cubic that removes skewness
    from Student's ratio. The method is as good as the bootstrap-t, which needs a thousand
    resamples.

    >>> round(unskewed(1.96, 0.2), 3), round(unskewed(-1.96, 0.2), 3)
    (1.722, -2.339)
    """
    return float(np.cbrt(1 + skew * (t - skew / 6)) - 1) / (skew / 3)


def _about(
    value: float, half: float, t: float, rest: Floats, n: int, method: str, needed: int
) -> Estimate:
    """Return a mean with Student's t interval, ± half, or Hall's for skewed residuals."""
    skew = skewness_of(rest)
    if not skew:
        return Estimate(value, value - half, value + half, n, method, needed)
    low, high = (value - unskewed(end, skew) * half / t for end in (t, -t))
    return Estimate(value, low, high, n, f"{method}, skewness removed", needed, skew)


def mean_interval(values: ArrayLike, level: float = LEVEL, needed: int = 2) -> Estimate:
    """Return the mean of independent values with Student's t interval, or Hall's if skewed."""
    x = np.asarray(values, dtype=np.float64)
    if len(x) < 2:
        return Estimate(float(x[0]), math.nan, math.nan, 1, "t", 2) if len(x) else NOTHING
    n, mean = len(x), float(x.mean())
    t = student_quantile(level, n - 1)
    half = t * float(x.std(ddof=1)) / math.sqrt(n)
    return _about(mean, half, t, x - mean, n, "t", needed)


def ratio_interval(
    rows: ArrayLike, n: int, level: float = LEVEL, needed: int = 0, method: str = "by game"
) -> Estimate:
    """Return Σ numerator / Σ denominator over units, by linearisation (Cochran 1977, 6.3).

    rows: (units, 2), one row per independent unit. Events within a unit may depend on
    each other. `n` is the caller's count, which is at least the number of units. With notably
    skewed residuals the interval is asymmetric (Hall 1992).
    """
    x = np.asarray(rows, dtype=np.float64)
    units = len(x)
    bottom = float(x[:, 1].sum()) if units else 0.0
    if bottom <= 0:
        return NOTHING
    value = float(x[:, 0].sum()) / bottom
    if (x[:, 1] > 0).sum() < 2:  # a single unit says nothing about the spread
        return Estimate(value, math.nan, math.nan, n, method, n + 1)
    rest = x[:, 0] - value * x[:, 1]
    error = math.sqrt(units / (units - 1) * float((rest * rest).sum())) / bottom
    t = student_quantile(level, units - 1)
    return _about(value, t * error, t, rest, n, method, needed)


def ratio_difference(
    before: ArrayLike, after: ArrayLike, n: int, level: float = LEVEL, needed: int = 0
) -> Estimate:
    """Return the second of two ratios minus the first, paired by seed, by linearisation.

    before, after: (units, 2), as for `ratio_interval`. Common parts of the two ratios cancel out.
    """
    a, b = np.asarray(before, dtype=np.float64), np.asarray(after, dtype=np.float64)
    units = len(a)
    if len(b) != units or units < 2 or not (a[:, 1].sum() and b[:, 1].sum()):
        return NOTHING
    first = float(a[:, 0].sum()) / float(a[:, 1].sum())
    second = float(b[:, 0].sum()) / float(b[:, 1].sum())
    residual = (b[:, 0] - second * b[:, 1]) / b[:, 1].sum()
    residual = residual - (a[:, 0] - first * a[:, 1]) / a[:, 1].sum()
    error = math.sqrt(units / (units - 1) * float((residual * residual).sum()))
    return contrast_interval(second - first, error, residual, n, level, needed, "paired by seed")


def contrast_interval(
    value: float, error: float, rest: Floats, n: int, level: float, needed: int, method: str
) -> Estimate:
    """Return a difference of means, with its interval from the residuals of the difference.

    For skewed residuals each limit is the farther of Student's and Hall's limits, because events
    that happen in both means by chance happen more often in one of them, so that a few games look
    skewed.
    """
    t = student_quantile(level, len(rest) - 1)
    half = t * error
    e = _about(value, half, t, rest, n, method, needed)
    return replace(e, low=min(e.low, value - half), high=max(e.high, value + half))


# ---------------------------------------------------------------- the bootstrap


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finaliser (Steele, Lea & Flood 2014), which turns 64 bits into 64 well-mixed
    bits.
    """
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def mixed(n: int, key: int) -> NDArray[np.uint64]:
    """Return n well-mixed 64-bit numbers, the same for the same key on every machine."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    base = _mix(np.array([(key * 0x2545F4914F6CDD1D + n) % 2**64], dtype=np.uint64))[0]
    return _mix(base ^ _mix(np.arange(n, dtype=np.uint64) * golden))


@lru_cache(maxsize=1)
def resamples(n: int, replicates: int, seed: int) -> Floats:
    """Return the number of times that each of n units is drawn in each replicate, with n draws with
    replacement. The shape is (replicates, n), and every row sums to n. The same arguments give the
    same numbers on every machine, so the latest results are cached for repeated measurements of
    runs of equal length.
    """
    counts = np.empty((replicates, n), dtype=np.float64)
    golden = np.uint64(0x9E3779B97F4A7C15)
    base = _mix(np.array([(seed * 0x2545F4914F6CDD1D + n) % 2**64], dtype=np.uint64))[0]
    at_once = max(1, AT_ONCE // max(1, n))  # number of replicates per pass
    for r in range(0, replicates, at_once):
        rows = counts[r : r + at_once]
        which = np.arange(r * n, r * n + rows.size, dtype=np.uint64)
        draws = _mix(base ^ _mix(which * golden))
        # the top 32 bits times n, shifted back: an index without the bias of a remainder
        picked = ((draws >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)
        # offset of each row
        picked += np.repeat(np.arange(len(rows), dtype=np.uint64) * np.uint64(n), n)
        drawn = np.bincount(picked.astype(np.int64), minlength=rows.size)
        rows[:] = drawn.reshape(rows.shape)
    counts.flags.writeable = False
    return counts


def bootstrap(
    rows: ArrayLike,
    statistic: Callable[[Floats], Floats],
    *,
    seed: int = 0,
    replicates: int = REPLICATES,
    level: float = LEVEL,
    counts: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Return percentile limits of a statistic of column sums over resampled units (Efron 1979).

    rows: (units, k), the sums of each unit. `statistic` maps (replicates, k) sums to
    (replicates,) or (replicates, m). Replicates with a result of nan are left out. The result is
    the lower and upper limits. `counts` reuses the draws of `resamples`.
    """
    x = np.atleast_2d(np.asarray(rows, dtype=np.float64))
    drawn = resamples(len(x), replicates, seed) if counts is None else counts
    values = np.asarray(statistic(drawn @ x), dtype=np.float64)
    flat = values.reshape(len(values), -1)
    tail = (1 - level) / 2
    low = np.full(flat.shape[1], np.nan)
    high = np.full(flat.shape[1], np.nan)
    for i in range(flat.shape[1]):
        good = flat[np.isfinite(flat[:, i]), i]
        if len(good):
            low[i], high[i] = np.quantile(good, [tail, 1 - tail])
    return low.reshape(values.shape[1:]), high.reshape(values.shape[1:])


def p_of(estimate: Estimate, null: float = 0.0, level: float = LEVEL) -> float:
    """Return the two-sided normal p-value for `null` that an interval of this level implies.

    An asymmetric interval counts by its width towards `null`.
    """
    if estimate.n == 0 or not math.isfinite(estimate.half):
        return 1.0
    if estimate.half == 0:
        return 1.0 if estimate.value == null else 0.0
    above = estimate.value > null
    reach = estimate.value - estimate.low if above else estimate.high - estimate.value
    if not reach > 0:
        reach = estimate.half
    z = abs(estimate.value - null) / (reach / z_of(level))
    return math.erfc(z / math.sqrt(2))


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Return adjusted p-values q; rejecting q ≤ 0.05 keeps the false discovery rate at 5 %.

    q_(i) = min over j ≥ i of p_(j) · m / j, ranks from the smallest p (Benjamini & Hochberg 1995).
    """
    p = np.asarray(p_values, dtype=np.float64)
    m = len(p)
    if not m:
        return p
    order = np.argsort(p, kind="stable")
    scaled = p[order] * m / np.arange(1, m + 1)
    q = np.empty(m)
    q[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return q


# ---------------------------------------------------------------- diversity


def effective_number(counts: ArrayLike) -> float:
    """Return exp(−Σ q log q), the number of equally used objects with the same diversity (Hill
    1973, order 1).

    >>> round(effective_number([5, 5, 5, 5]), 6), effective_number([9, 0, 0])
    (4.0, 1.0)
    """
    x = np.asarray(counts, dtype=np.float64)
    x = x[x > 0]
    if not len(x):
        return 0.0
    q = x / x.sum()
    return float(np.exp(-(q * np.log(q)).sum()))


def normal_entropy(shares: Floats) -> Floats:
    """Return −Σ p log p / log N over the last axis, 0 (certain) to 1 (all equal)."""
    n = shares.shape[-1]
    if n < 2:
        return np.zeros(shares.shape[:-1])
    safe = np.where(shares > 0, shares, 1.0)
    entropy: Floats = -(shares * np.log(safe)).sum(axis=-1) / math.log(n)
    return entropy
