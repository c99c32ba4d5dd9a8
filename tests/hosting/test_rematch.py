"""Another game of the same people at a table: two games are kept, and none comes into the other."""

import asyncio
import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from generator.hosting import hosted, play
from generator.hosting.free.game import FreeGame
from generator.hosting.free.recording import recording_of
from generator.hosting.hosted import LAST_GAME
from generator.hosting.log import entries_of
from generator.model.problems import Problems
from generator.people.playtest import Playtest
from generator.people.playtests import read_playtests
from generator.play.engine.game import load_game
from generator.play.engine.records import moves_of
from generator.reading.door import open_pack
from tests.hosting.desk import Desk, at_a_table, do
from tests.hosting.tally import Tally, room_at, seated_at
from tests.hosting.test_rules_game import game_of, settled, three
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"
Guests = Mapping[int | None, httpx.AsyncClient]


@pytest.fixture(autouse=True)
def _fast_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PACE", 0)


@pytest.fixture
def raft(tmp_path: Path) -> Path:
    """A pack of our own with hidden hands."""
    return Path(shutil.copytree(RAFT, tmp_path / "raft", ignore=shutil.ignore_patterns("__*")))


async def moved(desk: Desk, guests: Guests, n: int = 400) -> list[int]:
    """Play at random, to the end or a number of moves; the moves that were made."""
    table, rng = game_of(desk), random.Random(5)
    while (turn := await settled(desk)) >= 0 and (n := n - 1) >= 0:
        assert table.position is not None
        move, number = rng.choice(table.position.legal), desk.room.seq + 1
        reply = await do(guests[turn], number, do="go", move=move, at=table.ply)
        assert "refused" not in reply, reply
    return list(table.sitting.moves)


async def press(desk: Desk, act: str) -> str:
    """Press a button of the host's page; the page afterwards."""
    assert (await desk.host.post(f"/host/{act}")).status_code == 303
    return (await desk.host.get("/host")).text


def kept_by(folder: Path) -> list[Playtest]:
    """The playtests of a pack, the oldest first."""
    pack, _ = open_pack(str(folder))
    assert pack is not None
    kept = read_playtests(pack, problems := Problems())
    assert not problems.errors
    return sorted(kept.games, key=lambda game: game.at)


def record_of(folder: Path, game: Playtest) -> dict[str, Any]:
    """The record beside a playtest."""
    (line,) = (folder / "playtests" / f"{game.name}.jsonl").read_text("utf-8").splitlines()
    record: dict[str, Any] = json.loads(line)
    return record


# ---------------------------------------------------------------------- the room


def test_another_game_empties_the_table_and_leaves_everybody_in_their_seat(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    at.ask(0, "tab", 1, {"do": "add", "n": 5})
    at.ask(1, "tab", 1, {"do": "reset"})
    for event in (
        {"form": 0, "answers": {"fun": 4}}, {"bot": 2, "kind": "greedy"}, {"pause": True},
        {"end": True}, {"kept": "a.yaml", "minutes": 7}, {"again": True},
    ):  # fmt: skip
        at.note(event)
    for room in (at, room_at(at.log.path)):
        assert room.table is None and room.deal == {} and room.proposal is None
        assert not room.is_ended and not room.is_paused
        assert (room.kept, room.minutes, room.game, room.seq) == ("", 0, 2, 1)
        assert [chair.answers for chair in room.chairs] == [None, None, None]
        assert room.names == ["P0", "P1", "greedy"] and room.people == (0, 1)
        assert room.admission.links == at.admission.links
        assert room.admission.session("cookie1") is not None
        assert "not begun" in room.ask(0, "page", 1, {"do": "add", "n": 1})["refused"]


def test_a_killed_room_goes_on_in_its_second_game(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    at.ask(0, "tab", 1, {"do": "add", "n": 5})
    at.ask(0, "tab", 2, {"do": "add", "n": 6})
    for event in ({"end": True}, {"again": True}, {"begin": {"seats": 3}}):
        at.note(event)
    at.ask(0, "tab", 3, {"do": "add", "n": 1})
    again = room_at(at.log.path)
    assert isinstance(again.table, Tally)
    assert (again.table.total, again.seq, again.game) == (1, 3, 2)
    assert again.ask(0, "tab", 2, {"do": "add", "n": 6}) == {"seq": 2}  # it was done before
    assert again.ask(0, "tab", 4, {"do": "add", "n": 1}) == {"seq": 4}
    assert again.table.total == 2
    assert at.began == pytest.approx(again.began, abs=1)


def test_the_lines_of_an_earlier_game_are_not_played_again(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    at.ask(0, "tab", 1, {"do": "add", "n": 5})
    at.note({"again": True})
    text = at.log.path.read_text("utf-8")
    at.log.path.write_text(text.replace('"do": "add"', '"do": "of other rules"'), "utf-8")
    assert room_at(at.log.path).seq == 1
    lines = [line for line in text.splitlines(keepends=True) if '"entry"' not in line]
    begin = json.dumps({"room": {"begin": {"seats": 3}}})
    entry = json.dumps({"seq": 2, "by": 0, "entry": {"do": "add", "seat": 0, "n": 1}})
    at.log.path.write_text("".join([*lines, f"{begin}\n{entry}\n"]), "utf-8")
    with pytest.raises(ValueError, match="an operation is missing before it"):
        room_at(at.log.path)


# ---------------------------------------------------------------------- a game by its rules


def test_two_games_in_a_row_are_two_playtests(
    raft: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(["2026-03-01 19:00", "2026-03-01 19:10", "2026-03-02 20:00"])
    monkeypatch.setattr(hosted, "now", lambda: next(times))
    games: list[list[int]] = []

    async def work(desk: Desk) -> None:
        desk.room._opened -= 600  # seconds in the lobby are no part of the game
        guests = await three(desk)
        seed, first = game_of(desk).sitting.seed, desk.hosted.play
        desk.room._opened -= 1200
        games.append(await moved(desk, guests))
        page = (await guests[0].get("/t")).text
        assert "The host can begin another game" in page
        assert 'id="rematch"' not in await press(desk, "rematch"), "the table is not closed yet"
        assert desk.room.game == 1
        answer = await guests[0].post("/form?game=1", data={"fun": "4"})
        assert "Thank you" in answer.text
        page = await press(desk, "end")
        assert 'id="rematch">Play again' in page
        assert "1 form is not in yet and can no longer be sent after that" in page
        fed = {reader: desk.room.feeds[reader].last for reader in (0, 1, None)}
        page = await press(desk, "rematch")
        assert 'id="begin"' in page and "This is game 2" in page and "Kept as" not in page
        assert first is not None and first._stepped not in desk.room.after
        for reader, at in fed.items():
            told = [json.loads(text) for text in desk.room.feeds[reader].since(at) or ()]
            assert any(message.get("page") for message in told), "pages follow by themselves"
            browser = guests[reader]
            assert (await browser.get("/t?ply=3")).headers["location"] == "/t"
            page = (await browser.get("/t")).text
            assert "The next game begins when the host says so" in page
            assert ("Ada (you)" in page) == (reader == 0)
        assert [chair.bot for chair in desk.room.chairs] == ["", "", "greedy"]
        await desk.begin()
        assert game_of(desk).sitting.seed != seed and game_of(desk).ply < 3
        assert desk.hosted.play is not first and len(desk.room.after) == 1
        desk.room._opened -= 300
        games.append(await moved(desk, guests))
        await guests[1].post("/form?game=2", data={"fun": "2"})
        await press(desk, "end")

    at_a_table(raft, tmp_path, work)
    first, second = kept_by(raft)
    assert (first.at, second.at) == ("2026-03-01 19:10", "2026-03-02 20:00")
    assert first.minutes in (20, 21) and second.minutes in (5, 6)
    assert [player.answers for player in first.players] == [{"fun": 4}, {}, {}]
    assert [player.answers for player in second.players] == [{}, {"fun": 2}, {}]
    pack, _ = open_pack(str(raft))
    assert pack is not None
    for game, moves in zip((first, second), games, strict=True):
        assert [player.who for player in game.players] == ["Ada", "Bo", ""]
        assert game.players[2].bot == "greedy"
        record = record_of(raft, game)
        assert moves_of(load_game(pack, 3), record) == moves
        assert len(record["ms"]) == len(moves)


def test_the_form_and_the_moves_of_the_last_game_are_refused(raft: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        guests = await three(desk)
        await moved(desk, guests, 3)
        await press(desk, "end")
        assert 'action="/form?game=1"' in (await guests[0].get("/form")).text
        await press(desk, "rematch")
        form = (await guests[0].get("/form")).text
        assert "The next game has not begun" in form and "<form" not in form
        early = await guests[0].post("/form?game=2", data={"fun": "4"})
        assert early.status_code == 422 and "not sent: the game has not begun" in early.text
        for is_on in (False, True):
            if is_on:
                await desk.begin()
            late = await guests[0].post("/form?game=1", data={"fun": "4"})
            assert late.status_code == 409 and f"were not sent: {LAST_GAME}" in late.text
            assert "<form" not in late.text, "nobody sends it again as that of the new game"
        assert desk.room.chairs[0].answers is None
        seat = await settled(desk)
        mine, table = guests[seat], game_of(desk)
        page = (await mine.get("/t")).text
        assert 'data-act="do?game=2"' in page and 'action="/t/do?game=2"' in page
        assert table.position is not None
        move = {"do": "go", "move": table.position.legal[0], "at": table.ply}
        of_old = await mine.post("/t/do?game=1", json={"c": "old", "ops": [[1, move]]})
        assert "this page is of the last game" in of_old.json()[0]["refused"]
        assert (await mine.post("/t/do?game=1", json=move)).status_code == 409
        said = {"text": "u", "at": str(table.ply)}
        assert (await mine.post("/t/say?game=1", json=said)).status_code == 409
        assert game_of(desk).sitting is table.sitting and desk.room.seq == len(
            [line for line in entries_of(desk.hosted.log_path) if "entry" in line]
        )
        assert "refused" not in (await mine.post("/t/do?game=2", json=move)).text
        assert 'action="/form?game=2"' in (form := (await guests[0].get("/form")).text)
        assert "How was game 2?" in form

    at_a_table(raft, tmp_path, work, bots={2: "random"})
    assert len(kept_by(raft)) == 1


def test_a_form_that_arrives_while_the_host_goes_on_stays_with_its_game(
    raft: Path, tmp_path: Path
) -> None:
    async def work(desk: Desk) -> None:
        guests = await three(desk)
        await moved(desk, guests, 3)
        await press(desk, "end")
        answers = await asyncio.gather(
            guests[0].post("/form?game=1", data={"fun": "4"}),
            desk.host.post("/host/rematch"),
            guests[1].post("/form?game=1", data={"fun": "2"}),
        )
        assert [answer.status_code for answer in answers] == [200, 303, 409]
        assert desk.room.game == 2 and desk.room.kept == ""

    at_a_table(raft, tmp_path, work, bots={2: "random"})
    (game,) = kept_by(raft)
    assert [player.answers for player in game.players] == [{"fun": 4}, {}, {}]


@pytest.mark.parametrize("is_on", [True, False], ids=["in the second game", "between the games"])
def test_a_stopped_table_goes_on_after_another_game(
    raft: Path, tmp_path: Path, is_on: bool
) -> None:
    kept: dict[str, Any] = {}

    async def before(desk: Desk) -> None:
        guests = await three(desk)
        await moved(desk, guests, 6)
        await press(desk, "end")
        await press(desk, "rematch")
        if is_on:
            await desk.begin()
            await moved(desk, guests, 5)
            kept["sitting"] = game_of(desk).sitting
        kept["id"], kept["seq"], kept["names"] = desk.hosted.id, desk.room.seq, desk.room.names
        kept["cookies"] = {seat: dict(guests[seat].cookies.items()) for seat in (0, 1, None)}

    async def after(desk: Desk) -> None:
        room = desk.room
        assert (room.seq, room.names, room.game) == (kept["seq"], kept["names"], 2)
        assert (room.table is not None) == is_on
        guests: dict[int | None, httpx.AsyncClient] = {}
        for seat, cookies in kept["cookies"].items():
            guests[seat] = desk.browser()
            guests[seat].cookies.update(cookies)
            desk.browsers.append(guests[seat])
        if is_on:
            assert game_of(desk).sitting == kept["sitting"]
        else:
            assert not desk.hosted.changes, "the next game is that of now"
            await desk.begin()
        await moved(desk, guests)
        await press(desk, "end")
        kept["moves"] = game_of(desk).sitting.moves

    at_a_table(raft, tmp_path, before, bots={2: "random"})
    if not is_on:  # the files beside the log are those of the last game, which is over
        rules = raft / "rules.py"
        rules.write_text(rules.read_text("utf-8") + "\nextra = 1\n", "utf-8")
    at_a_table(raft, tmp_path, after, resume=kept["id"])
    assert len(kept_by(raft)) == 2
    (record,) = [record_of(raft, g) for g in kept_by(raft) if g.scores is not None]
    assert len(record["ms"]) == len(kept["moves"])


def test_the_next_game_is_played_with_the_files_of_now(raft: Path, tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    def edit(text: str) -> None:
        yaml = raft / "game.yaml"
        yaml.write_text(yaml.read_text("utf-8") + text, "utf-8")

    async def before(desk: Desk) -> None:
        await three(desk)
        kept["id"] = desk.hosted.id

    async def after(desk: Desk) -> None:
        assert desk.hosted.changes == ("game.yaml",)
        await press(desk, "end")
        page = await press(desk, "rematch")
        assert "has changed since this table began" not in page
        assert not desk.hosted.changes and desk.hosted.pack.folder == raft
        await desk.begin()
        await press(desk, "end")

    at_a_table(raft, tmp_path, before, bots={2: "random"})
    edit("\n# changed\n")
    at_a_table(raft, tmp_path, after, resume=kept["id"])
    first, second = kept_by(raft)
    assert first.version and second.version


# ---------------------------------------------------------------------- without rules


def test_a_table_without_rules_is_played_again(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(RAFT, tmp_path / "raft"))
    kept: dict[str, Any] = {}

    async def work(desk: Desk) -> None:
        ada = await desk.guest(0, "Ada")
        kept["id"] = desk.hosted.id
        for game in (1, 2):
            await desk.begin()
            assert f'id="kind-game{game}"' in (page := (await ada.get("/t")).text)
            assert f'data-act="do?game={game}"' in page
            for number in range(game):
                reply = await do(ada, 10 * game + number, do="token", colour="blue", x=9, y=9)
                assert "refused" not in reply
            await ada.post(f"/form?game={game}", data={"score": str(game)})
            assert "Play again" in await press(desk, "end")
            assert "The host can begin another game" in (await ada.get("/t")).text
            if game == 1:
                await press(desk, "rematch")
                assert "The next game begins" in (await ada.get("/t")).text
        recording = recording_of(entries_of(desk.hosted.log_path)[1:], None)
        assert len(recording.steps) == 2 and recording.names[0] == "Ada"
        kept["view"] = desk.room.table.snapshot(None)  # type: ignore[union-attr]

    async def after(desk: Desk) -> None:
        assert desk.room.table is not None
        assert desk.room.table.snapshot(None) == kept["view"]
        assert desk.room.is_ended and desk.room.kept

    at_a_table(pack, tmp_path, work, players=2, free=FreeGame())
    assert sorted(game.players[0].score or 0 for game in kept_by(pack)) == [1, 2]
    at_a_table(pack, tmp_path, after, resume=kept["id"], free=FreeGame())
