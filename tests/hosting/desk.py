"""A hosted table for tests: both applications over their addresses, without sockets."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx

from generator.hosting.hosted import FreeGame, Hosted, begin_table, resume_table
from generator.hosting.rules import RulesTable
from generator.hosting.serving import guest_app, host_app, prepare
from generator.preview.faces import Call
from generator.reading.door import open_pack
from tests.hosting.tally import Tally
from tests.preview import lent

LAN = "http://192.168.1.5:8000"
TUNNEL = "https://calm-sea.example"
KEY, PORT = "host-key", 8001


class Desk:
    """A hosted table, its host and its guests."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted, self.room = hosted, hosted.room
        hosted.origins = (LAN, TUNNEL)
        self.app = guest_app(hosted)
        self.host = self.browser("http://127.0.0.1:8001", host_app(hosted, KEY, PORT))
        self.host.cookies.set(f"protoplay-{PORT}", KEY, domain="127.0.0.1")
        self.browsers: list[httpx.AsyncClient] = [self.host]

    def browser(self, origin: str = LAN, app: Any = None) -> httpx.AsyncClient:
        """A browser at one of the table's addresses, whose requests are its pages' own."""
        transport = httpx.ASGITransport(app=app or self.app)
        return httpx.AsyncClient(
            transport=transport, base_url=origin, headers={"origin": origin}, timeout=30
        )

    async def guest(self, key: int, name: str = "", origin: str = LAN) -> httpx.AsyncClient:
        """Somebody who sat down with the link of a seat (−1: of the spectators)."""
        browser = self.browser(origin)
        self.browsers.append(browser)
        link = self.room.admission.written[key]
        answer = await browser.post("/sit", data={"k": link, "name": name})
        assert answer.status_code == 303, answer.text
        return browser

    async def begin(self) -> None:
        """Begin the game and wait until its first position is told."""
        answer = await self.host.post("/host/begin")
        assert answer.status_code == 303 and not self.hosted.fault, self.hosted.fault
        if isinstance(self.room.table, RulesTable):
            assert self.hosted.play is not None
            await self.hosted.play.timely(None, 0)

    async def close(self) -> None:
        """End everything, and keep the children for the next table."""
        for browser in self.browsers:
            await browser.aclose()
        self.room.log.close()
        await lent.give_back(self.hosted.workspace)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is true, however slow the machine is; up to 30 seconds."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it did not become true"
        await asyncio.sleep(0.01)


async def do(browser: httpx.AsyncClient, number: int, **operation: Any) -> Mapping[str, Any]:
    """One numbered operation of a page; its reply."""
    answer = await browser.post("/t/do", json={"c": "tab", "ops": [[number, operation]]})
    assert answer.status_code == 200, answer.text
    reply: Mapping[str, Any] = answer.json()[0]
    return reply


def at_a_table(
    folder: Path,
    out: Path,
    work: Callable[[Desk], Awaitable[None]],
    *,
    players: int = 3,
    bots: Mapping[int, str] | None = None,
    resume: str = "",
    is_trivial: bool = False,
    free: FreeGame | None = None,
) -> None:
    """Do something at a hosted table. `is_trivial` plays a `Tally` in place of the pack's game."""

    async def run() -> None:
        pack, _ = open_pack(str(folder))
        assert pack is not None
        call = Call(str(folder))
        hosted = (
            resume_table(pack, call, out, resume, free)
            if resume
            else begin_table(pack, call, out, players, bots or {}, free)
        )
        hosted.workspace = lent.lent(Path(hosted.workspace.call.name))
        hosted.workspace.seconds = float("inf")
        hosted.workspace.has_tables = True
        if is_trivial:
            hosted.make = lambda deal, names: Tally(players, list(names))  # type: ignore[method-assign]
            hosted.catch_up()
        else:
            await prepare(hosted)
            while not hosted.is_drawn:
                await asyncio.sleep(0.01)
        desk = Desk(hosted)
        try:
            if is_trivial and not resume:
                hosted.room.note({"begin": {}})
            await work(desk)
        finally:
            await desk.close()

    lent.run(run())
