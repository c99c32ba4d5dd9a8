"""The commands that let bots play: simulate, compare, sweep, ladder, replay."""

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
from generator.cli.pictures import pictures_of
from generator.cli.trust_prompt import must_run

if TYPE_CHECKING:
    from generator.model.pack import Pack
    from generator.play.measures.results import SimulateOptions
    from generator.play.runs.cache import Keeper
    from generator.play.telling.pictures import Pictures
    from generator.play.telling.telling import Telling

RotateOption = Annotated[
    bool, typer.Option("--rotate/--no-rotate", help="Let agents take every seat in turn.")
]

REPORT = "report.html"
VARIANT = re.compile(r"\s*variant\s*=")  # of a setting that `compare` plays


@dataclass(frozen=True)
class Playing:
    """The options of all that lets bots play: who, where, and what is told."""

    agents: AgentsOption = "greedy"
    seed: SeedOption = 1
    reward: Annotated[
        Literal["win", "rank", "difference"],
        typer.Option("--reward", help="What search is after."),
    ] = "win"
    workers: Annotated[
        int, typer.Option("--workers", min=0, max=MOST_WORKERS, help="Threads; 0: all cores.")
    ] = 0
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="tcp://HOST:PORT",
            help="A Dask scheduler.",
            callback=filled("the address of a Dask scheduler"),
        ),
    ] = None
    csv: Annotated[Path | None, typer.Option("--csv", help="The summary as CSV.")] = None
    xlsx: Annotated[Path | None, typer.Option("--xlsx", help="The summary as a workbook.")] = None
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
            help="Keep games on disk as they are played; said again after a stop, go on there.",
        ),
    ] = False

    @property
    def is_silent(self) -> bool:
        """Whether nobody watches the run."""
        return self.quiet or self.as_json

    def opened(
        self,
        name: str,
        settings: Iterable[str] | None = None,
        outputs: Sequence[Path | None] = (),
        page: str = REPORT,
    ) -> "Pack":
        """The pack with the settings of the call, or others; `outputs` of one command alone."""
        settings = self.settings if settings is None else settings
        files = self.csv, self.xlsx, *outputs
        places_are_free(*files, self.out / page, out=self.out)
        pack, _ = opened(name, self.variant, settings, as_json=self.as_json)
        nothing_is_lost(pack, *files)
        must_run(pack, self.is_trusted)
        return pack

    def page(self, pack: "Pack", name: str, *outputs: Path | None) -> Path:
        """Where the report goes; ends with exit code 2 where another output would go there too."""
        path = self.out / pack.id / name
        nothing_is_lost(None, path, self.csv, self.xlsx, *outputs)
        return path

    def options(self, name: str, **more: Any) -> "SimulateOptions":
        """What the study of a pack is asked; `more` are the options that only one command has."""
        from generator.model.problems import Place, Problems
        from generator.play.engine.contract import is_search
        from generator.play.measures.results import SimulateOptions

        if self.reward != "win" and not any(map(is_search, self._kinds())):
            found = f"--reward {self.reward} changes nothing: no player searches"
            problems = Problems()
            problems.warning(Place("command line"), found, "take --agents mcts:200, say")
            if not self.as_json:
                say_problems(problems)
        asked = {
            "agents": words(self.agents),
            "seed": self.seed,
            "reward": self.reward,
            "workers": self.workers,
            "cluster": self.cluster,
            "command": as_typed(),
            "named": name,
            "keeper": self._keeper,
        }
        return SimulateOptions(**{**asked, **more})

    def _kinds(self) -> Sequence[str]:
        """Every kind of player that plays."""
        return words(self.agents)

    @cached_property
    def _keeper(self) -> "Keeper | None":
        """What keeps the games of the run, where that is asked for."""
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
        """Print the answer, then write its page and its tables; `made` is written already.

        Kept games are forgotten, except those of an answer that more time would have changed.
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
                    typer.echo(f"the report before this one: {page.before_of(path)}")


@dataclass(frozen=True)
class Study(Playing):
    """The options of every study of one number of players and games."""

    players: PlayersOption = None
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games are played.")
    ] = 1000

    def options(self, name: str, **more: Any) -> "SimulateOptions":
        """What the study of a pack is asked, its number of players and games too."""
        return super().options(name, **{"players": self.players, "games": self.games, **more})


def as_typed() -> str:
    """The call, for the report."""
    return "protoplay " + shlex.join(sys.argv[1:])


@spread
def simulate(
    study: Study,
    name: PackArgument = ".",
    rotate: RotateOption = True,
    precision: Annotated[
        str | None,
        typer.Option("--precision", help="1%: play until every headline interval is that narrow."),
    ] = None,
    effect: Annotated[
        str | None,
        typer.Option(
            "--effect",
            metavar="PIECE",
            help="What this piece does to who takes it.",
            callback=filled("a piece, as component/row"),
        ),
    ] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="What every piece does to who takes it.")
    ] = False,
    restrict: Annotated[
        list[str] | None,
        typer.Option(
            "--restrict",
            metavar="MOVE,…",
            help="What a player without these moves or pieces loses; all: each kind of move.",
            callback=filled("kinds of move or pieces with commas between, or all"),
        ),
    ] = None,
    luck: Annotated[
        bool,
        typer.Option("--luck", help="How much do the set-up and draws settle, of these players?"),
    ] = False,
    kingmaking: Annotated[
        bool,
        typer.Option(
            "--kingmaking", help="Do players who have lost decide who of the others wins?"
        ),
    ] = False,
    records: Annotated[
        Path | None, typer.Option("--records", help="Every game as a line of JSON.")
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--rows", help="A row a game, as Parquet with its metadata.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Run rules.py as ordinary Python: slow, for debugging.")
    ] = False,
) -> None:
    """Let bots play the pack, and say what that tells of its components."""
    if rows is not None and find_spec("duckdb") is None:
        wrong_call("--rows needs DuckDB, which is not installed: pip install duckdb")
    from generator.play.studies.simulate.page import SimulationTelling
    from generator.play.studies.simulate.run import simulate as run

    pack = study.opened(name, outputs=(records, rows))
    page = study.page(pack, REPORT, records, rows)
    options = study.options(
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


@dataclass(frozen=True)
class Comparing(Study):
    """The options of `compare`, whose settings are what is compared."""

    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE[,…]",
            help="One setting to compare with the game as it is, or variant=NAME; repeatable.",
            callback=filled("NAME=VALUE, or several with commas between"),
        ),
    ] = None


@spread
def compare(study: Comparing, name: PackArgument = ".", rotate: RotateOption = True) -> None:
    """Play the same seeds with parameters changed, or --set variant=NAME; tell what that does."""
    from generator.play.studies.compare.page import ComparisonTelling
    from generator.play.studies.compare.run import compare as run

    if not study.settings:
        wrong_call("compare needs a --set NAME=VALUE at least")
    for setting in study.settings:
        once_each(words(setting))
    if len(set(study.settings)) < len(study.settings):
        wrong_call("compare has the same --set twice")
    pack = study.opened(name, ())
    page = study.page(pack, "compare.html")
    changed = {setting: _as_set(study, name, pack, words(setting)) for setting in study.settings}
    with playing(study.is_silent, study.as_json) as tell:
        packs = {"as it is": pack, **changed}
        answer = run(packs, study.options(name, rotate=rotate), tell)
    study.report(ComparisonTelling(answer), pack, page)


def _as_set(study: Comparing, name: str, pack: "Pack", parts: Sequence[str]) -> "Pack":
    """The pack as one `--set` of `compare` has it, where "variant=NAME" is another variant."""
    if "variant" in pack.parameters:
        return study.opened(name, parts)
    named = [part.partition("=")[2].strip() for part in parts if VARIANT.match(part)]
    others = [part for part in parts if not VARIANT.match(part)]
    return replace(study, variant=named[0] if named else study.variant).opened(name, others)


@dataclass(frozen=True)
class Sweeping(Study):
    """The options of `sweep`, which plays every value."""

    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games each value gets.")
    ] = 400


@spread
def sweep(
    study: Sweeping,
    name: PackArgument,
    span: Annotated[str, typer.Argument(metavar="NAME=LOW..HIGH", help="Also LOW..HIGH..STEP.")],
    rotate: RotateOption = True,
) -> None:
    """Play every value of a parameter; show how the game changes, and which meet your goals."""
    from generator.play.studies.sweep.page import SweepTelling
    from generator.play.studies.sweep.run import sweep as run

    pack = study.opened(name)
    _is_in_numbers(pack, name, span)
    parameter, values = as_range(span)
    for setting in study.settings or ():
        if setting.partition("=")[0].strip() == parameter:
            wrong_call(f"--set {setting} changes nothing: {span} sets {parameter}; leave one out")
    _can_be_swept(pack, parameter, values, study.as_json)
    page = study.page(pack, f"sweep-{parameter}.html")
    packs: dict[float, Pack] = {
        value: study.opened(name, [*(study.settings or ()), f"{parameter}={value}"])
        for value in values
    }
    with playing(study.is_silent, study.as_json) as tell:
        answer = run(packs, parameter, study.options(name, rotate=rotate), tell)
    study.report(SweepTelling(answer), packs[values[0]], page)


def _is_in_numbers(pack: "Pack", call: str, span: str) -> None:
    """End with exit code 2 where a switch or a word is to be swept: `compare` plays such."""
    name, _, asked = span.partition("=")
    known = pack.parameter(name)
    if known is None:
        return
    default = known.default
    if isinstance(default, bool):
        kind, other = "a switch", str(not default).lower()
    elif isinstance(default, int | float):
        return
    else:
        tried = [*(known.tune.values if known.tune else ()), *words(asked.replace("..", ","))]
        kind, other = "a word", next((str(word) for word in tried if word != default), "WORD")
    way = shlex.join(["protoplay", "compare", call, "--set", f"{name}={other}"])
    wrong_call(f'"{name}" is {kind}, and sweep plays a range of numbers: try {way}')


def _can_be_swept(pack: "Pack", name: str, values: Sequence[int | float], as_json: bool) -> None:
    """End with exit code 1 where a parameter is not there, or cannot have one of the values."""
    from generator.model.problems import Place, Problems
    from generator.play.studies.suggest.axes import near_number
    from generator.reading.parameters import changed_to

    problems, place = Problems(), Place(f"sweep {name}")
    known = pack.parameter(name)
    if known is None:
        problems.error(place, f'unknown parameter "{name}"', near_number(pack, name))
        report_problems(problems, as_json=as_json)
        return
    refused = Problems()
    left = [v for v in values if changed_to(known, v, place, refused) is not None]
    for first in refused.errors[:1]:
        hint = f"try {name}={left[0]}..{left[-1]}" if len(left) > 1 else ""
        problems.add(replace(first, fix=": ".join(filter(None, (first.fix, hint)))))
    report_problems(problems, as_json=as_json)


@dataclass(frozen=True)
class Rating(Study):
    """The options of `ladder`, whose agents are its rungs."""

    games: Annotated[
        int,
        typer.Option("--games", min=1, max=MOST_GAMES, help="How many games in all."),
    ] = 400
    agents: AgentsOption = "random,greedy,mcts:50,mcts:100,mcts:200"


@spread
def ladder(
    study: Rating,
    name: PackArgument = ".",
    personas: Annotated[
        bool,
        typer.Option("--personas", help="The pack's kinds of player instead, each against each."),
    ] = False,
    ceiling: Annotated[
        bool,
        typer.Option(
            "--ceiling", help="What would the strongest player gain by seeing all that is hidden?"
        ),
    ] = False,
) -> None:
    """Rate players against each other: how much skill does the game reward?"""
    from generator.play.studies.ladder.page import LadderTelling
    from generator.play.studies.ladder.run import ladder as run
    from generator.play.studies.ladder.run import personas_of

    pack = study.opened(name)
    page = study.page(pack, "ladder.html")
    with playing(study.is_silent, study.as_json) as tell:
        options = study.options(name, agents=("random",))  # the rungs are asked beside them
        rungs = personas_of(pack, study.players) if personas else words(study.agents)
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
        typer.Option("--html", help="Write one page to click through: faces, words, chances."),
    ] = None,
) -> None:
    """Print one game, move by move, by its seed and number."""
    from generator.play.engine import records
    from generator.play.engine.game import load_game

    pack, _ = opened(name, variant, settings, as_json=as_json)
    must_run(pack, is_trusted)
    if page is not None:
        from generator.cli.replay import write_page

        nothing_is_lost(pack, page)
        write_page(pack, page, seed, game, players, words(agents), as_json)
        return
    with playing(silent=True, as_json=as_json):
        loaded = load_game(pack, players or pack.players[0])
        if as_json:
            record = records.play_record(loaded, seed, game, words(agents))
            print_json_text(records.line_of(record))
            return
        for line in records.replay(loaded, seed, game, words(agents)):
            typer.echo(line)
