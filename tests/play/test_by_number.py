"""Goals that differ by number of players: each is judged only in games of its own number."""

from pathlib import Path

import pytest

from generator.model.pack import Pack, Worth
from generator.play.measures.aims import faulty_goals
from generator.play.measures.results import SimulateOptions
from generator.play.runs.runs import quiet
from generator.play.studies.simulate.run import simulate
from generator.play.studies.suggest.setup import SuggestOptions, begun
from generator.reading.door import open_pack
from tests.tellings import findings_of
from tests.truth.test_false_alarms import PACK as GAME
from tests.truth.test_false_alarms import RULES


def game(folder: Path, wishes: str) -> Pack:
    (folder / "game.yaml").write_text(f"{GAME}{wishes}", "utf-8")
    (folder / "rules.py").write_text(RULES, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None and not problems.errors, [str(p) for p in problems]
    return pack


def told(pack: Pack, players: int) -> str:
    """Every finding on length and goals of a short run, in words."""
    options = SimulateOptions(
        agents=("random",), second=None, players=players, games=200, insight=0, workers=1
    )
    found = findings_of(simulate(pack, options))
    return " ".join(f"{f.level}: {f.text}" for f in found if "turns" in f.text)


def test_a_target_by_number_of_players_is_no_other_numbers(tmp_path: Path) -> None:
    pack = game(tmp_path, "turns_target: {2: 10-14, 4: 30-40}\n")
    assert "fine: All 200 games take the 10 to 14 turns you aim for" in told(pack, 2)
    assert "aim for" not in told(pack, 3)
    assert "look: None of 200 games take the 30 to 40 turns you aim for" in told(pack, 4)
    assert pack.turns_target == (10, 14) and pack.at(3).turns_target is None
    ranged = game(tmp_path, 'turns_target: {"2-3": 10-20}\n')
    assert [ranged.at(n).turns_target for n in (2, 3, 4)] == [(10, 20), (10, 20), None]
    same = game(tmp_path, "turns_target: 10-14\n")
    assert [same.at(n).turns_target for n in (2, 3, 4)] == [(10, 14)] * 3


def test_goals_by_number_of_players_are_judged_there(tmp_path: Path) -> None:
    pack = game(tmp_path, "goals: {turns: {2: 10-14, 4: 30-40}, lead changes: 0-99}\n")
    assert "is missed" not in told(pack, 2)
    assert "goal" not in told(pack, 3)
    assert "look: Your goal “turns 30-40” is missed" in told(pack, 4)
    assert [len(pack.at(n).goals) for n in (2, 3, 4)] == [2, 0, 1]
    assert faulty_goals(pack) == []
    wrong = game(tmp_path, "goals: {turms: {4: 30-40}}\n")
    assert len(faulty_goals(wrong)) == 1


def test_suggest_plays_every_number_that_a_goal_names(tmp_path: Path) -> None:
    pack = game(
        tmp_path,
        "parameters: {spare: {value: 1, low: 0, high: 3, tune: true}}\n"
        "goals: {turns: {2: 10-14, 4: 20-30}}\n",
    )
    run = begun(pack, SuggestOptions(SimulateOptions(workers=1), games=400), quiet)
    assert run.trials.players == (2, 4)
    assert [(aim.players, aim.low, aim.high) for aim in run.trials.aims] == [
        (2, 10, 14),
        (4, 20, 30),
    ]


def test_worth_by_number_of_players(tmp_path: Path) -> None:
    pack = game(tmp_path, "worth: {seats: {2: 1, 3-4: 7}, ends: 2}\n")
    assert pack.at(2).worth == Worth(seats=1, ends=2)
    assert pack.at(3).worth == pack.at(4).worth == Worth(seats=7, ends=2)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (
            "turns_target: {5: 10-14}",
            "11:16: error: the game is for 2",
        ),
        ("turns_target: {few: 10-14}", '11:16: error: expected a number of players, found "few"'),
        ("turns_target: {2-3: 1-4, 3: 2-5}", '11:26: error: 3 players are in both "2-3" and "3"'),
        ("goals: {turns: {2: many}}", '11:20: error: "many" is not a band for "turns"'),
        ("goals: {turns: {1-2: 3-4}}", "11:17: error: the game is for 2"),
        ("worth: {seats: {2: 101}}", "11:20: error: expected a number from 0 to 100, found 101"),
        ("worth: {seats: {9: 1}}", "11:17: error: the game is for 2"),
    ],
)
def test_wishes_that_are_none_are_reported_at_their_place(
    tmp_path: Path, wishes: str, said: str
) -> None:
    (tmp_path / "game.yaml").write_text(f"{GAME}{wishes}\n", "utf-8")
    _, problems = open_pack(tmp_path)
    (line,) = [str(problem) for problem in problems]
    assert line.startswith(f"game.yaml:{said}")
