"""The server of preview: all its pages, and the guard around them.

A page is a module with `ROOM`, its entry in the menu, and a function `routes`.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from types import FrameType

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.preview import (
    editor,
    feedback,
    gallery,
    notebook_page,
    overview_page,
    pages,
    play_page,
    replay_page,
    report_page,
    rules_page,
    sheets,
    tweak,
)
from generator.preview.guard import LARGEST_BODY, Guard
from generator.preview.scheduler import Studio
from generator.preview.worker import WorkFailed, last_line
from generator.preview.workspace import Table

MOST_CONNECTIONS = 64
FIRST_LOOK = 10.0  # seconds that a page waits until the pack has been read
GRACE = 1  # seconds until open connections are closed when the server ends


def make_app(table: Table, key: str, port: int, allowed: Sequence[str] = ()) -> Starlette:
    """Make the application with all pages behind the guard; it closes the table when it ends.

    `allowed` are host names, besides this machine's own addresses, at which the server may be
    reached.
    """
    studio, playing = Studio(table), play_page.Playing(table)
    rooms = (
        (gallery, gallery.routes(table, studio)),
        (overview_page, overview_page.routes(table, studio)),
        (tweak, tweak.routes(table, studio)),
        (sheets, sheets.routes(table, studio)),
        (play_page, play_page.routes(table, playing)),
        (replay_page, replay_page.routes(table, playing, studio)),
        (report_page, report_page.routes(table, studio)),
        (notebook_page, notebook_page.routes(table)),
    )
    table.rooms = tuple(room.ROOM for room, _ in rooms)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        table.start(studio.run())
        try:
            yield
        finally:
            await table.close()

    return Starlette(
        routes=[
            *pages.routes(table),
            *editor.routes(table),
            *rules_page.routes(table),
            *feedback.routes(table, playing),
            *(route for _, routes in rooms for route in routes),
        ],
        middleware=[
            Middleware(Guard, key=key, port=port, allowed=tuple(allowed)),
            Middleware(_OnceRead, table=table),
        ],
        max_body_size=LARGEST_BODY,
        exception_handlers={WorkFailed: _failed, Exception: pages.broken},
        lifespan=lifespan,
    )


async def _failed(request: Request, fault: Exception) -> Response:
    """The response of a page whose work failed without its own error message."""
    return PlainTextResponse(f"{last_line(fault, 'it ended')}\n", 503)


class _OnceRead:
    """Makes pages wait until the pack has been read, or read again after F5."""

    def __init__(self, app: ASGIApp, table: Table) -> None:
        self.app, self.table = app, table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a limited time, because a page can also show errors."""
        if scope["type"] == "http" and not scope["path"].startswith(
            ("/static/", "/font/", "/events")
        ):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.table.ready.wait(), FIRST_LOOK)
            if scope["method"] == "GET" and _is_read_anew(Headers(scope=scope)):
                reading = self.table.start(self.table.reload())
                await asyncio.wait({reading}, timeout=FIRST_LOOK)
        await self.app(scope, receive, send)


def _is_read_anew(headers: Headers) -> bool:
    """Whether a browser reloads a page, for example by F5."""
    if headers.get("sec-fetch-mode", "navigate") != "navigate":
        return False  # a request of a script that only updates changed parts
    return bool({"max-age=0", "no-cache"} & set(headers.get("cache-control", "").split(", ")))


def make_server(table: Table, key: str, port: int, allowed: Sequence[str] = ()) -> uvicorn.Server:
    """Make the server of the pages; when it ends, nothing is left running."""
    config = uvicorn.Config(
        make_app(table, key, port, allowed),
        log_level="error",  # warnings concern only refused requests
        access_log=False,
        server_header=False,
        loop="asyncio",
        http=Connection,
        ws="none",
        lifespan="on",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
    )
    logging.getLogger("uvicorn.error").addFilter(is_of_ours)
    return _Server(config, table)


class Connection(H11Protocol):
    """A connection that is closed for a new one unless it is answering a request.

    Otherwise a client without a key could block the page by opening many idle connections.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Do what uvicorn does; if there are too many connections, close the oldest idle ones."""
        super().connection_made(transport)
        self._since = self.loop.time()
        others = [c for c in self.connections if isinstance(c, Connection) and c is not self]
        others = [c for c in others if not c.transport.is_closing()]
        resting = [c for c in others if c.cycle is None or c.cycle.response_complete]
        too_many = max(0, len(others) + 2 - MOST_CONNECTIONS)
        for connection in sorted(resting, key=lambda c: c._since)[:too_many]:
            connection.transport.abort()


def is_of_ours(record: logging.LogRecord) -> bool:
    """Whether an error is a fault of the server; a malformed or interrupted request is not."""
    nobodys = (h11.ProtocolError, ClientDisconnect)
    return not (record.exc_info and isinstance(record.exc_info[1], nobodys))


class _Server(uvicorn.Server):
    """A server that stops all running work first, because it would wait for it otherwise."""

    def __init__(self, config: uvicorn.Config, table: Table) -> None:
        super().__init__(config)
        self._table = table
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing: asyncio.Future[None] | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Do what uvicorn does."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Do what uvicorn does, but stop running work at once instead of waiting for it."""
        super().handle_exit(sig, frame)
        # hides messages about interrupted requests
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._close)

    def _close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._table.close())
