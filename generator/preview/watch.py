"""Watches the pack's folder for saved files, and has the table read the pack again.

Events of the operating system are used if there are any. If they fail (a limit of the system, an
unreadable folder) or do not arrive (network drives, some shared folders), the files are checked
every half second, and the page and the terminal report this.
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

DEBOUNCE = 50  # ms; several saves within this time count as one
STEP = 20  # ms without a save after which the save is complete
LOOK = 1_000  # ms between two checks whether the folder itself was replaced
POLL = 0.5  # seconds between two checks of the files if there are no events
LEAST_REST = 9  # the pause after a check is at least this many times as long as the check
OURS = ("notes.yaml",)  # files that preview itself writes beside the pack

Stamps = dict[str, tuple[int, int, int]]  # file → time of its last change in ns, bytes, inode


class _Filter(DefaultFilter):
    """Accepts the pack's own files, wherever the folder lies."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __call__(self, change: Change, path: str) -> bool:
        """Whether the changed file belongs to the pack."""
        inside = os.path.relpath(path, self._folder)
        return Path(path).name not in OURS and super().__call__(change, inside)


async def watch(table: Table) -> None:
    """Reload the pack whenever one of its files is saved, until cancelled.

    If the folder is deleted and made again, or replaced, watching starts again, because the system
    follows the old folder.
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
    """Reload at each event until the folder is replaced; return False if events are unreliable."""
    try:
        return await _reload_until_another(table, identity)
    except (OSError, RuntimeError) as fault:
        if _identity(table.folder) is None:  # the folder disappeared before watching started
            return True
        words = in_words(fault) if isinstance(fault, OSError) and fault.strerror else str(fault)
        _report_polling(table, f"the system cannot tell what is saved in it ({words})")
        return False


async def _reload_until_another(table: Table, identity: tuple[int, int]) -> bool:
    """Do the work of `_follow_events`; raises the errors of the system."""
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
                # Not awaited: reading may never end, and a later save may end it.
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
                # An event may still arrive, so a change without an event counts only at the second
                # check.
                n_silent = n_silent + 1 if now != stamps else 0
                if n_silent > 1:
                    _report_polling(table, "files in it change and the system does not say so")
                    return False
    return True


async def _poll(table: Table, identity: tuple[int, int]) -> None:
    """Reload now, and whenever a file has changed, until the folder is replaced."""
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
    """The files of a pack, and the values that a save changes; unreadable files are left out."""
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
    """Report on the page and in the terminal that files are checked instead."""
    text = f"{table.folder} is not watched: {why}"
    followed = f"its files are looked at every {POLL:g} s instead, and F5 reads them anew"
    table.watching = f"{text}; {followed}"
    table.hub.tell("stale", {})
    print(f"{table.watching}; --poll does so from the start", file=sys.stderr, flush=True)


def _identity(folder: Path) -> tuple[int, int] | None:
    """A value that identifies a folder even if another has its name; None without a folder."""
    try:
        stat = folder.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
