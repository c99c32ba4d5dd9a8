"""Compensation that makes seats even, compared with exact values and with a slow search."""

import math

import numpy as np
import pytest

from generator.play.measures import compensation
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import Estimate


def test_two_seats_are_even_at_the_median_of_what_one_lacks() -> None:
    rng = np.random.default_rng(1)
    scores = rng.permutation(np.linspace(0, 200, 802)).reshape(401, 2) + np.array([3.0, 0.0])
    lacks = scores[:, 0] - scores[:, 1]
    (found,) = compensation.even_points(scores, needed=7)
    step = float(np.diff(np.unique(scores)).min())
    assert found.value == pytest.approx(float(np.median(lacks)), abs=step)
    # the share's error over how fast it changes, by a central difference over 0.4 deviations
    wide = 0.4 * float(np.std(scores[:, 1] - scores[:, 0]))
    by = [np.mean(scores[:, 1] + found.value + sign * wide > scores[:, 0]) for sign in (1, -1)]
    won = scores[:, 1] + found.value > scores[:, 0]
    error = math.sqrt(won.var(ddof=1) / 401) / ((by[0] - by[1]) / (2 * wide))
    half = student_quantile(0.95, 400) * error
    assert found.half == pytest.approx(half, rel=0.03)
    assert found.low == pytest.approx(found.value - found.half)
    assert (found.n, found.needed, found.method) == (401, 7, "linearised")


def test_three_seats_win_alike_with_their_points() -> None:
    rng = np.random.default_rng(2)
    scores = np.round(rng.normal(40.0, 8.0, (900, 3)) + np.array([0.0, 4.0, -6.0]), 1)
    found = compensation.even_points(scores)
    points = np.array([0.0, *(e.value for e in found)])
    shares = np.eye(3)[(scores + points).argmax(axis=1)].mean(axis=0)
    assert shares == pytest.approx([1 / 3] * 3, abs=0.02)
    assert found[0].value < 0 < found[1].value
    assert all(0.3 < e.half < 2.0 for e in found)


def test_each_seat_has_the_error_of_its_own_points() -> None:
    rng = np.random.default_rng(3)
    scores = rng.normal(40.0, (8.0, 3.0, 24.0), (900, 3))
    found = compensation.even_points(scores)
    again = [compensation.even_points(scores[rng.integers(900, size=900)]) for _ in range(60)]
    for i, e in enumerate(found):
        spread = np.std([one[i].value for one in again], ddof=1)
        assert e.half == pytest.approx(1.96 * spread, rel=0.35)
    assert found[1].half > 2 * found[0].half


def test_scores_that_are_whole_have_their_ties_broken_by_half_a_step() -> None:
    rng = np.random.default_rng(3)
    scores = 5.0 * rng.integers(0, 6, (4000, 2))
    scores[:, 0] += 5
    (found,) = compensation.even_points(scores)
    assert found.value == pytest.approx(5.0, abs=0.7) and found.low < 5.0 < found.high
    (again,) = compensation.even_points(scores)
    assert found == again


def test_points_say_nothing_of_races_of_one_seat_or_of_one_game() -> None:
    rng = np.random.default_rng(4)
    assert compensation.even_points(rng.normal(size=(1, 2))) == ()
    assert compensation.even_points(rng.normal(size=(50, 1))) == ()
    assert len(compensation.even_points(rng.normal(size=(2, 2)))) in (0, 1)
    won = rng.random(300) < 0.5
    who = np.column_stack([won, ~won]).astype(float)
    assert compensation.even_points(who) == ()  # one margin
    level = rng.integers(0, 50, (300, 1))  # two different margins say no more, three do
    assert not compensation._count(level + who * rng.integers(1, 3, (300, 1)))
    assert compensation._count(level + who * rng.integers(1, 4, (300, 1)))


@pytest.mark.parametrize(("n_beyond", "counts"), [(4, False), (5, False), (6, True)])
def test_a_race_is_a_game_that_ends_when_somebody_has_enough(n_beyond: int, counts: bool) -> None:
    """Of 100 games all but five end at 20 or more, which the loser reaches in some."""
    scores = np.column_stack([np.full(100, 20.0), np.arange(100) % 10])
    scores[:5, 0] = 12.0
    scores[10 : 10 + n_beyond, 1] = 21.0  # these have both beyond
    assert compensation._count(scores) == counts


def test_a_slope_of_nothing_gives_no_points() -> None:
    scores = np.array([[0.0, 0.0]] * 4)
    assert compensation._errors(scores, np.zeros(2), 1.0) is not None
    far = np.array([[0.0, 100.0], [0.0, 90.0], [0.0, 80.0]])
    assert compensation._errors(far, np.zeros(2), 1.0) is None  # always the second


def exact(*shares: float, half: float = 0.05) -> list[Estimate]:
    """Return shares known to within a half width, from ever fewer games."""
    return [Estimate(p, p - half, p + half, 90 - i, "by hand") for i, p in enumerate(shares)]


def test_the_fair_value_lies_where_the_line_crosses_and_its_interval_where_the_others_do() -> None:
    found = compensation.even_value([0, 10, 20], exact(0.3, 0.4, 0.6), 0.5)
    assert found.value == pytest.approx(15.0)
    assert (found.low, found.high) == pytest.approx((12.5, 17.5))
    assert (found.n, found.method, found.needed) == (88, "inverted", 0)
    falling = compensation.even_value([0, 10, 20], exact(0.6, 0.4, 0.3), 0.5)
    assert (falling.value, falling.low, falling.high) == pytest.approx((5.0, 2.5, 7.5))
    lopsided = [Estimate(p, p - 0.02, p + 0.1, 50, "") for p in (0.7, 0.5, 0.1)]
    down = compensation.even_value([0, 1, 2], lopsided, 0.4)
    assert (down.value, down.low, down.high) == pytest.approx((1.25, 1.2, 1.5))


def test_no_value_is_fair_or_its_ends_are_not_known() -> None:
    assert math.isnan(compensation.even_value([0, 1], exact(0.6, 0.7), 0.5).value)
    assert math.isnan(compensation.even_value([0, 1], exact(0.3, 0.4), 0.5).value)
    assert math.isnan(compensation.even_value([0], exact(0.5), 0.5).value)
    unknown = [*exact(0.3), Estimate(0.6, math.nan, math.nan, 1, "")]
    assert math.isnan(compensation.even_value([0, 1], unknown, 0.5).value)
    wide = compensation.even_value([0, 1], exact(0.45, 0.55, half=0.2), 0.5)
    assert wide.value == pytest.approx(0.5) and (wide.low, wide.high) == (-math.inf, math.inf)
    assert compensation.even_value([0, 1], exact(0.5, 0.7), 0.5).value == 0.0
    assert compensation.even_value([0, 1], exact(0.3, 0.5), 0.5).value == 1.0


def test_a_dent_is_smoothed_and_of_a_level_part_the_middle_is_taken() -> None:
    dent = compensation.even_value([0, 1, 2, 3], exact(0.2, 0.6, 0.4, 0.8, half=0.01), 0.5)
    assert dent.value == pytest.approx(1.5)
    level = compensation.even_value([0, 4, 8, 12, 16], exact(0.2, 0.5, 0.5, 0.5, 0.8), 0.5)
    assert level.value == pytest.approx(8.0)
    flat = compensation.even_value([0, 2], exact(0.5, 0.5), 0.5)
    assert flat.value == pytest.approx(1.0)
