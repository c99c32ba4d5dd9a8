"""The report of a ladder: its heading, its sections, its lines."""

import math
from functools import cached_property
from typing import Any

from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import sidak
from generator.play.studies.ladder.answer import Ladder
from generator.play.studies.ladder.duels import duels
from generator.play.studies.ladder.findings import of_ladder
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.dots import dots
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.numbers import (
    capital,
    listed,
    percent,
    with_half,
)
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells, Telling

VAGUE_SEAT = 400.0  # Elo points, half an interval: from there on nothing is said of seats


class LadderTelling(Telling[Ladder]):
    """What a ladder has to say."""

    kind = "ladder"

    @cached_property
    def heading(self) -> Heading:
        """What the report is about."""
        ladder, specs = self.answer, tuple(rung.spec for rung in self.answer.rungs)
        return Heading(
            pack=ladder.pack,
            what="each kind of player against each" if ladder.duels else "the players' ladder",
            provenance=ladder.provenance,
            players=f"{ladder.provenance.players}",
            games=_games_of(ladder),
            played_by=", ".join(specs),
            kinds=specs,
            parameters=tuple(ladder.pack.parameters),
        )

    def unsorted(self) -> list[Finding]:
        """Who is how much stronger."""
        return list(of_ladder(self.answer))

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Ratings, pairings and seats."""
        section = _section(self.answer)
        return [section] if section.charts else []

    def lines(self) -> list[Cells]:
        """A line for each rating, duel and step."""
        ladder = self.answer
        return [
            *(line("elo", rung.spec, "", rung.elo) for rung in ladder.rungs),
            *(line("duel", duel.one, duel.other, duel.share) for duel in ladder.duels),
            *(line("step", step.alone, step.others, step.share) for step in ladder.steps),
        ]

    def terminal(self) -> list[Any]:
        """The ratings."""
        from rich.table import Table

        table = Table(box=None, padding=(0, 2), pad_edge=False)
        for title in ("player", "Elo", "share of the win, against whom"):
            table.add_column(title)
        for rung in self.answer.rungs:
            share = f"{with_half(rung.share)} against {listed(rung.against)}"
            table.add_row(rung.spec, with_half(rung.elo, False), share)
        return [table]


def _games_of(ladder: Ladder) -> str:
    """How many games were played, of each pairing, and asked for, where they cannot be shared out.

    Those of the ceiling are of the games asked for too.
    """
    games = ladder.games + (ladder.ceiling.share.n if ladder.ceiling is not None else 0)
    wanted = ladder.options.games
    more = "" if games == wanted else f", of {wanted:,} asked for"
    return f"{games:,}{more} ({ladder.each:,} a pairing)"


def _section(ladder: Ladder) -> Section:
    fair = 1 / ladder.sides.n
    top = ladder.rungs[-1]
    rated = f"{top.spec} is {with_half(top.elo, False)} Elo above {ladder.rungs[0].spec}"
    made = _duel_charts(ladder)
    made += [
        dots(
            "ladder", "Strength",
            "Too few games to say who is how strong" if top.elo.withheld else rated,
            [r.spec for r in ladder.rungs], [r.elo for r in ladder.rungs],
            f"Elo above {ladder.rungs[0].spec}", note=_elo_note(ladder),
            technical="Fitted to who won (Plackett–Luce), the worth of the seat set apart.",
        )
    ]  # fmt: skip
    if ladder.steps:
        step = ladder.steps[-1]
        made.append(
            dots(
                "steps", "Step by step",
                f"{step.alone} wins {with_half(step.share)} against {step.others}",
                [f"{s.alone} against {s.others}" for s in ladder.steps],
                [s.share for s in ladder.steps], "share of the wins", share=True,
                mark=fair, mark_label=f"even: {percent(fair, 0)}",
            )
        )  # fmt: skip
    if ladder.ceiling is not None:
        step = ladder.ceiling
        made.append(
            bars(
                "ceiling", "Seeing everything",
                f"{step.others} that sees everything wins {with_half(step.share)}",
                [f"Against {step.others} that does not"], [Series("", [step.share])],
                mark=fair, mark_label=f"even: {percent(fair, 0)}",
                note="The same search, let see all that is hidden and all draws to come. It is "
                "there to measure by; nobody can play so.",
            )
        )  # fmt: skip
    if all(e.half < VAGUE_SEAT for e in ladder.seats):  # without a game lost they may be anything
        made.append(_seat_chart(ladder))
    return Section("ladder-all", "The ladder", "", tuple(made))


def _duel_charts(ladder: Ladder) -> list[Chart]:
    if not ladder.duels:
        return []
    dominated = ladder.dominated()
    title = "No kind of player loses against every other"
    if any(d.share.withheld for d in ladder.duels):
        title = "Too few games to say who loses against every other kind"
    elif dominated:
        title = f"Against every other kind {listed(dominated)} players lose"
    alone = "" if ladder.sides.n == 2 else f", alone among {ladder.sides.n - 1} of them"
    note = f"What the player of each row wins against those of each column{alone}; seats rotated."
    return [duels("duels", "Each against each", title, ladder.duels, 1 / ladder.sides.n, note)]


def _elo_note(ladder: Ladder) -> str:
    """What the points mean, and that bounds which games without a loss set say only that."""
    note = "400 points are ten wins for each loss."
    if any(math.isinf(r.elo.high) for r in ladder.rungs):
        note += (
            f" “At least” grows with the games: {ladder.each:,} a pairing show no more where none "
        )
        note += "is lost, so equal bounds do not make equal steps."
    return note


def _seat_chart(ladder: Ladder) -> Chart:
    """What each seat is worth by itself: told by the intervals drawn, which hold together."""
    sides = ladder.sides
    seats = [e.at(sidak(inference.LEVEL, sides.n // 2)) for e in ladder.seats]
    far = max(range(sides.n), key=lambda s: abs(seats[s].value))
    title = f"No {sides.word} is surely worth more than another, players being equal"
    if seats[far].withheld:
        title = f"Too few games to say which {sides.word} is worth more, players being equal"
    elif seats[far].excludes(0):
        more = "more" if seats[far].value > 0 else "less"
        title = f"Players being equal, the {sides.name(far)} is worth {more} than the "
        title += f"mean {sides.word}"
    names = [capital(sides.named(s)) for s in range(sides.n)]
    return dots(
        "seat-term", f"{capital(sides.word)}s", title, names, seats,
        f"Elo above the mean {sides.word}", mark=0.0, mark_label=f"mean {sides.word}",
    )  # fmt: skip
