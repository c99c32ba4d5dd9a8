"""The Python processes that this one starts, and pools of threads.

A child process does not get the environment of the user's shell. A pool that is left early drops
its tasks, so that Ctrl-C need not wait for them.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

# Where Python finds what is installed, and where it writes.
_KEPT = {
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONPLATLIBDIR"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
}


def environment(**more: str) -> dict[str, str]:
    """The variables of a child: ours, but for what would make Python ask, print or end otherwise.

    With PYTHONINSPECT, say, a child that has done its work would wait for a person to type.
    """
    own = {n: v for n, v in os.environ.items() if not n.startswith("PYTHON") or n in _KEPT}
    return {**own, **more}


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
