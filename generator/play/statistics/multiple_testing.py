"""Several means judged at once: are all seats alike, does anything differ between settings.

Rows are sums over independent units: single games, or blocks of consecutive ones. A block of games
whose seats are alike may have its seats swapped as a whole, so permutations work on blocks too.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics.distributions import chi_squared_tail
from generator.play.statistics.inference import LEVEL, Estimate, Fit, mixed, z_of

Floats = NDArray[np.float64]

FEW_GAMES = 200  # fewer are judged by permutation
FEW_DECIDED = 15  # so are games of which a seat decides fewer: χ² errs in 9 to 15 % there
PERMUTATIONS, CHUNK = 4000, 200
ENOUGH = 40  # permutations at least as extreme, after which p is known well enough
MOST_AT_ONCE = 2_000_000  # numbers shuffled together
SINGULAR = 1e-9  # of the largest eigenvalue


def sidak(level: float, times: int) -> float:
    """The level of each of so many intervals that hold together at `level` (Šidák 1967).

    >>> round(sidak(0.95, 4), 4)
    0.9873
    """
    return float(level ** (1 / max(1, times)))


def hotelling(mean: Floats, covariance: Floats) -> tuple[float, int]:
    """T² = d′V⁻¹d over the directions that vary, and their number; V is the means' covariance.

    Hotelling 1931. A mean that is off where nothing varies gives infinity.
    """
    values, vectors = np.linalg.eigh(covariance)
    top = float(values.max(initial=0.0))
    along = vectors.T @ mean
    varies = values > SINGULAR * top if top > 0 else np.zeros(len(values), np.bool_)
    if (np.abs(along[~varies]) > 1e-9).any():
        return math.inf, max(1, int(varies.sum()))
    return float((along[varies] ** 2 / values[varies]).sum()), int(varies.sum())


def covariance_of(rest: Floats, total: float) -> Floats:
    """The covariance of means whose residuals per unit are `rest`, (units, k), over `total`."""
    units = len(rest)
    found: Floats = units / (units - 1) * rest.T @ rest / total**2
    return found


def even_shares(shares: Floats, games: Floats, decided: Floats, seed: int = 1) -> Fit:
    """Whether all N seats win alike: T² on N − 1 of them, or by permuting seats within games.

    shares: (units, N), summed shares of the win; games: (units,); decided: (N,) games that each
    seat won without all sharing. By permutation for fewer than `FEW_GAMES` games, a seat with fewer
    than `FEW_DECIDED`, or shares that do not vary on their own. w is Cohen's, of the mean shares.
    """
    n, seats = float(games.sum()), shares.shape[1]
    if n <= 0 or seats < 2:
        return Fit(0.0, max(0, seats - 1), 1.0, 0.0, "")
    mean = shares.sum(axis=0) / n
    off = mean - 1 / seats
    w = math.sqrt(seats * float((off * off).sum()))
    rest = shares - games[:, None] / seats
    if len(shares) > 1:
        covariance = covariance_of(shares - games[:, None] * mean, n)[:-1, :-1]
        statistic, degrees = hotelling(off[:-1], covariance)
        if n >= FEW_GAMES and degrees == seats - 1 and decided.min() >= FEW_DECIDED:
            return Fit(statistic, degrees, chi_squared_tail(statistic, degrees), w, "Hotelling T²")
    return Fit(w * w * n, seats - 1, permuted(rest, seed), w, "permutation of seats")


def permuted(rest: Floats, seed: int) -> float:
    """The p-value of Σ (Σ rest)² when the seats of every unit may as well change places.

    rest: (units, N), what each seat got more than its part. Stops early where p is large (Besag &
    Clifford 1991).
    """
    x = rest[np.abs(rest).max(axis=1, initial=0.0) > 1e-12]
    if not len(x):
        return 1.0
    return _p_of(x, seed, _swapped)


def _p_of(x: Floats, seed: int, shuffled: Callable[[Floats, int, int], Floats]) -> float:
    """How often Σ (column sums)² of shuffled rows is as large as that of the rows, and one more."""
    seen = float((x.sum(axis=0) ** 2).sum()) * (1 - 1e-9)
    at_once = max(1, min(CHUNK, MOST_AT_ONCE // x.size))
    extreme = done = 0
    while done < PERMUTATIONS and extreme < ENOUGH:
        sums = shuffled(x, at_once, seed * PERMUTATIONS + done)
        extreme += int(((sums**2).sum(axis=1) >= seen).sum())
        done += at_once
    return (extreme + 1) / (done + 1)


def _swapped(x: Floats, times: int, key: int) -> Floats:
    """Column sums, (times, N), of the rows with their columns in random order."""
    drawn = mixed(times * x.size, key).reshape(times, *x.shape)
    found: Floats = np.take_along_axis(x[None], np.argsort(drawn, axis=2), axis=2).sum(axis=1)
    return found


def _flipped(x: Floats, times: int, key: int) -> Floats:
    """Column sums, (times, k), of the rows with random signs."""
    signs = (mixed(times * len(x), key) >> np.uint64(63)).astype(np.float64) * 2 - 1
    found: Floats = signs.reshape(times, len(x)) @ x
    return found


def any_difference(changes: Floats, games: float, seed: int = 1) -> Fit:
    """Whether any of k paired means differs from 0; changes: (units, k), other − base, summed.

    T² over the directions that vary; for few games, or few units in which anything changed, by
    giving whole units the other sign (Fisher 1935).
    """
    units = changes[np.abs(changes).max(axis=1, initial=0.0) > 1e-12]
    mean = changes.sum(axis=0) / max(1.0, games)
    w = math.sqrt(float((mean * mean).sum()))
    if games >= FEW_GAMES and len(units) >= FEW_DECIDED * (changes.shape[1] + 1):
        covariance = covariance_of(changes - changes.mean(axis=0), games)
        statistic, degrees = hotelling(mean, covariance)
        return Fit(statistic, degrees, chi_squared_tail(statistic, degrees), w, "Hotelling T²")
    p = _p_of(units, seed, _flipped) if len(units) else 1.0
    return Fit(w, changes.shape[1], p, w, "permutation of signs")


def discovered(estimates: Sequence[Estimate], found: Sequence[bool]) -> list[Estimate]:
    """Estimates with the intervals by which some of them were found to stand out.

    Each is as wide as the Benjamini–Hochberg procedure asks: at level 1 − 5 % · found ÷ all. Those
    found, and no others, then lie apart from what they were tested against; of their intervals at
    most 5 % are expected to miss (false coverage rate, Benjamini & Yekutieli 2005). What is
    withheld was not tested, and stays.
    """
    tested = sum(not e.withheld for e in estimates)
    level = 1 - (1 - LEVEL) * max(1, sum(found)) / max(1, tested)
    by = z_of(level) / z_of()

    def widened(e: Estimate) -> Estimate:
        low, high = (e.value + by * (x - e.value) for x in (e.low, e.high))
        return replace(e, low=low, high=high)

    return [e if e.withheld else widened(e) for e in estimates]
