"""Compensation that makes seats even: known handicaps are found, with the stated coverage."""

import math

import numpy as np
import pytest

from generator.play.measures.compensation import even_points, even_value
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import share_interval
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, sentences

AHEAD = {2: (3.0, 0.0), 4: (2.0, 0.0, -1.0, -3.0)}  # points that each seat makes more
VALUES = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
EVEN_AT = 2.6


def scores_of(rng: np.random.Generator, games: int, seats: int) -> np.ndarray:
    """Return whole points, equal except for a seat's bonus."""
    return np.round(rng.normal(40.0, 8.0, (games, seats)) + np.array(AHEAD[seats]))


def covered(rng: np.random.Generator, games: int, seats: int) -> list[bool]:
    """Return whether each seat's interval contains the first seat's bonus."""
    found = even_points(scores_of(rng, games, seats))
    lacks = [AHEAD[seats][0] - more for more in AHEAD[seats][1:]]
    return [e.low <= lack <= e.high for e, lack in zip(found, lacks, strict=True)]


def shares_over(rng: np.random.Generator, games: int) -> list[Estimate]:
    """A first seat that wins 63 % at 0 and 5 points less for each step."""
    found = []
    for value in VALUES:
        won = rng.random(games) < 0.5 - 0.05 * (value - EVEN_AT)
        found.append(share_interval(np.column_stack([won, np.ones(games)]), games))
    return found


def test_points_that_make_two_and_four_seats_even_are_found() -> None:
    rng = np.random.default_rng(1)
    for seats in (2, 4):
        found = even_points(scores_of(rng, 2000, seats))
        for e, more in zip(found, AHEAD[seats][1:], strict=True):
            assert abs(e.value - (AHEAD[seats][0] - more)) < 1.2 and 0 < e.half < 1.5


def test_nothing_is_said_of_races_and_of_scores_that_only_name_the_winner() -> None:
    rng = np.random.default_rng(2)
    first = rng.random(500) < 0.6
    assert even_points(np.column_stack([first, ~first]).astype(float)) == ()
    behind = rng.integers(0, 10, 500)
    race = np.where(first[:, None], np.column_stack([behind * 0 + 10, behind]),
                    np.column_stack([behind, behind * 0 + 10]))  # fmt: skip
    assert even_points(race.astype(float)) == ()


def test_the_points_are_said_where_seats_are_uneven() -> None:
    scores = scores_of(np.random.default_rng(3), 1500, 2)
    text = sentences(made_up(scores, pack_of("market")))
    assert "Seats would have been even with" in text and "for the second seat" in text
    level = scores - np.array(AHEAD[2])
    assert "would have been even" not in sentences(made_up(level, pack_of("market")))


def test_the_value_that_makes_seats_even_is_found_or_not_claimed() -> None:
    rng = np.random.default_rng(4)
    found = even_value(VALUES, shares_over(rng, 3000), 0.5)
    assert found.low < found.value < found.high and abs(found.value - EVEN_AT) < 0.6
    assert math.isnan(even_value(VALUES, shares_over(rng, 3000), 0.9).value)


@pytest.mark.slow
@pytest.mark.parametrize(("games", "seats"), [(300, 2), (1500, 2), (400, 4)])
def test_points_are_covered_at_the_rate_stated(games: int, seats: int) -> None:
    rng = np.random.default_rng(5)
    hits = [hit for _ in range(200) for hit in covered(rng, games, seats)]
    assert 0.92 <= np.mean(hits) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("games", [400, 1600])
def test_values_are_covered_at_the_rate_stated(games: int) -> None:
    rng = np.random.default_rng(6)
    runs = [even_value(VALUES, shares_over(rng, games), 0.5) for _ in range(600)]
    assert np.mean([e.low <= EVEN_AT <= e.high for e in runs]) >= 0.94
