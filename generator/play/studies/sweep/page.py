"""The report of a sweep: heading, tiles, curves, and lines of the exported table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from generator.model.letters import capital
from generator.play.readings.ends import is_cut_short
from generator.play.studies.simulate.page import heading_of
from generator.play.studies.sweep.answer import Sweep
from generator.play.studies.sweep.readings import (
    bands_of_sweep,
    shown_curves,
    sweep_readings,
    tile_readings,
)
from generator.play.studies.sweep.words import cut_off_values, finding, tile
from generator.play.telling.charts.drawing import Series
from generator.play.telling.charts.lines import lines
from generator.play.telling.charts.minis import mini_line, mini_parts
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section, anchor_of
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells, Telling
from generator.play.telling.tiles import ASKED, FirstScreen, Tile, screen_of
from generator.play.telling.titles import (
    HEADINGS,
    curve_title,
    group_of,
    named_at_least,
)
from generator.play.telling.words.goals import band_of


class SweepTelling(Telling[Sweep]):
    """Builds the report of one sweep."""

    kind = "sweep"

    @cached_property
    def heading(self) -> Heading:
        """Return the report's heading."""
        first, name = heading_of(self.answer.results[0]), self.answer.name
        changed = first.provenance.changed
        beside = {other: value for other, value in changed.items() if other != name}
        return replace(
            first,
            what=f"what {name} changes",
            provenance=replace(first.provenance, changed=beside),
            games=f"{first.games} for each value",
        )

    def unsorted(self) -> list[Finding]:
        """Return the findings about goals, then the findings about each measure, not sorted yet."""
        return [finding(reading, self.answer) for reading in sweep_readings(self.answer)]

    def screen(self, findings: Sequence[Finding]) -> FirstScreen:
        """Return the first screen: the most important finding, and a tile for each question."""
        return screen_of(findings, list(_tiles(self.answer)))

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the sections, with a curve for each measure, by topic."""
        return [section for section in _sections(self.answer) if section.charts]

    def lines(self) -> list[Cells]:
        """Return a line of the table for each measure and value."""
        name, players = self.answer.name, self.answer.results[0].main.label
        return [
            line(curve.measure.key, f"{name}={value:g}", players, point)
            for curve in self.answer.curves
            for value, point in zip(self.answer.values, curve.points, strict=True)
        ]


def _tiles(sweep: Sweep) -> Iterator[Tile]:
    for reading in tile_readings(sweep):
        words, curve = tile(reading, sweep), reading.curve
        picture, anchor = mini_parts(0), ""
        if curve is not None:
            share, anchor = curve.is_share, anchor_of(curve.measure)
            picture = mini_line(
                sweep.values, curve.points, share=share, now=sweep.default, from_zero=share
            )
        asked = ASKED[reading.question]
        yield Tile(
            reading.question, asked, words.answer, words.detail, picture, reading.state, anchor
        )


def _sections(sweep: Sweep) -> Iterator[Section]:
    name, goals = sweep.name.replace("_", " "), bands_of_sweep(sweep)
    cut = [is_cut_short(results) for results in sweep.results]
    for heading in HEADINGS:
        made = []
        for curve in shown_curves(sweep):
            if group_of(curve.measure) != heading:
                continue
            label, aim = capital(curve.measure.label), goals.get(curve.measure)
            made.append(
                lines(
                    anchor_of(curve.measure), label,
                    curve_title(curve, sweep.values, cut), sweep.values,
                    [Series(named_at_least(curve.measure, any(cut)), curve.points)], name,
                    at=sweep.values, share=curve.is_share, from_zero=curve.is_share,
                    now=sweep.default,
                    now_label=f"now {sweep.default:g}" if sweep.default is not None else "",
                    wanted=(aim.low, aim.high, band_of(aim)) if aim else None,
                )
            )  # fmt: skip
        id = "sweep-" + heading.lower().replace(" ", "-").replace("'", "")
        text = cut_off_values(sweep) if heading != "Does it break" else ""
        yield Section(id, heading, text, tuple(made))
