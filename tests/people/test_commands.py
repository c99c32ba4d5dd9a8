"""The commands form, people and log, as a designer calls them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.people.diary import EVENING, HEADER, pack_in
from tests.test_cli import protoplay


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return pack_in(tmp_path / "ferry").folder


def json_from(*words: str, cwd: Path) -> Any:
    return json.loads(protoplay(*words, "--json", cwd=cwd).stdout)


def test_an_evening_from_the_form_to_the_log(ferry: Path) -> None:
    made = protoplay("form", "--players", "3", "--csv", "evening.csv", cwd=ferry).output
    assert "3 forms" in made and (ferry / "output" / "ferry" / "form.pdf").is_file()
    blank = (ferry / "evening.csv").read_text("utf-8-sig").splitlines()
    assert blank[0].startswith(HEADER) and len(blank) == 4
    assert not (ferry / "notebook.yaml").exists()
    (ferry / "evening.csv").write_text(EVENING, "utf-8")
    version = protoplay("log", cwd=ferry).stdout.split()[0]
    text = protoplay("people", "--import", "evening.csv", cwd=ferry).output
    assert (
        "added 2 playtests" in text
        and "Ferry: 2 playtests, 2 named people, 1 seat without a name" in text
    )
    assert "2026-11-27 19:05  3 players, seat 1 won, 48 min" in text
    assert "It was fun: 1 × a little, 1 × much" in text, "of each named person the latest answer"
    assert "Best card?: 1 × Gull, 1 × Seal" in text
    log = protoplay("log", "--why", "the first", cwd=ferry).output
    assert (
        f"{version} (now)" in log and "why: the first" in log and "people: 1 game, 3 players" in log
    )
    assert "confusing: Ada was lucky" in log
    assert "→ log.html" in protoplay("log", "--html", "log.html", cwd=ferry).output
    page = (ferry / "log.html").read_text("utf-8")
    assert version in page and "the first" in page and "Confusing: Ada was lucky" in page
    again = protoplay("people", "--import", "evening.csv", cwd=ferry).output
    assert "added 0 playtests" in again and "2 playtests had been added before" in again


def test_games_with_bots_are_said_to_be_left_out(ferry: Path) -> None:
    (ferry / "in.csv").write_text(EVENING.replace("3,,,,20", "3,,greedy,,20"), "utf-8")
    protoplay("log", cwd=ferry)
    text = protoplay("people", "--import", "in.csv", cwd=ferry).output
    assert "1 game is left out of the figures, because a bot played" in text
    log = protoplay("log", cwd=ferry).output
    assert "people: 1 game is not counted, because a bot played" in log


def test_an_import_with_a_fault_writes_nothing(ferry: Path) -> None:
    (ferry / "good.csv").write_text(EVENING, "utf-8")
    (ferry / "bad.csv").write_text(EVENING.replace("2026-11-27 20:10", "soon"), "utf-8")
    done = protoplay("people", "--import", "good.csv", "--import", "bad.csv", cwd=ferry, code=1)
    assert 'bad.csv:5:2: error: "soon" is not a date' in done.output
    assert not (ferry / "playtests").exists()


def test_forgetting_by_command(ferry: Path) -> None:
    (ferry / "in.csv").write_text(EVENING, "utf-8")
    protoplay("people", "--import", "in.csv", cwd=ferry)
    assert (
        "removed from 2 playtests: 2 forms"
        in protoplay("people", "--forget", "ada", cwd=ferry).output
    )
    done = protoplay("people", "--forget", "ada", cwd=ferry, code=1)
    assert 'nobody is called "ada" (names: Ben)' in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("people", "mara"), "mara ships with protoplay and keeps no diary"),
        (("log", "mara"), "mara ships with protoplay and keeps no diary"),
        (("form", "--players", "7"), "Ferry is for 2 to 4 players, not 7"),
        (("form", "--csv", "cards.csv"), "cards.csv is there already and may be filled in"),
        (("form", "--csv", "cards.doc"), "not a table: give it a name with .csv or .xlsx"),
        (("people", "--export", "out.doc"), "not a table: give it a name with .csv or .xlsx"),
        (("people", "--forget", "Ada", "--export", "a.csv"), "--forget is a step of its own"),
    ],
)
def test_a_wrong_call_says_what_to_write(ferry: Path, words: tuple[str, ...], message: str) -> None:
    assert message in protoplay(*words, cwd=ferry, code=2).output
    assert not (ferry / "notebook.yaml").exists()


def test_a_build_notes_the_version_where_there_is_a_notebook(ferry: Path) -> None:
    protoplay("build", cwd=ferry)
    assert not (ferry / "notebook.yaml").exists()
    protoplay("log", cwd=ferry)
    game = ferry / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("hand: 4", "hand: 5"), "utf-8")
    protoplay("build", "--set", "bonus=3", cwd=ferry)
    assert "hand" not in (ferry / "notebook.yaml").read_text("utf-8"), "not the game as it is"
    protoplay("build", cwd=ferry)
    assert "{parameter: hand, from: 4, to: 5}" in (ferry / "notebook.yaml").read_text("utf-8")


def test_an_export_is_the_table_that_was_imported(ferry: Path) -> None:
    (ferry / "in.csv").write_text(EVENING, "utf-8")
    protoplay("people", "--import", "in.csv", "--export", "out.csv", cwd=ferry)
    before = {path.name: path.read_bytes() for path in (ferry / "playtests").iterdir()}
    for path in (ferry / "playtests").iterdir():
        path.unlink()
    protoplay("people", "--import", "out.csv", cwd=ferry)
    assert {path.name: path.read_bytes() for path in (ferry / "playtests").iterdir()} == before


def test_json_has_what_the_text_says(ferry: Path) -> None:
    (ferry / "in.csv").write_text(EVENING, "utf-8")
    answer = json_from("people", "--import", "in.csv", cwd=ferry)
    assert (answer["people"], answer["unnamed"]) == (2, 1) and len(answer["games"]) == 2
    assert [group["players"] for group in answer["groups"]] == [2, 3]
    log = json_from("log", cwd=ferry)
    assert log["current"] == log["versions"][-1]["version"]
    assert log["versions"][-1]["people"]["people"] == 2
