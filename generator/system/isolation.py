"""What a pack's program may change of the process for itself alone.

Where it prints, which folder it works in, how deep it calls, what Python's own names mean. The
threads it leaves are known. What its functions say of themselves is asked with care.
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
def as_it_was() -> Iterator[None]:
    """Have the process print and work where it did before, and call as deep, whatever is done."""
    streams, deepest, folder = (sys.stdout, sys.stderr), sys.getrecursionlimit(), _here()
    running, names = set(threading.enumerate()), dict(vars(builtins))
    try:
        yield
    finally:
        if (getattr(sys, "stdout", None), getattr(sys, "stderr", None)) != streams:
            sys.stdout, sys.stderr = streams
        if sys.getrecursionlimit() != deepest:
            sys.setrecursionlimit(deepest)
        if folder and _here() != folder:
            with suppress(OSError):  # it is gone
                os.chdir(folder)
        vars(builtins).update(names)
        _left.update(thread for thread in threading.enumerate() if thread not in running)


def is_left_running() -> bool:
    """Whether a thread that began while a pack's program ran would keep the process from ending.

    Which of the threads of that time are the program's own cannot be told.
    """
    return any(thread.is_alive() and not thread.daemon for thread in _left)


def is_signal(error: BaseException, files: Collection[str]) -> bool:
    """Whether an exception is Ctrl-C, or the like, and was not raised by a program's own files.

    A handler of signals stands where it raises; Python's own raises where the program stands.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    is_theirs = bool(frames) and frames[-1].f_code.co_filename in files
    return not is_theirs or signal.getsignal(signal.SIGINT) is signal.default_int_handler


def taken_by(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """What a function takes; nothing where it says nonsense of itself."""
    try:
        return dict(inspect.signature(function).parameters)
    except Exception:  # whatever its own __signature__ does
        return {}


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder is gone
        return ""
