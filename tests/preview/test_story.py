"""The replay of a game: every step as recorded, its turning points, all in one file."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from generator.model.teams import Sides
from generator.play.engine.game import load_game
from generator.play.engine.records import play_record
from generator.preview import replay_page
from generator.preview.faces import Shown
from generator.preview.notes import FILE, keep, key_of, notes_in
from generator.preview.replay_file import page_of
from generator.preview.replays import (
    chances_of,
    found,
    lead_changes,
    mistakes_in,
    movers_in,
    plies_around,
    story_of,
    turns_in,
)
from generator.preview.workspace import Room
from generator.reading.door import open_pack
from tests.preview.lent import give_back, lent
from tests.preview.lent import run as on_the_loop
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"
GAMES = [("marram", "short"), ("shiftago", "expert"), (str(RAFT), "")]


def told_and_recorded(name: str, variant: str, index: int) -> "tuple[Any, Any]":
    pack, problems = open_pack(name, variant=variant or None)
    assert pack is not None, list(problems)
    game = load_game(pack, 2, plain=True)
    moves, who = found(game, 6, index, ["random"])
    return story_of(game, 6, index, moves, who), play_record(game, 6, index, ["random"])


def hold(story: Any, record: Any) -> None:
    """Every step has the record's seat and scores."""
    events = [event for event in record["events"] if event["seat"] is not None]
    assert len(story["steps"]) == len(events) + 1
    for step, event in zip(story["steps"][1:], events, strict=True):
        assert (step["s"], step["p"]) == (event["seat"], event["scores"])
        assert step["w"]
    assert story["winners"] == record["winners"]
    names = [name for i, name in enumerate(("Player 1", "Player 2")) if i in record["winners"]]
    assert story["over"].startswith(names[0] if len(names) == 1 else "The game is a draw")
    assert "The game is over: " in story["over"]


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_every_step_of_a_replay_equals_the_record(name: str, variant: str) -> None:
    story, record = told_and_recorded(name, variant, 3)
    hold(story, record)
    assert json.loads(json.dumps(story)) == story
    for step in story["steps"]:
        assert all(0 <= i < len(story["things"]) for i in step.get("m", ()))
        assert all(0 <= i < len(story["trays"]) for i in step["y"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), [*GAMES, ("mara", "standard"), ("mara", "family")])
def test_every_step_of_thirty_replays_equals_the_record(name: str, variant: str) -> None:
    for index in range(30):
        hold(*told_and_recorded(name, variant, index))


def test_the_lead_changes_when_another_side_leads_alone() -> None:
    points = [[0, 0], [1, 0], [1, 1], [1, 2], [1, 2], [3, 2]]
    marks = lead_changes([{"p": p} for p in points], Sides(2))
    assert marks == [[3, "player 2 takes the lead"], [5, "player 1 takes the lead"]]


def test_the_widest_swings_are_turning_points() -> None:
    curve = [[0, 0.5, 0.5], [4, 0.8, 0.2], [8, 0.75, 0.25], [12, 0.1, 0.9]]
    assert turns_in(curve, Sides(2)) == [
        [4, "player 1 from 50 to 80 %"],
        [12, "player 2 from 25 to 90 %"],
    ]


def test_a_move_that_costs_its_own_side_much_is_a_mistake() -> None:
    shares = {4: [0.6, 0.4], 5: [0.3, 0.7], 6: [0.25, 0.75], 7: [0.55, 0.45], 9: [0.1, 0.9]}
    movers = [0, 1, 0, 1, 0, 1, 1, 0, 0]
    assert mistakes_in(shares, movers) == [[5, 0, 30], [7, 1, 30]]
    assert mistakes_in(shares, movers, playouts=10) == [], "so few games show nothing"
    assert plies_around([[0, 0.5, 0.5], [3, 0.2, 0.8], [5, 0.25, 0.75]]) == [0, 1, 2, 3]


def test_the_move_that_hands_over_the_win_is_marked() -> None:
    """Player 2 leaves a row of three open in move 34, and player 1 completes it in move 35."""
    pack, _ = open_pack(PACKS / "connect_four")
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    moves, _ = found(game, 6, 0, ["random"])
    story = story_of(game, 6, 0, moves, ("", ""))
    movers = movers_in(story)
    mistakes = chances_of(game, 6, 0, moves, movers)["mistakes"]
    assert story["winners"] == [0] and len(moves) == 35
    assert all(side == movers[ply - 1] and points >= 10 for ply, side, points in mistakes)
    assert [34, 1] in [mistake[:2] for mistake in mistakes]


def test_hidden_pieces_are_shown_or_stay_hidden() -> None:
    pack, _ = open_pack(PACKS / "leaky_raft")
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    moves, who = found(game, 3, 0, ["random"])
    every, own = (story_of(game, 3, 0, moves, who, eyes) for eyes in (None, 0))
    assert every["hidden"] and own["eyes"] == 1 and every["eyes"] == 0
    assert every["moves"] == own["moves"] and len(every["steps"]) == len(own["steps"])
    assert every["steps"][0] != own["steps"][0] or every["faces"] != own["faces"]


def test_every_side_of_a_curve_has_a_line_that_is_seen() -> None:
    """Six colours in light and dark mode; sides beyond six share one."""
    room = Path(replay_page.__file__).parents[2] / "templates/preview"
    by_day, by_night = (room / "replay.css").read_text("utf-8").split("@media", 1)
    letters = re.search(r'"(\w+)"\[side % 6\]', (room / "replay.js").read_text("utf-8"))
    assert letters is not None and len(letters[1]) == 6
    for letter in letters[1]:
        assert f".seat-{letter}{{stroke:" in by_day and f".seat-{letter}{{stroke:" in by_night


def test_the_win_chances_end_with_the_winner() -> None:
    pack, _ = open_pack(PACKS / "connect_four")
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    moves, _ = found(game, 6, 1, ["random"])
    story = story_of(game, 6, 1, moves, ("", ""))
    told = chances_of(game, 6, 1, moves, movers_in(story))
    assert story["sides"] == story["who"] == ["Player 1", "Player 2"]
    assert told["curve"][0][0] == 0 and told["curve"][-1][0] == len(moves)
    winner = story["winners"]
    assert [told["curve"][-1][1 + seat] for seat in winner] == [1 / len(winner)] * len(winner)
    assert all(abs(sum(row[1:]) - 1) < 0.01 for row in told["curve"])


def test_a_replay_file_is_complete_and_runs_nothing_of_the_pack() -> None:
    story, _ = told_and_recorded(str(RAFT), "", 3)
    story["notes"] = {2: "</script><script>alert(1)</script>"}
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"/>'
    piece = Shown("cards/crate-1", "k", "cards", "crate 1", 1, {}, "", 0, "one", "two")
    text = page_of(story, {"cards/crate-1": piece}, {"one": svg, "two": svg})
    assert text.count("<script") == text.count("</script>") == 2
    assert "src=" not in text and "http://" not in re.sub(r"http://www\.w3\.org\S*", "", text)
    embedded = re.search(r'id="story">(.*?)</script>', text, re.S)
    assert embedded is not None
    assert json.loads(embedded[1])["steps"] == story["steps"]
    assert "data:image/svg+xml;base64," in embedded[1]
    assert "script-src 'sha256-" in text and "unsafe" not in text


def test_notes_are_kept_beside_the_pack(tmp_path: Path) -> None:
    story, _ = told_and_recorded(str(RAFT), "", 3)
    key = key_of(story)
    keep(tmp_path, key, 4, " Why not jump: here? ")
    keep(tmp_path, "seed 1, game 2, 2 players, 0123456789ab", 1, "another")
    assert notes_in(tmp_path)[key] == {4: "Why not jump: here?"}
    keep(tmp_path, key, 4, "")
    assert key not in notes_in(tmp_path) and len(notes_in(tmp_path)) == 1
    (tmp_path / FILE).write_text("a: [1, 2]", "utf-8")
    with pytest.raises(ValueError, match="is not as protoplay writes it"):
        notes_in(tmp_path)


def test_the_replay_page_answers_valid_requests_and_refuses_others(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "raft"
    shutil.copytree(RAFT, folder)

    async def run() -> None:
        table = lent(folder)
        table.rooms = (Room("/", "Gallery"), replay_page.ROOM)
        transport = httpx.ASGITransport(app=Starlette(routes=replay_page.routes(table)))
        try:
            await table.reload()
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as web:
                asked = "?seed=6&game=3&players=2&agents=random"
                assert 'id="replay"' in (await web.get(f"/replay{asked}")).text
                story = (await web.get(f"/replay/story{asked}")).json()
                hold(story, told_and_recorded(str(RAFT), "", 3)[1])
                assert all(re.fullmatch(r"/face/\w+\.svg", face[0]) for face in story["faces"])
                link = f"?seed=6&game=3&players=2&moves={story['moves']}"
                again = (await web.get(f"/replay/story{link}")).json()
                assert again["steps"] == story["steps"] and again["key"] == story["key"]
                note = {"note": story["key"], "at": 2, "text": "here it turned"}
                assert (await web.post("/replay/note", json=note)).json() == {"file": FILE}
                again = (await web.get(f"/replay/story{link}")).json()
                assert again["notes"] == {"2": "here it turned"}
                for wrong, said in (
                    ("?seed=x", "seed is 'x', expected a whole number"),
                    ("?seed=1&players=9", "is for 2 to 4 players"),
                    ("?seed=1&agents=nobody", "unknown agent 'nobody'"),
                    ("?seed=1&players=2&moves=!!", "this is no list of moves"),
                    ("?seed=1&players=2&moves=BAQEBAQE", "is not legal there"),
                ):
                    answer = await web.get(f"/replay/story{wrong}")
                    assert answer.status_code == 409 and said in answer.text, answer.text
                for bad in ({}, {**note, "note": "../x"}, {**note, "at": -1}, {**note, "text": 3}):
                    assert (await web.post("/replay/note", json=bad)).status_code == 400
        finally:
            await give_back(table)

    on_the_loop(run())
