"""A free table for tests: a room with its server in a thread, and everybody seated."""

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from generator.hosting.admission import SPECTATOR
from generator.hosting.free.game import FreeGame
from generator.hosting.free.opening import Opening, opening_of
from generator.hosting.free.table import FreeTable
from generator.hosting.hosted import Hosted, begin_table
from generator.hosting.serving import close, guest_app, guest_sockets, prepare
from generator.preview.faces import Call, look

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


def opened(pack: str | Path, players: int, seed: int = 1) -> Opening:
    """A pack laid out for a free table."""
    call = Call(str(pack), runs=True)
    shown, _, pictures = look(call, frozenset())
    assert shown is not None
    rng = random.Random(seed)
    return opening_of(call.pack(flawed=True), shown, pictures, players, b"secret", rng)


class Served:
    """A hosted table, its address, and a cookie for each seat and for somebody who watches."""

    def __init__(self, pack: Path, players: int) -> None:
        """Nothing runs before `serving`."""
        call = Call(str(pack), runs=True)
        self.hosted: Hosted = begin_table(
            call.pack(flawed=True), call, pack.parent, players, {}, FreeGame()
        )
        sockets, port = guest_sockets(["127.0.0.1"], 0)
        self.base = f"http://127.0.0.1:{port}"
        self.hosted.origins = (self.base,)
        self._sockets, self._loop = sockets, asyncio.new_event_loop()
        self._ready = threading.Event()
        config = uvicorn.Config(
            guest_app(self.hosted), log_level="error", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)

    @property
    def table(self) -> FreeTable:
        """The table."""
        assert isinstance(self.hosted.room.table, FreeTable)
        return self.hosted.room.table

    def do(self, seat: int, operation: dict[str, Any]) -> dict[str, Any]:
        """Do an operation as if a page had sent it; all agree."""
        done: Future[dict[str, Any]] = Future()
        self._loop.call_soon_threadsafe(
            lambda: done.set_result(self.hosted.room.do(seat, operation))
        )
        return done.result(30)

    def end(self) -> None:
        """Close the table, as its host does."""
        done: Future[None] = Future()

        def ended() -> None:
            self.hosted.room.note({"end": True})
            self.hosted.room.tell_pages()
            done.set_result(None)

        self._loop.call_soon_threadsafe(ended)
        done.result(30)

    def page(self, chromium: Any, seat: int, **options: Any) -> Any:
        """The page of a seat, drawn. What goes wrong in it is in `page.faults`."""
        context = chromium.new_context(**options)
        cookie = {"name": f"table-{self.hosted.id}", "value": f"cookie of {seat}"}
        context.add_cookies([{**cookie, "url": self.base}])
        page = context.new_page()
        page.faults = []
        page.on("pageerror", lambda fault: page.faults.append(str(fault)))
        page.goto(f"{self.base}/t")
        page.wait_for_selector("#felt .piece")
        return page

    async def _run(self) -> None:
        await prepare(self.hosted)
        for seat in range(len(self.hosted.room.chairs)):
            self.hosted.room.sit(seat, NAMES[seat], f"cookie of {seat}")
        self.hosted.room.sit(SPECTATOR, "", f"cookie of {SPECTATOR}")
        await self.hosted.begin()
        self._ready.set()
        await self._server.serve(sockets=self._sockets)
        await close(self.hosted)

    def _stop(self) -> None:
        for session in self.hosted.room.admission.sessions.values():
            session.gone = "the test is over"
        for feed in self.hosted.room.feeds.values():
            feed.wake()
        self._server.should_exit = True

    @contextmanager
    def serving(self) -> Iterator["Served"]:
        """The server in a thread."""
        thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        thread.start()
        try:
            assert self._ready.wait(60)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop)
            thread.join(60)
            self._loop.close()
