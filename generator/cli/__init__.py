"""The command line: each command reads its options, calls one function, prints, exits.

Nothing is imported here but what takes no time: Ctrl-C may come while the rest is.
"""

from generator.cli.interrupts import stopping_in_order
from generator.cli.startup import make_ready


def main() -> None:
    """Run the command line; a signal ends it in order, with exit code 130 after Ctrl-C."""
    make_ready()
    with stopping_in_order():
        from generator.cli.commands import run

        run()
