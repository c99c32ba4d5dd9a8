"""The command line: each command reads its options, calls one function, prints, exits.

Nothing is imported here but what takes no time: Ctrl-C may come while the rest is.
"""

import errno
import os
import sys

from generator.cli.stopping import stopping_in_order


def main() -> None:
    """Run the command line; a signal ends it in order, with exit code 130 after Ctrl-C."""
    open_closed_streams()
    with stopping_in_order():
        from generator.cli.commands import run

        run()


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
