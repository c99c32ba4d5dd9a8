"""Every command takes a game that is played by the words on its cards as any other."""

import json
import re
import shutil
from pathlib import Path

import pytest

from generator.preview.faces import Call, look
from generator.preview.sessions import begun, choosable, seen, to_act
from tests.test_cli import protoplay


@pytest.fixture(scope="module")
def bazaar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game just made by `protoplay new --cards`."""
    folder = tmp_path_factory.mktemp("market")
    done = protoplay("new", "Bazaar", "--cards", cwd=folder)
    assert "PLAY-FROM-DATA.md" in done.output
    return folder / "bazaar"


def test_check_writes_each_card_in_canonical_words(bazaar: Path) -> None:
    done = protoplay("check", ".", "--games", "1", cwd=bazaar)
    assert "no problems found" in done.output
    assert "  Bell Tower: End: gain 2 points per different stall or helper." not in done.output
    assert "  Bell Tower: End: 2 points per different stall or helper." in done.output
    found = json.loads(protoplay("check", ".", "--games", "0", "--json", cwd=bazaar).output)
    assert {"card": "Porter", "words": "When bought: take another turn."} in found["words"]


def test_a_strangers_words_are_played_without_trust(
    bazaar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROTOPLAY_TRUST")
    monkeypatch.setenv("PROTOPLAY_HOME", str(tmp_path / "home"))
    shutil.copytree(bazaar, tmp_path / "bazaar", ignore=shutil.ignore_patterns(".protoplay"))
    done = protoplay("check", "bazaar", "--games", "1", cwd=tmp_path)
    assert "rules tested in 3 games, no problems found" in done.output
    line = ("simulate", "bazaar", "--games", "20", "--no-learn", "--quiet")
    assert protoplay(*line, cwd=tmp_path).exit_code == 0
    shown, _, _ = look(Call(str(tmp_path / "bazaar"), runs=False), frozenset(), seconds=0)
    assert shown is not None and shown.is_by_words


def test_check_names_the_cell_the_column_and_the_nearest_phrase(bazaar: Path) -> None:
    file = bazaar / "cards.csv"
    text = file.read_text("utf-8")
    file.write_text(text.replace("Each turn: gain 1 coin.", "Each turn: gian 1 coin."), "utf-8")
    try:
        done = protoplay("check", ".", cwd=bazaar, code=1)
    finally:
        file.write_text(text, "utf-8")
    words = 'effect of "Apple Stall", column 12: "gian 1 coin" is not a known phrase '
    assert f'cards.csv:2:6: error: {words}(did you mean "gain 1 coin"?)' in done.output


def test_games_are_simulated_recorded_and_replayed(bazaar: Path) -> None:
    line = ("simulate", ".", "--games", "30", "--agents", "random,greedy", "--records", "r.jsonl")
    done = protoplay(*line, "--no-learn", "--quiet", cwd=bazaar)
    records = [json.loads(text) for text in (bazaar / "r.jsonl").read_text("utf-8").splitlines()]
    assert len(records) == 30 and done.exit_code == 0
    verbs = {event["do"] for record in records for event in record["events"]}
    assert {"work", "buy", "draw"} <= verbs
    replayed = protoplay("replay", ".", "--game", "3", cwd=bazaar)
    assert "Apple Stall" in replayed.output


def test_a_parameter_in_words_is_swept(bazaar: Path) -> None:
    line = ("sweep", ".", "wages=1..3", "--games", "100", "--no-learn", "--json")
    done = protoplay(*line, cwd=bazaar)
    assert '"wages"' in done.output


@pytest.mark.slow
def test_the_report_names_what_was_learned(bazaar: Path) -> None:
    line = ("simulate", ".", "--games", "20")
    done = protoplay(*line, cwd=bazaar)
    words = " ".join(done.output.split())
    assert re.search(r"positions judged by learned worth of cards \([0-9a-f]{12}\)", words)
    assert "judged by" not in protoplay(*line, "--no-learn", cwd=bazaar).output


@pytest.mark.slow
def test_effects_compare_and_suggest(bazaar: Path) -> None:
    protoplay("simulate", ".", "--games", "100", "--effects", "--quiet", cwd=bazaar)
    protoplay("compare", ".", "--set", "wages=3", "--games", "100", "--quiet", cwd=bazaar)
    line = ("suggest", ".", "--goal", "turns: 20-24", "--tune", "wages", "--budget", "20s")
    protoplay(*line, "--quiet", cwd=bazaar)


def test_the_faces_print_the_words_with_their_numbers(bazaar: Path) -> None:
    done = protoplay("build", ".", "--format", "svg", cwd=bazaar)
    assert done.exit_code == 0


def test_the_browser_plays_it(bazaar: Path) -> None:
    call = Call(str(bazaar), runs=True)
    assert "greedy" in choosable(call).bots
    sitting = begun(call, 2, ["greedy"], seed=1)
    assert to_act(call, sitting) == 0
    view = repr(seen(call, sitting, 0, 0, True))
    assert "work" in view and "coin" in view
