"""The command `suggest`, which searches for the smallest change that meets the goals."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.options import MOST_GAMES, PackArgument, filled, spread, words, wrong_call
from generator.cli.output import places_are_free, playing
from generator.cli.people import with_likeness
from generator.cli.pictures import changed_pieces, pictures_of
from generator.cli.studies import Playing

if TYPE_CHECKING:
    from generator.model.goals import Goal
    from generator.model.pack import Pack
    from generator.play.studies.suggest.answer import Suggestion
    from generator.play.telling.pictures import Picture, Pictures

STOPPED = 130
PAGE = "suggest.html"
_BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(s|sec|min|h)")
_SPAN = re.compile(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?")
_SECONDS = {"s": 1, "sec": 1, "min": 60, "h": 3600}


# least number of games; the proof of an answer takes 400 or more, and the search takes the
# others
FEWEST = 1000


def _enough(value: int) -> int:
    """Return the number of games; end the command if it is too small for any proof."""
    if value < FEWEST:
        wrong_call(
            f"--games {value} proves no answer: a proof takes at least 400 games, and the search "
            f"for it as many again; write --games {FEWEST} or more, or compare one change"
        )
    return value


@dataclass(frozen=True)
class Suggesting(Playing):
    """The options of `suggest`, which plays as many games as its answer needs."""

    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="N,…",
            help="Numbers of players for which the goals hold. (default: the fewest)",
            callback=filled("a number, or several such as 2,3,4 or 2-4"),
        ),
    ] = None
    games: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            max=MOST_GAMES,
            help="Most games that the search may play, at least 1,000.",
            callback=_enough,
        ),
    ] = 30_000
    confirm: Annotated[
        str | None,
        typer.Option(
            "--confirm",
            metavar="AGENT",
            help="Second kind of player for the proof, such as mcts:100. (default: mcts:25)",
            callback=filled("a kind of player, such as mcts:100"),
        ),
    ] = None

    def _all_kinds(self, pack: "Pack") -> tuple[str, ...]:
        from generator.play.studies.suggest.setup import SEARCHER

        return (*super()._all_kinds(pack), self.confirm or SEARCHER)


@spread
def suggest(
    study: Suggesting,
    name: PackArgument = ".",
    goal: Annotated[
        list[str] | None,
        typer.Option(
            "--goal",
            metavar="'MEASURE BAND'",
            help='Goals in place of those of the pack, such as "seats ±3%" or "gold effect ±5%".',
            callback=filled("a measure and a band, such as 'seats ±3%'"),
        ),
    ] = None,
    tune: Annotated[
        list[str] | None,
        typer.Option(
            "--tune",
            metavar="NAME[=LOW..HIGH],…",
            help="Numbers that may change, in place of those that the pack marks with `tune`: a "
            "parameter, one number in a row (cards.gold.points), or a whole column, in which only "
            "the rows that stand out change (cards.points).",
            callback=filled("parameters with commas between, as NAME or NAME=LOW..HIGH"),
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="2min",
            help="Longest time that the search may take, such as 90s or 2min.",
        ),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write a confirmed change into the files of the pack.")
    ] = False,
) -> None:
    """Search for the smallest change that meets the goals, and prove it on fresh games."""
    from generator.play.studies.suggest.page import SuggestionTelling
    from generator.play.studies.suggest.run import suggest as run
    from generator.play.studies.suggest.setup import SuggestOptions
    from generator.reading.edit import fingerprint

    if write and study.settings:
        wrong_call(
            "--write would not write what --set changes, and the answer depends on it: write "
            f"{', '.join(study.settings)} into game.yaml first"
        )
    confirm = study.confirm
    if confirm is not None and confirm.strip() in words(study.agents):
        wrong_call(f"--confirm {confirm}: this kind of player already plays; name another")
    pack = study.opened(name, page=PAGE)
    page = study.page(pack, PAGE)
    files = fingerprint(pack)
    places_are_free(*files if write else ())
    options = SuggestOptions(
        play=study.options(pack, name),
        players=_counts(study.players),
        goals=_goals(goal),
        tune=words(tune),
        confirm=None if confirm is None else with_likeness(pack, study.out, (confirm,), True)[0],
        seconds=None if budget is None else _seconds(budget),
        games=study.games,
    )
    with playing(study.is_silent, study.as_json) as tell:
        answer = run(pack, options, tell)
    changed = _changed(pack, answer)
    if changed is not None:
        answer = replace(answer, reprint=changed_pieces(pack, changed))
    is_whole = answer.outcome != "stopped" and not answer.is_out_of_time
    telling = SuggestionTelling(answer)
    study.report(telling, pack, page, pictures=_both(pack, changed), is_whole=is_whole)
    if study.resume and not is_whole:
        typer.echo("the games are saved: run the same command again to continue", err=True)
    if write:
        write_change(answer, files, study.is_silent)
    if answer.outcome == "stopped":
        raise typer.Exit(STOPPED)


def _counts(text: str | None) -> tuple[int, ...]:
    """Read numbers of players.

    >>> _counts("2-4"), _counts("2,4"), _counts(None)
    ((2, 3, 4), (2, 4), ())
    """
    players: list[int] = []
    for word in words(text):
        span = _SPAN.fullmatch(word)
        counts = range(int(span[1]), int(span[2] or span[1]) + 1) if span else range(0)
        if not counts:
            wanted = "a number nor a list or range of numbers, such as 2,3,4 or 2-4"
            wrong_call(f"--players {text!r} is neither {wanted}")
        players += counts
    return tuple(dict.fromkeys(players))


def _goals(texts: list[str] | None) -> "tuple[Goal, ...]":
    from generator.model.goals import NotAGoal, goal_in_line
    from generator.model.problems import Place

    goals = []
    for text in texts or ():
        try:
            goals.append(goal_in_line(text, Place(f"--goal {text}")))
        except NotAGoal as fault:
            wrong_call(f"--goal {text!r}: {fault}")
    return tuple(goals)


def _seconds(text: str) -> float:
    match = _BUDGET.fullmatch(text.strip())
    if match is None or float(match[1]) <= 0:
        wrong_call(f"--budget {text!r} is not a time such as 90s, 2min or 1h")
    return float(match[1]) * _SECONDS[match[2]]


def _changed(pack: "Pack", answer: "Suggestion") -> "Pack | None":
    """The pack with the suggested change; None if there is none."""
    from generator.reading.door import open_pack

    if not answer.changes:
        return None
    changed, _ = open_pack(
        pack.folder, variant=pack.variant or None, settings=pack.settings(answer.changes)
    )
    return changed


def _both(pack: "Pack", changed: "Pack | None") -> "Pictures":
    """Pictures of the current pieces, `now …`, and of the changed pieces, `new …`."""
    ways = {"now": pictures_of(pack)}
    if changed is not None:
        ways["new"] = pictures_of(changed)

    def picture(id: str, pixels: int) -> "Picture | None":
        way, _, piece = id.partition(" ")
        return ways[way](piece, pixels) if way in ways else None

    return picture


def write_change(answer: "Suggestion", files: dict[Path, str], silent: bool) -> None:
    """Write the change into the files of the pack if it is confirmed."""
    from generator.play.studies.suggest.phrases import written
    from generator.play.studies.suggest.words import not_recommended
    from generator.reading.edit import CannotEdit, write_parameters

    if not answer.changes or not answer.confirmed:
        why = "no change is suggested" if not answer.changes else "the change is not confirmed"
        typer.echo(f"nothing is written: {why}", err=True)
        return
    if against := not_recommended(answer):
        typer.echo(
            f"nothing is written: with this change {against}. If you accept that, "
            'add a goal for it, such as "games that stall <= 30%", and run suggest --write again',
            err=True,
        )
        return
    before = _elsewhere(answer)
    try:
        paths = write_parameters(answer.pack, answer.changes, files)
    except CannotEdit as fault:
        wrong_call(f"nothing is written: {fault}")
    now = _elsewhere(answer)
    others = [v for v, numbers in now.items() if numbers not in (None, before[v])]
    also = f" (in variant {', '.join(others)}, too)" if others else ""
    for path in () if silent else paths:
        typer.echo(f"→ {path}: {written(answer.changes)}{also}")
    for variant in [v for v in now if now[v] is None and before[v] is not None]:
        typer.echo(
            f"variant {variant} has errors with this change: protoplay check {answer.pack.folder} "
            f"--variant {variant} lists them",
            err=True,
        )


def _elsewhere(answer: "Suggestion") -> dict[str, list[object] | None]:
    """The changed numbers in each other variant; None for a variant with errors."""
    from generator.reading.door import open_pack

    by_variant: dict[str, list[object] | None] = {}
    for variant in answer.pack.variants:
        if variant != answer.pack.variant:
            pack, _ = open_pack(answer.pack.folder, variant=variant)
            numbers = [] if pack is None else [pack.parameter(name) for name in answer.changes]
            by_variant[variant] = (
                None if pack is None else [each and each.value for each in numbers]
            )
    return by_variant
