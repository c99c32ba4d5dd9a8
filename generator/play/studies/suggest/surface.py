"""Models one measure over all settings as a small Gaussian process that draws surfaces.

The kernel has a constant, a line along every column, a smooth or cornered part, and a separate part
for each cell, so that steps and saw-teeth can be fitted. With several columns, each column may also
bend alone, so that its effect is known at all values of the other columns (Duvenaud, Nickisch &
Rasmussen 2011). The strength and the reach of each part are weighted by the likelihood of the data
(Rasmussen & Williams 2006, 5.4). A share is entered as games won and lost instead of log odds with
an error, because a share of 0 shows that the odds are low, but not how low.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REACHES = (0.15, 0.4, 1.0)  # length scales of the bent part; an axis has length 1
BENT = (0.3, 1.0)  # standard deviation of the bent part, relative to the spread of the data
TOGETHER = (0.05, 0.2)  # the same deviation for all columns together, if each bends alone
CROSSED = 0.5  # strength of the products of two columns, if each bends alone
OWN = (0.03, 0.12, 0.4)  # standard deviation of the separate part of each cell
CONSTANT, SLOPE = 5.0, 2.0  # standard deviations of the constant and of the lines
WEIGHED = 6  # greatest number of kernels of either kind that are kept, by likelihood
DOUBT = 0.35  # least weight of kernels with corners
FAINT = 0.04  # weight below which a surface is not drawn
MOST_STEPS = 15  # greatest number of Newton steps towards the likeliest odds
STRIDE = 2.0  # length of the longest step
CLOSE = 0.01  # steps end when no step is longer than this length
FARTHEST = 12.0  # largest log odds, a share of 6 in a million
_JITTER = 1e-9


@dataclass(frozen=True, slots=True)
class Kernel:
    """The similarity of two cells, in units of the spread of the observations."""

    is_smooth: bool  # whether the surface bends without corners
    reach: float
    bent: float  # strength of all columns together
    own: float
    alone: float = 0.0  # strength of each column alone, with products of two columns if not 0

    def __call__(self, pairs: "Pairs") -> Floats:
        """Return similarities, (len(a), len(b)), without the separate part of each cell."""
        covariance = pairs.straight + self.bent**2 * pairs.bent(self.is_smooth, self.reach)
        if self.alone:
            covariance += self.alone**2 * pairs.bent(self.is_smooth, self.reach, alone=True)
            covariance += pairs.crossed
        return covariance

    def variance(self, a: Floats) -> Floats:
        """Return the diagonal, (len(a),), with the separate part of each cell."""
        squares = (a - 0.5) ** 2
        steep = squares.sum(axis=1)
        variance: Floats = CONSTANT**2 + SLOPE**2 * steep + self.bent**2 + self.own**2
        if self.alone:
            variance += a.shape[1] * self.alone**2
            variance += CROSSED**2 * (steep**2 - (squares**2).sum(axis=1)) / 2
        return variance


KERNELS = tuple(
    Kernel(s, r, b, o) for s in (True, False) for r in REACHES for b in BENT for o in OWN
)
KERNELS_OF_SEVERAL = KERNELS + tuple(
    Kernel(s, r, t, o, b)
    for s in (True, False)
    for r in REACHES
    for b in BENT
    for t in TOGETHER
    for o in OWN
)


class Pairs:
    """Distances between points and other parts that kernels share, which are kept for reuse."""

    def __init__(self, a: Floats, b: Floats) -> None:
        self.a, self.b = a, b
        self._products: Floats = (a - 0.5) @ (b - 0.5).T
        self._apart = [(x[:, None] - y[None, :]) ** 2 for x, y in zip(a.T, b.T, strict=True)]
        self._together = [np.sum(self._apart, axis=0)]
        self._kept: dict[tuple[bool, float, bool], Floats] = {}

    @cached_property
    def straight(self) -> Floats:
        """Return the constant and the lines, (len(a), len(b))."""
        return CONSTANT**2 + SLOPE**2 * self._products

    @cached_property
    def crossed(self) -> Floats:
        """Return the products of two columns, (len(a), len(b))."""
        squares = (self.a - 0.5) ** 2 @ ((self.b - 0.5) ** 2).T
        return CROSSED**2 * (self._products**2 - squares) / 2

    def bent(self, is_smooth: bool, reach: float, alone: bool = False) -> Floats:
        """Return the bent part, (len(a), len(b)), of all columns together, or of each column
        `alone` and added.
        """
        key = is_smooth, reach, alone
        if key not in self._kept:
            far = [apart / reach**2 for apart in (self._apart if alone else self._together)]
            each = [np.exp(-0.5 * x if is_smooth else -np.sqrt(x)) for x in far]
            self._kept[key] = np.sum(each, axis=0)
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Surface:
    """The model of a measure under one kernel, given means at `x`."""

    x: Floats  # (n, columns)
    middle: float
    spread: float
    kernel: Kernel
    inverse: Floats  # (n, n), inverse of the Cholesky factor of the data's covariance
    weights: Floats  # (n,)
    likelihood: float  # logarithm of the likelihood

    def at(self, pairs: Pairs, seen: Ints) -> tuple[Floats, Floats]:
        """Return mean and standard deviation at each point.

        `pairs` holds the distances from the cells in `x` to the points. `seen` holds each point's
        index in `x`, or −1 for a point that is not in `x`.
        """
        mean, half = self._reduced(pairs, seen)
        variance = self.kernel.variance(pairs.b) - (half * half).sum(axis=0)
        deviation: Floats = np.sqrt(np.maximum(variance, _JITTER))
        return self.middle + self.spread * mean, self.spread * deviation

    def draws(
        self, pairs: Pairs, seen: Ints, among: Pairs, n: int, rng: np.random.Generator
    ) -> Floats:
        """Return surfaces at the points, drawn jointly, (n, points).

        `pairs` and `seen` are those of `at`. `among` holds the distances between the points.
        """
        mean, half = self._reduced(pairs, seen)
        cover = self.kernel(among) - half.T @ half
        cover[np.diag_indices(len(cover))] += self.kernel.own**2 + 1e-6
        moved = rng.standard_normal((n, len(cover))) @ np.linalg.cholesky(cover).T
        draws: Floats = self.middle + self.spread * (mean + moved)
        return draws

    def _reduced(self, pairs: Pairs, seen: Ints) -> tuple[Floats, Floats]:
        across = self.kernel(pairs)
        own = np.flatnonzero(seen >= 0)
        across[seen[own], own] += self.kernel.own**2
        return across.T @ self.weights, self.inverse @ across


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares, and the effective numbers of games that were won or lost, (n,) each."""

    values: Floats
    trials: Floats

    def as_normal(
        self, prior: Floats, observed: Floats, variance: Floats, middle: float, spread: float
    ) -> tuple[Floats, Floats, Floats]:
        """Return means, variances and a logarithm: normal errors equivalent to the shares.

        Laplace's approximation (Rasmussen & Williams 2006, 3.4). A share of 0 or 1 rules out one
        side and says little about the size of the odds on the other side. `prior`: (surfaces, n, n)
        covariances at the cells. `observed`, `variance`: (n,), starting values in units of `spread`
        about `middle`. The logarithms are the excess of the shares' likelihood over that of the
        normal errors.
        """
        places = np.arange(len(observed))
        observed, variance = (np.tile(each, (len(prior), 1)) for each in (observed, variance))
        odds = middle + spread * observed
        moving = np.arange(len(prior))
        for _ in range(MOST_STEPS):
            noisy = prior[moving]
            noisy[:, places, places] += variance[moving]
            left = np.linalg.solve(noisy, observed[moving, :, None])
            believed = (prior[moving] @ left)[:, :, 0]
            before = odds[moving]
            after = np.clip(middle + spread * believed, before - STRIDE, before + STRIDE)
            odds[moving] = after = np.clip(after, -FARTHEST, FARTHEST)
            moves = np.max(np.abs(after - before), axis=1) >= CLOSE
            moving, after = moving[moves], after[moves]
            if not len(moving):
                break
            chance = 1 / (1 + np.exp(-after))
            information = self.trials * chance * (1 - chance)
            observed[moving] = (
                after + self.trials * (self.values - chance) / information - middle
            ) / spread
            variance[moving] = 1 / information / spread**2
        off = observed - (odds - middle) / spread
        likelihood = self.trials * (self.values * odds - np.logaddexp(0.0, odds))
        above: Floats = likelihood + 0.5 * off * off / variance + 0.5 * np.log(variance)
        return observed, variance, above.sum(axis=1)


def fitted(
    x: Floats,
    y: Floats,
    noise: Floats,
    kernels: Sequence[Kernel] = (),
    least: float = 0.0,
    shares: Shares | None = None,
) -> list[Surface]:
    """Return surfaces through the data, one for each kernel that fits well, the likeliest first.

    x: (n, columns); y and noise: (n,), where noise is the variance of each mean. `kernels` are the
    kernels to use, by default all. `least` is the smallest assumed spread, even if the few means
    are alike. `shares` are the shares whose log odds are y, if the measure is a share.
    """
    weight = 1 / (noise + np.var(y) + _JITTER)
    middle = float((weight * y).sum() / weight.sum())
    seen = float(np.sqrt(np.mean((y - middle) ** 2)))
    spread = max(seen, float(np.sqrt(np.min(noise))), least, 1e-9)
    pairs, places = Pairs(x, x), np.arange(len(x))
    kernels = kernels or (KERNELS_OF_SEVERAL if x.shape[1] > 1 else KERNELS)
    cover = np.stack([kernel(pairs) for kernel in kernels])
    cover[:, places, places] += np.array([kernel.own**2 for kernel in kernels])[:, None] + 1e-8
    observed, variance, likelihood = (
        (y - middle) / spread,
        noise / spread**2,
        np.zeros(len(kernels)),
    )
    if shares is not None:
        observed, variance, likelihood = shares.as_normal(cover, observed, variance, middle, spread)
    cover[:, places, places] += variance
    root = np.linalg.cholesky(cover)
    inverse = np.linalg.inv(root)
    half = inverse @ np.broadcast_to(observed, (len(kernels), len(x)))[:, :, None]
    likelihood = likelihood - 0.5 * (half * half).sum(axis=(1, 2))
    likelihood -= np.log(root[:, places, places]).sum(axis=1)
    weights = (inverse.transpose(0, 2, 1) @ half)[:, :, 0]
    surfaces = [
        Surface(x, middle, spread, kernel, inverse[k], weights[k], float(likelihood[k]))
        for k, kernel in enumerate(kernels)
    ]
    surfaces.sort(key=lambda surface: -surface.likelihood)
    kinds = [
        [s for s in surfaces if s.kernel.is_smooth is smooth][:WEIGHED] for smooth in (True, False)
    ]
    return sorted(kinds[0] + kinds[1], key=lambda surface: -surface.likelihood)


def weights_of(surfaces: Sequence[Surface]) -> Floats:
    """Return the weight of each surface by its likelihood; the weights add up to 1.

    The total weight of surfaces with corners is never less than `DOUBT`, because few means look
    smooth.
    """
    weights: Floats = np.exp(np.array([s.likelihood - surfaces[0].likelihood for s in surfaces]))
    weights = weights / weights.sum()
    rough = np.array([not s.kernel.is_smooth for s in surfaces])
    share = float(weights[rough].sum())
    if 0 < share < DOUBT:
        weights = np.where(rough, weights * DOUBT / share, weights * (1 - DOUBT) / (1 - share))
    return weights


def drawn(
    surfaces: Sequence[Surface], points: Floats, seen: Ints, n: int, rng: np.random.Generator
) -> Floats:
    """Return n surfaces, (n, points), in random order and in proportion to their weights."""
    weights = weights_of(surfaces)
    weights = np.where(weights < FAINT, 0.0, weights)
    ends = np.rint(n * np.cumsum([0.0, *(weights / weights.sum())])).astype(int)
    pairs, among = Pairs(surfaces[0].x, points), Pairs(points, points)
    parts = [
        surface.draws(pairs, seen, among, int(count), rng)
        for surface, count in zip(surfaces, np.diff(ends), strict=True)
        if count
    ]
    draws: Floats = rng.permutation(np.concatenate(parts))
    return draws
