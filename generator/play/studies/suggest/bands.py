"""The target bands of a search, and its estimates for a setting, on the scale of the model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from generator.play.studies.suggest.lattice import Floats
from generator.play.studies.suggest.surface import (
    Shares,
)

ZONE = 0.25  # width of the zone on each side of a band's edge, as a share of half the band's width
# least variance of a share, relative to the variance of games that are won or lost
LEAST_DOUBT = 0.3
SHORT = 0.01  # turns; the least mean length, so that its log is finite


@dataclass(frozen=True, slots=True)
class Band:
    """The wanted band of a measure, from low to high; either bound may be infinite.

    `zone` is its soft edge.

    A share is modelled on the logit scale; a length, which is positive, on the log scale. `half` is
    half the width of the band; 0 means four zones.
    """

    low: float
    high: float
    zone: float
    is_share: bool
    half: float = 0.0
    is_length: bool = False

    @property
    def depth(self) -> float:
        """Half the width of the band, in zones."""
        return self.half / self.zone if self.half else 1 / ZONE

    def widened(self, by: float) -> tuple[float, float]:
        """Return the band, wider by `by` zones on each side, or narrower if `by` is negative."""
        return self.low - by * self.zone, self.high + by * self.zone

    def scaled(self, x: float) -> float:
        """Return a value on the scale of the model."""
        if math.isinf(x) or not (self.is_share or self.is_length):
            return x
        if x <= 0:
            return -math.inf
        if self.is_length:
            return math.log(x)
        return math.inf if x >= 1 else math.log(x / (1 - x))

    def unscaled(self, x: Floats) -> Floats:
        """Return values on the scale of the model as values of the measure."""
        if self.is_length:
            return np.exp(x)
        return 1 / (1 + np.exp(-x)) if self.is_share else x

    @property
    def edge(self) -> float:
        """Return the width of a zone on the scale of the model."""
        bounds = [x for x in (self.low, self.high) if 0 < x < math.inf]
        if self.is_length:
            return self.zone / min(bounds, default=1.0)
        inner = [x * (1 - x) for x in bounds if x < 1]
        return self.zone / max(inner, default=0.25) if self.is_share else self.zone

    def margin(self, x: Floats) -> Floats:
        """Return the distance of values from the nearest edge of the band, in zones; negative
        outside.
        """
        inside: Floats = np.minimum(x - self.low, self.high - x) / self.zone
        return inside


@dataclass(frozen=True, slots=True)
class Sample:
    """All games of a cell so far, with their number, and the mean of each measure with its
    variance.
    """

    n: int
    means: Floats
    variances: Floats


def means_of(samples: Sequence[Sample], g: int) -> tuple[Floats, Floats]:
    """Return the means of measures, and the variances of these means."""
    return np.array([s.means[g] for s in samples]), np.array([s.variances[g] for s in samples])


def shrunk(samples: Sequence[Sample], g: int) -> tuple[Floats, Floats]:
    """Return shares and variances with half a game more won and half a game more lost."""
    (mean, variance), n = means_of(samples, g), np.array([float(s.n) for s in samples])
    p = (mean * n + 0.5) / (n + 1)
    return p, np.maximum(variance, LEAST_DOUBT * p * (1 - p) / n)


def on_scale(band: Band, samples: Sequence[Sample], g: int) -> tuple[Floats, Floats]:
    """Return means and their variances on the scale of the model."""
    if not band.is_share:
        mean, variance = means_of(samples, g)
        variance = np.maximum(variance, 1e-12 + 1e-6 * float(np.max(variance, initial=0.0)))
        if not band.is_length:
            return mean, variance
        mean = np.maximum(mean, SHORT)
        return np.log(mean), variance / mean**2
    p, variance = shrunk(samples, g)
    slope = 1 / (p * (1 - p))
    return np.log(p / (1 - p)), variance * slope * slope


def shares_of(samples: Sequence[Sample], g: int) -> Shares:
    """Return shares and effective numbers of games; a shared win carries less variance."""
    means, variance = means_of(samples, g)
    values, n = np.clip(means, 0.0, 1.0), np.array([float(s.n) for s in samples])
    spread = values * (1 - values)
    is_known = (variance > 0) & (spread > 0)
    trials = np.where(is_known, spread / np.where(is_known, variance, 1.0), n)
    return Shares(values, np.minimum(trials, n / LEAST_DOUBT))
