"""The commands that print: build and calibrate.

In: options of the command line. Out: calls of the press, and a summary on the terminal.
"""

import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from generator.cli.options import (
    OUTPUT,
    DataOnlyOption,
    JsonOption,
    LanguageOption,
    OutOption,
    PackArgument,
    QuietOption,
    SetOption,
    TrustOption,
    VariantOption,
    as_length,
    as_lengths,
    as_offset,
    filled,
    spread,
    with_fix,
    words,
    wrong_call,
)
from generator.cli.output import (
    counted,
    json_of,
    opened,
    places_are_free,
    print_json,
    say_problems,
    status,
)
from generator.cli.people import note_in_notebook
from generator.cli.trust_prompt import (
    may_run,
    say_left_out,
)
from generator.press.formats import FORMATS

if TYPE_CHECKING:
    from generator.press.options import BuildOptions, BuildSummary, SheetPlan

Pieces = list[str] | None
Length = float | None
A_PAPER = 'a0 to a5, letter, legal, tabloid or a size such as "200mm x 300mm"'
A_PIECE = "a component, or pieces of it as component/row"
A_PRINTER = "the name that you gave the printer with calibrate"


@dataclass(frozen=True)
class Printing:
    """The options of `build`, named as in `BuildOptions`."""

    paper: Annotated[
        str | None,
        typer.Option(
            "--paper",
            help='Paper: a0 to a5, letter, legal, tabloid, or a size such as "200mm x 300mm".',
            callback=filled(A_PAPER),
        ),
    ] = None
    stock: Annotated[
        str | None,
        typer.Option(
            "--stock",
            help="Labels or perforated cards: avery-5371, avery-l7160 … (stock in the reference).",
            callback=filled("the name of a stock, such as avery-5371"),
        ),
    ] = None
    start: Annotated[
        int,
        typer.Option("--start", min=1, help="First free place of a part-used sheet of --stock."),
    ] = 1
    formats: Annotated[
        str,
        typer.Option(
            "--format",
            help="; ".join(f"{f.name}: {f.shows}" for f in FORMATS.values()) + ".",
            callback=filled(f"one or more of {', '.join(FORMATS)}, separated by commas"),
        ),
    ] = "pdf"
    out: OutOption = OUTPUT
    only: Annotated[
        Pieces,
        typer.Option(
            "--only",
            metavar="PIECE",
            help="Print only these pieces: tourists, or tourists/river-*. May be repeated.",
            callback=filled(A_PIECE),
        ),
    ] = None
    skip: Annotated[
        Pieces,
        typer.Option(
            "--skip",
            metavar="PIECE",
            help="Leave out these pieces. May be repeated.",
            callback=filled(A_PIECE),
        ),
    ] = None
    copies: Annotated[int, typer.Option("--copies", min=1, help="Copies of every piece.")] = 1
    changed: Annotated[
        bool,
        typer.Option("--changed", help="Print only the pieces that differ from the last print."),
    ] = False
    backs: Annotated[
        Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] | None,
        typer.Option(
            "--backs",
            help="Placement of backs; long-edge and short-edge: the edge about which the printer "
            "turns the sheet.",
        ),
    ] = None
    marks: Annotated[
        Literal["ticks", "crosses", "lines", "none"] | None,
        typer.Option("--marks", help="Marks that show where to cut."),
    ] = None
    hexes: Annotated[
        Literal["tight", "rows"] | None,
        typer.Option(
            "--hexes",
            help="tight: hexagons nested like a honeycomb; rows: in rows, separated by straight "
            "cuts.",
        ),
    ] = None
    arrange: Annotated[
        Literal["auto", "grouped", "packed"] | None,
        typer.Option(
            "--arrange",
            help="grouped: each component on its own sheets; packed: all together; auto: the one "
            "with fewer sheets.",
        ),
    ] = None
    order: Annotated[
        Literal["rows", "stack"],
        typer.Option(
            "--order",
            help="rows: fill sheet after sheet; stack: a pile of sheets that is cut at once is in "
            "order.",
        ),
    ] = "rows"
    orientation: Annotated[
        Literal["auto", "portrait", "landscape"],
        typer.Option(
            "--orientation", help="Orientation of the paper; auto: the one that needs fewer sheets."
        ),
    ] = "auto"
    margin: Annotated[
        Length,
        typer.Option(
            "--margin",
            parser=as_length,
            metavar="LENGTH",
            help="White margin that the printer needs, such as 8mm.",
        ),
    ] = None
    gap: Annotated[
        Length,
        typer.Option(
            "--gap", parser=as_length, metavar="LENGTH", help="Gap between neighbours, such as 2mm."
        ),
    ] = None
    edges: Annotated[
        Literal["shared", "own"] | None,
        typer.Option("--edges", help="Neighbours share one cut, or each keeps its whole bleed."),
    ] = None
    bleed: Annotated[
        Length,
        typer.Option(
            "--bleed",
            parser=as_length,
            metavar="LENGTH",
            help="Width of the art beyond the cut, such as 3mm.",
        ),
    ] = None
    dpi: Annotated[
        float,
        typer.Option("--dpi", min=36, max=2400, help="Resolution of PNG pictures, dots per inch."),
    ] = 300.0
    cut: Annotated[
        bool,
        typer.Option("--cut", help="SVG and PNG without bleed, transparent outside the outline."),
    ] = False
    proof: Annotated[
        bool,
        typer.Option(
            "--proof", help="Draw safe zone, trim and bleed over every piece, and list every cut."
        ),
    ] = False
    labels: Annotated[
        bool,
        typer.Option(
            "--labels/--no-labels", help="Print game, component and sheet number at the edge."
        ),
    ] = True
    low_ink: Annotated[
        bool, typer.Option("--low-ink", help="Print outlines instead of filled areas.")
    ] = False
    grey: Annotated[bool, typer.Option("--grey", help="Print all colours as greys.")] = False
    outlines: Annotated[
        bool,
        typer.Option(
            "--outlines",
            help="Convert text to outlines, for cutters and programs without the fonts.",
        ),
    ] = False
    sleeves: Annotated[
        bool, typer.Option("--sleeves", help="Fronts only, small enough for card sleeves.")
    ] = False
    printer: Annotated[
        str | None,
        typer.Option(
            "--printer",
            help="Apply the corrections that calibrate saved for this printer: backs, margins, "
            "lengths.",
            callback=filled(A_PRINTER),
        ),
    ] = None
    offset: Annotated[
        str | None,
        typer.Option(
            "--offset",
            metavar="RIGHT,DOWN",
            help="Move backs right and down, such as 0.4mm,-1.2mm.",
        ),
    ] = None

    def options(self) -> "BuildOptions":
        """Convert the options to `BuildOptions`."""
        from generator.press.options import BuildOptions

        parsed = {
            "formats": words(self.formats, FORMATS),
            "only": tuple(self.only or ()),
            "skip": tuple(self.skip or ()),
            "offset": None if self.offset is None else as_offset(self.offset),
        }
        return BuildOptions(**{**vars(self), **parsed})


@spread
def build(
    printing: Printing,
    name: PackArgument = ".",
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    data_only: DataOnlyOption = False,
    is_trusted: TrustOption = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="End with exit code 1 if a face or a font has a fault."),
    ] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Print the pack: sheets as PDF, single faces as SVG and PNG."""
    from generator.press.build import build as press
    from generator.press.build import warn_of_idle

    # a build creates many small objects and then ends, so they are rarely collected
    gc.set_threshold(200_000, 20, 20)
    options = printing.options()
    places_are_free(out=options.out)
    pack, problems = opened(name, variant, settings, language, as_json=as_json, flawed=True)
    warn_of_idle(pack, options, problems)
    runs, drawn, lacking = may_run(pack, (), is_trusted, data_only)
    left_out = [] if runs else drawn
    options = replace(options, skip=(*options.skip, *left_out), programs=runs)
    with status(quiet or as_json) as tell:
        summary = press(pack, options, problems, progress=tell)
    if as_json:
        answer = {**summary.plain(), "left_out": left_out}
        print_json({**answer, "problems": [json_of(p) for p in problems]})
    else:
        say_problems(problems)
        if not quiet:
            if not summary.stopped:
                print_summary(summary, in_order=options.proof)
            say_left_out([f'"{id}"' for id in left_out], "not printed")
            say_left_out([f'"{id}"' for id in lacking], "printed without drawn pictures")
    if not (summary.stopped or settings or variant or language):
        note_in_notebook(pack, options.out)
    if summary.stopped or summary.left_out or (strict and problems.altering):
        raise typer.Exit(1)


def print_summary(summary: "BuildSummary", *, in_order: bool = False) -> None:
    """Print the files that were made, the cuts, and the pieces to take out of the box.

    `in_order` adds every cut, in order.
    """
    from generator.model.problems import visible

    for plan in summary.plan if in_order else _alike(summary.plan):
        cuts = f", {plan.cuts} straight cuts" if plan.cuts else ""
        if plan.by_hand:
            outlines = f"{counted(plan.by_hand, 'outline')} by hand"
            cuts += f", then {outlines}" if plan.cuts else ", cut along the outlines by hand"
        elif plan.stock:
            cuts = f", nothing to cut ({plan.stock})"
        elif not (plan.cuts or plan.folds):
            cuts = ", cut along the outlines"
        if plan.folds:
            cuts += f", {plan.folds}"
        typer.echo(f"  {plan.title}: {counted(plan.sheets, 'sheet')} of {plan.pieces}{cuts}")
        for number, step in enumerate(plan.order, 1):
            typer.echo(f"    {number}. {step}")
    if summary.pull:
        typer.echo("take out of the box:")
        for pull in summary.pull:
            typer.echo(visible(f"  {pull.count} × {pull.name} ({pull.id}): {pull.why}"))
    if not summary.files:
        typer.echo("nothing to print" + ("" if summary.pull else ": nothing has changed"))
        return
    if summary.crossed:
        typer.echo(f"{counted(summary.crossed, 'face')} printed with the faults above")
    if summary.sampled:
        most = f"{summary.max_dpi:g} dpi (sheet: max_dpi)"
        faces = counted(summary.sampled, "face")
        typer.echo(f"pictures on {faces} were finer than {most} and were scaled down")
    folders = sorted({str(path.parent) for path in summary.files})
    places = [str(p) for p in summary.files] if len(summary.files) <= 4 else folders
    made = counted(len(summary.files), "file")
    if summary.sheets:
        made = f"{counted(summary.pieces, 'piece')}, {counted(summary.faces, 'face')} on "
        made += counted(summary.sheets, "sheet")
        made += f", {counted(summary.cuts, 'straight cut')}" if summary.cuts else ""
    typer.echo(f"{made}, {summary.seconds:.1f} s")
    for path in places:
        typer.echo(f"→ {path}")


def _alike(plans: Sequence["SheetPlan"]) -> Iterator["SheetPlan"]:
    """Remove the steps from plans, and merge neighbours that become equal."""
    for plan, like in groupby(plans, lambda plan: replace(plan, order=(), sheets=0)):
        yield replace(plan, sheets=sum(each.sheets for each in like))


def calibrate(
    printer: Annotated[
        str,
        typer.Option("--printer", help="Your name for the printer.", callback=filled(A_PRINTER)),
    ] = "default",
    offset: Annotated[
        str | None,
        typer.Option(
            "--offset",
            metavar="RIGHT,DOWN",
            help="Offset of backs, as measured on the printed page; it is saved.",
        ),
    ] = None,
    margins: Annotated[
        str | None,
        typer.Option(
            "--margins",
            metavar="LEFT,TOP,RIGHT,BOTTOM",
            help="White margin at each edge, as measured on the printed page; it is saved.",
        ),
    ] = None,
    lengths: Annotated[
        str | None,
        typer.Option(
            "--lengths",
            metavar="ACROSS,DOWN",
            help="Measured lengths of the page's two long lines; later prints are scaled "
            "accordingly.",
        ),
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", help="Paper: a4, letter …", callback=filled(A_PAPER))
    ] = "a4",
    out: OutOption = OUTPUT,
) -> None:
    """Correct your printer by printing a page, measuring it, and saving the result."""
    from generator.model.units import NotALength
    from generator.press.calibrate import (
        calibration_pdf,
        save_lengths,
        save_margins,
        save_offset,
    )
    from generator.system.files import write_file

    try:
        file = None
        if offset is not None:
            file = save_offset(printer, *as_offset(offset))
        if margins is not None:
            left, top, right, bottom = as_lengths(margins, 4, "5mm,5mm,5mm,14mm")
            file = save_margins(printer, (left, top, right, bottom))
        if lengths is not None:
            across, down = as_lengths(lengths, 2, "159.5mm,239mm")
            file = save_lengths(printer, across, down, paper)
        if file is not None:
            typer.echo(f"saved for printer {printer!r} in {file}")
            typer.echo(f"use it with: protoplay build PACK --printer {printer}")
            return
        page = calibration_pdf(paper, printer)
    except NotALength as fault:
        wrong_call(with_fix(fault))
    except ValueError as fault:
        wrong_call(str(fault))
    path = out / f"calibration-{paper.lower()}.pdf"
    places_are_free(path, out=out)
    write_file(path, page)
    typer.echo(f"→ {path}")
    typer.echo(
        "print it on both sides at 100 %, read the rulers, then: protoplay calibrate ", nl=False
    )
    typer.echo(
        f"--printer {printer} --offset RIGHT,DOWN --margins LEFT,TOP,RIGHT,BOTTOM "
        "--lengths ACROSS,DOWN"
    )
