"""Shares near 0 and 100 %: how often their intervals hold the truth, and that they have width."""

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.play.measure.bounds import clopper_pearson, share_interval
from generator.play.measure.ratios import rate_of
from generator.play.measure.stats import Estimate

Floats = NDArray[np.float64]

ENDS = (0.98, 0.99, 0.995, 0.02, 0.01)


def drawn(rng: np.random.Generator, p: float, n: int, kind: str) -> Floats:
    """Rows of share and weight: won or lost, partly shared, or of games of unequal weight."""
    ones = np.ones(n)
    if kind == "won":
        return np.column_stack([rng.random(n) < p, ones])
    if kind == "shared":  # as many deviate, half of them by half
        rarer = min(p, 1 - p)
        u = rng.random(n)
        away = np.where(u < rarer / 2, 1.0, np.where(u < 3 * rarer / 2, 0.5, 0.0))
        return np.column_stack([1 - away if p > 0.5 else away, ones])
    weight = rng.integers(1, 5, n)  # how often the thing could have been done in a game
    return np.column_stack([rng.binomial(weight, p), weight])


def holds(rng: np.random.Generator, p: float, n: int, kind: str) -> bool:
    e = share_interval(drawn(rng, p, n, kind), n)
    assert 0 <= e.low <= e.value <= e.high <= 1 and e.half > 0
    return e.low <= p <= e.high


@pytest.mark.parametrize("kind", ["won", "shared", "weighted"])
def test_intervals_hold_the_truth_near_the_ends(kind: str) -> None:
    rng = np.random.default_rng(1)
    for p in (0.99, 0.02):
        assert sum(holds(rng, p, 50, kind) for _ in range(200)) >= 180


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["won", "shared", "weighted"])
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_intervals_hold_the_truth_at_the_rate_they_state(kind: str, n: int) -> None:
    rng = np.random.default_rng(2)
    rates = [np.mean([holds(rng, p, n, kind) for _ in range(1500)]) for p in (*ENDS, 0.5, 0.9)]
    assert min(rates) >= 0.925 and np.mean(rates) >= 0.945


def test_no_interval_is_without_width_or_outside_all_and_nothing() -> None:
    alike: list[Estimate] = [
        share_interval(np.column_stack([np.full(60, x), np.ones(60)]), 60) for x in (0, 0.5, 1)
    ]
    for e in [*alike, rate_of(0, 300), rate_of(300, 300), rate_of(1, 300), clopper_pearson(0, 9)]:
        assert 0 <= e.low <= e.value <= e.high <= 1 and e.high - e.low > 0.005
