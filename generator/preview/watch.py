"""Sees what is saved in the pack's folder, and lets the table read it anew.

The system's events are used where there are any. Where they fail (a limit of the system, a folder
that may not be read) or stay away (network drives, some shared folders), the files themselves are
looked at every half second, and the page and the terminal say so.
"""

import asyncio
import os
import sys
import time
from contextlib import aclosing
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from generator.preview.workspace import Table
from generator.system.files import in_words

DEBOUNCE = 50  # ms in which several saves are one
STEP = 20  # ms without a save that end it
LOOK = 1_000  # ms after which the folder itself is looked at
POLL = 0.5  # seconds between two looks at the files where there are no events
LEAST_REST = 9  # times as long as a look took is waited before the next one
OURS = ("notes.yaml",)  # kept beside the pack by the table itself

Stamps = dict[str, tuple[int, int, int]]  # file → time of its last change in ns, bytes, inode


class _Filter(DefaultFilter):
    """Passes the pack's own files; what lies above the folder does not matter."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __call__(self, change: Change, path: str) -> bool:
        """Whether a change of that file is one of the pack."""
        inside = os.path.relpath(path, self._folder)
        return Path(path).name not in OURS and super().__call__(change, inside)


async def watch(table: Table) -> None:
    """Reload the pack whenever one of its files is saved, until cancelled.

    A folder that is deleted and made again, or swapped for another, is watched anew: the system
    follows the old one, wherever it went.
    """
    while True:
        identity = _identity(table.folder)
        if identity is None or not table.polls:
            table.start(table.reload(rests=False))
        if identity is not None:
            if table.polls or not await _follow_events(table, identity):
                await _poll(table, identity)
            await table.relieve()
        while _identity(table.folder) is None:
            await asyncio.sleep(LOOK / 1000)


async def _follow_events(table: Table, identity: tuple[int, int]) -> bool:
    """Reload at each event until the folder is another; False where events cannot be relied on."""
    try:
        return await _reload_until_another(table, identity)
    except (OSError, RuntimeError) as fault:
        if _identity(table.folder) is None:  # it went before it was watched
            return True
        words = in_words(fault) if isinstance(fault, OSError) and fault.strerror else str(fault)
        _report_polling(table, f"the system cannot tell what is saved in it ({words})")
        return False


async def _reload_until_another(table: Table, identity: tuple[int, int]) -> bool:
    """As `_follow_events`; raises what the system objects to."""
    is_of_pack = _Filter(table.folder)
    seen = awatch(
        table.folder, watch_filter=is_of_pack, debounce=DEBOUNCE, step=STEP, recursive=True,
        rust_timeout=LOOK, yield_on_timeout=True,
    )  # fmt: skip
    stamps = await asyncio.to_thread(stamps_of, table.folder)
    n_silent, next_look = 0, 0.0
    async with aclosing(seen):
        async for changes in seen:
            if any(Path(path).suffix == ".py" for _, path in changes):
                await table.relieve()
            if changes:
                # It may never end, and a save may be what ends it.
                table.start(table.reload(rests=False))
            was_deleted = (Change.deleted, str(table.folder)) in changes
            if was_deleted or _identity(table.folder) != identity:
                return True
            if changes:
                n_silent = 0
                stamps = await asyncio.to_thread(stamps_of, table.folder)
            elif time.monotonic() >= next_look:
                began = time.monotonic()
                now = await asyncio.to_thread(stamps_of, table.folder)
                next_look = time.monotonic() + LEAST_REST * (time.monotonic() - began)
                # An event may be on its way: only a change that stays without one is silent.
                n_silent = n_silent + 1 if now != stamps else 0
                if n_silent > 1:
                    _report_polling(table, "files in it change and the system does not say so")
                    return False
    return True


async def _poll(table: Table, identity: tuple[int, int]) -> None:
    """Reload now, and whenever a file is another than before, until the folder is another."""
    stamps: Stamps | None = None
    while _identity(table.folder) == identity:
        began = time.monotonic()
        now = await asyncio.to_thread(stamps_of, table.folder)
        changed = {name for name, _ in now.items() ^ (stamps or {}).items()}
        if any(name.endswith(".py") for name in changed) and stamps is not None:
            await table.relieve()
        if changed or stamps is None:
            table.start(table.reload(rests=False))
        stamps = now
        await asyncio.sleep(max(POLL, LEAST_REST * (time.monotonic() - began)))


def stamps_of(folder: Path) -> Stamps:
    """The files of a pack and what changes when they are saved; what cannot be read is left out."""
    is_of_pack = _Filter(folder)
    stamps: Stamps = {}
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if is_of_pack(Change.modified, f"{root}/{name}")]
        for name in files:
            path = f"{root}/{name}"
            if not is_of_pack(Change.modified, path):
                continue
            try:
                stat = os.stat(path)
            except OSError:
                continue
            stamps[path] = stat.st_mtime_ns, stat.st_size, stat.st_ino
    return stamps


def _report_polling(table: Table, why: str) -> None:
    """Say on the page and in the terminal that files are looked at instead."""
    text = f"{table.folder} is not watched: {why}"
    followed = f"its files are looked at every {POLL:g} s instead, and F5 reads them anew"
    table.watching = f"{text}; {followed}"
    table.hub.tell("stale", {})
    print(f"{table.watching}; --poll does so from the start", file=sys.stderr, flush=True)


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one of its name; None where there is none."""
    try:
        stat = folder.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
