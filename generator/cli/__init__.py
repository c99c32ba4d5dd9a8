"""The command line: each command reads its options, calls one function, prints, and exits.

Only modules that load at once are imported here, because Ctrl-C may arrive while other modules
load.
"""

from generator.cli.interrupts import stopping_in_order
from generator.cli.startup import make_ready


def main() -> None:
    """Run the command line; after Ctrl-C it cleans up and ends with exit code 130."""
    make_ready()
    with stopping_in_order():
        from generator.cli.commands import run

        run()
