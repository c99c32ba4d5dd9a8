"""Charts show their numbers, as a picture and as a table."""

import re

import pytest

from generator.play.measure.metrics import SpaceUse
from generator.play.measure.stats import Estimate, wilson
from generator.play.measure.tally import Histogram
from generator.play.report.charts.bars import bars, stack
from generator.play.report.charts.drawing import Series, ticks
from generator.play.report.charts.heat import Ground, heat
from generator.play.report.charts.histograms import MOST_BARS, histogram
from generator.play.report.sections import sections_of
from tests.play.report.answers import ANSWERS


@pytest.mark.parametrize("name", ANSWERS)
def test_every_chart_has_its_numbers_as_a_table(answers: dict[str, object], name: str) -> None:
    sections = sections_of(answers[name])  # type: ignore[arg-type]
    assert sections
    for section in sections:
        for chart in section.charts:
            assert chart.rows and all(len(row) == len(chart.headers) for row in chart.rows), (
                chart.id
            )


def test_markup_in_names_is_only_text() -> None:
    chart = stack("a", 'A & "B"', {"<script>x": wilson(3, 9)})
    assert "<script>" not in chart.svg and "&lt;script&gt;" in chart.svg


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((0, 1), (0, 0.07), (-30, 70), (5, 6), (0, 12345)):
        found = ticks(low, high)
        assert 2 <= len(found) <= 8 and found[0] >= low and found[-1] <= high + 1e-9
    assert ticks(3, 3) == [3]


def test_a_bar_is_as_long_as_its_share() -> None:
    shares = [wilson(80, 100), wilson(20, 100)]
    chart = bars("a", "t", ["x", "y"], [Series("p", shares)])
    widths = [float(w) for w in re.findall(r'class="bar"[^>]* width="([\d.]+)"', chart.svg)]
    assert widths[0] == pytest.approx(4 * widths[1], rel=0.01)


def test_a_wide_histogram_is_cut_into_a_few_cells_that_keep_every_game() -> None:
    data = Histogram(counts={i: 1 + i % 3 for i in range(100, 937)})
    chart = histogram("a", "t", data, "turns", band=(200, 400))
    assert len(chart.rows) <= MOST_BARS
    assert sum(int(row[1].replace(",", "")) for row in chart.rows) == data.n


def test_a_map_shades_places_by_their_mean_and_lies_on_the_board() -> None:
    def place(i: int, outline: tuple[tuple[float, float], ...]) -> SpaceUse:
        return SpaceUse("spot", f"s{i}", outline, Estimate(i, i, i, 50, "t"), wilson(9, 9))

    spots = [place(i, ((20.0 * i, 0.0),)) for i in range(3)]
    square = place(1, ((0, 50), (10, 50), (10, 60)))
    ground = Ground("b.svg", -2, -2, 104, 104)
    chart = heat("map", "t", [*spots, square], ground)
    shades = [int(k) for k in re.findall(r'<circle class="heat h(\d)"', chart.svg)]
    assert shades == [0, 3, 5] and 'href="b.svg"' in chart.svg  # the mean is 1
    xs = [float(x) for x in re.findall(r'cx="([\d.]+)"', chart.svg)]
    wide = float(re.search(r'<image[^>]* width="([\d.]+)"', chart.svg)[1])  # type: ignore[index]
    assert (xs[2] - xs[0]) / wide == pytest.approx(40 / 104, rel=0.01)
    assert [row[0] for row in chart.rows] == ["s2", "s1", "s1", "s0"]
