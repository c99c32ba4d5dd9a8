"""Undoes the changes that a pack's program makes in the process.

In: a block that runs the program. Out: the same output streams, working folder, recursion limit and
builtins as before the block. Threads that the program leaves running are recorded, and function
signatures are read without running its code unprotected.
"""

import builtins
import inspect
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from weakref import WeakSet

_left: "WeakSet[threading.Thread]" = WeakSet()


@contextmanager
def restored() -> Iterator[None]:
    """Restore output streams, working folder, recursion limit and builtins after the block."""
    streams, deepest, folder = (sys.stdout, sys.stderr), sys.getrecursionlimit(), _here()
    running, names = set(threading.enumerate()), dict(vars(builtins))
    try:
        yield
    finally:
        is_replaced = (getattr(sys, "stdout", None), getattr(sys, "stderr", None)) != streams
        if is_replaced and not any(stream is not None and stream.closed for stream in streams):
            sys.stdout, sys.stderr = streams
        if sys.getrecursionlimit() != deepest:
            sys.setrecursionlimit(deepest)
        if folder and _here() != folder:
            with suppress(OSError):  # the folder no longer exists
                os.chdir(folder)
        vars(builtins).update(names)
        _left.update(thread for thread in threading.enumerate() if thread not in running)


def is_left_running() -> bool:
    """Whether a thread started while a pack's program ran would keep the process from ending.

    The thread may also belong to protoplay; the two cases cannot be distinguished.
    """
    return any(thread.is_alive() and not thread.daemon for thread in _left)


def is_signal(error: BaseException, files: Collection[str]) -> bool:
    """Whether an exception is Ctrl-C or a similar signal, not raised by the program's `files`.

    A signal handler is the innermost frame; Python's own handler raises in the interrupted line.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    is_theirs = bool(frames) and frames[-1].f_code.co_filename in files
    return not is_theirs or signal.getsignal(signal.SIGINT) is signal.default_int_handler


def parameters_of(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function; empty if its signature cannot be read."""
    try:
        return dict(inspect.signature(function).parameters)
    except Exception:  # the function's own __signature__ may raise any exception
        return {}


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder no longer exists
        return ""
