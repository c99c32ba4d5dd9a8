"""A room for tests: one free table, its page for each seat, its events. It trusts everybody."""

import asyncio
import json
import random
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.hosting.free.opening import Opening, opening_of
from generator.hosting.free.page import page, static
from generator.hosting.free.table import FreeTable
from generator.hosting.tables import Refusal
from generator.preview.faces import Call, look

HERE = Path(__file__).parent
NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; require-trusted-types-for 'script'"
)


def opened(pack: str | Path, players: int, seed: int = 1) -> Opening:
    """A pack laid out for a free table."""
    call = Call(str(pack), runs=True)
    shown, _, pictures = look(call, frozenset(), sheets=False)
    assert shown is not None
    rng = random.Random(seed)
    return opening_of(call.pack(flawed=True), shown, pictures, players, b"secret", rng)


Queue = asyncio.Queue[dict[str, Any] | None]


class Room:
    """One table and the queues of its open pages. All that is done is kept in `log`."""

    def __init__(self, opening: Opening, title: str, seed: int = 1) -> None:
        """`seed` makes the table's chance the same in every run."""
        self.table = FreeTable(opening.world, opening.state, random.Random(seed))
        self.table.names[:] = NAMES[: self.table.seats]
        self.opening, self.title = opening, title
        self.log: list[dict[str, Any]] = []
        self._pages: list[tuple[int | None, Queue]] = []
        routes = [
            Route("/", self._page),
            Route("/events", self._events),
            Route("/end", self._end),
            Route("/do", self._do, methods=["POST"]),
            Route("/face/{address}.svg", self._face),
            Route("/static/{name}", self._static),
        ]
        self.app = Starlette(routes=routes)

    def do(self, seat: int, operation: dict[str, Any]) -> dict[str, Any]:
        """Do an operation and tell all pages; consent is given at once."""
        step = self.table.do(seat, operation)
        if isinstance(step, Refusal):
            return {"refused": step.message}
        if "needs" in step.entry:
            return self.do(seat, {**step.entry["then"], "agreed": True})
        self.log.append(step.entry)
        for reader, queue in self._pages:
            changes, words = self.table.changes(step, reader), self.table.words(step, reader)
            queue.put_nowait({"seq": len(self.log), "by": seat, "is": changes, "said": words})
        return {"seq": len(self.log)}

    async def _page(self, request: Request) -> Response:
        return Response(page(self.title), headers={"content-security-policy": POLICY})

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        file = HERE / "room.js" if name == "guest.js" else static(name)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        return Response(file.read_bytes(), media_type=kind)

    async def _face(self, request: Request) -> Response:
        picture = self.opening.pictures[request.path_params["address"]]
        return Response(picture, media_type="image/svg+xml")

    async def _do(self, request: Request) -> Response:
        return JSONResponse(self.do(int(request.query_params["seat"]), await request.json()))

    async def _events(self, request: Request) -> Response:
        number = int(request.query_params["seat"])
        reader = None if number < 0 else number

        async def events() -> AsyncIterator[str]:
            queue: Queue = asyncio.Queue()
            self._pages.append((reader, queue))
            yield f"data: {json.dumps({'all': self.table.snapshot(reader)})}\n\n"
            while (message := await queue.get()) is not None:
                yield f"data: {json.dumps(message)}\n\n"

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _end(self, request: Request) -> Response:
        for _, queue in self._pages:
            queue.put_nowait(None)
        return Response()


@contextmanager
def served(room: Room) -> Iterator[str]:
    """The address of a room's server, in a thread."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(room.app, port=port, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/end").close()
        server.should_exit = True
        thread.join(10)
