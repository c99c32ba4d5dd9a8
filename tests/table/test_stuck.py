"""A program of the pack that does not come to an end holds nobody up for longer than it stands."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.table import session
from generator.table.budget import MOST_LOOKS, MOST_MS
from generator.table.faces import Call
from generator.table.session import Table
from generator.table.watch import watch
from tests.table.test_asked import MARKET, Caller, calling, one_line

ENDLESS = "import time\ntime.sleep(100_000)\n"
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
    """Wait until something is so, saving a file again and again, as it may not be watched yet."""
    async with asyncio.timeout(90):
        while not is_so():
            if file is not None:
                file.write_text(text, "utf-8")
            await asyncio.sleep(0.05 if file is None else 0.5)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved ends what is stuck at once, and nothing else does."""
    monkeypatch.setattr(session, "STUCK", 0.1)
    monkeypatch.setattr(session, "LONG_STUCK", 0.1)
    for name in ("SEATS_PATIENCE", "BOTS_PATIENCE", "TELLER_PATIENCE"):
        monkeypatch.setattr(session, name, 10_000.0)


def test_rules_that_are_mended_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)
    rules = folder / "rules.py"
    good = rules.read_text("utf-8")
    rules.write_text(ENDLESS + good, "utf-8")

    async def work(caller: Caller) -> None:
        table, browser = caller.table, caller.browser
        table.start(watch(table))
        stuck = [
            asyncio.ensure_future(browser.get(path))
            for path in ("/play", "/play", "/replay/story?seed=1&agents=random")
        ]
        await until(lambda: min(table.seats.silent, table.teller.silent) > session.STUCK)
        await until(lambda: all(each.done() for each in stuck), rules, good)
        monkeypatch.setattr(session, "STUCK", 10_000.0)
        plays = [await each for each in stuck]
        assert [each.status_code for each in plays] == [200, 200, 409]
        assert all("a program of the pack was saved meanwhile" in each.text for each in plays)
        assert "Begin</button>" in (await browser.get("/play")).text
        assert (await browser.get("/replay/story?seed=1&agents=random")).status_code == 200

    calling(work, folder)


def test_drawings_that_are_mended_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
            monkeypatch.setattr(session, "LONG_STUCK", 10_000.0)
            await until(lambda: table.look is not None and not table.face_problems)
        finally:
            await table.close()

    asyncio.run(run())


def test_what_still_gives_signs_goes_on() -> None:
    async def work(caller: Caller) -> None:
        await caller.browser.get("/play")
        pid = caller.table.seats.pid
        await caller.table.relieve()
        assert pid is not None and caller.table.seats.pid == pid

    calling(work)


def test_a_bot_that_thinks_long_holds_no_replay_up() -> None:
    async def work(caller: Caller) -> None:
        thinks = asyncio.ensure_future(caller.table.bots.ask("time:sleep", 100_000))
        async with asyncio.timeout(90):
            answer = await caller.browser.get("/replay/story?seed=1&agents=random")
        assert answer.status_code == 200 and not thinks.done()
        thinks.cancel()

    calling(work)


@pytest.mark.parametrize(
    "spec", [f"mcts:{MOST_LOOKS + 1}", f"flat:{MOST_MS + 1}ms", "mcts:99999999:c=2", "x" * 5000]
)
def test_no_bot_is_asked_to_think_for_ever(spec: str) -> None:
    async def work(caller: Caller) -> None:
        told = "at most"
        answer = await caller.form("/play", players="2", seat0=spec, seat1="you")
        assert answer.status_code == 200 and told in answer.text and "Open games" not in answer.text
        answer = await caller.browser.get(f"/replay/story?seed=1&agents={spec}")
        assert told in answer.text and one_line(answer, 409)
        if len(spec) < 200:
            asked = {"games": 10, "players": 2, "seed": 1, "agents": spec}
            answer = await caller.browser.post("/report/start", json=asked)
            assert told in answer.text and one_line(answer)

    calling(work)
