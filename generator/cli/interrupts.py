"""Ctrl-C and SIGTERM: unfinished files are removed, and one line is printed.

The signals raise `KeyboardInterrupt` in the main thread, so that every unfinished file is removed
before the end. Some libraries turn this exception into their own, which still counts as the signal.
Only modules that load at once are imported here, because Ctrl-C may come early.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_heard: list[int] = []  # the signals received while the program is stopping
STOPPED = "stopped; no unfinished file was left"
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def stopping_in_order() -> Iterator[None]:
    """End with exit code 130 after Ctrl-C, 143 after SIGTERM, 129 when the terminal is closed."""

    def stop(number: int, _: Any) -> None:
        _heard.append(number)
        sys.unraisablehook = _stop_again
        threading.excepthook = _say_nothing
        raise KeyboardInterrupt

    before = _listen(stop)
    try:
        yield
    except BaseException as ended:
        is_done = isinstance(ended, SystemExit) and not ended.code
        if is_done or (not _heard and not isinstance(ended, KeyboardInterrupt)):
            raise
        code = 128 + (_heard[0] if _heard else signal.SIGINT)
        _leave(code, at_once=bool(_heard))
        raise SystemExit(code) from None
    finally:
        _heard.clear()
        for number, handler in before.items():
            signal.signal(number, handler)


def stop_if_asked() -> None:
    """Raise the interrupt again if an error is only a library's reaction to the signal."""
    if _heard:
        raise KeyboardInterrupt


def end_if_held(code: Any) -> None:
    """End the process now if a thread of a pack's program would never end."""
    from generator.system.isolation import is_left_running

    if is_left_running():
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _listen(stop: Any) -> dict[int, Any]:
    """Make the signals stop the program, except signals that its parent process ignores."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    before = {
        number: handler for number, handler in handlers.items() if handler is not signal.SIG_IGN
    }
    for number in before:
        signal.signal(number, stop)
    return before


def _leave(code: int, *, at_once: bool) -> None:
    """Print the line, and end without waiting for threads whose results are not needed."""
    for number in _SIGNALS if at_once else ():
        signal.signal(number, signal.SIG_IGN)
    exec("")  # without this call, Python ends by SIGINT after a KeyboardInterrupt inside exec()
    try:
        sys.stdout.flush()
        print(STOPPED, file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # the reader of the output no longer exists
        at_once = True
    others = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if at_once and any(not thread.daemon for thread in others):
        os._exit(code)


def _stop_again(lost: Any) -> None:
    """Send the interrupt again after a destructor or a callback of a library suppressed it."""

    def again() -> None:
        if _heard:
            _thread.interrupt_main()

    if issubclass(lost.exc_type, KeyboardInterrupt):
        soon = threading.Timer(0.1, again)
        soon.daemon = True
        soon.start()


def _say_nothing(_: Any) -> None:
    """Suppress the error messages of interrupted libraries."""
