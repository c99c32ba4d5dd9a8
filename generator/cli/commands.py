"""The list of commands, and the error line that is printed when one fails.

Exit codes: 0 success, 1 the pack has problems, 2 the call is wrong. Heavy libraries are imported
inside the commands, so that `--help` answers at once.
"""

import logging
import sys
from contextlib import nullcontext
from typing import Annotated

import typer

from generator.cli.about import about, say_version
from generator.cli.demo import demo
from generator.cli.exporting import export
from generator.cli.help_layout import Helped
from generator.cli.hosting import LanCommand, host
from generator.cli.interrupts import end_if_held, stop_if_asked
from generator.cli.options import Commands
from generator.cli.output import (
    close_stdout_if_broken,
    last_words,
    nothing_beside_json,
    speak_plainly,
)
from generator.cli.packs import check, fetch, list_packs, new, schema
from generator.cli.people import form, log, people
from generator.cli.preview import preview
from generator.cli.printing import build, calibrate
from generator.cli.studies import compare, ladder, replay, simulate, sweep
from generator.cli.suggest import suggest

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def protoplay(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=say_version, help="Print the version."),
    ] = False,
) -> None:
    """Print a tabletop prototype and playtest it, from one folder."""


PANELS = {  # panel titles of `protoplay --help` → the commands in each panel
    "Your game": (new, fetch, check, preview),
    "Print": (build, export, calibrate),
    "Let bots play": (simulate, compare, sweep, ladder, suggest, replay),
    "Play with people": (host, form, people, log),
    "protoplay": (demo, schema, about),
}
app.command("list", cls=Helped, rich_help_panel="Your game")(list_packs)
for panel, commands in PANELS.items():
    for command in commands:
        layout = LanCommand if command in (host, preview) else Helped
        app.command(cls=layout, rich_help_panel=panel)(command)


def run() -> None:
    """Run the command that was typed; no failure prints a traceback."""
    speak_plainly()
    logging.lastResort = None  # the logs of libraries do not help a designer
    try:
        try:
            is_document = "--json" in sys.argv and not {"-h", "--help"} & set(sys.argv)
            with nothing_beside_json() if is_document else nullcontext():
                app()
        finally:
            sys.stdout.flush()
    except SystemExit as ended:
        end_if_held(ended.code)
        raise
    except Exception as fault:
        stop_if_asked()
        if isinstance(fault, OSError):
            close_stdout_if_broken()
        typer.echo(f"protoplay: {last_words(fault)}", err=True)
        end_if_held(1)
        raise SystemExit(1) from None
