"""A program of the pack that never ends delays nobody after it is gone."""

import asyncio
import shutil
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from generator.play.engine.game import load_game
from generator.play.engine.watch import moments
from generator.preview import sessions, workspace
from generator.preview.budget import MOST_LOOKS, MOST_MS
from generator.preview.faces import Call
from generator.preview.replays import found, judged, movers_in, told
from generator.preview.watch import watch
from generator.preview.worker import WorkerEnded
from generator.preview.workspace import Table
from generator.reading.door import open_pack
from tests.preview.test_asked import MARKET, Caller, calling, one_line
from tests.toys import PACKS

LOOKS = 20  # at work that may give signs

ENDLESS = "import time\ntime.sleep(100_000)\n"
HERE = "import os, pathlib\n(pathlib.Path({!r}) / str(os.getpid())).touch()\n"
DRAWN = """protoplay: 1
name: Drawn
players: 2
components:
  cards:
    title: Cards
    size: mini
    rows: [{card: one}]
    front: {draw: face}
"""
FACE = "def face(piece, pack, draw):\n    return draw.drawing()\n"


async def until(is_so: Callable[[], bool], file: Path | None = None, text: str = "") -> None:
    """Wait until a condition holds, saving a file repeatedly, as it may not be watched yet."""
    async with asyncio.timeout(90):
        while not is_so():
            if file is not None:
                file.write_text(text, "utf-8")
            await asyncio.sleep(0.05 if file is None else 0.5)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving a file ends what is stuck at once; nothing else does."""
    monkeypatch.setattr(workspace, "STUCK", 0.1)
    monkeypatch.setattr(workspace, "LONG_STUCK", 0.1)
    for name in ("SEATS_PATIENCE", "BOTS_PATIENCE", "TELLER_PATIENCE"):
        monkeypatch.setattr(workspace, name, 10_000.0)


@pytest.mark.slow
def test_corrected_rules_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)
    rules = folder / "rules.py"
    good = rules.read_text("utf-8")
    began = tmp_path / "began"
    began.mkdir()
    rules.write_text(HERE.format(str(began)) + ENDLESS + good, "utf-8")

    async def work(caller: Caller) -> None:
        table, browser = caller.table, caller.browser
        table.start(watch(table))
        stuck = [
            asyncio.ensure_future(browser.get(path))
            for path in ("/play", "/play", "/replay/story?seed=1&agents=random")
        ]
        both = table.seats, table.teller
        await until(lambda: all((began / str(worker.pid)).exists() for worker in both))
        await until(lambda: min(worker.silent for worker in both) > workspace.STUCK)
        await until(lambda: all(each.done() for each in stuck), rules, good)
        for name in ("STUCK", "LONG_STUCK"):
            monkeypatch.setattr(workspace, name, 10_000.0)
        plays = [await each for each in stuck]
        assert [each.status_code for each in plays] == [200, 200, 503]  # a replay asks once more
        assert all("a program of the pack was saved meanwhile" in each.text for each in plays)
        assert "Begin</button>" in (await browser.get("/play")).text
        assert (await browser.get("/replay/story?seed=1&agents=random")).status_code == 200

    calling(work, folder)


def test_corrected_drawings_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "game.yaml").write_text(DRAWN, "utf-8")
    drawings = folder / "drawings.py"
    drawings.write_text(ENDLESS + FACE, "utf-8")

    async def run() -> None:
        table = Table(Call(str(folder)), folder)
        table.start(watch(table))
        try:
            await until(lambda: table.press.silent > 1)
            stuck = table.press.pid
            await until(lambda: table.press.pid != stuck, drawings, FACE)
            monkeypatch.setattr(workspace, "LONG_STUCK", 10_000.0)
            await until(lambda: table.look is not None and not table.face_problems)
        finally:
            await table.close()

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", ["deleted", pytest.param("moved away", marks=pytest.mark.slow), "swapped"]
)
def test_a_recreated_folder_is_watched_again(how: str, tmp_path: Path) -> None:
    folder, other = tmp_path / "drawn", tmp_path / "other"
    for each in (folder, other):
        each.mkdir()
        (each / "game.yaml").write_text(DRAWN, "utf-8")
        (each / "drawings.py").write_text(FACE, "utf-8")

    async def run() -> None:
        table = Table(Call(str(folder)), folder)

        def is_named(name: str) -> bool:
            return table.look is not None and table.look.name == name

        table.start(watch(table))
        try:
            await until(lambda: is_named("Drawn"))
            if how == "deleted":
                shutil.rmtree(folder)
            else:
                folder.rename(tmp_path / "away")
            if how != "swapped":
                await until(lambda: table.is_behind)
            other.rename(folder)
            for name in ("Again", "And again"):
                text = DRAWN.replace("name: Drawn", f"name: {name}")
                (folder / "game.yaml").write_text(text, "utf-8")
                await until(lambda name=name: is_named(name))  # type: ignore[misc]
        finally:
            await table.close()

    asyncio.run(run())


def test_work_that_shows_progress_goes_on() -> None:
    async def work(caller: Caller) -> None:
        await caller.browser.get("/play")
        pid = caller.table.seats.pid
        await caller.table.relieve()
        assert pid is not None and caller.table.seats.pid == pid

    calling(work)


def test_workers_that_play_games_may_be_silent_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "STUCK", 0.0)
    monkeypatch.setattr(workspace, "LONG_STUCK", 10_000.0)

    async def work(caller: Caller) -> None:
        teller = caller.table.teller
        asked = asyncio.ensure_future(teller.ask("time:sleep", 100_000))
        await until(lambda: teller.silent > 0)
        pid = teller.pid
        await caller.table.relieve()
        assert teller.pid == pid and not asked.done()
        monkeypatch.setattr(workspace, "LONG_STUCK", 0.0)
        await caller.table.relieve()
        with pytest.raises(WorkerEnded, match=workspace.SAVED):
            await asked

    calling(work)


@pytest.mark.parametrize(
    ("calls", "is_lively"),
    [
        (lambda look: ["one call"], False),
        (lambda look: [look], True),
        (lambda look: [], True),
    ],
    ids=["one that lasts", "others each time", "none"],
)
def test_only_a_single_long_call_counts_as_silence(
    calls: Callable[[int], list[object]], is_lively: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "LOOK", 0.01)
    over, looks = threading.Event(), count()

    def look() -> list[object]:
        n = next(looks)
        if n == LOOKS:
            over.set()
        return calls(n)

    monkeypatch.setattr(sessions, "moments", look)
    signs = len(list(sessions.lively(over.wait)))
    assert signs >= LOOKS if is_lively else signs == 0


def test_bots_that_play_a_whole_game_give_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LOOK", 0.001)
    seen: set[str] = set()

    def look() -> list[object]:
        found = moments()
        seen.update(map(str, found))
        return found

    monkeypatch.setattr(sessions, "moments", look)
    pack, _ = open_pack(PACKS / "connect_four")
    assert pack is not None
    game = load_game(pack, 2)
    found(game, 1, 0, ["mcts:1"])  # compiles

    def play() -> None:
        for n in range(1000):
            if len(seen) < 5:
                found(game, 1, n, ["mcts:2000"])

    assert list(sessions.lively(play)) and len(seen) >= 5


def test_a_story_its_chances_and_a_thought_are_reported_after_signs() -> None:
    call = Call(str(PACKS / "connect_four"))
    story = [each for each in told(call, {"seed": "1", "agents": "random"}) if each is not None]
    assert len(story) == 1 and story[0]["steps"]
    chances = [
        each
        for each in judged(call, {**story[0], "movers": movers_in(story[0])})
        if each is not None
    ]
    assert len(chances) == 1 and chances[0]["curve"]
    sitting = sessions.begun(call, 2, ["random"], 1)
    thoughts = [each for each in sessions.thought(call, sitting, "random") if each is not None]
    assert len(thoughts) == 1 and 0 <= thoughts[0] < 7


def test_a_bot_that_thinks_long_holds_no_replay_up() -> None:
    async def work(caller: Caller) -> None:
        thinks = asyncio.ensure_future(caller.table.bots.ask("time:sleep", 100_000))
        async with asyncio.timeout(90):
            answer = await caller.browser.get("/replay/story?seed=1&agents=random")
        assert answer.status_code == 200 and not thinks.done()
        thinks.cancel()

    calling(work)


def test_the_thinking_time_of_bots_is_limited() -> None:
    async def work(caller: Caller) -> None:
        told = "at most"
        for spec in (
            f"mcts:{MOST_LOOKS + 1}",
            f"flat:{MOST_MS + 1}ms",
            "mcts:99999999:c=2",
            "x" * 5000,
        ):
            answer = await caller.form("/play", players="2", seat0=spec, seat1="you")
            assert answer.status_code == 200 and told in answer.text, spec
            assert "Open games" not in answer.text
            answer = await caller.browser.get(f"/replay/story?seed=1&agents={spec}")
            assert told in answer.text and one_line(answer, 409)
            if len(spec) < 200:
                asked = {"games": 10, "players": 2, "seed": 1, "agents": spec}
                answer = await caller.browser.post("/report/start", json=asked)
                assert told in answer.text and one_line(answer)

    calling(work)
