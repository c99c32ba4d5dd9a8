"""Runs a server in an event loop that always ends after Ctrl-C."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

LONGEST_STOP = 5.0  # seconds that the tasks of a server may take to end


def run_server(server: Coroutine[Any, Any, None]) -> None:
    """Run a server until it ends or is interrupted; its tasks have `LONGEST_STOP` s to end.

    Ctrl-C while a child process begins may leave a task that waits for the child for ever.
    """
    runner = asyncio.Runner()
    try:
        runner.run(server)
    finally:
        loop = runner.get_loop()
        loop.call_later(LONGEST_STOP, loop.stop)
        loop.set_exception_handler(lambda *_: None)  # of tasks that are cut off
        with suppress(RuntimeError):  # the loop stopped before its tasks ended
            runner.close()
