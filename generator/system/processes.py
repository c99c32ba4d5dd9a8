"""Child processes of Python, and pools of threads.

A child process gets only the environment variables that it needs. Leaving a pool early drops its
remaining tasks, so that Ctrl-C does not wait for them.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

# Variables that state where packages are installed and where Python may write.
_KEPT = {
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONPLATLIBDIR"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
}
MOST_SLOW = 10.0  # factor by which a busy machine may take longer, at most


def environment(**more: str) -> dict[str, str]:
    """The environment of a child, without variables that make Python ask, print or end differently.

    With PYTHONINSPECT, for example, a child would wait for input after its work.
    """
    own = {n: v for n, v in os.environ.items() if not n.startswith("PYTHON") or n in _KEPT}
    return {**own, **more}


def slowness() -> float:
    """Return the factor by which work may take longer because other programs use the processors.

    The factor is 1 on an idle machine, at most `MOST_SLOW`, and 1 where the system has no load.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 1.0
    return min(MOST_SLOW, max(1.0, load / (os.cpu_count() or 1)))


@contextmanager
def thread_pool(n_threads: int) -> Iterator[ThreadPoolExecutor]:
    """Yield a pool of threads.

    Tasks that have not begun are dropped when the block is left early.
    """
    pool = ThreadPoolExecutor(n_threads)
    is_awaited = True
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        is_awaited = False
        raise
    finally:
        pool.shutdown(wait=is_awaited, cancel_futures=True)
