"""Tests several means at once: whether all seats win equally often, and whether any number differs
between settings. Rows are sums over independent units, which are single games or blocks of
consecutive games. If seats are alike, the seats of a whole block may be swapped, so permutations
also work on blocks.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics.distributions import chi_squared_tail
from generator.play.statistics.inference import LEVEL, Estimate, Fit, mixed, z_of

Floats = NDArray[np.float64]

FEW_GAMES = 200  # fewer games are tested by permutation
# fewer decided games of a seat are also tested by permutation, because χ² then errs in 9 to 15
# % of cases
FEW_DECIDED = 15
PERMUTATIONS, CHUNK = 4000, 200
ENOUGH = 40  # number of extreme permutations after which p is precise enough
MOST_AT_ONCE = 2_000_000  # greatest number of values shuffled at once
SINGULAR = 1e-9  # an eigenvalue below this share of the largest eigenvalue counts as 0


def sidak(level: float, times: int) -> float:
    """Return the level of each of `times` intervals that hold together at `level` (Šidák 1967).

    >>> round(sidak(0.95, 4), 4)
    0.9873
    """
    return float(level ** (1 / max(1, times)))


def hotelling(mean: Floats, covariance: Floats) -> tuple[float, int]:
    """Return T² = d′V⁻¹d over the directions that vary, and their number; V is the covariance
    (Hotelling 1931). A mean that differs from 0 in a direction without variance gives infinity.
    """
    values, vectors = np.linalg.eigh(covariance)
    top = float(values.max(initial=0.0))
    along = vectors.T @ mean
    varies = values > SINGULAR * top if top > 0 else np.zeros(len(values), np.bool_)
    if (np.abs(along[~varies]) > 1e-9).any():
        return math.inf, max(1, int(varies.sum()))
    return float((along[varies] ** 2 / values[varies]).sum()), int(varies.sum())


def covariance_of(rest: Floats, total: float) -> Floats:
    """Return the covariance of means from residuals `rest`, (units, k), divided by `total`."""
    units = len(rest)
    covariance: Floats = units / (units - 1) * rest.T @ rest / total**2
    return covariance


def even_shares(shares: Floats, games: Floats, decided: Floats, seed: int = 1) -> Fit:
    """Test whether all N seats win equally often, by T² on N − 1 seats or by permuting seats within
    games. shares: (units, N), summed shares of the win; games: (units,); decided: (N,) games that
    each seat won without a tie of all seats. The permutation test is used for fewer than
    `FEW_GAMES` games, for a seat with fewer than `FEW_DECIDED` such games, or for shares that do
    not vary. w is Cohen's w of the mean shares.
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
    """Return the p-value of Σ (Σ rest)² when the seats of every unit are exchangeable.

    rest: (units, N), each seat's share minus its expected share. The test stops early if p is large
    (Besag & Clifford 1991).
    """
    x = rest[np.abs(rest).max(axis=1, initial=0.0) > 1e-12]
    if not len(x):
        return 1.0
    return _p_of(x, seed, _swapped)


def _p_of(x: Floats, seed: int, shuffled: Callable[[Floats, int, int], Floats]) -> float:
    """Return (k + 1) / (n + 1), where k of n shuffles have Σ (column sums)² at least as large."""
    seen = float((x.sum(axis=0) ** 2).sum()) * (1 - 1e-9)
    at_once = max(1, min(CHUNK, MOST_AT_ONCE // x.size))
    extreme = done = 0
    while done < PERMUTATIONS and extreme < ENOUGH:
        sums = shuffled(x, at_once, seed * PERMUTATIONS + done)
        extreme += int(((sums**2).sum(axis=1) >= seen).sum())
        done += at_once
    return (extreme + 1) / (done + 1)


def _swapped(x: Floats, times: int, key: int) -> Floats:
    """Return column sums, (times, N), of the rows with each row's columns in random order."""
    drawn = mixed(times * x.size, key).reshape(times, *x.shape)
    sums: Floats = np.take_along_axis(x[None], np.argsort(drawn, axis=2), axis=2).sum(axis=1)
    return sums


def _flipped(x: Floats, times: int, key: int) -> Floats:
    """Return column sums, (times, k), of the rows with random signs."""
    signs = (mixed(times * len(x), key) >> np.uint64(63)).astype(np.float64) * 2 - 1
    sums: Floats = signs.reshape(times, len(x)) @ x
    return sums


def any_difference(changes: Floats, games: float, seed: int = 1) -> Fit:
    """Test whether any of k paired means differs from 0; changes: (units, k), other − base, summed.

    The test uses T² over the directions that vary. With few games, or few units that change, the
    signs of whole units are flipped instead (Fisher 1935).
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


def discovered(estimates: Sequence[Estimate], is_discovery: Sequence[bool]) -> list[Estimate]:
    """Return the estimates with intervals that agree with the discoveries among them.

    The level follows the Benjamini–Hochberg procedure and is 1 − 5 % · discoveries ÷ tests. Exactly
    the discoveries then exclude their tested value, and at most 5 % of their intervals are expected
    to miss the true value (false coverage rate, Benjamini & Yekutieli 2005). Withheld estimates
    were not tested and stay unchanged.
    """
    tested = sum(not e.withheld for e in estimates)
    level = 1 - (1 - LEVEL) * max(1, sum(is_discovery)) / max(1, tested)
    by = z_of(level) / z_of()

    def widened(e: Estimate) -> Estimate:
        low, high = (e.value + by * (x - e.value) for x in (e.low, e.high))
        return replace(e, low=low, high=high)

    return [e if e.withheld else widened(e) for e in estimates]
