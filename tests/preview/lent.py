"""Tables for tests that reuse child processes, since starting each takes a second.

A child is kept if it is idle when its table is closed. Its caches are keyed by content, as needed
for a pack that is edited.
"""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from generator.preview.faces import Call
from generator.preview.worker import Worker
from generator.preview.workspace import Table

SLOTS = ("press", "player", "tester", "seats", "bots", "teller")
_loops: list[asyncio.Runner] = []  # one, since the pipes of a child belong to its loop
_kept: dict[tuple[str, float], Worker] = {}


def run(work: Coroutine[Any, Any, None]) -> None:
    """As `asyncio.run`, on the loop of the children that are kept."""
    if not _loops:
        _loops.append(asyncio.Runner())
    _loops[0].run(work)


def lent(folder: Path) -> Table:
    """A table, with the children that are kept."""
    table = Table(Call(str(folder)), folder)
    for slot in SLOTS:
        worker = _kept.pop((slot, getattr(table, slot)._patience), None)
        if worker is not None:
            setattr(table, slot, worker)
    return table


async def give_back(table: Table) -> None:
    """Close a table and keep its children, except those that are busy or have ended."""
    for slot in SLOTS:
        worker: Worker = getattr(table, slot)
        if worker.pid is not None and not worker._begun and not worker._is_closed:
            worker.on_line = None
            _kept[slot, worker._patience] = worker
            setattr(table, slot, Worker())
    await table.close()


def end() -> None:
    """End the children that are kept, and their loop."""

    async def closed() -> None:
        for worker in _kept.values():
            await worker.close()

    if _loops:
        run(closed())
        _kept.clear()
        _loops.pop().close()
