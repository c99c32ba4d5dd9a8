"""The command `host`: a table that people join from their own phones and computers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli.help_layout import Helped
from generator.cli.options import (
    OUTPUT,
    LanguageOption,
    OutOption,
    PackArgument,
    SetOption,
    TrustOption,
    VariantOption,
    wrong_call,
)
from generator.cli.output import report_problems
from generator.cli.people import with_likeness
from generator.cli.trust_prompt import must_run

if TYPE_CHECKING:
    from generator.hosting.hosted import Hosted
    from generator.model.pack import Pack

LOOPBACK = "127.0.0.1"
OWN = "auto"  # the value of `--lan` without an address


class LanCommand(Helped):
    """A command whose option `--lan` may be used without an address."""

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that adds `OWN` to a `--lan` without an address."""
        parser = super().make_parser(ctx)
        parse = parser.parse_args
        parser.parse_args = lambda args: parse(_with_address(args))  # type: ignore[method-assign]
        return parser


def _with_address(args: list[str]) -> list[str]:
    """The words of a call, with `OWN` added to a `--lan` without an address."""
    spread: list[str] = []
    for i, word in enumerate(args):
        spread.append(word)
        after = args[i + 1] if i + 1 < len(args) else ""
        is_address = after[:1].isdecimal() or ":" in after[:6] or after == OWN
        if word == "--lan" and not is_address:
            spread.append(OWN)
    return spread


def host(
    name: PackArgument = ".",
    players: Annotated[
        int | None,
        typer.Option(
            "--players", min=1, help="Number of seats. (default: 2, or what the pack allows)"
        ),
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="N=BOT", help="Let a bot play a seat: 2=greedy. Repeatable."
        ),
    ] = None,
    is_free: Annotated[
        bool,
        typer.Option(
            "--free", help="Host a table without rules: people move the pieces, as on a real table."
        ),
    ] = False,
    lan: Annotated[
        str | None,
        typer.Option(
            "--lan",
            metavar="[ADDRESS]",
            help="Also serve guests at this machine's address on the local network, or at ADDRESS.",
        ),
    ] = None,
    allowed: Annotated[
        list[str] | None,
        typer.Option(
            "--allow", metavar="URL", help="Also answer at the URL of a tunnel: https://…"
        ),
    ] = None,
    resume: Annotated[
        str, typer.Option("--resume", metavar="ID", help="Continue a table that was stopped.")
    ] = "",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port of the guests; 0: any free port.")
    ] = 0,
    opens: Annotated[bool, typer.Option("--open", help="Open the host's page.")] = False,
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    out: OutOption = OUTPUT,
    is_trusted: TrustOption = False,
) -> None:
    """Host a table that people join from their own phones and computers."""
    from generator.hosting.announcing import announced
    from generator.hosting.guest_guard import origin_of
    from generator.hosting.serving import guest_sockets, serve
    from generator.model.problems import Problems
    from generator.preview.faces import Call
    from generator.preview.guard import new_key
    from generator.preview.startup import listen
    from generator.reading.folder import find_folder

    problems = Problems()
    folder = find_folder(name, problems)
    report_problems(problems)
    assert folder is not None
    call = Call(str(folder), variant, language, tuple(settings or ()), True, name)
    pack, problems = call.opened()
    report_problems(problems)
    assert pack is not None
    must_run(pack, is_trusted)
    addresses = addresses_of(lan)
    entries = [origin_of(url) for url in allowed or ()]
    if None in entries:
        wrong_call("--allow needs a whole URL without a path, such as https://x.trycloudflare.com")
    hosted = _table(pack, call, out, players, seats or [], resume, is_free)
    if hosted.changes:
        began, problems = hosted.workspace.call.opened()
        report_problems(problems)
        assert began is not None
        must_run(began, is_trusted)
        files = ", ".join(hosted.changes[:5]) + (" …" if len(hosted.changes) > 5 else "")
        typer.echo(
            f"{pack.name} has changed since this table began ({files}); the table goes on with "
            f"the game as it was then, in {began.folder}",
            err=True,
        )
    try:
        sockets, guest_port = guest_sockets(addresses, port)
        host_sockets, host_port = listen(0)
    except OSError as fault:
        wrong_call(f"the table cannot be served there: {fault.strerror}")
    own = [f"http://{f'[{a}]' if ':' in a else a}:{guest_port}" for a in addresses]
    hosted.origins = (*own, *(entry for entry in entries if entry is not None))
    key = new_key()
    page = f"http://127.0.0.1:{host_port}/host?key={key}"
    typer.echo(f"you manage the table at {page}")
    typer.echo(f"guests join at {' or '.join(f'{origin}/j' for origin in hosted.origins)}")
    if lan is not None:
        typer.echo("this is plain HTTP: everybody on this network could read along")
    typer.echo(
        f"table {hosted.id}; to go on after a stop: protoplay host {name} --resume {hosted.id}"
    )
    if opens:
        import webbrowser

        webbrowser.open(page)
    try:
        with announced(hosted.log_path, hosted.origins[-1]):
            serve(hosted, sockets, host_sockets, key, host_port)
    finally:
        if hosted.room.kept:
            typer.echo(f"kept as playtests/{hosted.room.kept}; to read it: protoplay people {name}")


def addresses_of(lan: str | None) -> list[str]:
    """The addresses at which guests are served. Ends the command if an address is wrong."""
    from generator.hosting.serving import is_address, lan_address

    if lan is None:
        return [LOOPBACK]
    address = lan_address() if lan == OWN else lan
    if address is None:
        wrong_call("this machine has no address on a local network: give one, --lan 192.168.1.5")
    if not is_address(address):
        wrong_call(f"--lan {address} is not one address of this machine, such as 192.168.1.5")
    return list(dict.fromkeys([LOOPBACK, address]))


def _table(
    pack: "Pack",
    call: Any,
    out: Path,
    players: int | None,
    seats: list[str],
    resume: str,
    is_free: bool,
) -> "Hosted":
    """Open a new table, or continue an old one. Ends the command if that is impossible."""
    from generator.hosting.free.game import FreeGame
    from generator.hosting.hosted import begin_table, resume_table
    from generator.model.pack import players_text
    from generator.reading.folder import has_rules

    low, high = pack.players
    n_seats = players or max(low, min(2, high))
    if not low <= n_seats <= high:
        wrong_call(f"{pack.name} is for {players_text(low, high)}")
    if not (resume or is_free or has_rules(pack)):
        wrong_call(f"{pack.name} has no rules that can be played: add --free for a table without")
    if is_free and seats:
        wrong_call("--seat: bots need rules, so they cannot play at a --free table")
    bots: dict[int, str] = {}
    for written in seats:
        number, _, bot = written.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= n_seats or not bot:
            wrong_call(f"--seat {written}: expected a seat and a bot, such as 2=greedy")
        bots[int(number) - 1] = with_likeness(pack, out, (bot,), False)[0]
    try:
        if resume:
            return resume_table(pack, call, out, resume, FreeGame())
        return begin_table(pack, call, out, n_seats, bots, FreeGame() if is_free else None)
    except ValueError as fault:
        wrong_call(str(fault))
    except OSError as fault:
        wrong_call(f"the log of the table cannot be used: {fault.strerror or fault}")
