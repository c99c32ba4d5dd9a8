"""Charts show their numbers, as a picture and as a table."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from generator import bundled
from generator.play.engine.game import Space, load_game
from generator.play.measures.metrics import SpaceUse, spaces_of
from generator.play.measures.results import Results
from generator.play.measures.tally import Histogram
from generator.play.statistics.inference import NOTHING, Estimate, benjamini_hochberg, p_of, wilson
from generator.play.statistics.multiple_testing import discovered
from generator.play.telling.charts.bands import Banded, Wanted, bands, margins
from generator.play.telling.charts.bars import bars, stack
from generator.play.telling.charts.dots import dots, forest
from generator.play.telling.charts.drawing import Series, on_axis, ticks
from generator.play.telling.charts.heat import (
    Ground,
    busiest_title,
    heat,
    limits_of,
    marks_of,
    shade_of,
)
from generator.play.telling.charts.histograms import MOST_BARS, histogram
from generator.reading.door import open_pack
from tests.play.telling.answers import ANSWERS
from tests.tellings import sections_of


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
    chart = stack("a", "ends", 'A & "B"', {"<script>x": wilson(3, 9)})
    assert "<script>" not in chart.picture and "&lt;script&gt;" in chart.picture


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((0, 1), (0, 0.07), (-30, 70), (5, 6), (0, 12345)):
        found = ticks(low, high)
        assert 2 <= len(found) <= 8 and found[0] >= low and found[-1] <= high + 1e-9
    assert ticks(3, 3) == [3]
    assert ticks(0.467, 0.669, 2) == [0.5, 0.6]  # one number alone is no scale


@pytest.mark.parametrize("top", [0.07, 0.1, 1.0, 2.2, 7.5, 60.0])
@pytest.mark.parametrize("share", [True, False])
def test_an_axis_names_each_tick_as_it_stands(top: float, share: bool) -> None:
    at = ticks(0, top, 4)
    told = [float(words.removesuffix("\xa0%").replace(",", "")) for words in on_axis(at, share)]
    assert told == pytest.approx([100 * t if share else t for t in at])


def test_the_scale_of_a_long_chart_stands_above_it_too() -> None:
    def scales(n: int) -> int:
        shares = [wilson(3, 9)] * n
        chart = forest("p", "P", "P", list(map(str, range(n))), [NOTHING] * n, shares, [False] * n)
        return chart.picture.count('class="row feet"')

    assert (scales(15), scales(16)) == (1, 2)


def test_a_difference_of_shares_has_the_unit_of_its_heading_in_the_table() -> None:
    e = Estimate(0.19, 0.1026, 0.2741, 405, "")
    ((_, _, value, ends),) = forest("p", "P", "P", ["a"], [NOTHING], [e], [False]).rows
    assert (value, ends) == ("+19\xa0±\xa09", "10.3 to 27.4")


def test_intervals_are_drawn_as_wide_as_those_by_which_pieces_stand_out() -> None:
    def lift(value: float) -> Estimate:
        return Estimate(value, value - 0.1, value + 0.1, 900, "made up")

    lifts = [lift(0.12), *(lift(0.01) for _ in range(29))]  # 0.12 ± 0.10: one of thirty
    drawn = discovered(lifts, [False] * 30)
    assert lifts[0].excludes(0) and not any(e.excludes(0) for e in drawn)
    for strong in ([0.3, 0.25, 0.02], [0.12, 0.12, 0.115], [0.3, 0.104, 0.02]):
        lifts = [lift(value) for value in strong]
        found = (benjamini_hochberg([p_of(e) for e in lifts]) <= 0.05).tolist()
        assert [e.excludes(0) for e in discovered(lifts, found)] == found
    few = replace(lift(0.5), needed=1000)
    assert discovered([few, lift(0.0)], [False, False])[0] == few
    wide, narrow = (
        forest("p", "P", "P", ["a"], [NOTHING], [lift(0.01)], [False], drawn=one).picture
        for one in ([replace(lift(0.01), low=-0.2, high=0.2)], [])
    )
    assert "±" not in wide and "±" in narrow and "clearly" not in wide


def test_the_key_of_a_map_has_the_colours_of_the_map() -> None:
    road = [Space("path", f"road {i}", ((0.0, i), (9.0, i))) for i in range(6)]
    spaces = spaces_of(road, np.repeat([[1, 2, 3, 4, 5, 9]], 60, axis=0).astype(np.int32))
    picture = heat("map", "M", "M", spaces, None).picture
    assert 'class="way-key h5"' in picture and 'class="heat' not in picture


def test_a_bar_is_as_long_as_its_share() -> None:
    shares = [wilson(80, 100), wilson(20, 100)]
    chart = bars("a", "seats", "t", ["x", "y"], [Series("p", shares)])
    widths = [float(w) for w in re.findall(r'class="bar"[^>]* width="([\d.]+)%"', chart.picture)]
    assert widths[0] == pytest.approx(4 * widths[1], rel=0.01)


def test_a_wide_histogram_is_cut_into_a_few_cells_that_keep_every_game() -> None:
    data = Histogram.of({i: 1 + i % 3 for i in range(100, 937)})
    chart = histogram("a", "length", "t", data, "turns", band=(200, 400))
    assert len(chart.rows) <= MOST_BARS
    assert sum(int(row[1].replace(",", "")) for row in chart.rows) == data.n


def _place(i: float, outline: tuple[tuple[float, float], ...] = ((0.0, 0.0),)) -> SpaceUse:
    return SpaceUse("spot", f"s{i}", outline, Estimate(i, i, i, 50, "t"), wilson(9, 9))


def test_a_map_shades_places_and_lies_on_the_board() -> None:
    spots = [_place(i, ((20.0 * i, 0.0),)) for i in range(5)]
    square = _place(1, ((0, 50), (10, 50), (10, 60)))
    chart = heat("map", "map", "t", [*spots, square], Ground("#board", 100, 104))
    shades = [int(k) for k in re.findall(r'<circle class="heat h(\d)"', chart.picture)]
    assert shades == [0, 1, 2, 4, 5] and 'href="#board"' in chart.picture
    xs = [float(x) for x in re.findall(r'class="heat[^>]* cx="([\d.]+)"', chart.picture)]
    wide = float(re.search(r'<use[^>]* width="([\d.]+)"', chart.picture)[1])  # type: ignore[index]
    assert (xs[2] - xs[0]) / wide == pytest.approx(40 / 100, rel=0.01)
    assert [row[0] for row in chart.rows] == ["s4", "s3", "s2", "s1", "s1", "s0"]
    assert [(letter, s.name) for letter, s in marks_of(spots)] == [("A", "s4"), ("B", "s0")]


def test_a_map_neither_saturates_nor_shades_what_is_used_evenly() -> None:
    uses = [0.9 * 0.97**i for i in range(120)]
    few_busy = limits_of([_place(u) for u in uses])
    shaded = [shade_of(u, few_busy) for u in uses]
    assert all(shaded.count(k) >= 6 for k in range(1, 6))
    even = limits_of([_place(0.90 + i / 1000) for i in range(80)])
    assert {shade_of(0.90 + i / 1000, even) for i in range(80)} == {2}
    assert not marks_of([_place(0.90 + i / 1000) for i in range(80)])  # nor names its busiest
    unused = [*(_place(5 + i / 1000) for i in range(3)), _place(0)]
    assert busiest_title(unused) == "1 of 4 places is never used"


def test_names_are_never_cut() -> None:
    names = ["a very long name that goes on and on " * 4 + end for end in ("A", "B")]
    shares = [wilson(80, 100), wilson(20, 100)]
    charts = (
        bars("a", "t", "t", names, [Series("p", shares)]),
        dots("b", "t", "t", names, shares, "unit", share=True),
        forest("c", "t", "t", names, shares, shares, [True, False]),
    )
    for chart in charts:
        assert all(name in chart.picture for name in names) and "…" not in chart.picture


def test_an_interval_without_a_mark_is_of_too_few() -> None:
    few = Estimate(0.4, 0.2, 0.6, 9, "made up", needed=100)
    many = Estimate(0.1, -0.1, 0.3, 900, "made up")
    chart = forest("p", "P", "Pieces", ["few", "many"], [NOTHING] * 2, [few, many], [False] * 2)
    assert chart.picture.count('class="dot hollow"') == 1 + 1  # its row, and the legend
    assert "too few to say" in chart.picture
    alone = forest("p", "P", "Pieces", ["many"], [NOTHING], [many], [False])
    assert "too few" not in alone.picture


def test_an_interval_without_end_has_an_arrow_and_no_mark() -> None:
    open_above = Estimate(400.0, 365.0, math.inf, 40, "made up")
    open_below = Estimate(-400.0, -math.inf, -365.0, 40, "made up")
    closed = Estimate(0.0, -50.0, 50.0, 40, "made up")
    chart = dots("l", "L", "Ladder", ["a", "b", "c"], [closed, open_above, open_below], "Elo")
    rows = chart.picture.split('<svg class="strip"')[1:4]
    assert [row.count("<circle") for row in rows] == [1, 0, 0]
    right, left = 'd="M-9 -5L0 0L-9 5Z"', 'd="M9 -5L0 0L9 5Z"'  # as far above as below the line
    assert [right in row for row in rows] == [False, True, False]
    assert [left in row for row in rows] == [False, False, True]


def test_every_piece_has_its_row() -> None:
    names = [f"piece {i}" for i in range(75)]
    e = [wilson(i + 1, 100) for i in range(75)]
    chart = forest("c", "t", "t", names, e, e, [False] * 75)
    assert chart.picture.count('<div class="row weak">') == 75 == len(chart.rows)


def test_kinds_of_move_go_by_the_words_of_the_pack(results: Results) -> None:
    kind = results.main.metrics.kinds[0].name
    told = replace(results, said={kind: "haggle over a price"})
    kinds = next(c for s in sections_of(told) for c in s.charts if c.id == "kinds")
    assert "Haggle over a price" in [row[0] for row in kinds.rows]


def test_the_places_of_the_mara_have_names_of_their_own() -> None:
    pack, _ = open_pack("mara")
    assert pack is not None
    names = [space.name for space in load_game(pack, 2, plain=True).spaces]
    assert len(names) == len(set(names)) and "tile 3 of row 6" in names
    assert "the path between tiles 1 and 2 of row 4" in names
    assert not any(re.search(r"\d:\d\d", name) for name in names), "no clock codes"


def test_over_a_printed_board_the_shades_are_opaque_and_the_same_by_night() -> None:
    spots = [_place(i, ((10.0 * i, 4.0),)) for i in range(4)]
    assert "printed" not in heat("map", "map", "t", spots).picture
    picture = heat("map", "map", "t", spots, Ground("#board", 100, 104)).picture
    assert 'class="map printed"' in picture and 'class="key printed"' in picture
    style = (bundled("templates") / "report" / "report.css").read_text("utf-8")
    day = re.search(r"--h1:.*?--h5:#\w+", style)
    assert day is not None and f".printed{{{day[0]}}}" in style
    assert ".printed .heat{fill-opacity:1}" in style


def test_a_strip_has_an_arrow_only_from_now_to_a_change() -> None:
    e = Estimate(0.5, 0.45, 0.55, 400, "made up")

    def said(*names: str) -> str:
        row = Banded("Wins", Wanted(0.4, 0.6, "40–60 %"), True, [(name, e) for name in names])
        return bands("goals", "Goals", "", [row]).picture

    assert "→" in said("now, greedy", "changed, greedy")
    assert "→" not in said("now, greedy", "now, mcts:25")


def test_wider_bands_are_drawn_and_reported() -> None:
    e = Estimate(0.44, 0.42, 0.46, 900, "made up")
    found = [("changed, greedy", e), ("changed, mcts:25", e)]
    wider = {"changed, mcts:25": Wanted(0.4, 0.6, "40–60 %")}
    chart = bands(
        "goals", "Goals", "t", [Banded("W", Wanted(0.45, 0.55, "45–55 %"), True, found, wider)]
    )
    assert [row[4] for row in chart.rows] == ["45–55 %", "40–60 %"]
    boxes = re.findall(r'class="(band[ a-z]*)" x="([0-9.]+)%" y="([0-9.]+)"', chart.picture)[:2]
    assert [kind for kind, _, _ in boxes] == ["band wider", "band"]
    assert float(boxes[0][1]) < float(boxes[1][1]) and float(boxes[0][2]) > float(boxes[1][2])
    assert "wanted of changed, mcts:25" in chart.picture


def test_a_setting_farther_outside_than_is_drawn_is_an_arrow() -> None:
    rows = [("Now", -7.0, False, "turns 90"), ("tracks=12", -1.5, True, "turns 50")]
    chart = margins("front", "Changes", "Which lies inside", rows)
    assert "Arrow" in chart.note
    assert not margins("front", "Changes", "Which lies inside", rows[1:]).note
    strips = chart.picture.split('<ul class="key">')[0]
    assert strips.count('class="open"') == 1
    assert re.findall(r'<circle class="([^"]*)"', strips) == ["dot s1"]
