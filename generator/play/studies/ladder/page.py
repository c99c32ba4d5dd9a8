"""The report of a ladder: heading, sections, and lines of the exported table."""

from functools import cached_property
from typing import Any

from generator.model.letters import capital
from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import sidak
from generator.play.studies.ladder.answer import Ladder
from generator.play.studies.ladder.duels import duels
from generator.play.studies.ladder.readings import ladder_readings
from generator.play.studies.ladder.words import (
    CEILING_NOTE,
    FITTED,
    ceiling_title,
    duels_note,
    duels_title,
    finding,
    seats_title,
    step_title,
    strength_note,
    strength_title,
)
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.dots import dots
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.numbers import listed, percent, with_half
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells, Telling

VAGUE_SEAT = 400.0  # Elo, half an interval; seats with wider intervals are not described


class LadderTelling(Telling[Ladder]):
    """Builds the report of one ladder."""

    kind = "ladder"

    @cached_property
    def heading(self) -> Heading:
        """Return the report's heading."""
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
        """Return the findings about strength, not sorted yet."""
        return [finding(reading, self.answer) for reading in ladder_readings(self.answer)]

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the sections: ratings, pairings and seats."""
        section = _section(self.answer)
        return [section] if section.charts else []

    def lines(self) -> list[Cells]:
        """Return a line of the table for each rating, duel and step."""
        ladder = self.answer
        return [
            *(line("elo", rung.spec, "", rung.elo) for rung in ladder.rungs),
            *(line("duel", duel.one, duel.other, duel.share) for duel in ladder.duels),
            *(line("step", step.alone, step.others, step.share) for step in ladder.steps),
        ]

    def terminal(self) -> list[Any]:
        """Return the table of ratings for the terminal."""
        from rich.table import Table

        table = Table(box=None, padding=(0, 2), pad_edge=False)
        for title in ("player", "Elo", "share of the win, against whom"):
            table.add_column(title)
        for rung in self.answer.rungs:
            share = f"{with_half(rung.share)} against {listed(rung.against)}"
            table.add_row(rung.spec, with_half(rung.elo, False), share)
        return [table]


def _games_of(ladder: Ladder) -> str:
    """Return the numbers of games: played, per pairing, and requested if they cannot be divided
    evenly. The games of the ceiling are part of the requested games.
    """
    games = ladder.games + (ladder.ceiling.share.n if ladder.ceiling is not None else 0)
    wanted = ladder.options.games
    more = "" if games == wanted else f", of {wanted:,} asked for"
    return f"{games:,}{more} ({ladder.each:,} a pairing)"


def _section(ladder: Ladder) -> Section:
    fair = 1 / ladder.sides.n
    made = []
    if ladder.duels:
        title, note = duels_title(ladder), duels_note(ladder)
        made.append(duels("duels", "Each against each", title, ladder.duels, fair, note))
    made.append(
        dots(
            "ladder", "Strength", strength_title(ladder),
            [r.spec for r in ladder.rungs], [r.elo for r in ladder.rungs],
            f"Elo above {ladder.rungs[0].spec}", note=strength_note(ladder), technical=FITTED,
        )
    )  # fmt: skip
    if ladder.steps:
        made.append(
            dots(
                "steps", "Step by step", step_title(ladder.steps[-1]),
                [f"{s.alone} against {s.others}" for s in ladder.steps],
                [s.share for s in ladder.steps], "share of the wins", share=True,
                mark=fair, mark_label=f"even: {percent(fair, 0)}",
            )
        )  # fmt: skip
    if ladder.ceiling is not None:
        step = ladder.ceiling
        made.append(
            bars(
                "ceiling", "Seeing everything", ceiling_title(step),
                [f"Against {step.others} that does not"], [Series("", [step.share])],
                mark=fair, mark_label=f"even: {percent(fair, 0)}", note=CEILING_NOTE,
            )
        )  # fmt: skip
    # if one agent won every game, seat values are arbitrary
    if all(e.half < VAGUE_SEAT for e in ladder.seats):
        made.append(_seat_chart(ladder))
    return Section("ladder-all", "The ladder", "", tuple(made))


def _seat_chart(ladder: Ladder) -> Chart:
    """Return the chart of each seat's value. Its intervals hold together."""
    sides = ladder.sides
    seats = [e.at(sidak(inference.LEVEL, sides.n // 2)) for e in ladder.seats]
    far = max(range(sides.n), key=lambda s: abs(seats[s].value))
    names = [capital(sides.named(s)) for s in range(sides.n)]
    return dots(
        "seat-term", f"{capital(sides.word)}s", seats_title(ladder, seats, far), names, seats,
        f"Elo above the mean {sides.word}", mark=0.0, mark_label=f"mean {sides.word}",
    )  # fmt: skip
