"""The report on playtests and the log of versions as lines of text."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.model.questions import STANDARD
from generator.people.figures import FEWEST, Figure, Group
from generator.people.kept_likeness import LIKE_PEOPLE, KeptLikeness
from generator.people.likeness import FEWEST_GAMES, Likeness
from generator.people.notebook import BotRun, Notebook
from generator.people.playtest import Playtest
from generator.people.report import Rating, Report
from generator.people.versions import sentence
from generator.play.statistics.agreement import FEWEST_EVENINGS
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.telling.numbers import listed, number, percent, seen, signed, with_half

FEW = 10  # number of games below which even a large difference usually stays undetected
MOST_REMARKS = 12  # maximum number of remarks per question, the newest last
_TEXTS = {question.id: question.text for question in STANDARD}


def counted(n: int, noun: str) -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def report_lines(report: Report, name: str, bots: str = "") -> Iterator[str]:
    """Return the report in words; `bots`: the kind of bot that people are compared with."""
    if not report.games:
        yield f"{name}: no playtests yet"
        yield "print forms with protoplay form; type them in and add them with --import FILE"
        return
    who = []
    if report.people:
        who.append("1 named person" if report.people == 1 else f"{report.people:,} named people")
    if report.unnamed:
        who.append(f"{counted(report.unnamed, 'seat')} without a name")
    yield f"{name}: {', '.join([counted(len(report.games), 'playtest'), *who])}"
    for game in report.games:
        won = f", seat {listed([str(s) for s in game.winners])} won" if game.winners else ""
        minutes = "" if game.minutes is None else f", {number(game.minutes)} min"
        version = f", version {game.version}" if game.version else ""
        forms = counted(game.answers, "form")
        yield f"  {game.at}  {game.players} players{won}{minutes}{version}, {forms}  ({game.name})"
    for group in report.groups:
        yield ""
        yield from group_lines(group, bots)
    if left_out := _with_bots(report):
        yield ""
        yield f"{left_out} left out of the figures, because a bot played"
    if report.likeness is not None:
        yield ""
        yield from likeness_lines(report.likeness)
    if report.ratings:
        yield ""
        yield "what people answered"
        for rating in report.ratings:
            yield f"  {rating_line(rating)}"
    yield from _remarks(report)


def _with_bots(report: Report) -> str:
    """Return the number of games with a bot in a seat with its verb; "" if there are none."""
    n = len(report.games) - sum(group.games for group in report.groups)
    return f"{counted(n, 'game')} {'is' if n == 1 else 'are'}" if n else ""


def group_lines(group: Group, bots: str) -> Iterator[str]:
    """Return the lines on games with one number of players."""
    days = "one day" if group.evenings == 1 else f"{group.evenings} days"
    yield f"{group.players} players: {counted(group.games, 'game')} between people, on {days}"
    for figure in group.figures:
        yield f"  {figure_line(figure, group)}"
    if group.seats_p is not None and group.games >= FEWEST:
        p = f"p = {number(group.seats_p, 2)}"
        if group.seats_p <= 1 - LEVEL:
            yield f"  some seats win more often than others in these games ({p})"
        else:
            yield f"  no seat advantage detected in these games ({p})"
    if not group.bots:
        return
    yield f"  compared with {group.bots:,} games of {bots}"
    if group.games < FEWEST:
        yield f"  {FEWEST} games are needed before people and bots can be compared"
        return
    differing = [f.title for f in group.figures if f.verdict == "differs"]
    agreeing = [f.title for f in group.figures if f.verdict == "agrees"]
    if differing:
        yield f"  these games differ from those of bots: {listed(differing)}"
    if agreeing:
        yield f"  these games agree with those of bots: {listed(agreeing)}"
    if not differing and not agreeing:
        yield "  whether bots play like the people in these games cannot be told yet"
    if group.games < FEW:
        yield f"  {group.games} games show only very large differences"
    yield from _evening_lines(group)


def _evening_lines(group: Group) -> Iterator[str]:
    """Return whether the comparison with bots reaches beyond the days that were played."""
    judged = [figure for figure in group.figures if figure.evenings_p is not None]
    if not judged:
        yield "  this is about these games and these people, not about people in general"
        yield f"  a statement about other days takes games from {FEWEST_EVENINGS} days or more"
        return
    differing = [f.title for f in judged if f.evenings_p is not None and f.evenings_p <= 1 - LEVEL]
    if differing:
        yield f"  games on other days will differ from those of bots as well: {listed(differing)}"
    else:
        yield "  whether games on other days differ from those of bots cannot be told yet"


def figure_line(figure: Figure, group: Group) -> str:
    """Return one figure of people's games, and that of bots beside it."""
    text = f"{figure.title}: {_value(figure.people, figure.is_share)}"
    if figure.games < group.games:
        text += f" (noted in {figure.games} of {group.games})"
    if figure.bots is None:
        return text
    text += f", bots {_value(figure.bots, figure.is_share)}"
    if figure.verdict is None or figure.difference is None:
        fewer = figure.games < group.games
        return f"{text}, not compared: note it in every game" if fewer else text
    if figure.verdict == "cannot tell":
        more = f", about {figure.more:,} more games" if figure.more else ""
        return f"{text}: cannot tell{more}"
    unit = " percentage points" if figure.is_share else ""
    by = f"{signed(figure.difference, figure.is_share)}{unit}"
    return f"{text}: {figure.verdict} ({by})"


# ---- bots that play like people


def likeness_lines(likeness: Likeness) -> Iterator[str]:
    """Return which bots play like the people in recorded games."""
    days = "one day" if likeness.evenings == 1 else f"{likeness.evenings} days"
    games = counted(likeness.games, "recorded game")
    yield f"bots that play like people: {likeness.decisions:,} decisions in {games}, on {days}"
    if likeness.left_out:
        yield f"  {counted(likeness.left_out, 'record')} of other rules or versions are left out"
    yield f"  {kind_line(likeness)}"
    yield f"  {cost_line(likeness)}"
    yield f"  {strength_line(likeness)}"
    if likeness.agent:
        yield f"  as a player for other commands: --agents {LIKE_PEOPLE} plays as {likeness.agent}"
    if likeness.is_by_evening:
        yield "  the tests and intervals compare whole days, so they hold for other days as well"
    else:
        yield "  this is about these games and these people, not about people in general"


def kind_line(likeness: Likeness) -> str:
    """Return which kind of bot explains people's decisions best, and by how much."""
    ranked = sorted(likeness.kinds, key=lambda fit: -fit.bits.value)
    bits = listed([f"{fit.kind} {number(fit.bits.value, 2)}" for fit in ranked])
    better = f"bits a decision better than random choice: {bits}"
    if likeness.kind:
        return f"kind: {likeness.kind} predicts these decisions best ({better})"
    return f"kind: cannot tell, no bot predicts these decisions clearly best ({better})"


def cost_line(likeness: Likeness) -> str:
    """Return the cost of people's decisions and of bots' decisions in the same positions."""
    scale, unit = (100, "percentage points of the win") if likeness.is_contest else (1, "points")
    value, low, high = (
        scale * x for x in (likeness.cost.value, likeness.cost.low, likeness.cost.high)
    )
    own = with_half(replace(likeness.cost, value=value, low=low, high=high), False)
    if not math.isfinite(low):
        own = number(value, 2)
    bots = listed([f"{fit.rung} {number(scale * fit.cost, 2)}" for fit in likeness.rungs])
    return f"a decision costs {own} {unit}; in the same positions {bots}"


def strength_line(likeness: Likeness) -> str:
    """Return the rung of strength that people's decisions fit."""
    if not likeness.rung:
        return f"strength: cannot tell, {FEWEST_GAMES} recorded games are needed"
    possible = likeness.possible
    if len(possible) == len(likeness.rungs):
        return f"strength: cannot tell, from {possible[0]} to {possible[-1]} everything is possible"
    if len(possible) == 1:
        return f"strength: these people play about as well as {likeness.rung}"
    between = f"{possible[0]} to {possible[-1]} are possible"
    return f"strength: these people play about as well as {likeness.rung} ({between})"


def like_line(kept: KeptLikeness) -> str:
    """Return the likeness that is kept for `like:people` in one line."""
    parts = [f"most like {kept.kind}"] if kept.kind else []
    parts += [f"about as well as {kept.rung}"] if kept.rung else []
    how = f"play {listed(parts)}" if parts else "play like no bot that can be told"
    return f"people {how} ({counted(kept.games, 'recorded game')})"


def _value(estimate: Estimate, is_share: bool) -> str:
    if estimate.n == 1:
        return percent(estimate.value, 0) if is_share else number(estimate.value)
    return with_half(estimate, is_share)


def rating_line(rating: Rating) -> str:
    """Return how many people chose each option, and the median."""
    chosen = ", ".join(
        f"{n} × {o}" for n, o in zip(rating.counts, rating.choices, strict=True) if n
    )
    text = f"{rating.text}: {chosen}"
    if rating.median is None or len(rating.choices) == 2:
        return text
    return f"{text} (median {seen(rating.median)} of {len(rating.choices)}, n = {rating.n})"


def _remarks(report: Report) -> Iterator[str]:
    for id in dict.fromkeys(remark.question for remark in report.remarks):
        remarks = [remark for remark in report.remarks if remark.question == id]
        yield ""
        yield _TEXTS.get(id, id)
        if len(remarks) > MOST_REMARKS:
            yield f"  … {len(remarks) - MOST_REMARKS} older answers are left out"
        for remark in remarks[-MOST_REMARKS:]:
            yield f"  - {' '.join(remark.text.split())}  ({remark.game}, seat {remark.seat})"


# ---- the log


def log_lines(
    notebook: Notebook,
    current: str,
    playtests: Sequence[Playtest],
    reports: dict[str, Report],
    alike: KeptLikeness | None = None,
) -> Iterator[str]:
    """Return the versions of a game, oldest first.

    `reports` has the report of each version with playtests. `alike` are the bots that play like the
    people of one version.
    """
    for entry in notebook.entries:
        now = " (now)" if entry.version == current else ""
        yield f"{entry.version}{now}  {entry.at}"
        for change in entry.changed:
            yield f"  {sentence(change)}"
        if entry.why:
            yield f"  why: {' '.join(entry.why.split())}"
        for run in entry.bots:
            yield f"  bots: {run_line(run)}"
        report = reports.get(entry.version)
        if report is not None:
            yield from (f"  {line}" for line in people_lines(report))
        if alike is not None and alike.version == entry.version:
            yield f"  {like_line(alike)}"
        yield ""
    noted = {entry.version for entry in notebook.entries}
    n_other = sum(game.version not in noted for game in playtests)
    if n_other:
        yield f"{counted(n_other, 'playtest')} of versions that are not in the notebook"


def run_line(run: BotRun) -> str:
    """Return the figures of a run of bots in one line.

    >>> run_line(BotRun("greedy", 3, 1000, {"rounds": (9.1, 8.9, 9.3)}))
    '1,000 games of greedy, 3 players: rounds 9.1\\xa0±\\xa00.2'
    """
    figures = []
    for key, (value, low, high) in run.figures.items():
        is_share = key.startswith("share ")
        name = f"seat {key.removeprefix('share ')}" if is_share else key
        estimate = Estimate(value, low, high, run.games, "")
        figures.append(f"{name} {with_half(estimate, is_share)}")
    what = f"{run.games:,} games of {run.who}, {run.players} players"
    return f"{what}: {', '.join(figures)}" if figures else what


def people_lines(report: Report) -> Iterator[str]:
    """Return a few lines on the playtests of one version."""
    for group in report.groups:
        parts = [
            f"{figure.key.replace('share', 'seat')} {_value(figure.people, figure.is_share)}"
            for figure in group.figures
        ]
        games = f"{counted(group.games, 'game')}, {group.players} players"
        yield f"people: {games}: {', '.join(parts)}" if parts else f"people: {games}"
    if left_out := _with_bots(report):
        yield f"people: {left_out} not counted, because a bot played"
    medians = [
        f"{rating.question} {seen(rating.median)}"
        for rating in report.ratings
        if rating.median is not None and len(rating.choices) > 2
    ]
    if medians:
        yield f"people rated (median): {', '.join(medians)}"
    for remark in report.remarks[-MOST_REMARKS:]:
        yield f"{remark.question}: {' '.join(remark.text.split())}"
