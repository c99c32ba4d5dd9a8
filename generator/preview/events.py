"""The channel from the server to its open pages: events by name, each with a JSON object.

Every open page is a client with a queue; a page that does not read its events is disconnected.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

MOST_CLIENTS = 8
MOST_WAITING = 500  # maximum number of events that may wait for one page
PING = 15.0  # seconds between messages that keep a stream open
OUTDATING = ("stale", "move")  # events after which open pages are out of date


class Hub:
    """The open pages, and the events that are sent to all of them."""

    def __init__(self) -> None:
        # called with each kind of page that is opened
        self.joined: Callable[[str], None] | None = None
        # Counts the events after which pages are out of date. It starts from the time, so that
        # pages that were open before the server was restarted are out of date too.
        self.version = time.time_ns() // 1_000_000
        self._clients: dict[asyncio.Queue[tuple[str, Any] | None], str] = {}

    def tell(self, name: str, data: Any, to: str = "") -> None:
        """Send an event to every open page, or to those that watch `to` (`/events?of=…`).

        An event that makes pages out of date contains the version from which on a page is current.
        """
        if name in OUTDATING:
            self.version += 1
            data = {**data, "version": self.version}
        for client, of in list(self._clients.items()):
            if to and of != to:
                continue
            if client.qsize() >= MOST_WAITING:
                self._drop(client)
            else:
                client.put_nowait((name, data))

    @property
    def is_watched(self) -> bool:
        """Whether any page is open."""
        return bool(self._clients)

    def is_watched_as(self, of: str) -> bool:
        """Whether a page of that kind is open."""
        return of in self._clients.values()

    def close(self) -> None:
        """End all streams, so that the server can end."""
        for client in list(self._clients):
            self._drop(client)

    def _drop(self, client: asyncio.Queue[tuple[str, Any] | None]) -> None:
        self._clients.pop(client, None)
        while not client.empty():
            client.get_nowait()
        client.put_nowait(None)

    async def respond(self, request: Request) -> Response:
        """The stream of events for one page.

        If there are too many pages, the oldest is disconnected.
        """
        while len(self._clients) >= MOST_CLIENTS:
            self._drop(next(iter(self._clients)))
        if request.method != "GET":
            return PlainTextResponse("refused: no such method\n", 405)
        client: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue()
        self._clients[client] = request.query_params.get("of", "")
        if self.joined is not None:
            self.joined(self._clients[client])
        client.put_nowait(("hello", {"version": self.version}))
        return EventSourceResponse(self._stream(client), ping=PING)

    async def _stream(
        self, client: asyncio.Queue[tuple[str, Any] | None]
    ) -> AsyncIterator[ServerSentEvent]:
        try:
            while (event := await client.get()) is not None:
                name, data = event
                yield ServerSentEvent(event=name, data=json.dumps(data, ensure_ascii=False))
        finally:
            self._clients.pop(client, None)
