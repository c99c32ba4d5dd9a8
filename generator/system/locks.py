"""A lock between processes: only one at a time runs the guarded block.

In: the path of a lock file. Out: the lock, held during a `with` block.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 10.0  # seconds to wait for another process
_STEP = 0.02


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock on a file, created if needed, until the block or the process ends.

    Raises `TimeoutError` if another process holds it for more than `PATIENCE` seconds, `OSError` if
    the file cannot be created or is a link.
    """
    if file.parent.is_symlink():
        raise OSError(0, f"{file.parent} is a link", str(file))
    file.parent.mkdir(exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    number = os.open(file, flags, 0o600)
    try:
        until = time.monotonic() + PATIENCE
        while not _taken(number):
            if time.monotonic() > until:
                raise TimeoutError(f"another protoplay has held {file} for {PATIENCE:.0f} seconds")
            time.sleep(_STEP)
        yield
    finally:
        os.close(number)  # releases the lock


def is_locked(file: Path) -> bool:
    """Whether another process, or another place in this one, holds the lock on a file."""
    try:
        number = os.open(file, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return not _taken(number)
    finally:
        os.close(number)


def _taken(number: int) -> bool:
    """Try to lock an open file; return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            system: Any = msvcrt
            system.locking(number, system.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
