"""The command line: each command reads its options, calls one function, prints, exits.

Exit codes: 0 fine, 1 the pack has problems, 2 the call is wrong. Heavy libraries are imported
inside the commands, so that `--help` answers at once.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

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
            typer.echo(counted(n_errors, "error"), err=True)
    if n_errors:
        raise typer.Exit(1)


def counted(n: int, what: str) -> str:
    """A number of things: "1 sheet", "2 sheets"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


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
    from generator.reading.door import open_pack

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
    from generator.reading.door import bundled_packs

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

    from generator.reading.schema import json_schema

    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")


# ---------------------------------------------------------------- check and print


@app.command()
def check(
    name: PackArgument = ".",
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    games: Annotated[
        int, typer.Option("--games", min=0, help="Random games to hold the rules to; 0: none.")
    ] = 5,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find every fault at once: the definition, the faces, the rules."""
    pack, problems = opened(name, variant, settings, language, as_json=as_json, quiet=quiet)
    with status(quiet or as_json) as tell:
        tell("draw the faces")
        n_faces = draw_every_face(pack, problems)
        tell("hold the rules to their contract")
        n_held = hold_to_contract(pack, problems, games) if games else 0
    if as_json:
        if not problems.errors:
            print_json(
                {"pack": pack.id, "faces": n_faces, "problems": [plain(p) for p in problems]}
            )
        report_problems(problems, as_json=True)
        return
    report_problems(problems, quiet=quiet)
    if not quiet:
        held = f", rules held for {n_held} games" if n_held else ""
        n_odd = len(problems)
        odd = f"{counted(n_odd, 'warning')}, see above" if n_odd else "nothing wrong"
        typer.echo(f"{pack.name}: {counted(n_faces, 'face')} drawn{held}, {odd}")


def draw_every_face(pack: "Pack", problems: "Problems") -> int:
    """Draw all faces for their problems' sake; returns how many."""
    from generator.press.expand import expand
    from generator.press.face.face import FaceMaker

    maker = FaceMaker(pack, problems)
    sides: tuple[Literal["front", "back"], ...] = ("front", "back")
    faces = [maker.face(p, side) for p in expand(pack, problems) for side in sides]
    return sum(face is not None for face in faces)


def hold_to_contract(pack: "Pack", problems: "Problems", games: int) -> int:
    """Hold the rules to the contract at every number of players; returns how many games."""
    from generator.play.conform import conform
    from generator.play.engine.game import has_rules

    if not has_rules(pack):
        return 0
    seats = range(pack.players[0], pack.players[1] + 1)
    for players in seats:
        for problem in conform(pack, players, games=games):
            problems.add(problem)
    return games * len(seats)


def as_mm(text: str) -> float:
    """A length on the command line, in mm; a wrong one is a wrong call."""
    from generator.units import NotALength, to_mm

    try:
        return to_mm(text)
    except NotALength as fault:
        raise typer.BadParameter(str(fault)) from None


def as_offset(text: str) -> tuple[float, float]:
    """Two lengths with a comma between: how far backs move right and down."""
    right, comma, down = text.partition(",")
    if not comma:
        raise typer.BadParameter(f"{text!r} is not two lengths such as 0.4mm,-1.2mm")
    return as_mm(right.strip()), as_mm(down.strip())


def words(text: str | None, known: Iterable[str] | None = None) -> tuple[str, ...]:
    """The comma-separated words of an option; one that is not known is a wrong call."""
    found = tuple(word.strip() for word in (text or "").split(",") if word.strip())
    for word in found:
        if known is not None and word not in known:
            wrong_call(f"{word!r} is not one of {', '.join(known)}")
    return found


@app.command()
def build(
    name: PackArgument = ".",
    paper: Annotated[
        str | None, typer.Option("--paper", help='a4, letter, a3, a5, legal or "200mm x 300mm".')
    ] = None,
    formats: Annotated[
        str,
        typer.Option(
            "--format", help="pdf (sheets), svg, png (single faces), sheets (pictures of sheets)."
        ),
    ] = "pdf",
    out: OutOption = Path("output"),
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="PIECE", help="tourists or tourists/river-*; repeatable."),
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option("--skip", metavar="PIECE", help="Leave these out.")
    ] = None,
    copies: Annotated[int, typer.Option("--copies", min=1, help="Of everything.")] = 1,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what differs since the last print.")
    ] = False,
    backs: Annotated[
        Literal["none", "separate", "long-edge", "short-edge", "gutterfold"] | None,
        typer.Option("--backs", help="Where the backs go."),
    ] = None,
    marks: Annotated[
        Literal["ticks", "crosses", "lines", "none"] | None,
        typer.Option("--marks", help="What shows where to cut."),
    ] = None,
    hexes: Annotated[
        Literal["tight", "rows"] | None, typer.Option("--hexes", help="How hexes are laid.")
    ] = None,
    arrange: Annotated[
        Literal["grouped", "packed"] | None,
        typer.Option("--arrange", help="A component a sheet, or all packed to save paper."),
    ] = None,
    order: Annotated[
        Literal["rows", "stack"],
        typer.Option("--order", help="By rows, or so that a cut stack is already sorted."),
    ] = "rows",
    orientation: Annotated[
        Literal["auto", "portrait", "landscape"], typer.Option("--orientation")
    ] = "auto",
    margin: Annotated[
        float | None, typer.Option("--margin", parser=as_mm, metavar="LENGTH")
    ] = None,
    gap: Annotated[float | None, typer.Option("--gap", parser=as_mm, metavar="LENGTH")] = None,
    edges: Annotated[
        Literal["shared", "own"] | None,
        typer.Option("--edges", help="Neighbours share a cut, or keep their own bleed."),
    ] = None,
    bleed: Annotated[float | None, typer.Option("--bleed", parser=as_mm, metavar="LENGTH")] = None,
    dpi: Annotated[float, typer.Option("--dpi", min=36, max=2400, help="Of pictures.")] = 300.0,
    proof: Annotated[
        bool, typer.Option("--proof", help="Draw safe zone, trim and bleed on the sheets.")
    ] = False,
    labels: Annotated[
        bool, typer.Option("--labels/--no-labels", help="Name game, component and page.")
    ] = True,
    low_ink: Annotated[bool, typer.Option("--low-ink", help="Outlines instead of fills.")] = False,
    grey: Annotated[bool, typer.Option("--grey", help="Every colour in grey.")] = False,
    outlines: Annotated[bool, typer.Option("--outlines", help="Text as paths.")] = False,
    sleeves: Annotated[
        bool, typer.Option("--sleeves", help="Cut small enough to slip into the sleeves.")
    ] = False,
    printer: Annotated[
        str | None, typer.Option("--printer", help="Move backs by this printer's saved offset.")
    ] = None,
    offset: Annotated[
        str | None, typer.Option("--offset", metavar="RIGHT,DOWN", help="Move backs by.")
    ] = None,
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Print the pack: sheets as PDF, faces as SVG and PNG."""
    from generator.press.build import FORMATS, BuildOptions
    from generator.press.build import build as press

    options = BuildOptions(
        out=out,
        formats=words(formats, FORMATS),  # type: ignore[arg-type]
        paper=paper,
        orientation=orientation,
        margin=margin,
        gap=gap,
        edges=edges,
        marks=marks,
        backs=backs,
        hexes=hexes,
        arrange=arrange,
        order=order,
        bleed=bleed,
        only=tuple(only or ()),
        skip=tuple(skip or ()),
        copies=copies,
        changed=changed,
        low_ink=low_ink,
        grey=grey,
        outlines=outlines,
        sleeves=sleeves,
        proof=proof,
        labels=labels,
        printer=printer,
        offset=None if offset is None else as_offset(offset),
        dpi=dpi,
    )
    pack, problems = opened(name, variant, settings, language, as_json=as_json, quiet=quiet)
    with status(quiet or as_json) as tell:
        summary = press(pack, options, problems, progress=tell)
    report_problems(problems, as_json=as_json, quiet=quiet)
    if as_json:
        print_json({**summary.plain(), "problems": [plain(p) for p in problems]})
    elif not quiet:
        print_summary(summary)


def print_summary(summary: Any) -> None:
    """Say what was made, what to cut and what to pull from the box."""
    for plan in summary.plan:
        cuts = f", {plan.cuts} straight cuts" if plan.cuts else ", cut along the outlines"
        sheets = f"{plan.sheets} sheet{'s' if plan.sheets != 1 else ''}"
        typer.echo(f"  {plan.title}: {sheets} of {plan.pieces}{cuts}")
    if summary.pull:
        typer.echo("pull from the box:")
        for pull in summary.pull:
            typer.echo(f"  {pull.count} × {pull.name} ({pull.id}): {pull.why}")
    if not summary.files:
        typer.echo("nothing to print: all is as it was")
        return
    folders = sorted({str(path.parent) for path in summary.files})
    shown = [str(p) for p in summary.files] if len(summary.files) <= 4 else folders
    typer.echo(
        f"{counted(summary.pieces, 'piece')}, {counted(summary.faces, 'face')} on "
        f"{counted(summary.sheets, 'sheet')}, {counted(summary.cuts, 'cut')}, "
        f"{summary.seconds:.1f} s"
    )
    for path in shown:
        typer.echo(f"→ {path}")


@contextmanager
def status(silent: bool) -> Iterator[Callable[[str], None]]:
    """A line that names the step at work, while a person watches."""
    if silent or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as line:
        yield lambda step: line.update(f"{step} …")


@app.command()
def calibrate(
    printer: Annotated[str, typer.Option("--printer", help="What you call it.")] = "default",
    offset: Annotated[
        str | None,
        typer.Option("--offset", metavar="RIGHT,DOWN", help="What the page told you; saved."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper")] = "a4",
    out: OutOption = Path("output"),
) -> None:
    """Make backs line up: print a page, read it, save your printer's offset."""
    from generator.atomic import write_whole
    from generator.press.calibrate import calibration_pdf, save_offset
    from generator.units import NotALength

    try:
        if offset is not None:
            file = save_offset(printer, *as_offset(offset))
            typer.echo(f"saved for printer {printer!r} in {file}")
            typer.echo(f"use it with: protoplay build PACK --printer {printer}")
            return
        page = calibration_pdf(paper, printer)
    except (ValueError, NotALength) as fault:
        wrong_call(str(fault))
    path = write_whole(out / f"calibration-{paper.lower()}.pdf", page)
    typer.echo(f"→ {path}")
    typer.echo("print it duplex at 100 %, read the rulers, then: protoplay calibrate ", nl=False)
    typer.echo(f"--printer {printer} --offset RIGHT,DOWN")


# ---------------------------------------------------------------- play

PlayersOption = Annotated[
    int | None, typer.Option("--players", min=1, help="Default: the fewest the pack allows.")
]
GamesOption = Annotated[int, typer.Option("--games", min=1)]
AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents", help="random, greedy, mcts:200, flat:50 …: one for all seats, or one per seat."
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Same seed, same games.")]
WorkersOption = Annotated[int, typer.Option("--workers", min=0, help="Threads; 0: all cores.")]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://HOST:PORT", help="A Dask scheduler.")
]
RotateOption = Annotated[
    bool, typer.Option("--rotate/--no-rotate", help="Let agents take every seat in turn.")
]
RewardOption = Annotated[
    Literal["win", "rank", "difference"], typer.Option("--reward", help="What search is after.")
]
PlainOption = Annotated[
    bool, typer.Option("--plain", help="Run rules.py as ordinary Python: slow, for debugging.")
]
CsvOption = Annotated[Path | None, typer.Option("--csv", help="The summary as CSV.")]
XlsxOption = Annotated[Path | None, typer.Option("--xlsx", help="The summary as a workbook.")]


@contextmanager
def playing(silent: bool, as_json: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """Progress bars for a run; faults of the rules end with exit 1, of the call with exit 2."""
    from generator.play.engine.game import FaultyRules

    try:
        if silent or not sys.stderr.isatty():
            yield lambda what, done, total: None
            return
        from rich.console import Console
        from rich.progress import Progress, TaskID

        with Progress(console=Console(stderr=True), transient=True) as bars:
            tasks: dict[str, TaskID] = {}

            def tell(what: str, done: int, total: int) -> None:
                if what not in tasks:
                    for task in tasks.values():
                        bars.update(task, visible=False)
                    tasks[what] = bars.add_task(what, total=total)
                bars.update(tasks[what], completed=done, total=total)

            yield tell
    except FaultyRules as fault:
        report_problems(fault.problems, as_json=as_json)
    except ValueError as fault:
        wrong_call(str(fault))


def pictures_of(out: Path, pack: "Pack") -> Path:
    """Where `build --format svg` puts the pieces' pictures."""
    return out / pack.id / "svg"


@app.command()
def simulate(
    name: PackArgument = ".",
    players: PlayersOption = None,
    games: GamesOption = 1000,
    agents: AgentsOption = "greedy",
    seed: SeedOption = 1,
    precision: Annotated[
        str | None,
        typer.Option("--precision", help="1%: play until every headline interval is that narrow."),
    ] = None,
    effect: Annotated[
        str | None,
        typer.Option("--effect", metavar="PIECE", help="What this piece does: with and without."),
    ] = None,
    restrict: Annotated[
        str | None,
        typer.Option(
            "--restrict",
            metavar="MOVE,…",
            help="What a player without these moves or pieces loses; all: each kind of move.",
        ),
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Every game as a line of JSON.")
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--rows", help="A row a game, as Parquet with its metadata.")
    ] = None,
    csv: CsvOption = None,
    xlsx: XlsxOption = None,
    rotate: RotateOption = True,
    reward: RewardOption = "win",
    workers: WorkersOption = 0,
    cluster: ClusterOption = None,
    plain_rules: PlainOption = False,
    out: OutOption = Path("output"),
    settings: SetOption = None,
    variant: VariantOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Let bots play the pack, and say what that tells of its components."""
    from generator.play import experiment
    from generator.play.measure.results import SimulateOptions

    pack, _ = opened(name, variant, settings, as_json=as_json, quiet=quiet)
    options = SimulateOptions(
        players=players,
        games=games,
        agents=words(agents),
        seed=seed,
        workers=workers,
        cluster=cluster,
        records=records,
        rows=rows,
        precision=None if precision is None else as_share(precision),
        effect=effect,
        restrict=() if restrict is None else words(restrict),
        rotate=rotate,
        reward=reward,
        plain=plain_rules,
        command=as_typed(),
    )
    with playing(quiet or as_json, as_json) as tell:
        results = experiment.simulate(pack, options, tell)
    target = out / pack.id / "report.html"
    made = tuple(p for p in (records, rows) if p is not None)
    tell_answer(results, target, pictures_of(out, pack), csv, xlsx, made, as_json, quiet)


def tell_answer(
    answer: Any,
    target: Path,
    pictures: Path,
    csv: Path | None,
    xlsx: Path | None,
    made: tuple[Path, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Write an experiment's report and tables, and say what was found."""
    from generator.play.report import pages as report

    written = [report.write_html(answer, target, pictures), *made]
    if csv is not None:
        written.append(report.write_csv(answer, csv))
    if xlsx is not None:
        written.append(report.write_xlsx(answer, xlsx))
    if as_json:
        print_json(report.as_json(answer))
    elif not quiet:
        report.print_terminal(answer)
        for path in written:
            typer.echo(f"→ {path}")


def as_share(text: str) -> float:
    """`1%` or `0.01` as a number; a wrong one is a wrong call."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        wrong_call(f"--precision {text!r} is not a share such as 1%")
    return share


def as_typed() -> str:
    """The call, for the report."""
    import shlex

    return "protoplay " + shlex.join(sys.argv[1:])


@app.command()
def compare(
    name: PackArgument = ".",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE[,…]",
            help="One setting to compare with the game as it is; repeatable.",
        ),
    ] = None,
    players: PlayersOption = None,
    games: GamesOption = 1000,
    agents: AgentsOption = "greedy",
    seed: SeedOption = 1,
    csv: CsvOption = None,
    xlsx: XlsxOption = None,
    rotate: RotateOption = True,
    reward: RewardOption = "win",
    workers: WorkersOption = 0,
    cluster: ClusterOption = None,
    out: OutOption = Path("output"),
    variant: VariantOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play the same seeds with parameters changed; tell what the change does."""
    from generator.play import experiment
    from generator.play.measure.results import SimulateOptions

    if not settings:
        wrong_call("compare needs a --set NAME=VALUE at least")
    packs = {"as it is": opened(name, variant, as_json=as_json, quiet=quiet)[0]}
    for setting in settings:
        packs[setting] = opened(name, variant, words(setting), as_json=as_json, quiet=quiet)[0]
    options = SimulateOptions(
        players=players, games=games, agents=words(agents), seed=seed, workers=workers,
        cluster=cluster, rotate=rotate, reward=reward, command=as_typed(),
    )  # fmt: skip
    with playing(quiet or as_json, as_json) as tell:
        answer = experiment.compare(packs, options, tell)
    pack = packs["as it is"]
    target = out / pack.id / "compare.html"
    tell_answer(answer, target, pictures_of(out, pack), csv, xlsx, (), as_json, quiet)


def values_of(text: str) -> tuple[str, list[int | float]]:
    """`tracks=6..20`, `tracks=6..20..2` or `tracks=6,9,12` as a name and its values."""
    name, equals, span = text.partition("=")
    try:
        if ".." in span:
            ends = [float(part) for part in span.split("..")]
            if len(ends) not in (2, 3):
                raise ValueError(span)
            low, high = ends[:2]
            step = ends[2] if len(ends) == 3 else 1.0
            if step <= 0 or high < low or (high - low) / step > 200:
                raise ValueError(span)
            found = [low + i * step for i in range(int((high - low) / step + 1e-9) + 1)]
        else:
            found = [float(part) for part in span.split(",")]
    except ValueError:
        found = []
    if not name or not equals or not found:
        wrong_call(f"{text!r} is not a range such as tracks=6..20, tracks=6..20..2 or tracks=6,9")
    return name, [int(value) if value == int(value) else value for value in found]


@app.command()
def sweep(
    name: PackArgument,
    span: Annotated[str, typer.Argument(metavar="NAME=LOW..HIGH", help="Also LOW..HIGH..STEP.")],
    players: PlayersOption = None,
    games: GamesOption = 400,
    agents: AgentsOption = "greedy",
    seed: SeedOption = 1,
    csv: CsvOption = None,
    xlsx: XlsxOption = None,
    rotate: RotateOption = True,
    reward: RewardOption = "win",
    workers: WorkersOption = 0,
    cluster: ClusterOption = None,
    out: OutOption = Path("output"),
    settings: SetOption = None,
    variant: VariantOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play every value of a parameter; show how the game changes, and where the knee is."""
    from generator.play import experiment
    from generator.play.measure.results import SimulateOptions

    parameter, values = values_of(span)
    packs: dict[float, Pack] = {}
    for value in values:
        chosen = [*(settings or ()), f"{parameter}={value}"]
        packs[value] = opened(name, variant, chosen, as_json=as_json, quiet=quiet)[0]
    options = SimulateOptions(
        players=players, games=games, agents=words(agents), seed=seed, workers=workers,
        cluster=cluster, rotate=rotate, reward=reward, command=as_typed(),
    )  # fmt: skip
    with playing(quiet or as_json, as_json) as tell:
        answer = experiment.sweep(packs, parameter, options, tell)
    pack = packs[values[0]]
    target = out / pack.id / f"sweep-{parameter}.html"
    tell_answer(answer, target, pictures_of(out, pack), csv, xlsx, (), as_json, quiet)


@app.command()
def ladder(
    name: PackArgument = ".",
    agents: AgentsOption = "random,greedy,mcts:50,mcts:100,mcts:200",
    players: PlayersOption = None,
    games: GamesOption = 400,
    seed: SeedOption = 1,
    csv: CsvOption = None,
    xlsx: XlsxOption = None,
    reward: RewardOption = "win",
    workers: WorkersOption = 0,
    cluster: ClusterOption = None,
    out: OutOption = Path("output"),
    settings: SetOption = None,
    variant: VariantOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Rate players against each other: how much skill does the game reward?"""
    from generator.play import experiment
    from generator.play.measure.results import SimulateOptions

    pack, _ = opened(name, variant, settings, as_json=as_json, quiet=quiet)
    options = SimulateOptions(
        players=players, games=games, seed=seed, workers=workers, cluster=cluster, reward=reward,
        command=as_typed(),
    )  # fmt: skip
    with playing(quiet or as_json, as_json) as tell:
        answer = experiment.ladder(pack, words(agents), options, tell)
    target = out / pack.id / "ladder.html"
    tell_answer(answer, target, pictures_of(out, pack), csv, xlsx, (), as_json, quiet)


@app.command()
def replay(
    name: PackArgument = ".",
    game: Annotated[int, typer.Option("--game", min=0, help="Number of the game.")] = 0,
    seed: SeedOption = 1,
    players: PlayersOption = None,
    agents: AgentsOption = "greedy",
    settings: SetOption = None,
    variant: VariantOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print one game, move by move, by its seed and number."""
    from generator.play import records
    from generator.play.engine.game import load_game

    pack, _ = opened(name, variant, settings, as_json=as_json)
    with playing(silent=True, as_json=as_json):
        loaded = load_game(pack, players or pack.players[0])
        if as_json:
            record = records.play_record(loaded, seed, game, words(agents))
            typer.echo(records.line_of(record))
            return
        for line in records.replay(loaded, seed, game, words(agents)):
            typer.echo(line)


@app.command()
def demo(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A bundled game.")] = "mara",
    out: OutOption = Path("output"),
) -> None:
    """Print a bundled game and let bots play it: everything in one go."""
    from generator.play import experiment
    from generator.play.measure.results import SimulateOptions
    from generator.play.report import pages as report
    from generator.press.build import BuildOptions
    from generator.press.build import build as press

    pack, problems = opened(name)
    typer.echo(f"printing {pack.name} …")
    with status(False) as show:
        summary = press(
            pack, BuildOptions(out=out, formats=("pdf", "svg")), problems, progress=show
        )
    report_problems(problems)
    print_summary(summary)
    typer.echo(f"\nplaying {pack.name} …")
    options = SimulateOptions(agents=("greedy",), command=as_typed())
    with playing(False) as tell:
        results = experiment.simulate(pack, options, tell)
    page = report.write_html(results, out / pack.id / "report.html", pictures_of(out, pack))
    report.print_terminal(results)
    sheets = next(path for path in summary.files if path.suffix == ".pdf")
    typer.echo(f"\nprint this:       {sheets}\nread this:        {page}")
    typer.echo(f'make it your own: protoplay new "My Game", or copy {pack.folder}')


if __name__ == "__main__":
    main()
