"""Sees what is saved in the pack's folder, and lets the table read it anew."""

from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from generator.table.session import Table

DEBOUNCE = 50  # ms in which several saves are one
STEP = 20  # ms without a save that end it
OURS = ("notes.yaml",)  # kept beside the pack by the table itself


class _Filter(DefaultFilter):
    def __call__(self, change: Change, path: str) -> bool:
        return Path(path).name not in OURS and super().__call__(change, path)


async def watch(table: Table) -> None:
    """Reload the pack whenever one of its files is saved, until cancelled."""
    table.start(table.reload())
    async for changes in awatch(
        table.folder, watch_filter=_Filter(), debounce=DEBOUNCE, step=STEP, recursive=True
    ):
        if any(Path(path).suffix == ".py" for _, path in changes):
            await table.relieve()
        table.start(table.reload())  # it may never end, and a save may be what ends it
