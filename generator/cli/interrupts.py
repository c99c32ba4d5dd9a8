"""Ctrl-C, and a kill that asks: what is at work is left in order, and one line is said.

The signals raise `KeyboardInterrupt` where the program stands, so that every file begun is removed
on the way out. Some libraries turn it into an exception of their own; it counts as the signal all
the same. Nothing is imported here that takes time, since Ctrl-C may come at once.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_heard: list[int] = []  # the signals that came, while the program is stopping
SAID = "stopped; nothing half-written was left"
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
    """Leave out what would be said of a fault that is only a library's answer to the signal."""
    if _heard:
        raise KeyboardInterrupt


def end_if_held(code: Any) -> None:
    """End now, all being said and done, where a thread of a pack's program would go on for ever."""
    from generator.system.isolation import is_left_running

    if is_left_running():
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _listen(stop: Any) -> dict[int, Any]:
    """Have the signals stop the program, but for those that whoever started it had ignored."""
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
    """Say so; where threads are still at work on what nobody waits for, end without them."""
    for number in _SIGNALS if at_once else ():
        signal.signal(number, signal.SIG_IGN)
    exec("")  # else Python notes a KeyboardInterrupt that left an exec() and ends by SIGINT itself
    try:
        sys.stdout.flush()
        print(SAID, file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # nobody reads any more
        at_once = True
    others = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if at_once and any(not thread.daemon for thread in others):
        os._exit(code)


def _stop_again(lost: Any) -> None:
    """Where a destructor or a library's callback swallowed the signal: it comes once more."""

    def again() -> None:
        if _heard:
            _thread.interrupt_main()

    if issubclass(lost.exc_type, KeyboardInterrupt):
        soon = threading.Timer(0.1, again)
        soon.daemon = True
        soon.start()


def _say_nothing(_: Any) -> None:
    """What an interrupted library complains of on its way out is of no use to anyone."""
