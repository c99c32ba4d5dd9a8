"""Games between people: the rates of false alarms and of false agreement."""

import numpy as np
import pytest

from tests.truth import people


def test_games_like_those_of_bots_are_seldom_said_to_differ() -> None:
    rng = np.random.default_rng(1)
    assert sum(people.any_alarm(rng, 5)[0] for _ in range(40)) <= 7  # 5 %: above 7 once in 1,000


@pytest.mark.slow
@pytest.mark.parametrize("n", people.SIZES)
def test_five_pages_in_a_hundred_sound_an_alarm(n: int) -> None:
    rng = np.random.default_rng(2)
    assert np.mean([people.any_alarm(rng, n)[0] for _ in range(300)]) <= 0.088  # 5 % + 3 errors


@pytest.mark.parametrize("is_share", [True, False])
@pytest.mark.parametrize("n", [10, 100])
def test_figures_apart_by_the_band_are_seldom_said_to_agree(is_share: bool, n: int) -> None:
    rng = np.random.default_rng(3)
    apart = people.BAND if is_share else people.BAND * 10
    rate = np.mean([people.agreed(rng, n, apart, is_share, 0.4) for _ in range(500)])
    assert rate <= 0.08  # 5 % + 3 errors


def test_days_that_differ_from_each_other_are_no_difference_from_bots() -> None:
    rng = np.random.default_rng(4)
    alarms = sum(people.evening_alarm(rng, 10, 5, 0.3)[0] for _ in range(60))
    assert alarms <= 9  # 5 %: above 9 once in 1,000


def test_a_large_difference_on_ten_days_is_found_and_on_five_days_nothing_is_said() -> None:
    rng = np.random.default_rng(5)
    found = sum(people.evening_alarm(rng, 10, 5, 0.1, 0.8)[1] for _ in range(30))
    assert found >= 12  # 75 %: below 12 once in 100,000
    few, names = people.evening_page(rng, 5, 4, 0.1, 3.0)
    assert people.by_evening(few, few, names) is None


@pytest.mark.slow
@pytest.mark.parametrize("agent", people.PLANTED)
def test_the_strength_of_planted_players_is_found_from_ten_games(agent: str) -> None:
    decisions = people.decisions_in("connect_four", 2, agent, 6)
    told = [people.said_of_set(decisions, number) for number in range(6)]
    assert sum(rung == agent for rung, _, _ in told) >= 4  # 95 %: below 4 twice in 1,000
    assert all(kind in ("", "search") for _, _, kind in told)


@pytest.mark.slow
def test_no_kind_is_named_for_people_who_play_at_random() -> None:
    decisions = people.decisions_in("market", 2, "random", 10)
    assert sum(people.said_of_set(decisions, number)[2] != "" for number in range(10)) <= 3
