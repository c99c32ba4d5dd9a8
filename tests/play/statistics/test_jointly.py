"""Tests of several means at once: against scipy, and against every permutation of a small case."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats as theirs

from generator.play.statistics import multiple_testing
from generator.play.statistics.inference import Estimate


def test_sidak_s_levels_hold_together() -> None:
    assert multiple_testing.sidak(0.95, 3) ** 3 == pytest.approx(0.95)
    assert multiple_testing.sidak(0.95, 0) == multiple_testing.sidak(0.95, 1) == 0.95


def test_hotelling_s_statistic_is_the_distance_in_units_of_the_spread() -> None:
    rng = np.random.default_rng(1)
    half = rng.normal(size=(3, 3))
    covariance, mean = half @ half.T, np.array([1.0, -2.0, 0.5])
    found, degrees = multiple_testing.hotelling(mean, covariance)
    assert found == pytest.approx(mean @ np.linalg.solve(covariance, mean)) and degrees == 3
    flat = np.diag([2.0, 0.0])
    assert multiple_testing.hotelling(np.array([3.0, 0.0]), flat) == (4.5, 1)
    assert multiple_testing.hotelling(np.array([3.0, 1.0]), flat) == (math.inf, 1)
    assert multiple_testing.hotelling(np.array([0.0, 1.0]), np.zeros((2, 2))) == (math.inf, 1)
    assert multiple_testing.hotelling(np.zeros(2), np.zeros((2, 2))) == (0.0, 0)
    assert multiple_testing.hotelling(np.zeros(0), np.zeros((0, 0))) == (0.0, 0)


def test_the_covariance_is_that_of_means() -> None:
    x = np.random.default_rng(2).normal(size=(9, 2))
    x -= x.mean(axis=0)
    assert multiple_testing.covariance_of(x, 9.0) == pytest.approx(np.cov(x.T) / 9 * (9 / 9))
    assert multiple_testing.covariance_of(x, 3.0) == pytest.approx(np.cov(x.T))


def shares_of(rng: np.random.Generator, games: int, odds: list[float]) -> np.ndarray:
    """(games, seats): one winner a game."""
    return np.eye(len(odds))[rng.choice(len(odds), games, p=odds)]


def test_many_games_of_even_seats_are_judged_by_hotelling_s_statistic() -> None:
    shares = shares_of(np.random.default_rng(3), 500, [0.4, 0.3, 0.3])
    ones, won = np.ones(500), shares.sum(axis=0)
    found = multiple_testing.even_shares(shares, ones, won)
    off = won / 500 - 1 / 3
    statistic = off[:2] @ np.linalg.solve(np.cov(shares[:, :2].T) / 500, off[:2])
    assert (found.method, found.degrees) == ("Hotelling T²", 2)
    assert found.statistic == pytest.approx(statistic)
    assert found.p == pytest.approx(float(theirs.chi2.sf(statistic, 2)))
    assert found.w == pytest.approx(math.sqrt((off**2 / (1 / 3)).sum()))  # Cohen 1988, 7.2


def test_cases_for_permutation_tests() -> None:
    rng = np.random.default_rng(4)

    def method(games: int, decided: list[int], seats: int = 2) -> str:
        shares = shares_of(rng, games, [1 / seats] * seats)
        return multiple_testing.even_shares(shares, np.ones(games), np.array(decided)).method

    assert method(200, [15, 185]) == "Hotelling T²"
    assert method(199, [90, 90]) == "permutation of seats"
    assert method(200, [14, 186]) == "permutation of seats"
    both = np.tile([0.5, 0.5], (300, 1))  # nothing varies
    alike = multiple_testing.even_shares(both, np.ones(300), np.array([50, 50]))
    assert (alike.method, alike.p, alike.degrees, alike.w) == ("permutation of seats", 1.0, 1, 0.0)
    one = multiple_testing.even_shares(np.array([[1.0, 0.0]]), np.ones(1), np.array([1, 0]))
    assert one.method == "permutation of seats" and one.p > 0.9 and one.statistic == 1.0
    assert multiple_testing.even_shares(np.ones((9, 1)), np.ones(9), np.ones(1)).p == 1.0
    assert multiple_testing.even_shares(np.ones((9, 1)), np.ones(9), np.ones(1)).degrees == 0
    assert multiple_testing.even_shares(np.zeros((0, 3)), np.zeros(0), np.zeros(3)).degrees == 2


def exactly(x: np.ndarray, ways: list[np.ndarray]) -> float:
    """The share of all ways to shuffle in which the columns' sums are as far from 0."""
    seen = (x.sum(axis=0) ** 2).sum()
    return float(np.mean([(way.sum(axis=0) ** 2).sum() >= seen - 1e-9 for way in ways]))


def test_permuting_seats_comes_near_to_all_permutations() -> None:
    x = np.array([[0.5, 0.1, -0.6], [0.2, 0.2, -0.4], [0.7, -0.3, -0.4], [-0.1, 0.3, -0.2]])
    ways = [np.array(way) for way in product(*[list(permutations(row)) for row in x])]
    p, known = multiple_testing.permuted(np.vstack([x, np.zeros((3, 3))]), 1), exactly(x, ways)
    assert p == pytest.approx(known, abs=4 * math.sqrt(known / 400) * 0.5 + 0.01)
    assert multiple_testing.permuted(np.zeros((5, 3)), 1) == 1.0
    assert multiple_testing.permuted(np.zeros((0, 3)), 1) == 1.0
    assert (
        multiple_testing.permuted(x, 1)
        == multiple_testing.permuted(x, 1)
        != multiple_testing.permuted(x, 2)
    )


def test_a_rare_outcome_takes_all_permutations_and_a_usual_one_few() -> None:
    rare = np.tile([1.0, -1.0], (12, 1))  # all for the first: 2 of 4096 ways are as far
    p = multiple_testing.permuted(rare, 1)
    done = 1 + multiple_testing.PERMUTATIONS
    assert (p * done) % 1 == pytest.approx(0, abs=1e-6) and p * done < 12
    even = np.array([[1.0, -1.0], [-1.0, 1.0]] * 6)
    assert multiple_testing.permuted(even, 1) == 1.0
    assert (
        multiple_testing.permuted(np.array([[1.0, -1.0]]), 1) == 1.0
    )  # one unit is as far either way


def test_signs_are_flipped_of_whole_units() -> None:
    x = np.array([[1.0, 0.2], [0.5, -0.2], [0.8, 0.4], [0.3, 0.3], [-0.2, 0.9], [0.6, 0.1]])
    ways = [x * np.array(signs)[:, None] for signs in product((-1, 1), repeat=len(x))]
    known = exactly(x, ways)
    found = multiple_testing.any_difference(np.vstack([x, np.zeros((4, 2))]), 10.0)
    assert found.method == "permutation of signs" and found.degrees == 2
    assert found.p == pytest.approx(known, abs=0.02) and known < 0.1
    assert found.w == pytest.approx(math.hypot(*x.sum(axis=0)) / 10) == found.statistic
    none = multiple_testing.any_difference(np.zeros((9, 2)), 9.0)
    assert (none.p, none.w) == (1.0, 0.0)
    assert multiple_testing.any_difference(np.zeros((0, 2)), 0.0).p == 1.0


def test_many_paired_games_are_judged_by_hotelling_s_statistic() -> None:
    rng = np.random.default_rng(5)
    x = rng.normal(0.1, 1.0, (300, 2)) @ np.array([[1.0, 0.4], [0.0, 1.0]])
    found, mean = multiple_testing.any_difference(x, 300.0), x.mean(axis=0)
    statistic = mean @ np.linalg.solve(np.cov(x.T) / 300, mean)
    assert found.statistic == pytest.approx(statistic) and found.method == "Hotelling T²"
    assert found.p == pytest.approx(float(theirs.chi2.sf(statistic, 2)))
    assert found.w == pytest.approx(math.hypot(*mean))

    def method(n_changed: int, n: int = 200) -> str:
        return multiple_testing.any_difference(
            np.vstack([x[:n_changed], np.zeros((n - n_changed, 2))]), n
        ).method

    assert method(45) == "Hotelling T²" and method(44) == "permutation of signs"
    assert method(150, 199) == "permutation of signs"


def test_discoveries_have_intervals_as_wide_as_their_test() -> None:
    e = Estimate(0.2, 0.1, 0.5, 90, "")
    by = theirs.norm.ppf(1 - 0.025 / 2) / theirs.norm.ppf(0.975)  # one of two: 1 − 5 % · 1 ÷ 2
    for found in multiple_testing.discovered([e, e], [True, False]):
        assert (found.low, found.high) == pytest.approx((0.2 - 0.1 * by, 0.2 + 0.3 * by))
