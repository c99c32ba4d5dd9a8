"""The numbered messages to each reader of a table, which streams and long polls read.

A stream holds no queue: it remembers the number of its last message and reads on. A reader that is
further behind than what is kept gets a snapshot instead, so a page that reads slowly or not at all
costs nothing.
"""

import asyncio
import json
import time
from collections import deque
from typing import Any

MOST_KEPT = 500  # maximum number of stored messages


class Feed:
    """The last messages for one reader, each with its number."""

    def __init__(self) -> None:
        # The number of the last message, on from the hour: pages from before a restart have lower
        # numbers.
        self.last = time.time_ns() // 1_000_000
        self._messages: deque[tuple[int, str]] = deque(maxlen=MOST_KEPT)
        self._waiting: set[asyncio.Future[None]] = set()

    def tell(self, message: dict[str, Any]) -> None:
        """Add a message, and wake up whoever waits."""
        self.last += 1
        text = json.dumps({"at": self.last, **message}, ensure_ascii=False, separators=(",", ":"))
        self._messages.append((self.last, text))
        self.wake()

    def wake(self) -> None:
        """Let all who wait look again."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def since(self, at: int) -> list[str] | None:
        """The messages after that number; None where not all are kept."""
        if at == self.last:
            return []
        if at > self.last or at < self.last - len(self._messages):
            return None
        return [text for number, text in self._messages if number > at]

    async def news(self, at: int, seconds: float) -> None:
        """Wait until there is a message after that number, or something else, or that long."""
        if at != self.last:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await asyncio.wait({waiting}, timeout=seconds)
        finally:
            self._waiting.discard(waiting)
