"""Limits on the requests of a guest, so that a flood of one seat slows nobody else."""

import time
from collections import deque

OPERATIONS, BURST = 30.0, 60.0  # operations of a seat: a second, and at once
TRIES = 60  # number of typed codes that all guests together may try in a minute
MOST_STREAMS = 3  # maximum number of open streams of a seat
MOST_REQUESTS = 12  # maximum number of requests of a seat that are answered at once
MOST_SPECTATORS = 16


class Allowance:
    """Operations that a seat may still do: they come back with time."""

    def __init__(self) -> None:
        self._left, self._at = BURST, time.monotonic()

    def take(self) -> bool:
        """Take one; whether there was one."""
        now = time.monotonic()
        self._left = min(BURST, self._left + OPERATIONS * (now - self._at))
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Tries:
    """Typed codes that may still be tried, by all guests together: a tunnel hides addresses."""

    def __init__(self) -> None:
        self._tries: deque[float] = deque()

    def take(self) -> bool:
        """Take one; whether there was one."""
        now = time.monotonic()
        while self._tries and self._tries[0] < now - 60:
            self._tries.popleft()
        if len(self._tries) >= TRIES:
            return False
        self._tries.append(now)
        return True
