"""Before a command: streams that are open, an environment that no library stumbles over.

Nothing is imported here but what takes no time: Ctrl-C may come while the rest is.
"""

import errno
import os
import sys
import warnings
from collections.abc import MutableMapping

_YEAR_9999 = 253_402_300_799  # seconds since 1970
_COLUMNS = range(20, 1001)  # that a terminal may have, to print a report in


def make_ready() -> None:
    """Open what is closed, and take out of the environment what would stop or slow the work.

    Where the working folder is gone, end with exit code 2.
    """
    open_closed_streams()
    warnings.simplefilter("ignore")  # what a library has to say of a file is told in our own words
    for told in mend(os.environ):
        print(f"protoplay: {told}", file=sys.stderr)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would spin where games are played
    try:
        os.getcwd()
    except OSError:
        print("protoplay: the folder you are in is gone: cd to another", file=sys.stderr)
        raise SystemExit(2) from None


def open_closed_streams() -> None:
    """Where standard input, output or error is closed, put the null device in its place.

    Python has no stream then, and the next file that is opened would get the number of one: that
    a shell opened so, to read a script, counts as closed for output.
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
    """Take out what a library reads and cannot go by; returns what is to be said of it."""
    said = []
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not _is_whole(epoch, range(_YEAR_9999 + 1)):
        del environment["SOURCE_DATE_EPOCH"]
        wanted = "expected the whole seconds since 1970"
        if epoch:
            said.append(f"SOURCE_DATE_EPOCH is {epoch[:40]!r} and is left aside: {wanted}")
    if environment.pop("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        said.append("NUMBA_DISABLE_JIT is left aside: bots play by compiled rules")
    columns = environment.get("COLUMNS")
    if columns is not None and not _is_whole(columns, _COLUMNS):
        del environment["COLUMNS"]
    return said


def _is_whole(text: str, span: range) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20 and int(text) in span
