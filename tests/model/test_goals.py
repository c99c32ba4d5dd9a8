"""Goals in words: bands and the names of measures."""

import math

import pytest

from generator.model.goals import Goal, NotAGoal, goal_in_line, read_goal
from generator.model.measures import CATALOGUE, SEATS, UNENDED, near_measure, phrase_of, spelt
from generator.model.problems import Place
from tests.catalogue import measure

HERE = Place("game.yaml", 3, 5)


@pytest.mark.parametrize(
    ("text", "measure", "low", "high", "share"),
    [
        ("seats ±3%", "seats", -0.03, 0.03, True),
        ("seats: +-2.5 %", "seats", -0.025, 0.025, True),
        ("Seats ±3%", "seats", -0.03, 0.03, True),
        ("turns 80-160", "turns", 80, 160, False),
        ("turns: 80 to 160", "turns", 80, 160, False),
        ("turns 80—160", "turns", 80, 160, False),
        ("turns in 80-160: >= 70%", "turns in 80-160", 0.7, math.inf, True),
        ("turns in 80-160 at least 70%", "turns in 80-160", 0.7, math.inf, True),
        ("tracks run out <= 25%", "tracks run out", -math.inf, 0.25, True),
        ("tied games 0-5%", "tied games", -math.inf, 0.05, True),
        ("seat 1 wins 50% ± 3%", "seat 1 wins", 0.47, 0.53, True),
        ("score -5..7", "score", -5, 7, False),
        ("lead   changes ≥ 2", "lead changes", 2, math.inf, False),
        ("Changes of the lead a game ≥ 2", "lead changes", 2, math.inf, False),
        ("winning margin, points: 5-9", "margin", 5, 9, False),
        ("tied games =< 5%", "tied games", -math.inf, 0.05, True),
        ("seats won => 2", "seats won", 2, math.inf, False),
        ("saffron effect ±5%", "saffron effect", -5, 5, False),
        ("goods/gold effect: <= 2.5%", "goods/gold effect", -math.inf, 2.5, False),
        ("saffron effect -2% to 6%", "saffron effect", -2, 6, False),
        ("saffron effect 10% ± 3%", "saffron effect", 7, 13, False),
        ("games in which tea leaves run out <= 25%", "tea leaves run out", -math.inf, 0.25, True),
    ],
)
def test_a_goal_is_a_measure_and_a_band(
    text: str, measure: str, low: float, high: float, share: bool
) -> None:
    goal = goal_in_line(text, HERE)
    assert (goal.measure, goal.is_share, goal.place) == (measure, share, HERE)
    assert (goal.low, goal.high) == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seats", "is not a goal"),
        ("±3%", "is not a goal"),
        ("turns 160-80", "in the wrong order"),
        ("turns 12,5-15,5", "has a comma"),
        ("seats: ± 2,5%", "has a comma"),
        ("turns 12,5-15", "has a comma"),
        ("turns 1,000-2000", "has a comma"),
        ("turns 6-6", "upper bound .* are equal: 6-6 .give a range, such as 80-160 or 50% ± 3%"),
        ("draws 50% ± 0%", "upper bound .* are equal"),
        ("turns in 5-3 >= 70%", 'in the wrong order .write "turns in 3-5"'),
        ("turns ±3", "no middle"),
        ("seat ±3%", '"seats ±3%" applies to every seat'),
        ("seets ±3%", 'the measure "seets" .*did you mean "seats"'),
        ("seats 40-60%", "a distance from a fair share"),
        ("seats ±60%", r'a distance from a fair share \(like "±3%"'),
        ("seats ±4", "a distance from a fair share .write ±4%"),
        ("seats ±0.04", "a distance from a fair share .write ±4%"),
        ("seat 1 wins ±2.5", "a distance from a fair share .write ±2.5%"),
        ("saffron effect ±0%", "no effect can lie in the band"),
        ("saffron effect <= -100%", "no effect can lie in the band"),
        ("saffron effect 5-2%", "no effect can lie in the band"),
        ("tied games <= 100%", "always or never met"),
        ("turns soon", "is not a goal"),
    ],
)
def test_an_invalid_band_shows_how_to_write_one(text: str, told: str) -> None:
    with pytest.raises(NotAGoal, match=told):
        goal_in_line(text, HERE)


WINS = [f"seat {seat} wins" for seat in range(1, 13)]
KEYS = [each.key for each in (*CATALOGUE, *UNENDED)]


@pytest.mark.parametrize("key", [*WINS, *KEYS, "tea leaves run out", "guesses that hit"])
def test_a_measure_is_known_by_its_key_and_its_name_in_reports(key: str) -> None:
    assert phrase_of(key).key == phrase_of(measure(key, 12).label).key == key


def test_every_seat_is_one_goal() -> None:
    assert phrase_of(SEATS).is_every_side and phrase_of("Seats").key == SEATS


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("trns", 'did you mean "turns"?'),
        ("chnages of the laed a game", 'did you mean "changes of the lead a game"?'),
        ("fun", "known: decisions"),
        ("seat1", 'did you mean "seat 1 wins"?'),
        ("seat 2 share", 'did you mean "seat 2 wins"?'),
        ("seat 3", "the last seat is 2"),
    ],
)
def test_a_similar_measure_is_suggested_for_an_unknown_one(written: str, meant: str) -> None:
    assert near_measure(written, list(map(measure, [*WINS[:2], *KEYS]))).startswith(meant)


@pytest.mark.parametrize(
    "written", ["salt runs out", "Salt run out", "games in which salt runs out"]
)
def test_one_supply_runs_out_and_several_run_out(written: str) -> None:
    assert spelt(goal_in_line(f"{written} <= 20%", HERE).measure) == "salt run out"


def test_a_missing_band_is_reported() -> None:
    with pytest.raises(NotAGoal, match=r'the goal "seats" has no band \(like "±3%"'):
        read_goal("seats", None, HERE)


def test_a_single_number_is_not_a_band() -> None:
    with pytest.raises(NotAGoal, match='"turns" is the single number 80'):
        read_goal("turns", 80, HERE)


def test_a_goal_keeps_its_words() -> None:
    assert read_goal("seats", "±3%", HERE) == Goal("seats", -0.03, 0.03, True, True, "±3%", HERE)
