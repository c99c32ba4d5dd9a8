"""The command `preview`: shows the pack in the browser while you edit it."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import bundled
from generator.cli.options import (
    DataOnlyOption,
    LanguageOption,
    PackArgument,
    SetOption,
    TrustOption,
    VariantOption,
    wrong_call,
)
from generator.cli.output import report_problems
from generator.cli.trust_prompt import DRAWINGS, RULES, may_run_or_show

if TYPE_CHECKING:
    from generator.preview.faces import Call


def preview(
    name: PackArgument = ".",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to serve at; 0: any free port.")
    ] = 0,
    opens: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    settings: SetOption = None,
    polls: Annotated[
        bool,
        typer.Option(
            "--poll", help="Check the files every half second; some network drives need this."
        ),
    ] = False,
    allowed: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="HOST",
            help="Also answer to this name, for a forwarded port: localhost, HOST or HOST:PORT.",
        ),
    ] = None,
    editor: Annotated[
        str,
        typer.Option(
            "--editor",
            metavar="COMMAND",
            help='Editor for links such as game.yaml:70: code, kate, "xterm -e vim +{line} '
            '{file}" … '
            "By default $VISUAL or a known editor.",
        ),
    ] = "",
    lan: Annotated[
        str | None,
        typer.Option(
            "--lan",
            metavar="[ADDRESS]",
            help="Also host a table for guests, as protoplay host --lan does.",
        ),
    ] = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    data_only: DataOnlyOption = False,
    is_trusted: TrustOption = False,
) -> None:
    """Show, tweak and play the pack in the browser while you edit it."""
    from generator.cli.hosting import addresses_of
    from generator.model.problems import Problems
    from generator.preview.editor import editor_of
    from generator.preview.faces import Call
    from generator.preview.guard import host_of, new_key
    from generator.preview.startup import listen, serve
    from generator.preview.workspace import Table
    from generator.reading.folder import find_folder

    hosts = [host for written in allowed or () if (host := host_of(written)) is not None]
    if len(hosts) != len(allowed or ()):
        wrong_call("--allow needs the name of a host, such as localhost or my-machine.example:8000")
    addresses_of(lan)  # ends here if the address is wrong
    try:
        opener = editor_of(editor)
    except ValueError as fault:
        wrong_call(f"--editor: {fault}")
    problems = Problems()
    folder = find_folder(name, problems)
    report_problems(problems)
    assert folder is not None
    may_run = may_run_or_show(folder, (*RULES, DRAWINGS), is_trusted, data_only)
    try:
        sockets, port = listen(port)
    except OSError as fault:
        wrong_call(f"port {port} cannot be used: {fault.strerror}; --port 0 takes a free one")
    key = new_key()
    _announce(folder, port, key, hosts, opens)
    call = Call(str(folder), variant, language, tuple(settings or ()), may_run(), name)
    table = Table(call, folder, may_run, polls=polls, editor=opener)
    with _hosting(call, lan):
        serve(table, key, sockets, port, hosts)


def _announce(folder: Path, port: int, key: str, hosts: Sequence[str], opens: bool) -> None:
    """Print the addresses of the page; `opens` also opens the page in the browser."""
    address = f"http://127.0.0.1:{port}/?key={key}"
    typer.echo(address)
    for host in hosts:
        at = host if host.rpartition(":")[2].isdecimal() else f"{host}:{port}"
        typer.echo(f"also http://{at}/?key={key}")
    typer.echo(f"showing {folder}; saved changes appear at once{_copied(folder)}")
    if opens:
        import webbrowser

        webbrowser.open(address)


@contextmanager
def _hosting(call: "Call", lan: str | None) -> Iterator[None]:
    """Let `protoplay host` serve guests in a process of its own until the block ends.

    No process both serves guests and writes the pack. Without `--lan` nobody is served.
    """
    from generator.system.processes import environment

    words = None if lan is None else _words_of_host(call, lan)
    if words is None:
        yield
        return
    typer.echo("guests are hosted alongside the preview")
    sys.stdout.flush()
    command = [sys.executable, "-m", "generator.cli", "host", *words]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment())
    try:
        yield
    finally:
        child.terminate()
        child.wait()


def _words_of_host(call: "Call", lan: str) -> list[str] | None:
    """The words of the call of `host`; None after a message if its programs may not run."""
    from generator.reading.folder import has_rules
    from generator.system.trust import programs_in

    pack, problems = call.opened()
    if pack is None or problems.errors:
        typer.echo("no table is hosted: correct the errors, then start protoplay host", err=True)
        return None
    if programs_in(pack.folder) and not call.runs:
        typer.echo("no table is hosted, because no program of the pack is run", err=True)
        return None
    words = [call.typed, "--lan", lan, *(f"--set={setting}" for setting in call.settings)]
    words += [f"--variant={call.variant}"] if call.variant else []
    words += [f"--language={call.language}"] if call.language else []
    words += ["--trust"] if call.runs else []
    return words if has_rules(pack) else [*words, "--free"]


def _copied(folder: Path) -> str:
    """Explain how to copy a bundled game; "" for any other game."""
    if folder.parent != bundled("rules").resolve():
        return ""
    return f"; for a copy of your own: protoplay new my-{folder.name} --from {folder.name}"
