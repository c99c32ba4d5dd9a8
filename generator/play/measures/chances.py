"""Measures from win chances over a game, and the part of the result that chance decides.

There are N seats; a game has M decisions and one winner w. E_p(t) is the estimated win chance of
seat p after t decisions.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate

Floats = NDArray[np.float64]

DECIDED = 0.9  # share of wins of the best-placed seat from which games count as decided


def drama(chances: Floats, winner: int) -> float:
    """Return the mean of √(max_p E_p − E_w) over moments with the winner behind; 0 if there is no
    such moment. chances: (moments, N). After Browne & Maire 2010; for N players Xexéo et al. 2016.
    """
    deficit = chances.max(axis=1) - chances[:, winner]
    behind = deficit > 0
    return float(np.sqrt(deficit[behind]).mean()) if behind.any() else 0.0


def decisiveness(chances: Floats, winner: int, at: Sequence[int], decisions: int) -> float:
    """Return the share of the game played after it was decided: (M − t*) / M.

    θ is the best chance any loser ever had, t* the first moment at which E_w exceeds it.
    at: (moments,) decisions made by each moment. After Browne & Maire 2010.
    """
    losers = np.delete(chances, winner, axis=1)
    threshold = losers.max() if losers.size else 0.0
    above = np.flatnonzero(chances[:, winner] > threshold)
    return (decisions - at[int(above[0])]) / decisions if len(above) else 0.0


def best_wins(chances: Floats, winner: int) -> Floats:
    """Return (moments,): 1 if the winner has the best chance, a fraction in a tie, else 0.

    Only the order of the chances counts, not their size, because playouts of weak players
    exaggerate the size.
    """
    best = chances == chances.max(axis=1, keepdims=True)
    shares: Floats = best[:, winner] / best.sum(axis=1)
    return shares


def decision_time(wins: Sequence[Estimate]) -> Estimate:
    """Return the share of the game after which the best-placed seat wins nine games in ten.

    `wins` has the share of games that the seat with the best chance at 0, 1/n, …, n/n of the game
    wins, with intervals. The result is the point at which the curve, made non-decreasing (isotonic
    regression, Barlow et al. 1972), reaches 0.9. The limits are the moments just before and after
    the curves of the intervals' limits reach 0.9, because nothing is known between two moments. If
    a curve never reaches 0.9, the point is the end of the game.
    """
    last = len(wins) - 1
    value, low, high = (
        _reached(np.array([getattr(e, name) for e in wins])) for name in ("value", "high", "low")
    )
    low, high = math.floor(low * last + 1e-9) / last, math.ceil(high * last - 1e-9) / last
    return Estimate(value, low, high, wins[0].n, "inverted", wins[0].needed)


def _reached(curve: Floats) -> float:
    """Return the first share of the game at which the non-decreasing curve reaches `DECIDED`."""
    rising = isotonic(curve)
    above = np.flatnonzero(rising >= DECIDED)
    if not len(above):
        return 1.0
    k = int(above[0])
    if k == 0:
        return 0.0
    part = (DECIDED - rising[k - 1]) / (rising[k] - rising[k - 1])
    return float(k - 1 + part) / (len(curve) - 1)


def isotonic(curve: Floats) -> Floats:
    """Return the least-squares non-decreasing curve (Barlow et al. 1972, max–min formula).

    >>> isotonic(np.array([0.5, 0.75, 0.5, 1.0])).tolist()
    [0.5, 0.625, 0.625, 1.0]
    """
    n = len(curve)
    sums = np.concatenate([[0.0], np.cumsum(curve)])
    means = np.array(
        [[(sums[b + 1] - sums[a]) / (b + 1 - a) if b >= a else np.inf for b in range(n)]
         for a in range(n)]
    )  # fmt: skip
    least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]  # minimum over ends from b on
    return np.array([least[: i + 1, i].max() for i in range(n)])


def uncertainty(chances: Floats, at: Sequence[int], decisions: int) -> tuple[float, float]:
    """Return the mean of −Σ E_p log E_p / log N over the game and over its last third."""
    entropy = inference.normal_entropy(chances)
    late = np.array(at) >= 2 * decisions / 3
    return float(entropy.mean()), float(entropy[late].mean()) if late.any() else 0.0


def settled_by_seed(shares: Floats) -> Estimate:
    """Return the part of the variance of a seat's win that the seed explains.

    `shares` is (seeds, repeats, N), the win shares of games that repeat a seed's draws with other
    choices. Intraclass correlation (MSB − MSW) / (MSB + (R − 1) MSW), one-way (Fisher 1925), seats
    pooled; the interval is a jackknife over seeds. At 0 the seed explains nothing, at 1 it explains
    everything.
    """
    seeds, repeats, _ = shares.shape
    means = shares.mean(axis=1)
    grand = means.mean(axis=0)
    between = repeats * ((means - grand) ** 2).sum(axis=1)
    within = ((shares - means[:, None, :]) ** 2).sum(axis=(1, 2))

    def correlation(b: float, w: float, n: int) -> float:
        msb, msw = b / (n - 1), w / (n * (repeats - 1))
        bottom = msb + (repeats - 1) * msw
        return (msb - msw) / bottom if bottom > 0 else 0.0

    value = correlation(float(between.sum()), float(within.sum()), seeds)
    lost = between * seeds / (seeds - 1)  # without a seed, the grand mean also changes
    left_out = np.array(
        [
            correlation(float(between.sum() - lost[i]), float(within.sum() - within[i]), seeds - 1)
            for i in range(seeds)
        ]
    )
    error = math.sqrt((seeds - 1) / seeds * float(((left_out - left_out.mean()) ** 2).sum()))
    half = inference.z_of() * error
    share = min(1.0, max(0.0, value))
    low, high = max(0.0, share - half), min(1.0, share + half)
    return Estimate(share, low, high, seeds * repeats, "jackknife over seeds")


def in_order(part: Estimate, whole: Estimate) -> tuple[Estimate, Estimate]:
    """Return both values, with the part no larger than its whole.

    Values that chance has put in the wrong order are replaced by their mean (isotonic regression,
    Barlow et al. 1972). Intervals are only widened, so they keep their coverage.
    """
    mean = (part.value + whole.value) / 2
    return (
        replace(part, value=min(part.value, mean), low=min(part.low, whole.low)),
        replace(whole, value=max(whole.value, mean), high=max(part.high, whole.high)),
    )
