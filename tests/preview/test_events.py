"""The channel to open pages: limits on clients and waiting events; each client gets its own."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request

from generator import bundled
from generator.preview import events
from generator.preview.events import MOST_CLIENTS, MOST_WAITING, Hub
from generator.system.files import read


def request(of: str = "") -> Request:
    scope = {
        "type": "http", "method": "GET", "path": "/events", "headers": [],
        "query_string": f"of={of}".encode(),
    }  # fmt: skip
    return Request(scope)


async def opened(hub: Hub, of: str = "") -> AsyncIterator[Any]:
    answer = await hub.respond(request(of))
    stream: AsyncIterator[Any] = answer.body_iterator  # type: ignore[attr-defined]
    return stream


async def heard(stream: AsyncIterator[Any]) -> tuple[str, Any]:
    event = await asyncio.wait_for(anext(stream), 5)
    return event.event, json.loads(event.data)


def test_pages_receive_common_events_and_their_own() -> None:
    async def whole() -> None:
        hub = Hub()
        begun = hub.version
        tweak, other = await opened(hub, "tweak"), await opened(hub)
        assert await heard(tweak) == await heard(other) == ("hello", {"version": begun})
        hub.tell("band", {"games": 100}, to="tweak")
        hub.tell("stale", {})
        assert (await heard(tweak))[0] == "band"
        assert (await heard(tweak))[0] == (await heard(other))[0] == "stale"
        late = await opened(hub)
        assert await heard(late) == ("hello", {"version": begun + 1})
        assert hub.is_watched_as("tweak") and not hub.is_watched_as("report")

    asyncio.run(whole())


def test_the_pages_own_modules_are_small() -> None:
    scripts = list((bundled("templates") / "preview").glob("*.js"))
    assert scripts
    assert sum(len(read(path)) for path in scripts) < 46_080  # 45 kB


def test_the_oldest_page_and_pages_that_do_not_read_are_disconnected() -> None:
    async def whole() -> None:
        hub = Hub()
        streams = [await opened(hub) for _ in range(MOST_CLIENTS + 1)]
        assert [event async for event in streams[0]] == [], "it was let go"
        for n in range(MOST_WAITING + 5):
            hub.tell("busy", {"done": n})
        assert not hub.is_watched
        assert [event async for event in streams[-1]] == []

    asyncio.run(whole())


def test_closing_ends_all_streams() -> None:
    async def whole() -> None:
        hub = Hub()
        streams = [await opened(hub) for _ in range(3)]
        hub.close()
        assert [[event async for event in stream] for stream in streams] == [[], [], []]

    assert events.PING > 0
    asyncio.run(whole())
