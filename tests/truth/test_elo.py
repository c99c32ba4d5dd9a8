"""Ratings: how often their intervals hold the truth, up to a side that hardly ever loses."""

import math
from itertools import combinations

import numpy as np
import pytest

from generator.play.statistics.strength import ELO, plackett_luce


def holds(rng: np.random.Generator, elo: float, n: int, seat: float = 0.0) -> bool:
    """Whether the interval from n games of two holds the rating; the first has `seat` log odds."""
    who = np.array([(0, 1), (1, 0)] * (n // 2))
    ahead = np.where(who[:, 0] == 1, elo, -elo) / ELO + seat
    first = rng.random(n) < 1 / (1 + np.exp(-ahead))
    e = plackett_luce(who, np.column_stack([first, ~first]).astype(float), 2).elo(1, 0)
    return e.low <= elo <= e.high


def test_ratings_hold_the_truth_even_where_a_side_wins_all() -> None:
    rng = np.random.default_rng(1)
    for elo in (200, 800, 1800):
        assert sum(holds(rng, elo, 100) for _ in range(25)) >= 21


def test_of_few_games_between_many_players_no_rating_is_made_up() -> None:
    """The seat and the weakest player decide nearly all: most differences have only one end."""
    elo, rng = np.array([-900, 0, 103, 176, 304]), np.random.default_rng(6)
    who = np.array([seats for a, b in combinations(range(5), 2) for seats in ((a, b), (b, a))] * 2)
    ahead = (elo[who[:, 0]] - elo[who[:, 1]] + 400) / ELO
    held = []
    for _ in range(15):
        first = rng.random(len(who)) < 1 / (1 + np.exp(-ahead))
        fitted = plackett_luce(who, np.column_stack([first, ~first]).astype(float), 5)
        for one, anchor in ((1, 0), (4, 0), (2, 1), (4, 1)):
            e, truth = fitted.elo(one, anchor), elo[one] - elo[anchor]
            held.append(not math.isfinite(e.value) or e.low <= truth <= e.high)
            if math.isfinite(e.low) and math.isfinite(e.high):
                assert abs(e.value - truth) < 1000
    assert np.mean(held) >= 0.9  # 96 % of 150 such


@pytest.mark.slow
@pytest.mark.parametrize(("n", "seat"), [(100, 0.0), (400, 0.3)])
def test_ratings_hold_the_truth_at_the_rate_they_state(n: int, seat: float) -> None:
    rng = np.random.default_rng(2)
    rates = [
        np.mean([holds(rng, elo, n, seat) for _ in range(200)])
        for elo in (100, 300, 600, 900, 1200, 1500, 1800)
    ]
    assert np.mean(rates) >= 0.93 and min(rates) >= 0.90, rates
