"""Intervals, tests and strengths: numbers in, `Estimate`s out, nothing about games in between.

Levels are two-sided coverage (0.95). Nothing here draws from a global stream: resampling is keyed
by the caller's seed and gives the same numbers on every machine.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVEL = 0.95
REPLICATES = 1000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval and how much stands behind it.

    `needed` is how many games (or whatever `n` counts) would be enough; when it exceeds `n` the
    number is `withheld`: kept for machines, not said to people.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    needed: int = 0

    @property
    def half(self) -> float:
        """Half the interval's width, for `value ± half`."""
        return (self.high - self.low) / 2

    @property
    def withheld(self) -> bool:
        """Whether too little stands behind the number to say it."""
        return self.n < self.needed or not math.isfinite(self.value)

    def excludes(self, x: float) -> bool:
        """Whether x lies outside the interval."""
        return not self.withheld and (x < self.low or x > self.high)

    def apart_from(self, other: "Estimate") -> bool:
        """Whether the two intervals do not meet; never where one is withheld."""
        told = not self.withheld and not other.withheld
        return told and (self.low > other.high or other.low > self.high)


NOTHING = Estimate(math.nan, math.nan, math.nan, 0, "no data", 1)


def z_of(level: float = LEVEL) -> float:
    """The normal quantile that leaves (1 − level) / 2 in each tail.

    >>> round(z_of(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + level / 2)


# ---------------------------------------------------------------- proportions


def wilson(k: float, n: int, level: float = LEVEL, needed: int = 0) -> Estimate:
    """A proportion with Wilson's score interval (Wilson 1927).

    (p̂ + z²/2n ± z√(p̂(1−p̂)/n + z²/4n²)) / (1 + z²/n). Assumes n independent trials; `k` may be
    fractional, then the interval is conservative.
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
    """The difference of two independent proportions, p1 − p2 (Newcombe 1998, method 10).

    d − √((p1−l1)² + (u2−p2)²) to d + √((u1−p1)² + (p2−l2)²), with l and u Wilson's limits. `n` of
    the result is the smaller group.
    """
    if n1 <= 0 or n2 <= 0:
        return NOTHING
    a, b = wilson(k1, n1, level), wilson(k2, n2, level)
    difference = a.value - b.value
    low = difference - math.hypot(a.value - a.low, b.high - b.value)
    high = difference + math.hypot(a.high - a.value, b.value - b.low)
    return Estimate(difference, low, high, min(n1, n2), "Newcombe", needed)


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p-value that `gained` and `lost` pairs are equally likely (McNemar 1947).

    A pair is one seed played both ways; pairs with the same outcome say nothing and are left out.
    """
    n = gained + lost
    if n == 0:
        return 1.0
    fewer = min(gained, lost)
    logs = [
        math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - n * math.log(2)
        for i in range(fewer + 1)
    ]
    top = max(logs)
    return min(1.0, 2 * math.exp(top) * math.fsum(math.exp(x - top) for x in logs))


# ---------------------------------------------------------------- chi-squared and Student's t


@dataclass(frozen=True, slots=True)
class Fit:
    """Pearson's goodness of fit: the statistic, its degrees of freedom, p, and Cohen's w."""

    statistic: float
    degrees: int
    p: float
    w: float


def goodness_of_fit(counts: ArrayLike, expected: ArrayLike | None = None) -> Fit:
    """χ² = Σ (k − e)² / e with one degree of freedom less than there are cells (Pearson 1900).

    Without `expected` every cell is equally likely. w = √(χ²/n) (Cohen 1988).
    """
    seen = np.asarray(counts, dtype=np.float64)
    total = float(seen.sum())
    wanted = (
        np.full(len(seen), total / len(seen))
        if expected is None
        else np.asarray(expected, dtype=np.float64)
    )
    if total <= 0 or len(seen) < 2:
        return Fit(0.0, max(0, len(seen) - 1), 1.0, 0.0)
    statistic = float(((seen - wanted) ** 2 / wanted).sum())
    degrees = len(seen) - 1
    return Fit(
        statistic, degrees, chi_squared_tail(statistic, degrees), math.sqrt(statistic / total)
    )


def chi_squared_tail(x: float, degrees: int) -> float:
    """P(χ² > x): the regularised upper incomplete gamma function Q(degrees/2, x/2).

    Series below a + 1, Lentz's continued fraction above (Abramowitz & Stegun 6.5.29, 6.5.31).
    """
    a, x = degrees / 2, x / 2
    if x <= 0 or degrees <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - total * scale)
    return min(1.0, scale * _lentz(lambda i: -i * (i - a), lambda i: x + 2 * i + 1 - a))


def _lentz(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """1 / (b0 + a1 / (b1 + a2 / (b2 + …))) by the modified Lentz method."""
    tiny = 1e-300
    b = denominator(0)
    c, d = 1 / tiny, 1 / (b or tiny)
    value = d
    for i in range(1, 10_000):
        a, b = numerator(i), denominator(i)
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _beta_tail(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b) (Abramowitz & Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_tail(b, a, 1 - x)
    scale = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )

    def numerator(i: int) -> float:
        m = i // 2
        if i % 2:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return scale / a * _lentz(numerator, lambda i: 1.0)


def student_tail(t: float, degrees: float) -> float:
    """P(|T| > t) for Student's t, two-sided."""
    return _beta_tail(degrees / 2, 0.5, degrees / (degrees + t * t))


@lru_cache(maxsize=256)
def student_quantile(level: float, degrees: int) -> float:
    """The t that leaves (1 − level) / 2 in each tail, to 1e-10, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if student_tail(middle, degrees) > 1 - level:
            low = middle
        else:
            high = middle
        if high - low < 1e-10:
            break
    return (low + high) / 2


# ---------------------------------------------------------------- means


def mean_interval(values: ArrayLike, level: float = LEVEL, needed: int = 2) -> Estimate:
    """The mean of independent values with Student's t interval."""
    x = np.asarray(values, dtype=np.float64)
    if len(x) < 2:
        return Estimate(float(x[0]), math.nan, math.nan, 1, "t", 2) if len(x) else NOTHING
    return mean_from_moments(len(x), float(x.sum()), float((x * x).sum()), level, needed)


def mean_from_moments(
    n: int, total: float, squares: float, level: float = LEVEL, needed: int = 2
) -> Estimate:
    """As `mean_interval`, from n, Σx and Σx²."""
    if n < 2:
        return Estimate(total, math.nan, math.nan, n, "t", 2) if n else NOTHING
    mean = total / n
    variance = max(0.0, (squares - n * mean * mean) / (n - 1))
    half = student_quantile(level, n - 1) * math.sqrt(variance / n)
    return Estimate(mean, mean - half, mean + half, n, "t", needed)


def ratio_interval(
    rows: ArrayLike, n: int, level: float = LEVEL, needed: int = 0, method: str = "by game"
) -> Estimate:
    """Σ numerator / Σ denominator over independent units, by linearisation (Cochran 1977, 6.3).

    rows: (units, 2), numerator and denominator of each unit. What happens inside a unit may be as
    dependent as it likes. `n` is what the caller counts, units or more.
    """
    x = np.asarray(rows, dtype=np.float64)
    units = len(x)
    bottom = float(x[:, 1].sum()) if units else 0.0
    if bottom <= 0:
        return NOTHING
    value = float(x[:, 0].sum()) / bottom
    if units < 2:
        return Estimate(value, math.nan, math.nan, n, method, n + 1)
    rest = x[:, 0] - value * x[:, 1]
    error = math.sqrt(units / (units - 1) * float((rest * rest).sum())) / bottom
    half = student_quantile(level, units - 1) * error
    return Estimate(value, value - half, value + half, n, method, needed)


def ratio_difference(
    before: ArrayLike, after: ArrayLike, n: int, level: float = LEVEL, needed: int = 0
) -> Estimate:
    """The second of two ratios less the first, their units the same seeds, by linearisation.

    before, after: (units, 2), as for `ratio_interval`. What the two have in common cancels out.
    """
    a, b = np.asarray(before, dtype=np.float64), np.asarray(after, dtype=np.float64)
    units = len(a)
    if len(b) != units or units < 2 or not (a[:, 1].sum() and b[:, 1].sum()):
        return NOTHING
    first = float(a[:, 0].sum()) / float(a[:, 1].sum())
    second = float(b[:, 0].sum()) / float(b[:, 1].sum())
    residual = (b[:, 0] - second * b[:, 1]) / b[:, 1].sum()
    residual = residual - (a[:, 0] - first * a[:, 1]) / a[:, 1].sum()
    half = student_quantile(level, units - 1) * math.sqrt(
        units / (units - 1) * float((residual * residual).sum())
    )
    value = second - first
    return Estimate(value, value - half, value + half, n, "paired by seed", needed)


# ---------------------------------------------------------------- the bootstrap


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finaliser (Steele, Lea & Flood 2014): 64 bits in, 64 well-mixed bits out."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def resamples(n: int, replicates: int, seed: int) -> Floats:
    """How often each of n units is drawn in each replicate, drawn n times with replacement.

    Returns (replicates, n); every row sums to n. The same for the same arguments, everywhere.
    """
    counts = np.empty((replicates, n), dtype=np.float64)
    golden = np.uint64(0x9E3779B97F4A7C15)
    base = _mix(np.array([(seed * 0x2545F4914F6CDD1D + n) % 2**64], dtype=np.uint64))[0]
    for r in range(replicates):
        start = np.uint64(r * n % 2**64)
        draws = _mix(base ^ _mix((np.arange(n, dtype=np.uint64) + start) * golden))
        # the top 32 bits times n, shifted back: an index without the bias of a remainder
        picked = ((draws >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)
        counts[r] = np.bincount(picked.astype(np.int64), minlength=n)
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
    """Percentile limits of a statistic of column sums, units drawn anew (Efron 1979).

    rows: (units, k), the sums each unit contributes. `statistic` takes (replicates, k) sums to
    (replicates,) or (replicates, m). Replicates in which it is not a number are left out.
    Returns the lower and upper limits. `counts` reuses the draws of `resamples`.
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
    """The two-sided normal p-value that an interval of that level implies for `null`."""
    if estimate.n == 0 or not math.isfinite(estimate.half):
        return 1.0
    if estimate.half == 0:
        return 1.0 if estimate.value == null else 0.0
    z = abs(estimate.value - null) / (estimate.half / z_of(level))
    return math.erfc(z / math.sqrt(2))


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """The adjusted p-values q; rejecting q ≤ 0.05 keeps the false discovery rate at 5 %.

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
    """exp(−Σ q log q): how many equally used things would be as diverse (Hill 1973, order 1).

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
    """−Σ p log p / log N over the last axis, 0 (certain) to 1 (all equal)."""
    n = shares.shape[-1]
    if n < 2:
        return np.zeros(shares.shape[:-1])
    safe = np.where(shares > 0, shares, 1.0)
    entropy: Floats = -(shares * np.log(safe)).sum(axis=-1) / math.log(n)
    return entropy


# ---------------------------------------------------------------- strength


@dataclass(frozen=True, slots=True)
class Strengths:
    """Fitted log-strengths of players and seats; each set of logs has mean zero.

    `errors` and `seat_errors` are standard errors from the observed information.
    """

    players: Floats
    errors: Floats
    seats: Floats
    seat_errors: Floats
    covariance: Floats

    def elo(self, player: int, anchor: int, level: float = LEVEL) -> Estimate:
        """The player's rating above the anchor's: 400 points for every factor of ten."""
        scale = 400 / math.log(10)
        value = scale * float(self.players[player] - self.players[anchor])
        c = self.covariance
        variance = float(c[player, player] + c[anchor, anchor] - 2 * c[player, anchor])
        half = scale * z_of(level) * math.sqrt(max(0.0, variance))
        return Estimate(value, value - half, value + half, 1, "Plackett–Luce")


def plackett_luce(
    players: ArrayLike, shares: ArrayLike, n_players: int, prior: float = 0.0
) -> Strengths:
    """Strengths of players, and of seats, from who won (Hunter 2004).

    players: (games, seats), who sat where; shares: (games, seats), of the win.
    P(win) = γ_player δ_seat / Σ over those present, the first choice of Plackett and Luce; a shared
    win counts in part. Equal games are pooled. `prior` adds that many wins each way between every
    two players, so that strengths stay finite.
    """
    who = np.asarray(players, dtype=np.int64)
    n_seats = who.shape[1]
    pooled: dict[tuple[tuple[int, int], ...], Floats] = {}
    games, n_games = np.unique(np.hstack([who, shares]), axis=0, return_counts=True)
    for game, count in zip(games, n_games, strict=True):
        order = sorted(range(n_seats), key=lambda s: (game[s], s))
        present = tuple((int(game[s]), s) for s in order)
        won = np.array([game[n_seats + s] for s in order]) * float(count)
        pooled[present] = pooled[present] + won if present in pooled else won
    pairs = [(i, j) for i in range(n_players) for j in range(i + 1, n_players)] if prior else []
    n_rows = len(pooled) + len(pairs)
    items = np.full((n_rows, n_seats), -1, dtype=np.int64)
    seats = np.full((n_rows, n_seats), -1, dtype=np.int64)
    weights = np.zeros((n_rows, n_seats))
    for r, (present, won) in enumerate(sorted(pooled.items(), key=lambda item: item[0])):
        items[r], seats[r] = np.array(present).T
        weights[r] = won
    for r, pair in enumerate(pairs, len(pooled)):
        items[r, :2], weights[r, :2] = pair, prior
    return _fit_choices(items, seats, weights, n_players, n_seats)


def _fit_choices(
    items: Ints, seats: Ints, weights: Floats, n_items: int, n_seats: int
) -> Strengths:
    """Fit P(choice) = γ_item δ_seat / Σ by MM, items and seats in turn; −1 marks no one.

    items, seats: (rows, width); weights: how often each of the row was chosen. A row whose seats
    are all −1 (the prior) has no seat term.
    """
    present, has_seat = items >= 0, seats >= 0
    index, seated = np.where(present, items, 0), np.where(has_seat, seats, 0)
    log_player, log_seat = np.zeros(n_items), np.zeros(n_seats)
    row_total = weights.sum(axis=1)
    won = np.bincount(index[present], weights[present], minlength=n_items)
    won_seat = np.bincount(seated[has_seat], weights[has_seat], minlength=n_seats)

    def shares() -> Floats:
        raw = np.where(
            present, np.exp(log_player[index] + np.where(has_seat, log_seat[seated], 0.0)), 0.0
        )
        out: Floats = raw / raw.sum(axis=1, keepdims=True)
        return out

    with np.errstate(divide="ignore"):
        for _ in range(20_000):
            expected = row_total[:, None] * shares()
            met = np.bincount(index[present], expected[present], minlength=n_items)
            # γ ← W / Σ n / Σγ, which in logs adds log W − log of the wins expected now
            change = np.where(met > 0, np.log(np.maximum(won, 1e-12) / np.maximum(met, 1e-12)), 0.0)
            log_player += change
            log_player -= log_player.mean()
            expected = row_total[:, None] * shares()
            met = np.bincount(seated[has_seat], expected[has_seat], minlength=n_seats)
            by_seat = np.log(np.maximum(won_seat, 1e-12) / np.maximum(met, 1e-12))
            log_seat += by_seat
            log_seat -= log_seat.mean()
            if max(float(np.abs(change).max()), float(np.abs(by_seat).max())) < 1e-10:
                break

    seat_index = np.where(has_seat, n_items + seated, -1)
    columns = np.hstack([np.where(present, index, -1), seat_index])
    covariance = _covariance(shares(), row_total, columns, n_items + n_seats)
    errors: Floats = np.sqrt(np.maximum(0.0, np.diag(covariance)))
    return Strengths(log_player, errors[:n_items], log_seat, errors[n_items:], covariance)


def _covariance(shares: Floats, totals: Floats, columns: Ints, width: int) -> Floats:
    """The inverse of the observed information of choices among rows of features.

    shares: (rows, choices), the fitted chances; columns: (rows, k · choices), the features that
    each choice has, −1 for none.
    """
    information = np.zeros((width, width))
    choices = shares.shape[1]
    for p, total, has in zip(shares, totals, columns, strict=True):
        features = np.zeros((choices, width))
        for k in np.flatnonzero(has >= 0):
            features[k % choices, has[k]] = 1.0
        mean = p @ features
        information += total * ((features.T * p) @ features - np.outer(mean, mean))
    covariance: Floats = np.asarray(np.linalg.pinv(information, hermitian=True), np.float64)
    return covariance
