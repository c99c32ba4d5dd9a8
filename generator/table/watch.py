"""Sees what is saved in the pack's folder, and lets the table read it anew."""

import asyncio
from contextlib import aclosing
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from generator.table.session import Table

DEBOUNCE = 50  # ms in which several saves are one
STEP = 20  # ms without a save that end it
LOOK = 1_000  # ms after which the folder itself is looked at
OURS = ("notes.yaml",)  # kept beside the pack by the table itself


class _Filter(DefaultFilter):
    def __call__(self, change: Change, path: str) -> bool:
        return Path(path).name not in OURS and super().__call__(change, path)


async def watch(table: Table) -> None:
    """Reload the pack whenever one of its files is saved, until cancelled.

    A folder that is deleted and made again, or swapped for another, is watched anew: the system
    follows the old one, wherever it went.
    """
    while True:
        table.start(table.reload())  # once the folder is watched, so that nothing is missed
        if (known := _identity(table.folder)) is not None:
            await _reload_until_another(table, known)
            await table.relieve()
        while _identity(table.folder) is None:
            await asyncio.sleep(LOOK / 1000)


async def _reload_until_another(table: Table, known: tuple[int, int]) -> None:
    seen = awatch(
        table.folder, watch_filter=_Filter(), debounce=DEBOUNCE, step=STEP, recursive=True,
        rust_timeout=LOOK, yield_on_timeout=True,
    )  # fmt: skip
    try:
        async with aclosing(seen):
            async for changes in seen:
                if any(Path(path).suffix == ".py" for _, path in changes):
                    await table.relieve()
                if changes:
                    table.start(table.reload())  # it may never end, and a save may be what ends it
                was_deleted = (Change.deleted, str(table.folder)) in changes
                if was_deleted or _identity(table.folder) != known:
                    return
    except FileNotFoundError:  # it went before it was watched
        return


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one of its name; None where there is none."""
    try:
        told = folder.stat()
    except OSError:
        return None
    return told.st_dev, told.st_ino
