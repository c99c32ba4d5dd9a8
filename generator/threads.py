"""Threads that are left behind when nobody waits any more: Ctrl-C need not outlast their tasks."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def side_by_side(n_threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads; what it has not begun is dropped when the block is left early."""
    pool = ThreadPoolExecutor(n_threads)
    is_awaited = True
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        is_awaited = False
        raise
    finally:
        pool.shutdown(wait=is_awaited, cancel_futures=True)
