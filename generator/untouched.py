"""What a pack's program may change of the process for itself alone: where it prints, how deep."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def as_it_was() -> Iterator[None]:
    """Have the process print where it did before, and call as deep, whatever the block does."""
    streams, deepest = (sys.stdout, sys.stderr), sys.getrecursionlimit()
    try:
        yield
    finally:
        if (sys.stdout, sys.stderr) != streams:
            sys.stdout, sys.stderr = streams
        if sys.getrecursionlimit() != deepest:
            sys.setrecursionlimit(deepest)
