"""The address of a table that is being hosted, for the forms that are printed meanwhile.

In: the log of the table and its origin. Out: a file beside the log with the origin, for as long as
a lock on the table is held. A lock ends with its process, so a killed host announces nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from generator.hosting.log import FOLDER, logs_of
from generator.model.pack import Pack
from generator.system.files import read, write_file
from generator.system.locks import is_locked, locked
from generator.system.paths import private_folder

LOCK, ADDRESS = ".lock", ".address"
LARGEST = 1000  # maximum size of the file with the address, in bytes
_OWN = ("127.0.0.1", "::1", "localhost")


@contextmanager
def announced(log: Path, origin: str) -> Iterator[None]:
    """Announce the origin of a table until the block ends.

    Raises `OSError` if another process hosts the table, or if the file cannot be written.
    """
    address = log.with_suffix(ADDRESS)
    with locked(log.with_suffix(LOCK)):
        write_file(address, origin)
        try:
            yield
        finally:
            with suppress(OSError):
                address.unlink()


def is_hosted(log: Path) -> bool:
    """Whether a process hosts the table with that log now."""
    return is_locked(log.with_suffix(LOCK))


def form_address(pack: Pack, out: Path) -> str:
    """The address of the form at the newest table of a pack that is hosted now.

    "" if there is none, or if other devices cannot reach the table.
    """
    folder = private_folder(pack, out) / FOLDER
    for id in reversed(logs_of(pack, out)):
        log = folder / f"{id}.jsonl"
        with suppress(OSError, ValueError):
            origin = read(log.with_suffix(ADDRESS), LARGEST).decode()
            if is_hosted(log) and urlsplit(origin).hostname not in _OWN:
                return f"{origin}/form"
    return ""
