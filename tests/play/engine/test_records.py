"""Records: a game as JSON that anyone can referee, and as text."""

import json
import re
from pathlib import Path

import pytest

from generator import bundled
from generator.kit.chance import stream
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.records import (
    UnmatchedEvent,
    line_of,
    moves_of,
    play_record,
    record_of,
    records_of,
    replay,
)
from generator.reading.scaffold import new_game
from tests.toys import DICE, TRICKS, classic, opened, toy

KEYS = [
    "format", "game", "variant", "players", "seed", "index", "agents", "parameters", "setup",
    "events", "scores", "winners", "end",
]  # fmt: skip
ABOUT_PEOPLE = ("who", "version", "ms", "back")  # in records of people's games


def test_a_record_tells_everything(tmp_path: Path) -> None:
    record = play_record(toy(tmp_path / "dice", DICE, 2), 5, 3, ["random"])
    assert list(record) == KEYS
    assert (record["format"], record["game"], record["variant"]) == (1, "dice", "")
    assert (record["players"], record["seed"], record["index"]) == (2, 5, 3)
    assert record["parameters"] == {"bonus": 0}
    points, decisions = [0, 0], 0
    for event in record["events"]:
        if event["do"] == "die":  # a chance event belongs to nobody, and follows a throw
            assert event["seat"] is None
            assert event["scores"] == points
            continue
        assert event["seat"] == decisions % 2
        at = record["events"].index(event)
        gain = 2 if event["do"] == "take" else record["events"][at + 1]["face"]
        points[event["seat"]] += gain
        assert event["scores"] == points
        decisions += 1
    assert decisions == 6
    assert record["scores"] == points
    assert record["winners"] == [s for s in (0, 1) if points[s] == max(points)]
    assert record["end"] == "over"


@pytest.mark.parametrize("rules", [DICE, TRICKS])
def test_records_read_back_are_the_games_played(tmp_path: Path, rules: str) -> None:
    game = toy(tmp_path, rules, 2)
    batch = play_games(game, ["random"], 8, 0, 25, collect="moves")
    for i, record in enumerate(records_of(game, batch)):
        span = slice(batch.move_starts[i], batch.move_starts[i + 1])
        assert moves_of(game, json.loads(line_of(record))) == batch.moves[span].tolist()


def test_numbers_and_arrays_of_numpy_are_written_as_numbers_and_lists(tmp_path: Path) -> None:
    rules = TRICKS.replace('"card": int(move)', '"card": move, "places": state.place')
    assert rules != TRICKS
    game = toy(tmp_path, rules, 2)
    record = play_record(game, 1, 0, ["random"])
    first = record["events"][0]
    assert type(first["card"]) is int and len(first["places"]) == 6
    assert len(moves_of(game, json.loads(line_of(record)))) == len(record["events"])


def test_a_record_that_was_changed_is_refused(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    line = line_of(play_record(game, 1, 0, ["random"]))
    record = json.loads(line)
    record["events"][1]["card"] = record["events"][0]["card"]
    with pytest.raises(UnmatchedEvent, match=r"events\[1\] .*matches no legal move"):
        moves_of(game, record)
    record = json.loads(line)
    record["events"][3]["scores"][0] += 1
    with pytest.raises(UnmatchedEvent, match=r"events\[3\].scores"):
        moves_of(game, record)
    record = json.loads(line)
    record["index"] = 1
    with pytest.raises(UnmatchedEvent, match="setup"):
        moves_of(game, record)


def test_a_draw_that_was_changed_is_refused(tmp_path: Path) -> None:
    game = toy(tmp_path, DICE, 2)
    record = record_of(game, 1, 0, [1] * 6)
    assert moves_of(game, record) == [1] * 6
    record["events"][1]["face"] = record["events"][1]["face"] % 6 + 1
    with pytest.raises(UnmatchedEvent, match=r"events\[1\]"):
        moves_of(game, record)


def test_a_line_is_plain_json_whatever_numbers_the_rules_use(tmp_path: Path) -> None:
    line = line_of(play_record(toy(tmp_path, DICE, 2), 1, 0, ["random"]))
    assert "\n" not in line
    assert line == line_of(json.loads(line))


def test_replay_tells_the_game_as_text() -> None:
    game = classic("connect_four", plain=True)
    lines = list(replay(game, 2, 4, ["random"]))
    assert lines[0] == "Connect Four, game 4 of seed 2: player 1 random, player 2 random"
    record = play_record(game, 2, 4, ["random"])
    moves = [line for line in lines if ". player " in line]
    assert len(moves) == len(record["events"])
    assert moves[0].strip() == f"1. player 1: drop {record['events'][0]['column']}"
    assert lines[-1].startswith(f"over ({record['end'].replace('_', ' ')}): ")
    discs = sum(line.count("x") + line.count("o") for line in lines[-7:-1])
    assert discs == len(record["events"])


def test_a_new_game_counts_seats_as_reports_do(tmp_path: Path) -> None:
    game = load_game(opened(new_game("Night Ferry", tmp_path)), 2, plain=True)
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    assert game.show is not None
    lines = game.show(game.tables, state).splitlines()
    assert [line.split(":")[0] for line in lines[1:]] == ["seat 1", "seat 2"]


def test_a_record_names_the_player_in_each_seat(tmp_path: Path) -> None:
    game = toy(tmp_path / "dice", DICE, 2)
    batch = play_games(game, ["greedy", "random"], 8, 0, 2, collect="moves")  # seats rotate
    names = [record["agents"] for record in records_of(game, batch)]
    assert names == [["greedy", "random"], ["random", "greedy"]]
    assert "agents" not in record_of(game, 8, 0, [])


def test_a_record_without_players_is_still_read(tmp_path: Path) -> None:
    game = toy(tmp_path / "dice", DICE, 2)
    record = play_record(game, 5, 3, ["random"])
    old = {key: value for key, value in record.items() if key != "agents"}
    assert moves_of(game, old) == moves_of(game, record)


def test_the_page_lists_every_key_of_a_record(tmp_path: Path) -> None:
    page = (bundled("rules") / "REFERENCE.md").read_text("utf-8").partition("## Records of")[2]
    rows = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    only_some = {"tie_break", *ABOUT_PEOPLE}
    assert [name for name in listed if name not in only_some] == KEYS
    assert only_some < set(listed)
