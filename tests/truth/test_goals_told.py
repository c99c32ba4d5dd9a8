"""What a run says of the pack's goals: seldom wrong where the truth lies at the very edge."""

from bisect import bisect_left
from dataclasses import replace

import pytest
from scipy.stats import binom

from generator.goals import spoken_goal
from generator.play.report.findings.goals import of_goals
from generator.problems import Place
from tests.play.lean import pack_of
from tests.play.report.answers import made_up, sentences

TIED, NOT = [[1, 1]], [[1, 0]]


def said(n: int, tied: int, *goals: str) -> dict[str, str]:
    """Level → what is said, where so many of n games were tied."""
    given = tuple(spoken_goal(text, Place("game.yaml")) for text in goals)
    results = made_up(TIED * tied + NOT * (n - tied), replace(pack_of("market"), goals=given))
    return {f.level: f.text.replace("\xa0", " ") for f in of_goals(results)}


@pytest.mark.parametrize(("n", "others"), [(100, 0), (400, 2)])
def test_at_the_edge_neither_is_claimed_more_often_than_it_may(n: int, others: int) -> None:
    goals = ("tied games <= 25%", *(f"turns <= {100 + i}" for i in range(others)))
    every = range(n // 5, n // 2)

    def is_told(level: str, tied: int) -> bool:
        return "tied games" in said(n, tied, *goals).get(level, "")

    missed_from = every[bisect_left(every, True, key=lambda k: is_told("look", k))]
    few = range(n // 20, n // 4)
    held_to = few[bisect_left(few, True, key=lambda k: not is_told("fine", k))] - 1
    allowed = 0.05 / (1 + others) / 2
    assert 0.2 * allowed < binom.sf(missed_from - 1, n, 0.25) <= 1.3 * allowed
    assert 0.2 * allowed < binom.cdf(held_to, n, 0.25) <= 1.3 * allowed


def test_what_is_missed_held_and_open_is_told_with_its_band() -> None:
    found = said(1000, 990, "tied games <= 25%", "turns <= 100")
    assert found["look"] == (
        "A goal of yours is missed by greedy players: tied games in 99.0 % of the games "
        "(98.0–99.5; wanted at most 25 %)."
    )
    assert found["fine"] == "1 goal of yours holds: turns."
    found = said(100, 25, "tied games <= 25%", "tied games >= 20%", "lead changes >= 1")
    assert found["look"].startswith("A goal of yours is missed") and "fine" not in found
    assert found["note"].startswith("100 games do not tell whether goals of yours hold: tied games")


def test_goals_are_of_the_fewest_players_and_of_equal_ones() -> None:
    goals = (spoken_goal("tied games <= 25%", Place("game.yaml")),)
    pack = replace(pack_of("market"), goals=goals)
    assert "A goal of yours is missed" in sentences(made_up(TIED * 200, pack))
    three = made_up([[1, 1, 0]] * 200, pack)
    unequal = made_up(TIED * 200, pack, agents=("greedy", "random"))
    nobody_has = replace(pack, goals=(spoken_goal("fun >= 2", Place("game.yaml")),))
    for results in (three, unequal, made_up(TIED * 200, nobody_has)):
        assert not list(of_goals(results))
