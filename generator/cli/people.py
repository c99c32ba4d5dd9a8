"""The commands for games that people play: form, people, log."""

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.options import (
    OUTPUT,
    JsonOption,
    LanguageOption,
    OutOption,
    PackArgument,
    QuietOption,
    TrustOption,
    filled,
    wrong_call,
)
from generator.cli.output import (
    counted,
    json_of,
    opened,
    places_are_free,
    playing,
    print_json,
    report_problems,
    say_problems,
)
from generator.cli.trust_prompt import must_run

if TYPE_CHECKING:
    from generator.model.pack import Pack
    from generator.model.problems import Problems
    from generator.people.likeness import Likeness
    from generator.people.notebook import BotRun
    from generator.people.playtests import Kept
    from generator.people.report import Report
    from generator.play.engine.batch import GameBatch
    from generator.play.engine.game import Game
    from generator.play.measures.results import Results

BOT_GAMES = 1000  # number of bots' games to compare with people's games
TABLES = (".csv", ".xlsx")


def form(
    name: PackArgument = ".",
    players: Annotated[
        int | None,
        typer.Option(
            "--players", min=1, help="Number of forms. (default: the most players of the pack)"
        ),
    ] = None,
    language: LanguageOption = None,
    paper: Annotated[
        str,
        typer.Option(
            "--paper", help="Paper: a4, a5, letter …", callback=filled("a4, a5, letter …")
        ),
    ] = "a4",
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="Leave room for a name on each form.")
    ] = True,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv", help="Also write a blank table to type the forms into, .csv or .xlsx."
        ),
    ] = None,
    out: OutOption = OUTPUT,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Print a form for every player of a playtest."""
    from generator.hosting.announcing import form_address
    from generator.model.units import NotALength, paper_mm
    from generator.people import tables, versions
    from generator.press.form import form_pdf
    from generator.system.files import root_of, write_files

    try:
        paper_mm(paper)
    except NotALength as fault:
        wrong_call(f"--paper: {fault} ({fault.fix})")
    usual, problems = opened(name, as_json=as_json)
    pack = usual if language is None else opened(name, language=language, as_json=as_json)[0]
    path = out / pack.id / "form.pdf"
    places_are_free(csv, path, out=out)
    if csv is not None:
        _is_new_table(csv)
    low, high = pack.players
    n_players = high if players is None else players
    if not low <= n_players <= high:
        wrong_call(str(pack.not_for(n_players)))
    version = versions.version_of(versions.content_of(usual))
    seats = range(1, n_players + 1)
    address = form_address(usual, out)
    pdf = form_pdf(pack, seats, version, problems, paper=paper, names=names, address=address)
    if pdf is None:
        report_problems(problems, as_json=as_json)
        raise typer.Exit(1)
    files = [(path, pdf)]
    if csv is not None:
        rows = tables.blank_rows(pack, seats, version)
        files.append((csv, tables.table_bytes(pack, rows, csv.suffix)))
    report_problems(problems, as_json=as_json)
    note_in_notebook(usual, out)
    write_files(files[:1], below=root_of(out, pack.folder))
    write_files(files[1:])
    if as_json:
        made = [str(file) for file, _ in files]
        answer = {"pack": pack.id, "version": version, "forms": n_players, "files": made}
        print_json({**answer, "problems": [json_of(p) for p in problems]})
    elif not quiet:
        typer.echo(f"{pack.name}, version {version}: {counted(n_players, 'form')}")
        if address:
            typer.echo(f"with the address of the table that is hosted now: {address}")
        for file, _ in files:
            typer.echo(f"→ {file}")
        if csv is not None:
            typer.echo(f"type the forms into it, then: protoplay people {name} --import {csv}")


def _is_new_table(path: Path) -> None:
    """End with exit code 2 if a blank table would replace one that somebody may have filled in."""
    if path.suffix.lower() not in TABLES:
        wrong_call(f"--csv {path} is not a table: give it a name with .csv or .xlsx")
    if path.exists():
        wrong_call(f"{path} is there already and may be filled in: give the new table another name")


def people(
    name: PackArgument = ".",
    imported: Annotated[
        list[Path] | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Add the games of a table (.csv, .xlsx) to the pack. May be repeated.",
        ),
    ] = None,
    exported: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write all games as a table, .csv or .xlsx."),
    ] = None,
    forgotten: Annotated[
        str | None,
        typer.Option(
            "--forget",
            metavar="NAME",
            help="Remove a person's name and answers from all stored files.",
            callback=filled("the name as it is in the table"),
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            help="Let bots of this kind play the same game, and compare: greedy, mcts:200 …",
            callback=filled("a kind of player, such as greedy"),
        ),
    ] = None,
    likeness: Annotated[
        bool,
        typer.Option(
            "--likeness",
            help="Find the bots that play like the people in recorded games, for --agents "
            "like:people.",
        ),
    ] = False,
    games: Annotated[
        int, typer.Option("--games", min=100, max=100_000, help="Number of games of the bots.")
    ] = BOT_GAMES,
    out: OutOption = OUTPUT,
    is_trusted: TrustOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Store the games and answers of people, and compare them with the games of bots."""
    from generator.people import tables, versions
    from generator.people.playtests import read_playtests
    from generator.people.report import report_of

    if forgotten is not None and (imported or exported or agents or likeness):
        wrong_call("--forget is a step of its own: give it without other options")
    pack, problems = opened(name, as_json=as_json)
    _may_be_written(pack)
    if exported is not None and exported.suffix.lower() not in TABLES:
        wrong_call(f"--export {exported} is not a table: give it a name with .csv or .xlsx")
    places_are_free(exported)
    kept = read_playtests(pack, problems)
    report_problems_of(problems, as_json)
    if forgotten is not None:
        _forget(pack, kept, forgotten, problems, as_json=as_json, quiet=quiet)
        return
    version = versions.version_of(versions.content_of(pack))
    if imported:
        kept = _import(pack, kept, imported, version, out, problems, as_json, quiet or as_json)
    if exported is not None:
        from generator.system.files import write_file

        rows = tables.rows_of(pack, kept.games)
        write_file(exported, tables.table_bytes(pack, rows, exported.suffix), is_asked=True)
    alike = None
    if likeness:
        must_run(pack, is_trusted)
        alike = _likeness(pack, kept, version, out, as_json, quiet or as_json)
    bots = None
    if agents is not None:
        must_run(pack, is_trusted)
        (agents,) = with_likeness(pack, out, (agents,), quiet or as_json)
        bots = _bots(pack, agents, games, as_json, quiet or as_json)
    report = report_of(pack, version, kept.games, bots, alike)
    if agents is not None:
        from generator.people.runs import run_of_group

        note_in_notebook(pack, out, (run_of_group(g, agents) for g in report.groups if g.bots))
    if as_json:
        from generator.play.telling.tables import plain

        print_json({"pack": pack.id, **plain(report), "problems": [json_of(p) for p in problems]})
        return
    say_problems(problems)
    if not quiet:
        _say_report(pack, report, agents)
        if likeness and alike is None:
            typer.echo(f"no record of version {version}: play with protoplay host or preview")
        if exported is not None:
            typer.echo(f"→ {exported}")


def _say_report(pack: "Pack", report: "Report", agents: str | None) -> None:
    from generator.people.words import report_lines

    for line in report_lines(report, pack.name, agents or ""):
        typer.echo(_visible(line))
    if agents is not None and report.compared < len(report.games):
        n_other = len(report.games) - report.compared
        typer.echo(
            f"the figures leave out {counted(n_other, 'playtest')} of other versions, "
            "because bots play the game as it is now"
        )


def _visible(line: str) -> str:
    from generator.model.problems import visible

    return visible(line)


def report_problems_of(problems: "Problems", as_json: bool) -> None:
    """Report errors and end with exit code 1; warnings are kept until the end."""
    if problems.errors:
        report_problems(problems, as_json=as_json)


def _may_be_written(pack: "Pack") -> None:
    """End with exit code 2 for a bundled game, which has no diary."""
    from generator.people.playtests import no_diary

    if reason := no_diary(pack):
        wrong_call(reason)


def _import(
    pack: "Pack",
    kept: "Kept",
    files: list[Path],
    version: str,
    out: Path,
    problems: "Problems",
    as_json: bool,
    is_silent: bool,
) -> "Kept":
    """Add the games of all tables, or none of them.

    A game without a version belongs to the current version.
    """
    from dataclasses import replace

    from generator.people import tables
    from generator.people.playtests import new_files, read_playtests
    from generator.system.files import write_files

    games = [game for file in files for game in tables.import_table(pack, file, problems)]
    report_problems_of(problems, as_json)
    games = [game if game.version else replace(game, version=version) for game in games]
    made, again = new_files(pack, games, kept)
    note_in_notebook(pack, out)
    write_files(made.items(), within=pack.folder, below=pack.folder)
    if not is_silent:
        typer.echo(f"added {counted(len(made), 'playtest')} to {pack.folder / 'playtests'}")
        if again:
            typer.echo(f"{counted(len(again), 'playtest')} had been added before")
    return read_playtests(pack, problems)


def _forget(
    pack: "Pack", kept: "Kept", name: str, problems: "Problems", *, as_json: bool, quiet: bool
) -> None:
    """Remove a person from the diary; if that fails, change nothing and explain why."""
    from generator.people.forget import forget
    from generator.system.files import write_files

    gone = forget(pack, kept, name, problems)
    report_problems(problems, as_json=as_json)
    assert gone is not None, "nobody is forgotten without a problem"
    write_files(gone.files.items(), within=pack.folder, below=pack.folder)
    if as_json:
        counts = {"games": gone.games, "answers": gone.answers, "mentions": gone.mentions}
        files = [str(path) for path in gone.files]
        print_json({"pack": pack.id, **counts, "files": files, "problems": []})
    elif not quiet:
        forms, mentions = counted(gone.answers, "form"), counted(gone.mentions, "mention")
        typer.echo(f"removed from {counted(gone.games, 'playtest')}: {forms}, {mentions}")
        typer.echo(
            "scores stay, without a name; paper forms and your own tables are yours to clear"
        )


def _bots(
    pack: "Pack", agents: str, games: int, as_json: bool, is_silent: bool
) -> "Callable[[int], GameBatch | None]":
    """Return a function that lets bots play games with a given number of players."""
    from generator.play.engine.batch import play_games
    from generator.play.engine.game import load_game
    from generator.play.runs.judges import judge

    def play(players: int) -> "GameBatch | None":
        with playing(is_silent, as_json) as tell:
            tell(f"bots, {players} players", 0, games)
            judge(pack, players, may_learn=agents != "random")
            game = load_game(pack, players)
            return play_games(game, [agents], 1, 0, games, collect="full")

    return play


def _likeness(
    pack: "Pack", kept: "Kept", version: str, out: Path, as_json: bool, is_silent: bool
) -> "Likeness | None":
    """Return the bots that play like people, and keep them for `like:people`."""
    from functools import cache

    from generator.people.likeness import keep_likeness, likeness_of, records_of
    from generator.play.engine.game import load_game
    from generator.play.runs.judges import judge
    from generator.system.paths import private_folder

    @cache
    def load(players: int) -> "Game":
        judge(pack, players, may_learn=True)
        return load_game(pack, players)

    with playing(is_silent, as_json) as tell:
        records, n_left_out = records_of(pack, version, kept.games, load)
        alike = likeness_of(version, records, n_left_out, load, tell)
    if alike is not None:
        keep_likeness(private_folder(pack, out), alike)
    return alike


def with_likeness(
    pack: "Pack", out: Path, agents: tuple[str, ...], is_silent: bool
) -> tuple[str, ...]:
    """Return kinds of player with the bot that plays like the pack's people for `like:people`.

    Ends with exit code 2 if `people --likeness` has not found this bot yet.
    """
    from generator.people.kept_likeness import LIKE_PEOPLE, kept_likeness
    from generator.people.words import like_line
    from generator.system.paths import private_folder

    if LIKE_PEOPLE not in agents:
        return agents
    kept = kept_likeness(private_folder(pack, out))
    if kept is None:
        wrong_call(f"--agents {LIKE_PEOPLE}: run protoplay people --likeness first")
    if not kept.agent:
        wrong_call(f"--agents {LIKE_PEOPLE}: {like_line(kept)}; record more games")
    if not is_silent:
        typer.echo(f"{LIKE_PEOPLE} plays as {kept.agent}: {like_line(kept)}", err=True)
    return tuple(kept.agent if agent == LIKE_PEOPLE else agent for agent in agents)


def note_in_notebook(pack: "Pack", out: Path, runs: "Iterable[BotRun]" = ()) -> None:
    """Record the version of a pack that has a notebook, and the bots' results for it.

    The pack must be opened without options. Problems with the notebook are printed and do not end
    the command.
    """
    from generator.model.problems import Problems
    from generator.people.notebook import NotEditable, note_version, with_bots, write_notebook

    problems = Problems()
    noted = note_version(pack, out, problems, datetime.now())
    say_problems(problems)
    if noted is None:
        return
    notebook, version = noted
    before = notebook
    try:
        for run in runs:
            notebook = with_bots(notebook, version, run)
    except NotEditable as fault:
        wrong_call(str(fault))
    if notebook != before:
        write_notebook(pack, notebook)


def note_simulation(pack: "Pack", out: Path, results: "Results", *, as_it_is: bool) -> None:
    """Record the results of a simulation, if it played the pack without options."""
    from generator.people.runs import runs_of

    if as_it_is:
        note_in_notebook(pack, out, runs_of(results))


def log(
    name: PackArgument = ".",
    why: Annotated[
        str | None,
        typer.Option(
            "--why",
            metavar="TEXT",
            help="Note why you made this version.",
            callback=filled("a reason"),
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Also write the notebook as a page, with charts and changed pieces in pictures.",
        ),
    ] = None,
    out: OutOption = OUTPUT,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Keep a notebook: versions of your game, what changed, why, and the results."""
    from generator.people.kept_likeness import kept_likeness
    from generator.people.notebook import (
        LONGEST_WHY,
        NotEditable,
        note_version,
        with_why,
        write_notebook,
    )
    from generator.people.playtests import read_playtests
    from generator.people.report import report_of
    from generator.people.words import log_lines
    from generator.system.paths import private_folder

    if why is not None and len(why) > LONGEST_WHY:
        wrong_call(f"--why has {len(why):,} characters, more than {LONGEST_WHY:,}: shorten it")
    places_are_free(html)
    pack, problems = opened(name, as_json=as_json)
    _may_be_written(pack)
    kept = read_playtests(pack, problems)
    report_problems_of(problems, as_json)
    noted = note_version(pack, out, problems, datetime.now(), begin=True)
    if noted is None:
        report_problems(problems, as_json=as_json)
        raise typer.Exit(1)
    notebook, version = noted
    if why is not None:
        try:
            notebook = with_why(notebook, version, " ".join(why.split()))
        except NotEditable as fault:
            wrong_call(str(fault))
        write_notebook(pack, notebook)
    if html is not None:
        _write_page(name, pack, html)
    reports = {
        entry.version: report_of(pack, entry.version, games)
        for entry in notebook.entries
        if (games := [game for game in kept.games if game.version == entry.version])
    }
    alike = kept_likeness(private_folder(pack, out))
    if as_json:
        from generator.people.log import log_of
        from generator.play.telling.tables import plain

        answer = plain(log_of(notebook, version, reports, alike))
        print_json({"pack": pack.id, **answer, "problems": [json_of(p) for p in problems]})
        return
    say_problems(problems)
    if not quiet:
        for line in log_lines(notebook, version, kept.games, reports, alike):
            typer.echo(_visible(line))
        if notebook.entry(version) == notebook.entries[-1] and not notebook.entries[-1].why:
            typer.echo('to note why you made this version: protoplay log --why "…"')
        if html is not None:
            typer.echo(f"→ {html}")


def _write_page(name: str, pack: "Pack", file: Path) -> None:
    """Write the notebook as one HTML file. Programs draw faces only in a trusted folder."""
    from generator.preview.faces import Call
    from generator.preview.notebook_file import notebook_file
    from generator.system.files import write_file
    from generator.system.trust import is_trusted

    page = notebook_file(Call(name, runs=is_trusted(pack.folder)), pack.name)
    write_file(file, page, is_asked=True)
