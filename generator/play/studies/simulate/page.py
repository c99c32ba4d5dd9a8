"""The report of a simulation: heading, first screen, sections, and lines of the exported table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from generator.play.measures.results import (
    Results,
)
from generator.play.readings.ends import is_unfinished
from generator.play.readings.reading import Reading
from generator.play.readings.simulation import readings_of
from generator.play.studies.simulate.choices import ground_of, kind_charts, map_charts
from generator.play.studies.simulate.components import piece_charts, supply_charts
from generator.play.studies.simulate.course import (
    course_charts,
    length_charts,
    own_charts,
    score_charts,
)
from generator.play.studies.simulate.findings import in_words
from generator.play.studies.simulate.lines import lines_of
from generator.play.studies.simulate.tiles import screen_of_results
from generator.play.studies.simulate.winning import outcome_charts, win_charts
from generator.play.studies.trials.trials import TRIALS
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.charts.heat import small_map
from generator.play.telling.commands import replay
from generator.play.telling.contrasts import Contrast, contrasts_of
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.numbers import (
    about,
    counted,
    with_half,
)
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section
from generator.play.telling.telling import Cells, OddCase, Telling
from generator.play.telling.tiles import FirstScreen
from generator.play.telling.titles import (
    HEADINGS,
    OWN_FIGURES,
)
from generator.play.telling.words.ends import ends_said

OF_ENDS = ("ends", "kinds", "map")  # charts that show why games do not finish
MOST_ENDS = 5  # number of endings printed in the terminal


def heading_of(results: Results) -> Heading:
    """Return the heading of a simulation's report."""
    main = results.main
    return Heading(
        pack=results.pack,
        what="playtest report",
        provenance=results.provenance,
        players=f"{results.provenance.players}",
        games=f"{main.metrics.games:,}",
        played_by=main.label,
        kinds=tuple(spec for run in results.runs for spec in run.agents),
        parameters=tuple(results.pack.parameters),
    )


class SimulationTelling(Telling[Results]):
    """Builds the report of one simulation."""

    kind = "results"

    @cached_property
    def heading(self) -> Heading:
        """Return the report's heading."""
        return heading_of(self.answer)

    @cached_property
    def readings(self) -> list[Reading]:
        """Return the readings of all games and trials."""
        return list(readings_of(self.answer))

    def unsorted(self) -> list[Finding]:
        """Return the readings as findings, not sorted yet."""
        return in_words(self.answer, self.readings)

    def screen(self, findings: Sequence[Finding]) -> FirstScreen:
        """Return the first screen: verdict, tiles, and the findings that need attention."""
        return screen_of_results(self.answer, self.readings, findings)

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the sections: charts of the main run beside the second kind of player."""
        sections = [s for s in _sections(self.answer, album) if s.charts]
        if not is_unfinished(self.answer.main.metrics):
            return sections
        return [replace(s, charts=tuple(map(_unjudged, s.charts))) for s in sections]

    def lines(self) -> list[Cells]:
        """Return every estimate of every run and trial as a line of the table."""
        return list(lines_of(self.answer))

    def json(self) -> dict[str, Any]:
        """Return {}, because the results themselves name their origin."""
        return {}

    def thumb(self, finding: Finding, album: Album) -> str:
        """Return the picture of a finding's piece, or its places on a small map."""
        thumb = album.thumb(finding.piece)
        if thumb or not finding.places:
            return thumb
        spaces = self.answer.main.metrics.spaces
        return small_map(spaces, finding.places, ground_of(self.answer, album))

    @property
    def odd_cases_title(self) -> str:
        """Return the title of the section on edge cases."""
        breaks = any(not hole.kind.startswith("never") for hole in self.answer.holes)
        return "Where the rules break" if breaks else "What never happened"

    @property
    def odd_cases(self) -> list[OddCase]:
        """Return failures and events that never happened, with example games."""
        results = self.answer
        seeds = {run.tally.agents: run.tally.seed for run in results.runs}
        cases = []
        for hole in results.holes:
            players, command = "", ""
            if hole.agents:
                players = f"{' and '.join(dict.fromkeys(hole.agents))} players"
            if hole.games:
                place = results.pack, results.provenance, seeds
                command = replay(*place, hole.games[0], hole.agents)
            cases.append(OddCase(hole.text, players, hole.games, command))
        return cases

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """Return the main measures by kind of player."""
        return contrasts_of(self.answer)

    @property
    def runs(self) -> list[str]:
        """Return the kinds of player, each with the number of games."""
        return [f"{run.label} ({run.metrics.games:,})" for run in self.answer.runs]

    @property
    def is_contest(self) -> bool:
        """Whether players compete."""
        return self.answer.main.metrics.is_contest

    def terminal(self) -> list[Any]:
        """Return tables for the terminal, with kinds of player side by side and the endings of
        each.
        """
        from rich.table import Table
        from rich.text import Text

        results = self.answer
        table = Table(box=None, padding=(0, 2), pad_edge=False)
        table.add_column("")
        for run in results.runs:
            games = counted(run.metrics.games, "game")
            table.add_column(f"{run.label}\n{games}", justify="right")
        table.add_column("")
        metrics = [run.metrics for run in results.runs]
        sides = metrics[0].sides
        if self.is_contest:
            for s in range(sides.n):
                cells = [with_half(m.seats.shares[s]) for m in metrics]
                table.add_row(f"{sides.named(s)} wins", *cells, "")
        for row in self.contrasts:
            measure = row.headline.measure
            is_above = measure is not None and measure.is_of_sides
            if not is_above and not row.headline.is_judged:  # the report shows these
                flag = Text("they differ", "yellow") if row.disagree else Text("")
                table.add_row(row.name, *row.values, flag)
        parts: list[Any] = [table]
        for run in results.runs:
            ends = list(ends_said(run.metrics, results.said).items())[:MOST_ENDS]
            ways = ", ".join(f"{name} {about(e)}" for name, e in ends)
            parts.append(Text(f"how games of {run.label} players end: {ways}", "dim"))
        return parts


def _unjudged(chart: Chart) -> Chart:
    """Return the charts for games that mostly do not finish, which show only endings and kinds of
    move.
    """
    if chart.id in OF_ENDS:
        return chart
    return replace(chart, title="Not judged: most games were cut off")


def _sections(results: Results, album: Album) -> Iterator[Section]:
    m = results.main.metrics
    own = {heading: tuple(own_charts(m, heading)) for heading in HEADINGS}

    def tried(section: str) -> list[Chart]:
        trials = (trial for trial in TRIALS if trial.section == section)
        return [chart for trial in trials for chart in trial.charts(results, album)]

    if m.is_contest:
        yield Section(
            "win", "Who wins", "", (*win_charts(results), *tried("win"), *own["Who wins"])
        )
    else:
        yield Section("well", "How well it goes", "", (*outcome_charts(results), *own["Who wins"]))
    lengths = (*length_charts(results), *own["How long it takes"])
    yield Section("time", "How long it takes", "", lengths)
    yield Section("course", "How it goes", "", (*course_charts(results), *own["How it goes"]))
    if m.is_contest:
        yield Section("points", "Points", "", tuple(score_charts(m)))
    moves = (*tried("choice"), *kind_charts(results), *map_charts(results, album))
    title = "What players do, and where" if m.spaces else "What players do"
    yield Section("choice", title, "", moves)
    pieces = (*piece_charts(results, album), *tried("pieces-all"))
    yield Section("pieces-all", "Pieces", "", pieces)
    yield Section("supply", "Supplies", "", tuple(supply_charts(results)))
    yield Section("breaks", "Does it break", "", own["Does it break"])
    yield Section("own", OWN_FIGURES, "", own[OWN_FIGURES])
