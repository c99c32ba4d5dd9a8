"""The command `preview`: shows the pack in the browser while you edit it."""

from pathlib import Path
from typing import Annotated

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
    variant: VariantOption = None,
    language: LanguageOption = None,
    data_only: DataOnlyOption = False,
    is_trusted: TrustOption = False,
) -> None:
    """Show, tweak and play the pack in the browser while you edit it."""
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
    address = f"http://127.0.0.1:{port}/?key={key}"
    typer.echo(address)
    for host in hosts:
        at = host if host.rpartition(":")[2].isdecimal() else f"{host}:{port}"
        typer.echo(f"also http://{at}/?key={key}")
    typer.echo(f"showing {folder}; saved changes appear at once{_copied(folder)}")
    if opens:
        import webbrowser

        webbrowser.open(address)
    call = Call(str(folder), variant, language, tuple(settings or ()), may_run(), name)
    serve(Table(call, folder, may_run, polls=polls, editor=opener), key, sockets, port, hosts)


def _copied(folder: Path) -> str:
    """Explain how to copy a bundled game; "" for any other game."""
    if folder.parent != bundled("rules").resolve():
        return ""
    return f"; for a copy of your own: protoplay new my-{folder.name} --from {folder.name}"
