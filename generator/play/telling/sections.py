"""Sections of a report: charts under headings, and charts that several studies use."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.model.measures import Measure
from generator.play.measures.results import (
    Difference,
)
from generator.play.telling.charts.changes import changes
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.pictures import Album
from generator.play.telling.titles import (
    largest_title,
    named_at_least,
)

NO_PICTURES = Album(None)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, with a sentence below it and its charts."""

    id: str
    title: str
    text: str
    charts: tuple[Chart, ...]


def change_charts(
    id: str, groups: Mapping[str, Sequence[Difference]], base: str, cut: Collection[str] = ()
) -> Iterator[Chart]:
    """Return a chart for each group and unit, because points and percent share no scale.

    The rows of a measure stay together. The first chart has the id itself.
    """
    n = 0
    for name, differences in groups.items():
        measures = list(dict.fromkeys(d.measure for d in differences))
        for unit in (False, True):
            rows = [
                d for m in measures for d in differences if d.measure == m and d.is_share == unit
            ]
            if rows:
                n += 1
                labels = [named_at_least(d.measure, bool({base, d.label} & set(cut))) for d in rows]
                title = largest_title(rows, base, cut)
                yield changes(id if n == 1 else f"{id}-{n}", name, title, rows, labels, base)


def anchor_of(measure: Measure) -> str:
    """Return the id of a curve's chart."""
    return "curve-" + "".join(c if c.isalnum() else "-" for c in measure.key)
