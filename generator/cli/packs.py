"""The commands for the files of a pack: list, new, schema, fetch and check."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from generator import bundled
from generator.cli.options import (
    MOST_GAMES,
    MOST_TRIED,
    DataOnlyOption,
    JsonOption,
    LanguageOption,
    PackArgument,
    QuietOption,
    SetOption,
    TrustOption,
    VariantOption,
    wrong_call,
)
from generator.cli.output import (
    counted,
    json_of,
    nothing_is_lost,
    opened,
    places_are_free,
    print_json,
    print_json_text,
    report_problems,
    status,
)
from generator.cli.trust_prompt import (
    RULES,
    may_run,
    say_left_out,
)

if TYPE_CHECKING:
    from generator.model.pack import Pack
    from generator.model.problems import Place, Problem, Problems
    from generator.play.studies.trials.balance import Balance


BalanceOption = Annotated[
    bool,
    typer.Option(
        "--balance",
        help="List cards that are alike, cards that another always beats, and points per price.",
    ),
]


def list_packs(as_json: JsonOption = False) -> None:
    """List the games that ship with protoplay."""
    from generator.reading.folder import bundled_packs

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


def new(
    name: Annotated[str, typer.Argument(help="Name of your game.")],
    folder: Annotated[
        Path, typer.Option("--in", help="Folder in which the game's folder is created.")
    ] = Path("."),
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="Start from a table of cards (deck.csv, deck.xlsx …), a folder of pictures, or a "
            "game that ships with protoplay.",
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(
            "--like",
            metavar="KIND",
            help="Start a game without programming, whose cards state the rules in words: "
            "engine-builder, deck-builder, draft, take-that, worker-placement or push-your-luck.",
        ),
    ] = None,
    cards: Annotated[
        bool,
        typer.Option(
            "--cards",
            help="Start the smallest game without programming; comments explain each part.",
        ),
    ] = False,
) -> None:
    """Start your own game from a small complete game, from your deck, or from a bundled game."""
    from generator.reading.folder import bundled_packs
    from generator.reading.scaffold import FolderExistsError, folder_name, new_game
    from generator.system.trust import trust

    if cards:
        like = like or "cards"
    if like is not None and source is not None:
        wrong_call("--from and --like or --cards exclude each other")
    is_deck = source is not None and source not in bundled_packs() and _is_path(source)
    try:
        places_are_free(folder / folder_name(name) / "game.yaml")
        made = (
            _new_deck(name, folder, str(source))
            if is_deck
            else new_game(name, folder, source, like)
        )
    except (FolderExistsError, ValueError) as fault:
        wrong_call(str(fault))
    trust(made)
    typer.echo(f"made {made}")
    if missing := _undrawn_in_name(made):
        fix = "add a font that has them under fonts: in game.yaml, or change name: there"
        typer.echo(f"the name cannot be printed yet; no font has these letters: {missing} ({fix})")
    if is_deck:
        typer.echo(f"what was guessed stands in {made / 'game.yaml'}, with the reasons")
        typer.echo(f"now try: protoplay build {made} · protoplay preview {made} --open")
        typer.echo(f"to play it with friends, without rules: protoplay host {made} --free --lan")
        return
    preview = f" · protoplay preview {made} --open" if source is not None else ""
    typer.echo(f"now try: protoplay build {made} · protoplay simulate {made}{preview}")
    guide = "WRITING.md is about rules.py"
    if like is not None:
        guide = "PLAY-FROM-DATA.md has every phrase that cards may say"
    typer.echo(f"to read on: the guides in {bundled('rules')}; {guide}")


def _is_path(source: str) -> bool:
    """Whether a source is a file or folder instead of the name of a bundled game."""
    from generator.reading.importing.new_deck import TABLES

    written = Path(source)
    is_named_so = written.suffix.lower() in TABLES or len(written.parts) > 1
    return is_named_so or written.exists()


def _new_deck(name: str, parent: Path, source: str) -> Path:
    """Make a game from a table or a folder of pictures; problems end the command."""
    from generator.model.problems import Problems
    from generator.reading.importing.new_deck import new_deck

    problems = Problems()
    deck = new_deck(name, parent, Path(source).expanduser(), problems)
    report_problems(problems)
    assert deck is not None, "no deck without a problem"
    cards = counted(deck.n_cards, "different card")
    typer.echo(f"read {source}: {cards}; copied {counted(len(deck.copied), 'file')}")
    return deck.folder


def fetch(
    name: PackArgument = ".",
    replace_changed: Annotated[
        bool,
        typer.Option("--replace", help="Replace files that were changed after they were fetched."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Download the pack's tables from the web into its folder."""
    import datetime

    from generator.model.problems import Problems
    from generator.reading.fetch import fetch_tables
    from generator.reading.folder import find_folder
    from generator.system.web import Web

    problems = Problems()
    folder = find_folder(name, problems)
    tables = []
    if folder is not None:
        places_are_free(folder / "fetched.json")
        today = datetime.datetime.now(datetime.UTC).date()
        tables = fetch_tables(folder, problems, Web(), today, replaces=replace_changed)
    if as_json and not problems.errors:
        print_json({"tables": [asdict(table) for table in tables]})
    for table in () if as_json else tables:
        typer.echo(f"{table.file}: {table.size:,} bytes, {table.change}")
    report_problems(problems, as_json=as_json)
    if not tables and not as_json:
        typer.echo("no table of this pack has an address (write rows: {url: https://…})")


def _undrawn_in_name(made: Path) -> str:
    """The characters of a new game's name that none of its fonts can draw."""
    from generator.model.problems import Problems
    from generator.press.text.fonts import types_of
    from generator.reading.door import open_pack

    pack, _ = open_pack(str(made), flawed=True)
    return types_of(pack, Problems()).missing("body", pack.name) if pack is not None else ""


def schema(
    out: Annotated[
        Path | None, typer.Option("--out", help="File to write. (default: standard output)")
    ] = None,
) -> None:
    """Write the JSON Schema of game.yaml; with it, editors complete and check the file."""
    from generator.reading.schema import json_schema
    from generator.system.files import write_file

    text = json.dumps(json_schema(), indent=2, ensure_ascii=False)
    if out is None:
        print_json_text(text)
    else:
        places_are_free(out)
        nothing_is_lost(None, out)
        write_file(out, text + "\n", is_asked=True)


def check(
    name: PackArgument = ".",
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", min=0, max=MOST_TRIED, help="Random games that test the rules; 0: none."
        ),
    ] = 5,
    permute: Annotated[
        str | None,
        typer.Option(
            "--permute",
            metavar="PLAYER",
            help="Test whether the order in which rules.py lists moves decides who wins, with this "
            "kind of player: greedy, mcts:50 …",
        ),
    ] = None,
    permute_games: Annotated[
        int,
        typer.Option(
            "--permute-games", min=100, max=MOST_GAMES, help="Games for each order of --permute."
        ),
    ] = 1000,
    balance: BalanceOption = False,
    data_only: DataOnlyOption = False,
    is_trusted: TrustOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Report every problem at once: in the definition, the faces and the rules."""
    from generator.reading.door import open_pack
    from generator.reading.folder import is_played_by_words
    from generator.reading.phrases.same_in_all import differences
    from generator.system.trust import programs_in

    pack, problems = open_pack(
        name, variant=variant, settings=tuple(settings or ()), language=language
    )
    if pack is None:
        if games and not data_only:
            read_rules(name, problems, is_trusted)
        report_problems(problems, as_json=as_json)
        raise typer.Exit(1)
    rules = RULES if games or permute else ()
    runs, drawn, _ = may_run(pack, rules, is_trusted, data_only)
    left_out = [] if runs else [f'"{id}"' for id in drawn]
    if games and not runs and "rules.py" in programs_in(pack.folder):
        left_out.append("the rules")
    with status(quiet or as_json) as tell:
        tell("draw the faces")
        n_faces, lacking = draw_every_face(pack, problems, () if runs else drawn, runs)
        for other in pack.languages[1:] if language is None else ():
            tell(f"draw the faces in {other}")
            spoken, others = open_pack(
                name, variant=variant, settings=tuple(settings or ()), language=other
            )
            for problem in others.listed:
                problems.add(problem)
            if spoken is not None:
                for problem in differences(pack, spoken) if not problems.errors else ():
                    problems.add(problem)
                _, lacking_too = draw_every_face(spoken, problems, () if runs else drawn, runs)
                lacking |= lacking_too
        tell("test the rules")
        plays = runs or is_played_by_words(pack)
        n_tested = check_rules(pack, problems, games) if games and plays else 0
        orders: list[str] = []
        if permute is not None and plays and not problems.errors:
            orders = permuted(pack, problems, permute, permute_games, tell)
        weighed = balances(pack, plays, tell) if balance and not problems.errors else ()
    understood = [] if problems.errors else words_of(pack)
    as_read = rules_of(pack) if understood and not quiet and not as_json else []
    if as_json:
        if not problems.errors:
            answer: dict[str, Any] = {
                "pack": pack.id,
                "faces": n_faces,
                "left_out": left_out,
                "permuted": orders,
            }
            answer |= {"balance": [balance_json(each) for each in weighed]} if balance else {}
            words = [{"card": card, "words": text} for card, text in understood]
            answer |= {"words": words}
            print_json({**answer, "problems": [json_of(p) for p in problems]})
        report_problems(problems, as_json=True)
        return
    report_problems(problems)
    if not quiet:
        tested = f", rules tested in {counted(n_tested, 'game')}" if n_tested else ""
        n_warnings = len(problems)
        result = f"{counted(n_warnings, 'warning')} above" if n_warnings else "no problems found"
        typer.echo(f"{pack.name}: {counted(n_faces, 'face')} drawn{tested}, {result}")
        if understood:
            typer.echo("the game as it is understood:")
            for line in as_read:
                typer.echo(f"  {line}")
            typer.echo("the cards as they are understood:")
        for card, text in understood:
            typer.echo(f"  {card}: {text}")
        for text in orders:
            typer.echo(text)
        if balance and not problems.errors:
            say_balance(weighed)
        if not games and not data_only and "rules.py" in programs_in(pack.folder):
            typer.echo("the rules were not tested (--games 0)")
        say_left_out(left_out, "not checked")
        lacking_ids = [f'"{c.id}"' for c in pack.components if c.id in lacking]
        say_left_out(lacking_ids, "checked without drawn pictures")


def rules_of(pack: "Pack") -> list[str]:
    """The rules of a game that is played by the words on its cards, as lines of its rule sheet."""
    from generator.reading.phrases.rule_sheet import game_in_words

    return game_in_words(pack)


def words_of(pack: "Pack") -> list[tuple[str, str]]:
    """The texts on the cards of a game without rules.py, in canonical words: name and words."""
    from generator.reading.folder import is_played_by_words
    from generator.reading.phrases.plan import plan_of

    if not is_played_by_words(pack):
        return []
    return [(row.name, words) for row, words in plan_of(pack)[0].words]


def balances(pack: "Pack", plays: bool, tell: Callable[[str], None]) -> tuple["Balance", ...]:
    """The prices and gains of the rows of every component."""
    from generator.play.studies.trials.balance import balances_of

    tell("compare the rows")
    return balances_of(pack, plays=plays)


def say_balance(weighed: Sequence["Balance"]) -> None:
    """Print the balance of every component as notes."""
    from generator.play.studies.trials.balance import sentences

    notable = [balance for balance in weighed if balance.says]
    for balance in notable:
        typer.echo(f"balance of {balance.component.id}")
        for text in sentences(balance):
            typer.echo(f"  {text}")
    if not notable:
        typer.echo("balance: no rows are alike, and no column of numbers can be compared")
    if any(balance.unknown for balance in notable):
        typer.echo("to say what a number means, write columns: {cost: price} in the component")


def balance_json(balance: "Balance") -> dict[str, object]:
    """Convert a balance to JSON values, in which rows are named by their ids."""
    return {
        "component": balance.component.id,
        "columns": dict(balance.meanings),
        "unknown": list(balance.unknown),
        "twins": [[row.id for row in rows] for rows in balance.twins],
        "dominated": [
            {"row": d.row.id, "by": d.by.id, "columns": list(d.columns)} for d in balance.dominated
        ],
        "rates": [{"row": r.row.id, "points": r.points, "price": r.price} for r in balance.rates],
    }


def draw_every_face(
    pack: "Pack", problems: "Problems", skip: Sequence[str], programs: bool
) -> tuple[int, set[str]]:
    """Draw all faces to find their problems.

    Returns the number of different faces, and the components whose faces lack a picture because
    `drawings.py` may not run.
    """
    from generator.press.build import check_sheets
    from generator.press.face.face import FaceMaker, FaceOptions
    from generator.press.pieces.expand import expand

    maker = FaceMaker(pack, problems, FaceOptions(programs=programs))
    sides: tuple[Literal["front", "back"], ...] = ("front", "back")
    pieces = expand(pack, problems, skip=skip)
    faces = [maker.face(p, side) for p in pieces for side in sides]
    check_sheets(pack, pieces, problems)
    return len({face.digest for face in faces if face is not None}), maker.needs_programs


def read_rules(name: str, problems: "Problems", may_run: bool) -> None:
    """Add the problems in the text of rules.py, for a pack that has other errors.

    The rules are read only if they may run without a question, because of `may_run` or because the
    folder is trusted.
    """
    from generator.model.problems import Problems
    from generator.reading.folder import find_folder
    from generator.system.trust import is_trusted, programs_in

    folder = find_folder(name, Problems())
    if folder is None or "rules.py" not in programs_in(folder):
        return
    if not may_run and not is_trusted(folder):
        return
    from generator.play.engine.loading import FaultyRules, load_rules

    try:
        load_rules(folder)
    except FaultyRules as fault:
        for problem in fault.problems:
            problems.add(problem)


def check_rules(pack: "Pack", problems: "Problems", games: int) -> int:
    """Test the rules against their contract at every number of players.

    Return the number of games.
    """
    from generator.play.checks.conform import conform
    from generator.play.measures.aims import faulty_goals
    from generator.play.telling.numbers import listed
    from generator.reading.folder import has_rules

    if not has_rules(pack):
        return 0
    n_played, seats = 0, range(pack.players[0], pack.players[1] + 1)
    causes: dict[tuple[Place, str], tuple[Problem, list[str]]] = {}
    for players in seats:
        conformance = conform(pack, players, games=games)
        n_played += conformance.games
        for problem in conformance.problems:
            cause = re.sub(r"\(seed \d.*|\d+ (?=players)", "", problem.message)
            causes.setdefault((problem.place, cause), (problem, []))[1].append(str(players))
    for problem, counts in causes.values():
        message, where, game = problem.message.partition("(seed ")
        message = re.sub(r"\b\d+(?= players\b)", listed(counts), message)
        problems.add(replace(problem, message=f"{message}{where}{game}"))
    for problem in faulty_goals(pack):
        problems.add(problem)
    return n_played


def permuted(
    pack: "Pack", problems: "Problems", agent: str, games: int, tell: Callable[[str], None]
) -> list[str]:
    """Play with moves in random order at every number of players; return the results in words."""
    from generator.play.studies.trials.permute import orders_of
    from generator.reading.folder import has_rules

    if not has_rules(pack):
        wrong_call("--permute needs a rules.py, and this pack has none")
    try:
        orders = orders_of(
            pack, agent, games, lambda what, done, all: tell(f"{what}, {done:,} of {all:,} games")
        )
    except ValueError as fault:
        wrong_call(str(fault))
    for order in orders:
        if order.problem is not None:
            problems.add(order.problem)
    return [order.text for order in orders if order.problem is None]
