"""Preparations before a command: open streams, and an environment that libraries can use.

Only modules that load at once are imported here, because Ctrl-C may come during slow imports.
"""

import errno
import os
import sys
import warnings
from collections.abc import MutableMapping

_YEAR_9999 = 253_402_300_799  # seconds from 1970 to the end of the year 9999
_COLUMNS = range(20, 1001)  # widths of a terminal in which a report can be printed


def make_ready() -> None:
    """Open closed streams, and remove environment variables that would stop or slow the work.

    If the working folder no longer exists, end with exit code 2.
    """
    open_closed_streams()
    warnings.simplefilter("ignore")  # protoplay reports faults of files itself
    for message in mend(os.environ):
        print(f"protoplay: {message}", file=sys.stderr)
    # more threads would wait actively while games are played
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        os.getcwd()
    except OSError:
        print("protoplay: the current folder no longer exists: cd to another", file=sys.stderr)
        raise SystemExit(2) from None


def open_closed_streams() -> None:
    """Replace a closed standard input, output or error by the null device.

    Otherwise the next file that is opened would get the number of the closed stream. An output that
    a shell has opened for reading counts as closed.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.write(number, b"") if number else os.fstat(number)
        except OSError as fault:
            if fault.errno != errno.EBADF:
                continue
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, number)
            if null == number:
                os.set_inheritable(null, True)
            else:
                os.close(null)
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def mend(environment: MutableMapping[str, str]) -> list[str]:
    """Remove variables that a library would read but could not use; return messages about these
    variables.
    """
    messages = []
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not _is_whole(epoch, range(_YEAR_9999 + 1)):
        del environment["SOURCE_DATE_EPOCH"]
        wanted = "expected the whole seconds since 1970"
        if epoch:
            messages.append(f"SOURCE_DATE_EPOCH is {epoch[:40]!r} and is ignored: {wanted}")
    if environment.pop("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        messages.append("NUMBA_DISABLE_JIT is ignored: bots play by compiled rules")
    columns = environment.get("COLUMNS")
    if columns is not None and not _is_whole(columns, _COLUMNS):
        del environment["COLUMNS"]
    return messages


def _is_whole(text: str, span: range) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20 and int(text) in span
