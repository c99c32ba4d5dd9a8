"""Rounds and turns as the rules count them: reported like turns, and usable in goals."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.goals import goal_in_line
from generator.model.problems import Place
from generator.play.engine.batch import play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.measures.aims import aims_of
from generator.play.studies.compare.run import compare
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.tellings import findings_of, sections_of
from tests.toys import DICE, opened, toy, write_pack

# Everyone throws once a round; three rounds. Who plays alone has all turns in a row.
COUNTED = """

def round_of(tables, state):
    return (int(state.t) - 1) // int(tables.players) + 1


def turn_of(tables, state):
    return int(state.t)
"""


def test_rounds_and_turns_are_those_the_rules_count(tmp_path: Path) -> None:
    alone = play_games(toy(tmp_path / "plain", DICE, 1), ["random"], 1, 0, 4, collect="basic")
    assert alone.turns.tolist() == [3] * 4 and len(alone.rounds) == 0  # each decision is one
    game = toy(tmp_path / "counted", DICE + COUNTED, 1)
    batch = play_games(game, ["random"], 1, 0, 4, collect="basic")
    assert batch.turns.tolist() == [3] * 4 and batch.rounds.tolist() == [3] * 4
    two = load_game(game.pack, 2, plain=True)
    batch = play_games(two, ["random"], 1, 0, 4, collect="basic")
    assert batch.turns.tolist() == [6] * 4 and batch.rounds.tolist() == [3] * 4


def test_rounds_are_reported_compared_and_wished_for(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, DICE + COUNTED, "1-3"))
    asked = replace(LEAN, players=2, games=120)
    results = simulate(pack, asked)
    assert results.main.metrics.rounds is not None
    assert results.main.metrics.rounds.mean.value == 3
    assert any("in 3 rounds" in f.text for f in findings_of(results))
    assert "rounds" in {chart.id for s in sections_of(results) for chart in s.charts}
    found = compare({"as it is": pack, "again": pack}, asked).differences
    assert any(d.measure.key == "rounds" and not d.is_share for d in found)
    tally, where = results.main.tally, Place("game.yaml", 1)
    goals = [goal_in_line(g, where) for g in ("rounds 2-4", "rounds in 3-5: >= 90%")]
    assert [aim.of(tally).value for aim in aims_of(goals, tally)] == [3, 1]


def test_a_round_that_is_no_number_is_reported_with_its_place(tmp_path: Path) -> None:
    rules = DICE + COUNTED.replace("// int(tables.players) + 1", "/ 2")
    game = toy(tmp_path, rules, 2)
    with pytest.raises(FaultyRules, match=r"rules.py:\d+.*round_of\(\) returned 2.5"):
        play_games(game, ["random"], 1, 0, 2)


def test_rounds_that_nobody_counts_are_no_goal(tmp_path: Path) -> None:
    tally = simulate(opened(write_pack(tmp_path, DICE, "1-3")), LEAN).main.tally
    goal = goal_in_line("rounds in 3-5: >= 90%", Place("game.yaml", 1))
    with pytest.raises(ValueError, match="round_of"):
        aims_of([goal], tally)
