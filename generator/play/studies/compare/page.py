"""The report of a comparison: heading, tiles, sections, and lines of the exported table."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from generator.model.letters import capital
from generator.play.readings.changes import mirrored_of
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.compare.readings import comparison_readings, cut_of, tile_readings
from generator.play.studies.compare.words import cut_off_settings, finding, tile
from generator.play.studies.simulate.page import heading_of
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.drawing import Series
from generator.play.telling.charts.minis import mini_dots
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.numbers import listed, percent
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section, change_charts
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells, Telling
from generator.play.telling.tiles import ASKED, FirstScreen, Tile, screen_of
from generator.play.telling.titles import (
    HEADINGS,
    group_of,
    largest_title,
)
from generator.play.telling.words.common import SAME_SEEDS


class ComparisonTelling(Telling[Comparison]):
    """Builds the report of one comparison."""

    kind = "comparison"

    @cached_property
    def heading(self) -> Heading:
        """Return the report's heading."""
        labels = [label for label, _ in self.answer.results]
        packs = [results.pack for _, results in self.answer.results]
        first = heading_of(self.answer.results[0][1])
        return replace(
            first,
            what=f"what {listed(labels[1:])} {'changes' if len(labels) == 2 else 'change'}",
            games=f"{first.games} for each setting",
            parameters=tuple(dict.fromkeys(name for pack in packs for name in pack.parameters)),
        )

    def unsorted(self) -> list[Finding]:
        """Return the findings about goals, then the findings about changes, not sorted yet."""
        return [finding(reading, self.answer) for reading in comparison_readings(self.answer)]

    def screen(self, findings: Sequence[Finding]) -> FirstScreen:
        """Return the first screen: the most important finding, and a tile for each question."""
        return screen_of(findings, list(_tiles(self.answer)))

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the sections: changes by measure, then who wins."""
        return [section for section in _sections(self.answer) if section.charts]

    def lines(self) -> list[Cells]:
        """Return three lines of the table for each difference: before, after, and the change."""
        base = self.answer.results[0][0]
        return [
            cells
            for d in self.answer.differences
            for cells in (
                line("base", d.key, base, d.base),
                line("other", d.key, d.label, d.other),
                line("difference", d.key, d.label, d.difference),
            )
        ]


def _tiles(comparison: Comparison) -> Iterator[Tile]:
    for reading in tile_readings(comparison):
        words, d = tile(reading, comparison), reading.difference
        picture = mini_dots([d.base, d.other], None, d.is_share, ("from", "to"))
        asked = ASKED[reading.question]
        yield Tile(
            reading.question, asked, words.answer, words.detail, picture, reading.state,
            "differences",
        )  # fmt: skip


def _sections(comparison: Comparison) -> Iterator[Section]:
    differences = [d for d in comparison.differences if math.isfinite(d.difference.value)]
    differences = [
        d for d in differences if d.base.value or d.other.value
    ]  # leave out measures that are 0 under every setting
    mirrored = mirrored_of(results for _, results in comparison.results)
    moving = {d.measure for d in differences if d.difference.value or d.difference.half}
    differences = [d for d in differences if d.measure in moving - mirrored]
    sides = comparison.results[0][1].main.tally.sides
    groups = {name: [d for d in differences if group_of(d.measure) == name] for name in HEADINGS}
    base = comparison.results[0][0]
    made = list(change_charts("differences", groups, base, cut_of(comparison)))
    text = f"{SAME_SEEDS} {cut_off_settings(comparison)}"
    yield Section("compare", "What changes", text.strip(), tuple(made))
    labels = [label for label, _ in comparison.results]
    runs = [results.main.metrics for _, results in comparison.results]
    if not runs[0].is_contest:
        return
    fair = 1 / sides.n
    names = tuple(capital(sides.named(s)) for s in range(sides.n))
    of_sides = [d for d in comparison.differences if d.measure.is_of_sides]
    title = largest_title(of_sides) if of_sides else f"Wins by {sides.word}, {listed(labels)}"
    chart = bars(
        "seats", f"{capital(sides.word)}s", title, names,
        [Series(label, m.seats.shares) for label, m in zip(labels, runs, strict=True)],
        mark=fair, mark_label=f"even: {percent(fair, 0)}",
    )  # fmt: skip
    yield Section("win", "Who wins", "", (chart,))
