"""Measures from win chances, computed by hand."""

import math

import numpy as np
import pytest
from scipy import optimize
from scipy import stats as theirs

from generator.play.measures.chances import (
    best_wins,
    decision_time,
    decisiveness,
    drama,
    in_order,
    isotonic,
    settled_by_seed,
    uncertainty,
)
from generator.play.statistics.inference import Estimate

CHANCES = np.array([[0.5, 0.5], [0.34, 0.66], [0.25, 0.75], [0.8, 0.2], [0.9, 0.1], [1.0, 0.0]])
AT = (0, 2, 4, 6, 8, 10)


def test_drama_is_over_the_moments_in_which_the_winner_was_behind() -> None:
    assert drama(CHANCES, 0) == pytest.approx((math.sqrt(0.32) + math.sqrt(0.5)) / 2)
    assert drama(CHANCES[3:], 0) == 0.0


def test_decisiveness_counts_from_the_first_time_above_every_loser() -> None:
    # the loser once had 0.75; the winner first has more after 6 of 10 decisions
    assert decisiveness(CHANCES, 0, AT, 10) == pytest.approx(0.4)
    # as much as a loser once had is not more
    level = np.array([[0.25, 0.75], [0.75, 0.25], [0.9, 0.1]])
    assert decisiveness(level, 0, (2, 4, 8), 10) == pytest.approx(0.2)
    assert decisiveness(level[:2], 0, (2, 4), 10) == 0.0  # the winner never had more
    assert decisiveness(np.ones((2, 1)), 0, (0, 10), 10) == 1.0  # alone


def test_the_best_placed_seat_wins_or_not_and_ties_are_shared() -> None:
    assert best_wins(CHANCES, 0).tolist() == [0.5, 0, 0, 1, 1, 1]
    third = np.array([[0.4, 0.4, 0.2], [0.2, 0.3, 0.5], [1 / 3, 1 / 3, 1 / 3]])
    assert best_wins(third, 1) == pytest.approx([0.5, 0, 1 / 3])
    assert best_wins(third, 2) == pytest.approx([0, 1, 1 / 3])


def test_a_game_is_decided_where_nine_in_ten_are_won_by_who_stands_best() -> None:
    def told(*shares: float, half: float = 0.05) -> Estimate:
        return decision_time([Estimate(x, x - half, x + half, 60, "", 20) for x in shares])

    e = told(0.5, 0.7, 0.8, 1.0, 1.0)
    # between 0.8 at 2/4 and 1 at 3/4; so do both limits
    assert (e.value, e.low, e.high) == pytest.approx((0.625, 0.5, 0.75))
    assert (e.n, e.needed) == (60, 20)
    assert told(0.5, 0.6, 0.7).value == told(0.5, 0.6, 0.7).high == 1.0  # never before the end
    assert told(0.95, 1.0).value == 0.0 and told(0.9, 0.9).value == 0.0
    assert told(0.92, 1.0).high == 1.0 and told(0.96, 1.0).high == 0.0
    # a dip is noise: 0.94 and 0.84 are 0.89 both
    assert told(0.5, 0.94, 0.84, 1.0).value == pytest.approx((2 + 1 / 11) / 3)


def test_a_curve_made_to_rise_is_the_nearest_such() -> None:
    rng = np.random.default_rng(8)
    for n in (1, 2, 7, 21):
        curve = rng.random(n)
        theirs_rising = optimize.isotonic_regression(curve).x
        assert isotonic(curve) == pytest.approx(theirs_rising)


def test_uncertainty_is_entropy_on_the_scale_of_all_equal() -> None:
    mean, late = uncertainty(np.array([[0.5, 0.5], [0.5, 0.5], [1.0, 0.0]]), (0, 5, 10), 10)
    assert mean == pytest.approx(2 / 3) and late == 0.0
    mean, late = uncertainty(np.array([[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]]), (0, 5, 10), 10)
    assert mean == pytest.approx(1 / 3) and late == pytest.approx(1.0)
    late = uncertainty(np.array([[1.0, 0.0], [0.5, 0.5], [1.0, 0.0]]), (0, 4, 6), 6)[1]
    assert late == pytest.approx(1 / 2)  # the last third begins after four of six decisions


def test_the_part_of_the_seed_is_all_or_nothing_in_extreme_cases() -> None:
    rng = np.random.default_rng(2)
    winners = rng.integers(0, 2, 80)
    fixed = np.repeat(np.eye(2)[winners][:, None, :], 6, axis=1)
    assert settled_by_seed(fixed).value == pytest.approx(1.0)
    free = np.eye(2)[rng.integers(0, 2, (80, 6))]
    found = settled_by_seed(free)
    assert found.low <= 0.02 and found.value < 0.1


def test_where_every_game_ends_alike_the_seed_settles_nothing() -> None:
    found = settled_by_seed(np.full((5, 3, 2), 0.5))
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_a_part_of_the_variance_is_between_none_and_all_of_it() -> None:
    shares = np.array([np.eye(2), [[0, 1]] * 2, [[1, 0]] * 2])  # one seed of three settles nothing
    found = settled_by_seed(shares)
    assert found.value == pytest.approx(0.5) and (found.low, found.high) == (0.0, 1.0)


def test_the_part_of_the_seed_is_the_intraclass_correlation() -> None:
    rng = np.random.default_rng(6)
    wins = (rng.random((30, 4)) < rng.uniform(0.1, 0.9, (30, 1))).astype(float)

    def correlation(rows: np.ndarray) -> float:
        f = theirs.f_oneway(*rows).statistic
        return float((f - 1) / (f + rows.shape[1] - 1))

    found = settled_by_seed(np.stack([wins, 1 - wins], axis=2))
    left_out = np.array([correlation(np.delete(wins, i, axis=0)) for i in range(30)])
    half = theirs.norm.ppf(0.975) * math.sqrt(29 / 30 * ((left_out - left_out.mean()) ** 2).sum())
    value = correlation(wins)
    assert 0.1 < value < 0.9 and found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx((max(0.0, value - half), value + half))
    assert found.n == 120


def test_a_part_never_settles_more_than_the_whole_it_belongs_to() -> None:
    def of(value: float, low: float, high: float) -> Estimate:
        return Estimate(value, low, high, 240, "jackknife over seeds")

    right = of(0.1, 0.0, 0.2), of(0.3, 0.1, 0.5)
    assert in_order(*right) == right
    part, whole = in_order(of(0.09, 0.02, 0.18), of(0.07, 0.0, 0.17))
    assert (part.value, part.low, part.high) == pytest.approx((0.08, 0.0, 0.18))
    assert (whole.value, whole.low, whole.high) == pytest.approx((0.08, 0.0, 0.18))
