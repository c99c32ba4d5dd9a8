"""What win chances say, by hand."""

import math

import numpy as np
import pytest

from generator.play.measure.chances import (
    decision_time,
    decisiveness,
    drama,
    settled_by_seed,
    uncertainty,
)

CHANCES = np.array([[0.5, 0.5], [0.34, 0.66], [0.25, 0.75], [0.8, 0.2], [0.9, 0.1], [1.0, 0.0]])
AT = (0, 2, 4, 6, 8, 10)


def test_drama_is_over_the_moments_in_which_the_winner_was_behind() -> None:
    assert drama(CHANCES, 0) == pytest.approx((math.sqrt(0.32) + math.sqrt(0.5)) / 2)
    assert drama(CHANCES[3:], 0) == 0.0


def test_decisiveness_counts_from_the_first_time_above_every_loser() -> None:
    # the loser once had 0.75; the winner first has more after 6 of 10 decisions
    assert decisiveness(CHANCES, 0, AT, 10) == pytest.approx(0.4)


def test_decision_time_is_when_the_winner_stays_sure() -> None:
    assert decision_time(CHANCES, 0, AT, 10) == pytest.approx(0.8)
    wavering = np.array([[0.95, 0.05], [0.5, 0.5], [1.0, 0.0]])
    assert decision_time(wavering, 0, (0, 5, 10), 10) == 1.0
    assert decision_time(np.array([[1.0, 0.0]] * 2), 0, (0, 10), 10) == 0.0


def test_uncertainty_is_entropy_on_the_scale_of_all_equal() -> None:
    mean, late = uncertainty(np.array([[0.5, 0.5], [0.5, 0.5], [1.0, 0.0]]), (0, 5, 10), 10)
    assert mean == pytest.approx(2 / 3) and late == 0.0


def test_what_the_seed_settles_is_all_or_nothing_where_it_is() -> None:
    rng = np.random.default_rng(2)
    winners = rng.integers(0, 2, 80)
    fixed = np.repeat(np.eye(2)[winners][:, None, :], 6, axis=1)
    assert settled_by_seed(fixed).value == pytest.approx(1.0)
    free = np.eye(2)[rng.integers(0, 2, (80, 6))]
    found = settled_by_seed(free)
    assert found.low <= 0.02 and found.value < 0.1
