"""Words about a sweep and a comparison with known numbers."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from generator.model.measures import DECISIONS, run_out
from generator.play.measures.results import Curve, Difference, Results
from generator.play.measures.supplies import SupplyStart
from generator.play.statistics.inference import Estimate
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.charts.drawing import Series
from generator.play.telling.charts.lines import lines
from generator.play.telling.contrasts import contrasts_of
from generator.play.telling.titles import curve_title, goes
from tests.catalogue import measure
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up
from tests.play.telling.test_goals import wishing
from tests.tellings import facts_of, findings_of, first_screen, html_of, sections_of, title_of

EVEN = [[1, 0], [0, 1]] * 500


def about(value: float, half: float = 0.05) -> Estimate:
    return Estimate(value, value - half, value + half, 1000, "made up")


def curve_of(name: str, *values: float, shape: str, at: float | None = None) -> Curve:
    points = tuple(about(v, 0.02) for v in values)
    return Curve(measure(name), points, None, shape, at, 0.001, 0.05)


def sweep_of(*curves: Curve, runs: Sequence[Results] = ()) -> Sweep:
    values = tuple(10.0 + 5 * i for i in range(len(curves[0].points)))
    runs = runs or [made_up(EVEN, pack_of("market"))] * len(values)
    return Sweep("coins", values, 10, runs[0].options, tuple(runs), curves)


def told(answer: Sweep | Comparison) -> list[str]:
    return [f.text.replace("\xa0", " ") for f in findings_of(answer)]


def test_the_ends_of_a_curve_are_reported_with_their_intervals() -> None:
    rising = curve_of("lead changes", 0.2, 0.4, 0.8, shape="rising")
    assert told(sweep_of(rising))[0] == (
        "Changes of the lead a game: rise with coins, 0.20 ± 0.02 at 10, 0.40 at 15, "
        "0.80 ± 0.02 at 20."
    )
    level = curve_of("margin", 9, 6, 5, 5, 5, shape="levels off", at=20.0)
    assert told(sweep_of(level))[0] == (
        "Winning margin, points: falls with coins from 9.00 ± 0.02 at 10 to 5.00 ± 0.02 at 20 and "
        "levels off there, 5.00 ± 0.02 at 30."
    )


def cut_short(games: int) -> Results:
    reasons = ("cap",) * games + ("done",) * (1000 - games)
    return made_up(EVEN, pack_of("market"), reasons=reasons)


def test_lengths_of_games_cut_off_are_at_least_so_long_and_no_fall_is_reported_them() -> None:
    turns = curve_of("turns", 174, 138, 103, shape="falling")
    score = curve_of("score", 39, 44, 40, shape="peak", at=15.0)
    capped = curve_of("end by cap", 0.35, 0.0, 0.0, shape="falling")
    runs = [cut_short(350), cut_short(40), cut_short(0)]
    answer = sweep_of(turns, score, capped, runs=runs)
    cut = "Games that did not finish count up to where they stopped: 35\xa0% at 10."
    found = told(answer)
    assert cut.replace("\xa0", " ") in found
    assert "Turns a game: at least 174.00 ± 0.02 at 10, 138 at 15, 103.00 ± 0.02 at 20." in found
    assert "Score of a player, points: 39.00 ± 0.02 at 10, 44 at 15, 40.00 ± 0.02 at 20." in found
    assert any(text.startswith("Games that never end: fall with coins") for text in found)
    sections = {s.title: s for s in sections_of(answer)}
    (length,) = sections["How long it takes"].charts
    assert length.title == "Turns a game: at\xa0least\xa0174 at 10, 103 at 20"
    assert length.headers[1] == "turns a game, at least"
    assert sections["How long it takes"].text == cut and not sections["Does it break"].text
    (tile,) = (t for t in first_screen(answer, findings_of(answer)).tiles if t.id == "long")
    assert tile.answer == "At\xa0least\xa0174 → 103 turns"
    whole = sweep_of(turns, runs=[cut_short(40)] * 3)  # fewer than are worth a word
    assert told(whole)[0].startswith("Turns a game: fall with coins")


def test_a_comparison_with_games_cut_off_tells_no_difference_of_lengths() -> None:
    answer = compared(
        difference("turns", 40, 50, 2, "coins=4"),
        difference("margin", 8.11, 7.03, 0.9, "coins=4"),
        runs=[cut_short(100), cut_short(350)],
    )
    found = told(answer)
    assert found[0].startswith("With coins=4: turns a game at least 40 → at least 50; winning ")
    assert (
        "Games that did not finish count up to where they stopped: 10 % as it is and 35 % with "
        "coins=4."
    ) in found
    charts = [c for s in sections_of(answer) for c in s.charts if c.id.startswith("differences")]
    assert [c.rows[0][0] for c in charts] == ["turns a game, at least", "winning margin, points"]
    assert [c.title for c in charts] == [
        "Turns a game: at\xa0least\xa040 → at\xa0least\xa050 with coins=4",
        "Winning margin, points: 8.11 → 7.03 with coins=4",
    ]


def test_a_report_says_that_means_of_games_cut_off_are_at_least_so_much() -> None:
    def told_of(results: Results) -> tuple[str, str]:
        (row,) = (c for c in contrasts_of(results) if c.name == "turns")
        charts = [c for s in sections_of(results) for c in s.charts]
        return row.values[0], next(c.note for c in charts if c.id == "length")

    turns, note = told_of(cut_short(100))
    assert turns.startswith("at\xa0least\xa0")
    assert note.startswith("On average at\xa0least\xa0")
    turns, note = told_of(cut_short(40))
    assert "least" not in turns + note


def test_sure_but_small_differences_come_last_and_say_so() -> None:
    runs_out = curve_of("coins run out", 0.998, 0.995, 0.982, shape="falling")
    score = curve_of("score", 50.0, 45.0, 40.0, shape="falling")
    first, last = told(sweep_of(runs_out, score))[0], told(sweep_of(runs_out, score))[-1]
    assert first.startswith("Score of a player, points: falls with coins, 50.00 ± 0.02 at 10")
    assert last.endswith(" at 20; too little to notice.")
    assert curve_title(score, (10, 15, 20)).startswith("Score of a player falls: 50 at 10")


def test_a_peak_is_reported_in_the_sentence_the_title_and_the_tile() -> None:
    heights = (0.62, 0.76, 0.83, 0.81, 0.69)
    sure = curve_of("lead changes", *heights, shape="peak", at=20.0)
    sweep = sweep_of(sure)
    assert told(sweep)[0] == (
        "Changes of the lead a game: are highest at coins = 20 with 0.83 ± 0.02; 0.62 ± 0.02 at "
        "10, 0.69 ± 0.02 at 30."
    )
    assert (
        first_screen(sweep, findings_of(sweep)).tiles[0].answer == "0.62 → 0.83 → 0.69 lead changes"
    )
    assert curve_title(sure, sweep.values) == "Changes of the lead a game: highest at 20"


@pytest.mark.parametrize(
    ("heights", "shape", "doubt"),
    [
        ((0.62, 0.76, 0.83, 0.81, 0.69), "rising", "highest at 20, but the fall after it"),
        ((0.69, 0.81, 0.83, 0.76, 0.62), "falling", "highest at 20, but the rise before it"),
        ((0.83, 0.7, 0.62, 0.66, 0.75), "falling", "lowest at 20, but the rise after it"),
        ((0.75, 0.66, 0.62, 0.7, 0.83), "rising", "lowest at 20, but the fall before it"),
    ],
)
def test_a_turn_that_may_be_chance_is_reported_as_that(
    heights: tuple[float, ...], shape: str, doubt: str
) -> None:
    made = curve_of("lead changes", *heights, shape=shape)
    assert told(sweep_of(made))[0].endswith(f"; {doubt} may be chance.")
    title = curve_title(made, (10, 15, 20, 25, 30))
    assert title.endswith(
        f": {heights[0]:.2f} at 10, {heights[2]:.2f} at 20, {heights[4]:.2f} at 30"
    )
    straight = curve_of("lead changes", 0.2, 0.5, 0.8, 0.75, 0.9, shape="rising")
    assert "chance" not in told(sweep_of(straight))[0]


def test_no_change_is_said_of_nothing_on_which_goals_come_out_differently() -> None:
    pack = wishing("seats ±10%")
    near, unfair = ([[1, 0]] * k + [[0, 1]] * (1000 - k) for k in (590, 800))
    flat = [curve_of(f"seat {i} wins", 0.59, 0.8, shape="flat") for i in (1, 2)]
    turns = curve_of("turns", 9.0, 9.1, shape="flat")
    runs = [made_up(x, pack) for x in (near, unfair)]
    found = told(sweep_of(*flat, turns, runs=runs))
    assert found[0] == "Your goal “seats ±10%” is missed with coins 15; open with coins 10."
    assert found[1:] == [
        "First seat wins: the values of coins differ too little to be sure of a change.",
        "No change with coins detected in 1,000 games for each value: turns a game.",
    ]
    (unsure,) = [
        f for f in findings_of(sweep_of(*flat, turns, runs=runs)) if "too little" in f.text
    ]
    assert re.fullmatch(r"play about [\d,]+ games for each value", unsure.action), unsure.action
    same = told(sweep_of(*flat, turns, runs=[runs[1]] * 2))
    assert same[-1].startswith("No change with coins detected")


def test_measures_in_the_plural_take_a_verb_in_the_plural() -> None:
    assert (
        goes("rise", measure("coins run out")) == "rise" and goes("go", measure("score")) == "goes"
    )
    for name in ("end by stall", "tied games", "half-time leader wins", "legal moves"):
        assert measure(name).is_plural
    falling = curve_of("end by stall", 0.4, 0.1, shape="falling")
    assert curve_title(falling, (1, 2)).startswith("Games that stall fall: ")


def test_a_sweep_is_marked_at_the_values_that_were_tried() -> None:
    def marks(*values: float) -> str:
        points = [about(0.5)] * len(values)
        return lines("x", "x", "x", values, [Series("x", points)], "x", at=values).picture

    assert "12.5" not in marks(10, 15, 20) and ">15<" in marks(10, 15, 20)
    assert ">30<" in marks(*range(20, 61)) and ">21<" not in marks(*range(20, 61))
    points = [about(0.5)] * 10
    whole = lines("x", "x", "x", range(1, 11), [Series("x", points)], "x").picture
    assert ">5<" in whole and "2.5" not in whole
    few = marks(1, 2, 100)
    assert ">100<" in few and ">2<" not in few and ">50<" not in few


def test_the_tile_of_breakage_shows_what_changes_most_of_what_matters() -> None:
    runs_out = curve_of("coins run out", 1.0, 0.95, shape="falling")
    stalls = curve_of("end by stall", 0.04, 0.14, shape="rising")
    sweep = sweep_of(runs_out, stalls)
    (tile,) = first_screen(sweep, findings_of(sweep)).tiles
    assert tile.detail.startswith("Games that stall")
    start = (SupplyStart(5, True, is_meant=True),)
    empty = {"supplies": ("coins",), "supply_low": [[[0], [0]]] * 1000, "start": start}
    meant = [made_up(EVEN, pack_of("market"), **empty)] * 2
    runs_out = replace(runs_out, measure=run_out("coins", is_meant=True))
    sweep = sweep_of(runs_out, runs=meant)
    (tile,) = first_screen(sweep, findings_of(sweep)).tiles
    assert tile.detail == "All 2,000 games finished normally, at every value"
    assert findings_of(sweep)[0].weight < 50


def test_the_tile_of_breakage_shows_what_is_worse_before_what_is_better() -> None:
    answer = compared(
        difference("coins run out", 0.99, 0.18, 0.04, "coins=4"),
        difference("end by stall", 0.06, 0.28, 0.03, "coins=4"),
    )
    (tile,) = first_screen(answer, findings_of(answer)).tiles
    assert tile.detail.startswith("Games that stall")
    small = compared(answer.differences[0], difference("end by cap", 0, 0.01, 0, "coins=4"))
    (tile,) = first_screen(small, findings_of(small)).tiles
    assert tile.detail.startswith("Games in which coins run out")


def test_the_tile_of_a_sweep_shows_what_breaks_more_than_now_before_what_breaks_less() -> None:
    runs_out = curve_of("coins run out", 0.99, 0.5, 0.2, shape="falling")
    stalls = curve_of("end by stall", 0.05, 0.15, 0.25, shape="rising")
    (tile,) = first_screen(made := sweep_of(runs_out, stalls), findings_of(made)).tiles
    assert (tile.answer, tile.detail[:16]) == ("5\xa0% → 25\xa0%", "Games that stall")
    at_worst = replace(made, default=20)  # fewer stall with any other value
    (tile,) = first_screen(at_worst, findings_of(at_worst)).tiles
    assert tile.detail.startswith("Games in which coins run out")


def test_a_sweep_in_which_every_game_ends_says_so_beside_the_other_answers() -> None:
    turns = curve_of("turns", 150, 130, shape="falling")
    few = [made_up(EVEN[:40], pack_of("market"))] * 2
    tile = first_screen(made := sweep_of(turns, runs=few), findings_of(made)).tiles[-1]
    assert (tile.question, tile.answer, tile.state) == ("Does it break?", "Nothing so far", "open")
    assert tile.detail.endswith("; up to 9\xa0% might not")
    endless = [made_up(EVEN, pack_of("market"), reasons=("cap",) * 100 + ("done",) * 900)] * 2
    tiles = first_screen(made := sweep_of(turns, runs=endless), findings_of(made)).tiles
    assert [t.id for t in tiles] == ["long"]


def test_a_tile_of_a_comparison_names_its_rows_and_breaks_long_names_where_they_may() -> None:
    row = difference("turns", 40, 50, 2, "coins_of_all_kinds=4")
    page = html_of(made := compared(row))
    (tile,) = first_screen(made, findings_of(made)).tiles
    assert ">from<" in tile.picture and ">to<" in tile.picture
    starts = [float(x) for x in re.findall(r'x1="([0-9.]+)%"', tile.picture)]
    assert min(starts) > 25  # beside the names, on a phone too
    assert "with coins_<wbr>of_<wbr>all_<wbr>kinds=4." in page
    assert "40\xa0→\xa050" in findings_of(made)[0].text  # never parted at the end of a line


def difference(name: str, base: float, other: float, half: float, label: str) -> Difference:
    measured = measure(name)
    least = 0.05 if measured.is_share else 0.05 * base
    found = (about(base), about(other), about(other - base, half))
    return Difference(measured, label, *found, 0.001, least)


def compared(*rows: Difference, runs: Sequence[Results] = ()) -> Comparison:
    labels = ["as it is", *dict.fromkeys(d.label for d in rows)]
    runs = runs or [made_up(EVEN, pack_of("market"))] * len(labels)
    return Comparison(runs[0].options, tuple(zip(labels, runs, strict=True)), rows)


def test_a_comparison_says_a_line_a_setting_and_breakage_first() -> None:
    answer = compared(
        difference("margin", 8.11, 7.03, 0.9, "coins=4"),
        difference("turns", 40, 50, 2, "coins=4"),
        difference("seat 1 wins", 0.5, 0.58, 0.03, "coins=4"),
        difference("end by stall", 0.06, 0.1, 0.03, "coins=4"),
        difference("turns", 40, 41, 0.5, "coins=5"),
    )
    assert title_of(answer).endswith(": what coins=4 and coins=5 change")
    assert told(answer) == [
        "With coins=4: games that stall 6 % → 10 % (+4 ± 3 percentage points); first seat wins "
        "50 % → 58 % (+8 ± 3 percentage points); turns a game 40 → 50 (+10 ± 2); winning margin, "
        "points 8.11 → 7.03 (−1.1 ± 0.9).",
        "Largest change: with coins=4 turns a game 40 → 50 (+10 ± 2); with coins=5 nothing "
        "noticeable.",
        "With coins=5, one difference is certain, but too small to notice: turns a game "
        "(+2.5 %, noticeable from 5.0 %).",
    ]


def test_a_difference_is_that_of_the_numbers_that_are_reported_beside_it() -> None:
    answer = compared(
        difference("turns", 44.94, 42.66, 0.5, "coins=4"),  # apart by 2.28; as told by 2.2
        difference("end by stall", 0.055, 0.225, 0.07, "coins=4"),
        difference("games inside the target length", 0.875, 0.11, 0.06, "coins=4"),
    )
    assert told(answer)[0] == (
        "With coins=4: games that stall 5.5 % → 22.5 % (+17.0 ± 7.0 percentage points); games as "
        "long as you aim for 87.5 % → 11.0 % (−76.5 ± 6.0 percentage points); turns a game 44.9 → "
        "42.7 (−2.2 ± 0.5)."
    )
    fine = compared(difference("turns", 10.428, 12.092, 0.05, "coins=4"))
    assert "turns a game 10.43 → 12.09 (+1.66 ± 0.05)" in told(fine)[0]
    pages = [c.picture for s in sections_of(answer) for c in s.charts]
    assert any("−76.5\xa0±\xa06.0" in page for page in pages)


def test_the_seats_of_a_comparison_are_titled_by_what_changes() -> None:
    def title(q: float) -> str:
        answer = compared(replace(difference("seat 1 wins", 0.5, 0.58, 0.03, "coins=4"), q=q))
        return next(c.title for s in sections_of(answer) for c in s.charts if c.id == "seats")

    assert title(0.001).replace("\xa0", " ") == (
        "First seat wins: rises by 8 ± 3 percentage points with coins=4"
    )
    assert title(0.5) == "Nothing here changes by more than chance explains"


def test_the_head_of_a_sweep_says_that_games_are_of_each_value() -> None:
    sweep = sweep_of(curve_of("turns", 10, 12, shape="rising"))
    assert dict(facts_of(sweep))["games"] == "1,000 for each value"
    answer = compared(difference("turns", 40, 50, 2, "coins=4"))
    assert dict(facts_of(answer))["games"] == "1,000 for each setting"


def test_a_tile_says_what_its_numbers_count() -> None:
    answer = sweep_of(curve_of("lead changes", 0.01, 1.14, shape="rising"))
    tiles = {t.id: t for t in first_screen(answer, findings_of(answer)).tiles}
    assert tiles["decided"].answer == "0.01 → 1.14 lead changes"


def test_a_comparison_says_first_which_goals_a_setting_misses() -> None:
    pack = wishing("seats ±10%")
    fair, unfair = ([[1, 0]] * k + [[0, 1]] * (1000 - k) for k in (500, 800))
    runs = [made_up(fair, pack), made_up(unfair, pack)]
    row = difference("seat 1 wins", 0.5, 0.8, 0.04, "coins=4")
    answer = compared(row, runs=runs)
    assert told(answer)[0] == "Your goal “seats ±10%” is missed with coins=4; met as it is."
    same = compared(row, runs=[runs[1]] * 2)
    assert told(same)[0].startswith("With coins=4: first seat wins")
    assert "With both settings your goal “seats ±10%” is missed." in told(same)
    faulty = made_up(fair, wishing("seats ±10%", "fun >= 2"))
    (fault,) = (x for x in told(compared(row, runs=[faulty] * 2)) if "cannot be judged" in x)
    assert 'no measure "fun" in these games' in fault


def test_a_comparison_says_which_goals_are_met_with_one_setting_alone() -> None:
    pack = wishing("seats ±10%")
    fair, near = ([[1, 0]] * k + [[0, 1]] * (1000 - k) for k in (500, 590))
    row = difference("seat 1 wins", 0.5, 0.59, 0.04, "coins=4")
    answer = compared(row, runs=[made_up(fair, pack), made_up(near, pack)])
    changed, goal = findings_of(answer)
    assert changed.text.startswith("With coins=4: first seat wins")
    assert goal.text == "Your goal “seats ±10%” is met as it is; open with coins=4."
    assert re.fullmatch("play about [0-9,]+ games for each setting", goal.action)
    endless = made_up(fair, pack, reasons=("cap",) * 350 + ("done",) * 650)
    assert told(compared(row, runs=[made_up(fair, pack), endless]))[1] == (
        "Your goal “seats ±10%” is met as it is; not judged with coins=4 (35 % of its games never "
        "end)."
    )


def test_small_differences_are_reported_where_nothing_is_noticeable() -> None:
    small = difference("turns", 40, 41, 0.5, "coins=5")
    more = replace(small, measure=DECISIONS)
    assert told(compared(small, more)) == [
        "With coins=5, 2 differences are certain, but too small to notice: turns a game (+2.5 %, "
        "noticeable from 5.0 %), decisions a game (+2.5 %, noticeable from 5.0 %)."
    ]
    nearly = told(compared(difference("turns", 40, 41.984, 0.5, "coins=5")))
    assert nearly[0].endswith("turns a game (+4.96 %, noticeable from 5.00 %).")


def test_a_sweep_without_goals_says_what_would_name_a_best_value() -> None:
    moved = curve_of("turns", 10, 20, 30, shape="rising")
    told = [f for f in findings_of(sweep_of(moved)) if "best" in f.text]
    assert [f.text for f in told] == [
        "Which value of coins is best depends on your goals, and game.yaml has none."
    ]
    assert told[0].action == (
        "write goals:, or ask for one: "
        "protoplay suggest market --goal 'seats ±3%' --tune coins=10..20"
    )
    assert "best" not in first_screen(sweep_of(moved), findings_of(sweep_of(moved))).verdict
    runs = [made_up(EVEN, wishing("turns 8-14"))] * 3
    assert not any("best" in f.text for f in findings_of(sweep_of(moved, runs=runs)))


def test_the_first_sentence_of_a_comparison_tells_of_every_setting() -> None:
    answer = compared(
        difference("legal moves", 45, 39, 0.7, "coins=4"),
        difference("turns", 138, 129, 3, "coins=5"),
        difference("seat 1 wins", 0.5, 0.6, 0.02, "coins=5"),
        difference("seat 2 wins", 0.5, 0.4, 0.02, "coins=5"),
    )
    verdict = first_screen(answer, findings_of(answer)).verdict.replace("\xa0", " ")
    assert verdict == (
        "Largest change: with coins=4 moves to choose from 45.0 → 39.0 (−6.0 ± 0.7); with "
        "coins=5 first seat wins 50 % → 60 % (+10 ± 2 percentage points)."
    )
    assert not any("second seat" in text for text in told(answer))  # what the first leaves


def test_the_top_change_is_the_largest_not_the_first_read() -> None:
    answer = compared(
        difference("turns", 44.9, 42.0, 0.5, "coins=4"),
        difference("margin", 8.0, 4.0, 0.5, "coins=4"),
        difference("turns", 44.9, 50, 0.5, "coins=5"),
    )
    first, second, *_ = told(answer)
    assert first.startswith("Largest change: with coins=4 winning margin, points ")
    assert second.startswith("With coins=4: turns a game ")


def test_points_and_percent_share_no_scale_and_rows_of_a_measure_stand_together() -> None:
    answer = compared(
        difference("turns", 40, 50, 2, "coins=4"),
        difference("games inside the target length", 0.9, 0.5, 0.02, "coins=4"),
        difference("turns", 40, 30, 2, "coins=5"),
        difference("games inside the target length", 0.9, 0.8, 0.02, "coins=5"),
    )
    numbers, shares = sections_of(answer)[0].charts
    assert (numbers.id, shares.id) == ("differences", "differences-2")
    assert "percent more or less" in numbers.picture and "percentage" not in numbers.picture
    assert "percentage points more or less" in shares.picture
    assert [row[:2] for row in numbers.rows] == [("turns a game", f"coins={k}") for k in (4, 5)]


def test_a_tile_of_a_sweep_answers_its_own_question_first() -> None:
    inside = curve_of("games inside the target length", 0.1, 0.9, shape="rising")
    turns = curve_of("turns", 150, 130, shape="falling")
    lead = curve_of("lead changes", 2.0, 2.1, shape="flat")
    tiles = first_screen(made := sweep_of(inside, turns, lead), findings_of(made)).tiles
    assert [t.answer for t in tiles] == ["150 → 130 turns", "No sure change", "All games end"]
    assert {t.state for t in tiles} == {"note"}  # that nothing changes is no praise
    assert tiles[0].detail == "Turns a game, coins from 10 to 15 (dotted: now 10)"
    assert tiles[1].detail.endswith("(dotted: now 10): between 2 and 2.10")
    flat = replace(turns, shape="flat")
    tile = first_screen(made := sweep_of(inside, flat), findings_of(made)).tiles[0]
    assert tile.detail.startswith("Games as long as you aim for")


def test_seats_are_even_between_whole_numbers() -> None:
    seat = curve_of("seat 1 wins", 0.54, 0.48, 0.44, shape="falling")

    def said(low: float, high: float, value: float = 13.3) -> str:
        even = Estimate(value, low, high, 1000, "made up")
        found = told(replace(sweep_of(seat), even=even))
        return next(text for text in found if "even with" in text)

    assert said(11, 14) == (
        "Seats are even with coins at about 13: the first seat wins 54 ± 2 % at 10 and "
        "48 ± 2 % at 15. Any value from 11 to 14 is still possible."
    )
    assert said(13, 13.9).endswith(" at 15.")  # between two neighbours there is nothing to tell
    wide = replace(sweep_of(seat), values=(0.0, 5.0, 10.0))
    even = Estimate(7.4, 6.2, 8.1, 1000, "made up")
    (text,) = (t for t in told(replace(wide, even=even)) if "even with" in t)
    assert text == (
        "Seats are even with coins at about 7: the first seat wins 48 ± 2 % at 5 and "
        "44 ± 2 % at 10. Any value from 6 to 9 is still possible."
    )
    large = replace(sweep_of(seat), values=(1e6, 2e6, 3e6))
    even = Estimate(1.4e6, 1.2e6, 1.5e6, 1000, "made up")
    (text,) = (t for t in told(replace(large, even=even)) if "even with" in t)
    assert text == (
        "Seats are even with coins at about 1,400,000: the first seat wins 54 ± 2 % at 1,000,000 "
        "and 48 ± 2 % at 2,000,000. Any value from 1,200,000 to 1,500,000 is still possible."
    )
    assert said(-math.inf, math.inf).endswith("Any value from 10 to 20 is still possible.")
    one = replace(sweep_of(seat), values=(0.0, 1.0, 2.0))
    (text,) = (
        t for t in told(replace(one, even=Estimate(0.45, -9.0, 0.98, 1000, "made up")))
        if "even with" in t
    )  # fmt: skip
    assert text == (
        "Seats are even with coins between 0 and 1: the first seat wins 54 ± 2 % at 0 and "
        "48 ± 2 % at 1."
    )
    halves = replace(one, values=(0.0, 0.5, 1.0))
    assert "at about 0.45" in "".join(
        told(replace(halves, even=Estimate(0.45, 0.2, 0.98, 1000, "made up")))
    )
