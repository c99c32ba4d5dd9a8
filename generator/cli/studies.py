"""The commands that let bots play: simulate, compare, sweep, ladder, replay.

In: options of the command line. Out: an answer on the terminal, a page and tables.
"""

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from generator.cli.options import (
    LARGEST,
    MOST_GAMES,
    MOST_WORKERS,
    OUTPUT,
    AgentsOption,
    JsonOption,
    OutOption,
    PackArgument,
    PlayersOption,
    QuietOption,
    SeedOption,
    SetOption,
    TrustOption,
    VariantOption,
    as_range,
    as_share,
    filled,
    once_each,
    spread,
    words,
    wrong_call,
)
from generator.cli.output import (
    nothing_is_lost,
    opened,
    places_are_free,
    playing,
    print_json,
    print_json_text,
    report_problems,
    say_problems,
)
from generator.cli.people import note_simulation, with_likeness
from generator.cli.pictures import pictures_of
from generator.cli.trust_prompt import must_run

if TYPE_CHECKING:
    from generator.model.pack import Pack
    from generator.play.measures.results import SimulateOptions
    from generator.play.runs.cache import Keeper
    from generator.play.telling.pictures import Pictures
    from generator.play.telling.telling import Telling

RotateOption = Annotated[
    bool,
    typer.Option(
        "--rotate/--no-rotate", help="Let players of different kinds take every seat in turn."
    ),
]

REPORT = "report.html"
VARIANT = re.compile(r"\s*variant\s*=")  # matches a setting by which `compare` chooses a variant


@dataclass(frozen=True)
class Playing:
    """The options of every study: the players, the way of playing, and the output files."""

    agents: AgentsOption = "greedy"
    seed: SeedOption = 1
    reward: Annotated[
        Literal["win", "rank", "difference"],
        typer.Option(
            "--reward", help="Aim of searching players: to win, a high rank, or a large lead."
        ),
    ] = "win"
    workers: Annotated[
        int,
        typer.Option(
            "--workers", min=0, max=MOST_WORKERS, help="Threads to use; 0: one for each core."
        ),
    ] = 0
    learn: Annotated[
        bool,
        typer.Option(
            "--learn/--no-learn",
            help="In a game that is played by the words on its cards: first learn the worth of "
            "each card.",
        ),
    ] = True
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="tcp://HOST:PORT",
            help="Address of a Dask scheduler to play on.",
            callback=filled("the address of a Dask scheduler"),
        ),
    ] = None
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the summary as CSV.")] = None
    xlsx: Annotated[
        Path | None, typer.Option("--xlsx", help="Write the summary as a workbook.")
    ] = None
    out: OutOption = OUTPUT
    settings: SetOption = None
    variant: VariantOption = None
    is_trusted: TrustOption = False
    as_json: JsonOption = False
    quiet: QuietOption = False
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Save games as they are played; run again with --resume to continue.",
        ),
    ] = False

    @property
    def is_silent(self) -> bool:
        """Whether progress is not printed."""
        return self.quiet or self.as_json

    def opened(
        self,
        name: str,
        settings: Iterable[str] | None = None,
        outputs: Sequence[Path | None] = (),
        page: str = REPORT,
    ) -> "Pack":
        """Open the pack with the settings of the call, or with others.

        `outputs` are the output files of one command.
        """
        settings = self.settings if settings is None else settings
        files = self.csv, self.xlsx, *outputs
        places_are_free(*files, self.out / page, out=self.out)
        pack, _ = opened(name, self.variant, settings, as_json=self.as_json)
        nothing_is_lost(pack, *files)
        must_run(pack, self.is_trusted)
        with_likeness(pack, self.out, words(self.agents), self.is_silent)
        return pack

    def page(self, pack: "Pack", name: str, *outputs: Path | None) -> Path:
        """The path of the report; end with exit code 2 if another output has the same path."""
        path = self.out / pack.id / name
        nothing_is_lost(None, path, self.csv, self.xlsx, *outputs)
        return path

    def options(self, pack: "Pack", name: str, **more: Any) -> "SimulateOptions":
        """The options of a study; `more` are the options of a single command."""
        from generator.model.problems import Place, Problems
        from generator.play.engine.kinds import is_search
        from generator.play.measures.results import SimulateOptions

        if self.reward != "win" and not any(map(is_search, self._all_kinds(pack))):
            message = f"--reward {self.reward} changes nothing, since no player searches"
            problems = Problems()
            problems.warning(Place("command line"), message, "try --agents mcts:200")
            if not self.as_json:
                say_problems(problems)
        common = {
            "agents": self.kinds(pack),
            "seed": self.seed,
            "reward": self.reward,
            "workers": self.workers,
            "cluster": self.cluster,
            "learn": self.learn,
            "command": as_typed(),
            "named": name,
            "keeper": self._keeper,
        }
        return SimulateOptions(**{**common, **more})

    def _all_kinds(self, pack: "Pack") -> tuple[str, ...]:
        """The kinds of all players that take part in any step."""
        return self.kinds(pack)

    def kinds(self, pack: "Pack") -> tuple[str, ...]:
        """The kinds of player of `--agents`; `like:people` is replaced by its bot."""
        return with_likeness(pack, self.out, words(self.agents), True)

    @cached_property
    def _keeper(self) -> "Keeper | None":
        """The cache that keeps the games of a run with `--resume`; None without it."""
        if not self.resume:
            return None
        from generator.play.runs.cache import Keeper

        return Keeper(self.out)

    def report(
        self,
        telling: "Telling[Any]",
        pack: "Pack",
        path: Path,
        made: Iterable[Path] = (),
        pictures: "Pictures | None" = None,
        *,
        is_whole: bool = True,
    ) -> None:
        """Print the answer, then write its page and its tables; `made` are files that are already
        written. Saved games are deleted, unless more time would change the answer.
        """
        from generator.play.telling import page, tables, terminal
        from generator.system.files import root_of

        if self.as_json:
            print_json(tables.as_json(telling))
        elif not self.quiet:
            terminal.print_terminal(telling)
        written = [*made]
        try:
            root = root_of(self.out, pack.folder)
            report = page.write_html(telling, path, pictures or pictures_of(pack), root)
            written = [report, *made]
            if self.csv is not None:
                written.append(tables.write_csv(telling, self.csv))
            if self.xlsx is not None:
                written.append(tables.write_xlsx(telling, self.xlsx))
            if self._keeper is not None and is_whole:
                self._keeper.forget()
        finally:
            if not self.is_silent:
                for file in written:
                    typer.echo(f"→ {file}")
                if page.before_of(path).is_file():
                    typer.echo(f"previous report: {page.before_of(path)}")


@dataclass(frozen=True)
class Study(Playing):
    """The options of every study with one number of players and one number of games."""

    players: PlayersOption = None
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Number of games.")
    ] = 1000

    def options(self, pack: "Pack", name: str, **more: Any) -> "SimulateOptions":
        """The options of a study, with its numbers of players and games."""
        return super().options(pack, name, **{"players": self.players, "games": self.games, **more})


def as_typed() -> str:
    """The command line, for the report."""
    return "protoplay " + shlex.join(sys.argv[1:])


@spread
def simulate(
    study: Study,
    name: PackArgument = ".",
    rotate: RotateOption = True,
    precision: Annotated[
        str | None,
        typer.Option(
            "--precision", help="Play until every headline interval is this narrow, such as 1%."
        ),
    ] = None,
    effect: Annotated[
        str | None,
        typer.Option(
            "--effect",
            metavar="PIECE",
            help="Measure the change in win rate for the player who takes this piece.",
            callback=filled("a piece, as component/row"),
        ),
    ] = None,
    effects: Annotated[
        bool,
        typer.Option(
            "--effects",
            help="Measure, for every piece, the change in win rate for the player who takes it.",
        ),
    ] = False,
    restrict: Annotated[
        list[str] | None,
        typer.Option(
            "--restrict",
            metavar="MOVE,…",
            help="Measure what a player loses without these moves or pieces; all: each kind of "
            "move.",
            callback=filled("kinds of move or pieces with commas between, or all"),
        ),
    ] = None,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck", help="Measure how much of the result the set-up and the draws decide."
        ),
    ] = False,
    kingmaking: Annotated[
        bool,
        typer.Option(
            "--kingmaking",
            help="Measure how often players without a chance decide which other player wins.",
        ),
    ] = False,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write every game as a line of JSON.")
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--rows", help="Write a row for each game as Parquet.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Run rules.py as ordinary Python: slow, for debugging.")
    ] = False,
) -> None:
    """Let bots play the pack, and report on its balance and components."""
    if rows is not None and find_spec("duckdb") is None:
        wrong_call("--rows needs DuckDB, which is not installed: pip install duckdb")
    from generator.play.studies.simulate.page import SimulationTelling
    from generator.play.studies.simulate.run import simulate as run

    pack = study.opened(name, outputs=(records, rows))
    page = study.page(pack, REPORT, records, rows)
    options = study.options(
        pack,
        name,
        rotate=rotate,
        precision=None if precision is None else as_share(precision),
        effect=effect,
        effects=effects,
        restrict=words(restrict),
        luck=luck,
        kingmaking=kingmaking,
        records=records,
        rows=rows,
        plain=plain,
    )
    with playing(study.is_silent, study.as_json) as tell:
        results = run(pack, options, tell)
    study.report(
        SimulationTelling(results), pack, page, [p for p in (records, rows) if p is not None]
    )
    note_simulation(pack, study.out, results, as_it_is=not (study.settings or study.variant))


@dataclass(frozen=True)
class Comparing(Study):
    """The options of `compare`, which compares several settings."""

    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE[,…]",
            help="Setting to compare with the game as it is, or variant=NAME. May be repeated.",
            callback=filled("NAME=VALUE, or several with commas between"),
        ),
    ] = None


@spread
def compare(study: Comparing, name: PackArgument = ".", rotate: RotateOption = True) -> None:
    """Play the same games with other parameters or another variant, and report what changes."""
    from generator.play.studies.compare.page import ComparisonTelling
    from generator.play.studies.compare.run import compare as run

    if not study.settings:
        wrong_call("compare needs at least one --set NAME=VALUE")
    for setting in study.settings:
        once_each(words(setting))
    if len(set(study.settings)) < len(study.settings):
        wrong_call("the same --set is given twice")
    pack = study.opened(name, ())
    page = study.page(pack, "compare.html")
    changed = {setting: _as_set(study, name, pack, words(setting)) for setting in study.settings}
    with playing(study.is_silent, study.as_json) as tell:
        packs = {"as it is": pack, **changed}
        answer = run(packs, study.options(pack, name, rotate=rotate), tell)
    study.report(ComparisonTelling(answer), pack, page)


def _as_set(study: Comparing, name: str, pack: "Pack", parts: Sequence[str]) -> "Pack":
    """The pack with one `--set` of `compare`; "variant=NAME" chooses another variant."""
    if "variant" in pack.parameters:
        return study.opened(name, parts)
    named = [part.partition("=")[2].strip() for part in parts if VARIANT.match(part)]
    others = [part for part in parts if not VARIANT.match(part)]
    return replace(study, variant=named[0] if named else study.variant).opened(name, others)


@dataclass(frozen=True)
class Sweeping(Study):
    """The options of `sweep`, which plays every value of a parameter."""

    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Number of games for each value.")
    ] = 400


@spread
def sweep(
    study: Sweeping,
    name: PackArgument,
    span: Annotated[
        str,
        typer.Argument(
            metavar="NAME=LOW..HIGH",
            help="The values, such as tracks=6..20, tracks=6..20..2 or tracks=6,9.",
        ),
    ],
    rotate: RotateOption = True,
) -> None:
    """Play every value of a parameter; show what changes and which values meet your goals."""
    from generator.play.studies.sweep.page import SweepTelling
    from generator.play.studies.sweep.run import sweep as run

    pack = study.opened(name)
    _is_in_numbers(pack, name, span)
    parameter, values = as_range(span)
    for setting in study.settings or ():
        if setting.partition("=")[0].strip() == parameter:
            wrong_call(f"{span} already sets {parameter}: leave out --set {setting}")
    _can_be_swept(pack, parameter, values, study.as_json)
    page = study.page(pack, f"sweep-{parameter}.html")
    packs: dict[float, Pack] = {
        value: study.opened(name, [*(study.settings or ()), f"{parameter}={value}"])
        for value in values
    }
    with playing(study.is_silent, study.as_json) as tell:
        answer = run(packs, parameter, study.options(pack, name, rotate=rotate), tell)
    study.report(SweepTelling(answer), packs[values[0]], page)


def _is_in_numbers(pack: "Pack", call: str, span: str) -> None:
    """End with exit code 2 for a switch or a word, which `compare` can play."""
    name, _, values = span.partition("=")
    parameter = pack.parameter(name)
    if parameter is None:
        return
    default = parameter.default
    if isinstance(default, bool):
        kind, other = "a switch", str(not default).lower()
    elif isinstance(default, int | float):
        return
    else:
        tried = [
            *(parameter.tune.values if parameter.tune else ()),
            *words(values.replace("..", ",")),
        ]
        kind, other = "a word", next((str(word) for word in tried if word != default), "WORD")
    way = shlex.join(["protoplay", "compare", call, "--set", f"{name}={other}"])
    wrong_call(f'"{name}" is {kind}, and sweep plays ranges of numbers: try {way}')


def _can_be_swept(pack: "Pack", name: str, values: Sequence[int | float], as_json: bool) -> None:
    """End with exit code 1 if a parameter does not exist or cannot have one of the values."""
    from generator.model.problems import Place, Problems
    from generator.play.studies.suggest.axes import near_number
    from generator.reading.parameters import changed_to

    problems, place = Problems(), Place(f"sweep {name}")
    parameter = pack.parameter(name)
    if parameter is None:
        problems.error(place, f'unknown parameter "{name}"', near_number(pack, name))
        report_problems(problems, as_json=as_json)
        return
    refused = Problems()
    left = [v for v in values if changed_to(parameter, v, place, refused) is not None]
    for first in refused.errors[:1]:
        hint = f"try {name}={left[0]}..{left[-1]}" if len(left) > 1 else ""
        problems.add(replace(first, fix=": ".join(filter(None, (first.fix, hint)))))
    report_problems(problems, as_json=as_json)


@dataclass(frozen=True)
class Rating(Study):
    """The options of `ladder`, in which the players are the rungs."""

    games: Annotated[
        int,
        typer.Option("--games", min=1, max=MOST_GAMES, help="Number of games in all."),
    ] = 400
    agents: AgentsOption = "random,greedy,mcts:50,mcts:100,mcts:200"


@spread
def ladder(
    study: Rating,
    name: PackArgument = ".",
    personas: Annotated[
        bool,
        typer.Option(
            "--personas",
            help="Rate the pack's own kinds of player instead, each against each other.",
        ),
    ] = False,
    ceiling: Annotated[
        bool,
        typer.Option(
            "--ceiling",
            help="Measure what the strongest player would gain by seeing everything hidden.",
        ),
    ] = False,
) -> None:
    """Rate kinds of player against each other, to find how much skill the game rewards."""
    from generator.play.studies.ladder.page import LadderTelling
    from generator.play.studies.ladder.run import ladder as run
    from generator.play.studies.ladder.run import personas_of

    pack = study.opened(name)
    page = study.page(pack, "ladder.html")
    with playing(study.is_silent, study.as_json) as tell:
        options = study.options(
            pack, name, agents=("random",)
        )  # `ladder` takes the rungs separately
        rungs = personas_of(pack, study.players) if personas else study.kinds(pack)
        answer = run(pack, rungs, options, tell, is_each=personas, is_ceiling=ceiling)
    study.report(LadderTelling(answer), pack, page)


def replay(
    name: PackArgument = ".",
    game: Annotated[
        int, typer.Option("--game", min=0, max=LARGEST, help="Number of the game.")
    ] = 0,
    seed: SeedOption = 1,
    players: PlayersOption = None,
    agents: AgentsOption = "greedy",
    settings: SetOption = None,
    variant: VariantOption = None,
    is_trusted: TrustOption = False,
    as_json: JsonOption = False,
    page: Annotated[
        Path | None,
        typer.Option("--html", help="Write the game as one page to click through."),
    ] = None,
    table: Annotated[
        str,
        typer.Option(
            "--table",
            metavar="ID",
            help="Replay a session of host --free instead of a game of bots.",
        ),
    ] = "",
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", min=1, help="With --table: show what this seat saw. (default: a spectator)"
        ),
    ] = None,
    out: OutOption = OUTPUT,
) -> None:
    """Print one game move by move."""
    from generator.play.engine import records
    from generator.play.engine.game import load_game
    from generator.play.runs.judges import judge

    pack, _ = opened(name, variant, settings, as_json=as_json)
    if table:
        from generator.cli.replay import replay_table

        replay_table(pack, out, table, page, seat, as_json)
        return
    if seat is not None:
        wrong_call("--seat needs --table: a game of bots is replayed as all can see it")
    must_run(pack, is_trusted)
    kinds = with_likeness(pack, out, words(agents), as_json)
    if page is not None:
        from generator.cli.replay import write_page

        nothing_is_lost(pack, page)
        write_page(pack, page, seed, game, players, kinds, as_json)
        return
    with playing(silent=True, as_json=as_json):
        judge(pack, players or pack.players[0], may_learn=False)
        loaded = load_game(pack, players or pack.players[0])
        if as_json:
            record = records.play_record(loaded, seed, game, kinds)
            print_json_text(records.line_of(record))
            return
        for line in records.replay(loaded, seed, game, kinds):
            typer.echo(line)
