"""Missed goals come first, and the verdict says nothing that they deny."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from generator.goals import spoken_goal
from generator.pack import Pack
from generator.play.report.findings.findings import findings_of
from generator.play.report.tiles import first_screen
from generator.problems import Place
from tests.play.lean import pack_of
from tests.play.report.answers import made_up

EVEN = [[1, 0], [0, 1]] * 200


def wishing(*goals: str) -> Pack:
    """The Market with goals of its own."""
    found = tuple(spoken_goal(text, Place("game.yaml", 1)) for text in goals)
    return replace(pack_of("market"), goals=found)


def verdict(scores: Sequence[Sequence[int]], pack: Pack, **given: object) -> str:
    made = made_up(scores, pack, **given)
    return first_screen(made, findings_of(made)).verdict.replace("\xa0", " ")


def test_a_missed_goal_is_told_before_all_but_games_that_do_not_finish() -> None:
    pack = wishing("seats ±3%")
    found = findings_of(made_up([[1, 0]] * 380 + [[0, 1]] * 20, pack))
    assert [f.text.startswith("A goal of yours is missed") for f in found[:2]] == [True, False]
    assert found[1].chart == "seats" and found[1].level == "look"
    ends = ("stall",) * 40 + ("done",) * 360
    found = findings_of(made_up([[1, 0]] * 380 + [[0, 1]] * 20, pack, reasons=ends))
    assert "do not finish" in found[0].text
    assert found[1].text.startswith("A goal of yours is missed")


def test_the_verdict_names_missed_goals_and_praises_nothing_that_they_are_on() -> None:
    long = {"target": (8, 14)}
    assert "as long as you aim for" in verdict(EVEN, wishing("turns 8-14"), **long)
    told = verdict(EVEN, wishing("turns 20-30"), **long)
    assert told.startswith("Look at this first: it misses your goal on turns. Otherwise it is ")
    assert "as long as you aim for" not in told and "needs a look" not in told
    told = verdict(EVEN, wishing("turns 20-30", "lead changes 4-5"), **long)
    assert "it misses your goals on turns and lead changes" in told
    many = wishing("turns 20-30", "lead changes 4-5", "margin 5-6")
    assert "it misses 3 of your goals" in verdict(EVEN, many, **long)
    told = verdict([[1, 0]] * 220 + [[0, 1]] * 180, wishing("seat 1 wins 20-30%"))
    assert "it misses your goal on seats" in told and "fair" not in told


def test_a_game_is_called_sound_only_where_nothing_else_needs_a_look() -> None:
    lopsided = [[1, 0]] * 280 + [[0, 1]] * 120
    told = verdict(lopsided, pack_of("market"))
    assert told.startswith("Look at this first: the second seat wins")
    assert told.endswith(". Otherwise it is sound.")
    used = np.zeros((400, 2, 2), np.int32)
    used[:280, 0, 0] = used[280:, 1, 0] = 1  # who uses gold wins
    used[:280, 1, 1] = used[280:, 0, 1] = 1
    used = np.where(np.arange(400)[:, None, None] % 4 == 0, used[:, ::-1], used)
    pieces = {"pieces": ("goods/gold", "goods/ink"), "piece_used": used, "piece_offered": used}
    told = verdict(lopsided, pack_of("market"), **pieces)
    assert "sound" not in told and "Otherwise" not in told
    assert told.endswith("2 findings below need a look too.")
    told = verdict(EVEN, pack_of("market"), **pieces)
    assert "sound" not in told and "a look" in told
