"""A server ends after Ctrl-C, even if one of its tasks does not."""

import asyncio
import time
from contextlib import suppress

import pytest

from generator.system import servers


def test_a_server_ends_although_a_task_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "LONGEST_STOP", 0.2)

    async def stubborn() -> None:
        while True:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    async def server() -> None:
        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0)
        assert not task.done()
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        servers.run_server(server())
    assert time.monotonic() - began < 10
