"""One measure over the settings, as a small Gaussian process: told means, it draws surfaces.

The kernel is a constant, a line along every column, a bent part and a part of each cell's own
(so that steps and saw-teeth are believed when they are seen). Of several columns each may bend
alone, too, so that what one does is known wherever the others stand (Duvenaud, Nickisch & Rasmussen
2011). How strong each part is and how far it reaches is weighed by the likelihood of what was told
(Rasmussen & Williams 2006, 5.4). A share is heard as games won and lost, not as log odds with an
error: one that is never won says that the odds are low, not how low.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REACHES = (0.15, 0.4, 1.0)  # of the bent part; an axis is 1 long
BENT = (0.3, 1.0)  # its standard deviation, against the spread of what was told
TOGETHER = (0.05, 0.2)  # what is left to all columns together where each bends alone
CROSSED = 0.5  # of the products of two columns there
OWN = (0.03, 0.12, 0.4)  # of the cells' own part
CONSTANT, SLOPE = 5.0, 2.0  # of the constant and of the lines
WEIGHED = 6  # kernels of either kind kept, those that explain best
DOUBT = 0.35  # least belief in corners
FAINT = 0.04  # belief below which a surface is not drawn
MOST_STEPS = 15  # towards the likeliest odds,
STRIDE = 2.0  # none longer than so,
CLOSE = 0.01  # until none moves more than so,
FARTHEST = 12.0  # and none farther out: a share of 6 in a million
_JITTER = 1e-9


@dataclass(frozen=True, slots=True)
class Kernel:
    """The similarity of two cells, in units of the spread of the observations."""

    is_smooth: bool  # bends without corners, else with them
    reach: float
    bent: float  # all columns together
    own: float
    alone: float = 0.0  # each column, and products of two if there is any

    def __call__(self, pairs: "Pairs") -> Floats:
        """(len(a), len(b)), without the cells' own part."""
        covariance = pairs.straight + self.bent**2 * pairs.bent(self.is_smooth, self.reach)
        if self.alone:
            covariance += self.alone**2 * pairs.bent(self.is_smooth, self.reach, alone=True)
            covariance += pairs.crossed
        return covariance

    def variance(self, a: Floats) -> Floats:
        """(len(a),): the diagonal, the cells' own part with it."""
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
    """Points against points, and what kernels share of it: kept, for many ask the same."""

    def __init__(self, a: Floats, b: Floats) -> None:
        self.a, self.b = a, b
        self._products: Floats = (a - 0.5) @ (b - 0.5).T
        self._apart = [(x[:, None] - y[None, :]) ** 2 for x, y in zip(a.T, b.T, strict=True)]
        self._together = [np.sum(self._apart, axis=0)]
        self._kept: dict[tuple[bool, float, bool], Floats] = {}

    @cached_property
    def straight(self) -> Floats:
        """(len(a), len(b)): the constant and the lines."""
        return CONSTANT**2 + SLOPE**2 * self._products

    @cached_property
    def crossed(self) -> Floats:
        """(len(a), len(b)): the products of two columns."""
        squares = (self.a - 0.5) ** 2 @ ((self.b - 0.5) ** 2).T
        return CROSSED**2 * (self._products**2 - squares) / 2

    def bent(self, is_smooth: bool, reach: float, alone: bool = False) -> Floats:
        """(len(a), len(b)): similarity of curvature, over all columns, or `alone` and added."""
        key = is_smooth, reach, alone
        if key not in self._kept:
            far = [apart / reach**2 for apart in (self._apart if alone else self._together)]
            each = [np.exp(-0.5 * x if is_smooth else -np.sqrt(x)) for x in far]
            self._kept[key] = np.sum(each, axis=0)
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Surface:
    """What is known of a measure under one kernel, given means at `x`."""

    x: Floats  # (n, columns)
    middle: float
    spread: float
    kernel: Kernel
    inverse: Floats  # (n, n) of the Cholesky factor of what was told
    weights: Floats  # (n,)
    likelihood: float  # logarithm

    def at(self, pairs: Pairs, seen: Ints) -> tuple[Floats, Floats]:
        """Mean and standard deviation at each point.

        `told`: `x` against the points; `seen`: each point's place in `x`, or −1.
        """
        mean, half = self._reduced(pairs, seen)
        variance = self.kernel.variance(pairs.b) - (half * half).sum(axis=0)
        deviation: Floats = np.sqrt(np.maximum(variance, _JITTER))
        return self.middle + self.spread * mean, self.spread * deviation

    def draws(
        self, pairs: Pairs, seen: Ints, among: Pairs, n: int, rng: np.random.Generator
    ) -> Floats:
        """(n, points): surfaces at the points, drawn jointly.

        `told`: `x` against the points; `among`: the points against each other.
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
    """Shares of games, and how many games, each won or lost, they are as good as: (n,) each."""

    values: Floats
    trials: Floats

    def as_normal(
        self, prior: Floats, observed: Floats, variance: Floats, middle: float, spread: float
    ) -> tuple[Floats, Floats, Floats]:
        """Means, variances, a logarithm: normal errors that say of each surface what shares say.

        Laplace's approximation (Rasmussen & Williams 2006, 3.4): a share of 0 or 1 rules out one
        side, and says little of how far on the other the odds lie. `prior`: (surfaces, n, n)
        covariances at the cells; `told`, `variance`: (n,), where to begin, in units of `spread`
        about `middle`. The logarithms are what the shares' likelihood has above that of the normal
        errors.
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
    """Surfaces through what was told, one a kernel that explains it well, the likeliest first.

    x: (n, columns), y and noise: (n,), noise the variance of each mean; `kernels`: if none is named
    all there are; `least`: the spread that is granted even where the few means so far look alike;
    `shares`: what y are the log odds of, where it is shares.
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
    """How much each surface is believed, from its likelihood; they add up to 1.

    Those with corners are never believed less than `DOUBT` together: few means look smooth.
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
    """(n, points): n surfaces, of each kind as many as it is believed, in random order."""
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
