"""Intervals of shares, compared with scipy's and with the formulas written out again."""

import math

import numpy as np
import pytest
from scipy import stats as theirs

from generator.play.statistics.share_bounds import clopper_pearson, share_interval


@pytest.mark.parametrize("level", [0.8, 0.99])
def test_clopper_and_pearson_s_limits_are_exact(level: float) -> None:
    for k, n in ((0, 7), (1, 7), (4, 7), (7, 7), (2.5, 31.2)):
        e, tail = clopper_pearson(k, n, level, needed=9), (1 - level) / 2
        assert e.low == pytest.approx(theirs.beta.ppf(tail, k, n - k + 1) if k else 0.0, abs=1e-9)
        high = theirs.beta.ppf(1 - tail, k + 1, n - k) if k < n else 1.0
        assert e.high == pytest.approx(high, abs=1e-9)
        assert (e.value, e.n, e.needed) == (k / n, int(n), 9)
    assert clopper_pearson(1, 0).n == 0 and clopper_pearson(0, 1).n == 1


def wanted(x: np.ndarray, level: float) -> tuple[float, float, float]:
    """The share, and by the formulas the limits of Wilson on the effective number of units."""
    share = x[:, 0].sum() / x[:, 1].sum()
    units = len(x)
    rest = x[:, 0] - share * x[:, 1]
    variance = units / (units - 1) * (rest**2).sum() / x[:, 1].sum() ** 2
    z, t = theirs.norm.ppf(0.5 + level / 2), theirs.t.ppf(0.5 + level / 2, units - 1)
    n = share * (1 - share) / variance * (z / t) ** 2
    roots = np.roots([1 + z * z / n, -2 * share - z * z / n, share * share])  # (p−x)² = z²x(1−x)/n
    return share, min(roots), max(roots)


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("units", [12, 13, 40])
def test_a_share_of_unlike_units_has_wilson_s_interval_on_as_many_as_count(
    units: int, level: float
) -> None:
    rng = np.random.default_rng(units)
    weight = rng.integers(1, 5, units).astype(float)
    x = np.column_stack([weight * rng.uniform(0.3, 0.7, units), weight])
    found = share_interval(x, 77, level, needed=5)
    assert (found.value, found.low, found.high) == pytest.approx(wanted(x, level), abs=1e-9)
    assert (found.n, found.needed, found.method) == (77, 5, "Wilson, effective number")
    named = share_interval(x, 77, level, method="by block")
    assert (named.method, named.low, named.high) == ("by block", found.low, found.high)


def test_few_on_the_rarer_side_take_the_exact_limits_on_as_many_as_count() -> None:
    for rare in (0, 1):
        x = np.array([[1.0 - rare, 1.0]] * 36 + [[float(rare), 1.0]] * 4)
        found, share = share_interval(x, 40), 0.1 if rare else 0.9
        n = 39 * (theirs.norm.ppf(0.975) / theirs.t.ppf(0.975, 39)) ** 2
        exact = clopper_pearson(share * n, n)
        assert (found.value, found.low, found.high) == pytest.approx(
            (share, exact.low, exact.high), abs=1e-9
        )
        assert found.method == "Clopper–Pearson" and found.n == 40


def test_units_that_are_all_alike_leave_open_what_is_unseen() -> None:
    """Nine bids among 81 moves of every game are no coin thrown once a game."""
    half = share_interval([[1.0, 2.0]] * 30 + [[0.0, 0.0]] * 5, 35, needed=2)
    unseen = clopper_pearson(0, 30).high
    assert (half.value, half.low, half.high) == (0.5, 0.5 - unseen / 2, 0.5 + unseen / 2)
    assert (half.n, half.needed) == (35, 2)
    bids = share_interval([[9.0, 81.0]] * 1000, 1000)
    assert bids.low <= 1 / 9 <= bids.high and bids.half < 0.002
    for share in (0.0, 1.0):
        found, exact = share_interval([[share, 1.0]] * 9, 9), clopper_pearson(9 * share, 9)
        assert (found.value, found.low, found.high) == pytest.approx(
            (share, exact.low, exact.high), abs=1e-12
        )


def test_one_unit_has_no_interval_and_none_no_value() -> None:
    one = share_interval([[1.0, 2.0]], 6, needed=1)
    assert one.value == 0.5 and math.isnan(one.low) and math.isnan(one.high)
    assert one.withheld and (one.n, one.needed) == (6, 7)
    assert share_interval(np.zeros((0, 2)), 3).n == 0
    assert share_interval([[0.0, 0.0], [0.0, 0.0]], 3).n == 0
    assert not math.isnan(share_interval([[0.0, 0.5], [0.2, 0.4]], 2).low)
