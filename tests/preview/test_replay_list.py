"""The list of games to watch, and a replay that runs by itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.records import line_of, records_of
from generator.preview.game_list import record_in
from generator.preview.replay_file import page_of
from generator.preview.replays import found, story_of
from generator.reading.door import open_pack
from tests.preview.test_asked import Caller, calling, one_line
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"


def recorded(folder: Path, n: int = 3) -> list[dict[str, Any]]:
    """Games of two random players."""
    pack, _ = open_pack(folder)
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    return list(records_of(game, play_games(game, ["random"], 5, 0, n, collect="moves")))


def test_recorded_games_are_listed_and_watched(tmp_path: Path) -> None:
    folder = tmp_path / "raft"
    folder.mkdir()
    for file in RAFT.iterdir():
        if file.is_file():
            (folder / file.name).write_bytes(file.read_bytes())
    records = recorded(folder)
    lines = [*map(line_of, records), "nonsense", '{"players": 2}']
    (folder / "games.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "outside.jsonl").write_text(line_of(records[0]), "utf-8")
    (folder / "linked.jsonl").symlink_to(tmp_path / "outside.jsonl")

    async def work(caller: Caller) -> None:
        text = (await caller.browser.get("/replay")).text
        assert text.count("/replay?record=games.jsonl&amp;line=") == 3 and "linked" not in text
        for record in records:
            scores = " : ".join(f"{score:g}" for score in record["scores"])
            moves = sum(event["seat"] is not None for event in record["events"])
            assert f"<td>{scores}</td><td>{moves}</td>" in text
        for eyes in ("0", "2"):
            address = f"/replay/story?record=games.jsonl&line=2&eyes={eyes}"
            story = (await caller.browser.get(address)).json()
            assert story["steps"][-1]["p"] == records[1]["scores"]
            assert story["number"] == records[1]["index"] and story["eyes"] == int(eyes)
        wrongs = ["../outside.jsonl&line=1", "linked.jsonl&line=1", "games.jsonl"]
        wrongs += [f"games.jsonl&line={rest}" for rest in ("4", "x", "1&eyes=7")]
        for wrong in wrongs:
            assert one_line(await caller.browser.get(f"/replay/story?record={wrong}"), 409), wrong
        broken = {**records[0], "setup": {"other": 1}}
        (folder / "games.jsonl").write_text(line_of(broken), "utf-8")
        answer = await caller.browser.get("/replay/story?record=games.jsonl&line=1")
        assert one_line(answer, 409) and "the rules have changed since" in answer.text

    calling(work, folder)


@pytest.mark.parametrize("wrong", ["[", "[]", "{}", '{"players": true}', "[" * 50_000])
def test_lines_that_are_not_records_are_left_out(wrong: str) -> None:
    assert record_in(wrong) is None


def test_a_replay_runs_by_itself_and_marks_mistakes(chromium: Any, tmp_path: Path) -> None:
    """The file of a replay, from the disk: the page of the preview has the same script."""
    pack, _ = open_pack(PACKS / "tictactoe")
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    moves, who = found(game, 1, 0, ["random"])
    story = story_of(game, 1, 0, moves, who)
    last = len(moves)
    curve = [[0, 0.5, 0.5], [last, 1, 0]]
    story["chances"] = {"by": "playouts", "curve": curve, "marks": [], "mistakes": [[2, 1, 14]]}
    file = tmp_path / "game.html"
    file.write_text(page_of(story, {}, {}), "utf-8")
    page = chromium.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.goto(file.as_uri())
    slip = "Player 2 (random) lost 14 points of win chance"
    assert slip in page.locator("#jumps").inner_text()
    assert "lost 14 points" in page.locator("#told li").nth(2).inner_text()
    assert page.locator(".ys").inner_text().split() == ["100", "%", "75", "50", "25", "0"]
    assert page.locator(".xs span").last.inner_text() == str(last)
    page.select_option("#speed", label="very fast")
    page.click("#run")
    assert page.get_attribute("#run", "aria-pressed") == "true"
    page.wait_for_selector(f"#count:text-is('{last} of {last}')")
    page.wait_for_selector("#run[aria-pressed=false]")
    page.select_option("#speed", label="slow")
    page.click("#run")
    assert page.locator("#count").inner_text() == f"0 of {last}", "at the end it starts again"
    page.click("#run")
    page.wait_for_timeout(2600)
    assert page.locator("#count").inner_text() == f"0 of {last}", "it stays where it was stopped"
    assert complaints == []
    page.close()


def test_a_record_is_read_as_it_is_written() -> None:
    record = recorded(RAFT, 1)[0]
    assert record_in(line_of(record)) == json.loads(line_of(record))
