"""The command `demo`: print a bundled game and let bots play it."""

from typing import Annotated

import typer

from generator.cli.options import OUTPUT, OutOption, TrustOption, filled
from generator.cli.output import opened, places_are_free, playing, report_problems, status
from generator.cli.pictures import pictures_of
from generator.cli.printing import print_summary
from generator.cli.studies import as_typed
from generator.cli.trust_prompt import must_run


def demo(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A bundled game.",
            callback=filled("the name of a bundled game, such as mara"),
        ),
    ] = "mara",
    out: OutOption = OUTPUT,
    is_trusted: TrustOption = False,
) -> None:
    """Print a bundled game and let bots play it, to see what protoplay does."""
    from generator.play.measures.results import SimulateOptions
    from generator.play.studies.simulate.page import SimulationTelling
    from generator.play.studies.simulate.run import simulate as run
    from generator.play.telling import page, terminal
    from generator.press.build import build as press
    from generator.press.options import BuildOptions

    places_are_free(out / "report.html", out=out)
    pack, problems = opened(name)
    must_run(pack, is_trusted)
    typer.echo(f"printing {pack.name} …")
    with status(False) as show:
        summary = press(
            pack,
            BuildOptions(out=out, formats=("pdf", "svg"), programs=True),
            problems,
            progress=show,
        )
    report_problems(problems)
    print_summary(summary)
    typer.echo(f"\nplaying {pack.name} …")
    options = SimulateOptions(agents=("greedy",), command=as_typed(), named=name)
    with playing(False) as tell:
        telling = SimulationTelling(run(pack, options, tell))
    folder = out / pack.id
    report = page.write_html(telling, folder / "report.html", pictures_of(pack), out)
    terminal.print_terminal(telling)
    sheets = next(path for path in summary.files if path.suffix == ".pdf")
    typer.echo(f"\nprint this:       {sheets}\nread this:        {report}")
    typer.echo(f'make it your own: protoplay new "My Game", or copy {pack.folder}')
