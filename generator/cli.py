"""The command line: each command reads its options, calls one function, prints, exits.

Exit codes: 0 fine, 1 the pack has problems, 2 the call is wrong. Heavy libraries are imported
inside the commands, so that `--help` answers at once.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from generator.pack import Pack
    from generator.problems import Problems

app = typer.Typer(
    help="Print a tabletop prototype and playtest it, from one folder.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PackArgument = Annotated[
    str, typer.Argument(metavar="PACK", help="A folder with a game.yaml, or a bundled game's name.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a parameter; may be repeated."),
]
VariantOption = Annotated[
    str | None, typer.Option("--variant", help="Which of the pack's variants; default the first.")
]
LanguageOption = Annotated[
    str | None, typer.Option("--language", help="Which of the pack's languages.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON, for machines.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Say only what went wrong.")]
OutOption = Annotated[Path, typer.Option("--out", help="Folder to write into.")]


def main() -> None:
    """Run the command line; the user's Ctrl-C ends it without a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        typer.echo("stopped; nothing half-written was left", err=True)
        raise SystemExit(130) from None


def wrong_call(message: str) -> NoReturn:
    """End with exit code 2: the call, not the pack, is at fault."""
    typer.echo(f"protoplay: {message}", err=True)
    raise typer.Exit(2)


def print_json(value: Any) -> None:
    """Print one JSON document to standard output."""
    import json

    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def report_problems(problems: "Problems", *, as_json: bool = False, quiet: bool = False) -> None:
    """Print every problem and, where one is an error, end with exit code 1."""
    n_errors = len(problems.errors)
    if as_json:
        if n_errors:
            print_json({"problems": [plain(p) for p in problems]})
    else:
        for problem in problems:
            if problem.level == "error" or not quiet:
                typer.echo(str(problem), err=True)
        if n_errors:
            typer.echo(f"{n_errors} error{'s' if n_errors > 1 else ''}", err=True)
    if n_errors:
        raise typer.Exit(1)


def plain(problem: Any) -> dict[str, Any]:
    """A problem as JSON carries it."""
    place = problem.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "level": problem.level,
        "message": problem.message,
        "fix": problem.fix,
    }


def opened(
    name: str,
    variant: str | None = None,
    settings: Iterable[str] | None = None,
    language: str | None = None,
    *,
    as_json: bool = False,
    quiet: bool = False,
) -> "tuple[Pack, Problems]":
    """The checked pack and its warnings; prints the problems and ends where there are errors."""
    from generator.door import open_pack

    pack, problems = open_pack(
        name, variant=variant, settings=tuple(settings or ()), language=language
    )
    if pack is None:
        report_problems(problems, as_json=as_json, quiet=quiet)
        raise typer.Exit(1)
    return pack, problems


@app.command("list")
def list_packs(as_json: JsonOption = False) -> None:
    """Name the games that ship with protoplay."""
    from generator.door import bundled_packs

    packs = [opened(name)[0] for name in bundled_packs()]
    if as_json:
        print_json(
            [
                {
                    "id": p.id,
                    "name": p.name,
                    "players": list(p.players),
                    "variants": list(p.variants),
                    "pieces": sum(c.count for c in p.components),
                    "folder": str(p.folder),
                }
                for p in packs
            ]
        )
        return
    for p in packs:
        pieces = sum(c.count for c in p.components)
        variants = f"  variants: {', '.join(p.variants)}" if p.variants else ""
        typer.echo(f"{p.id:<10} {p.name:<12} {p.players[0]}–{p.players[1]} players, ", nl=False)
        typer.echo(f"{pieces} pieces{variants}")


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="What your game is called.")],
    folder: Annotated[Path, typer.Option("--in", help="Where its folder is made.")] = Path("."),
) -> None:
    """Start a game of your own: a small complete one to change."""
    from generator.scaffold import FolderExistsError, new_game

    try:
        made = new_game(name, folder)
    except (FolderExistsError, ValueError) as fault:
        wrong_call(str(fault))
    typer.echo(f"made {made}")
    typer.echo(f"now try: protoplay build {made} · protoplay simulate {made}")


@app.command()
def schema(
    out: Annotated[Path | None, typer.Option("--out", help="File to write; else printed.")] = None,
) -> None:
    """Write the JSON Schema of game.yaml, which lets editors complete and check it."""
    import json

    from generator.schema import json_schema

    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
