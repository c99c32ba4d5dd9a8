"""Fractional scores and measures: what is reported about them, compared with the records."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.records import records_of
from generator.play.measures.metrics import closeness, measure
from generator.play.measures.tally import Histogram
from generator.play.studies.simulate.run import simulate
from generator.play.telling.charts.histograms import histogram
from generator.reading.door import open_pack
from tests.play.batches import tally_of
from tests.play.lean import LEAN
from tests.tellings import findings_of, sections_of

RULES = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = 8
WIDEST = 2
MOVES = verbs("low", "high")
MEASURES = ("thirds",)


def setup(pack, players):
    return record(players=players), record(seat=0, over=0, left=8, points=[0.0, 0.0])


@rule
def moves(tables, state, out):
    return offer(out, offer(out, 0, 0), 1)


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += {gain}
    state.left -= 1
    state.over = 1 if state.left == 0 else 0
    state.seat = 1 - state.seat


def measure(tables, state, out):
    out[0] = state.points[0] / 3
"""


def pack_where(folder: Path, gain: str):  # type: ignore[no-untyped-def]
    (folder / "rules.py").write_text(RULES.format(gain=gain))
    (folder / "game.yaml").write_text("protoplay: 1\nname: Fractions\nplayers: 2\n")
    pack, problems = open_pack(folder)
    assert pack is not None, problems
    return pack


@pytest.mark.parametrize("gain", ["0.25 * move", "0.1 * below(rng, 4)", "-1.75 * move", "2 * move"])
def test_figures_are_those_of_the_records(tmp_path: Path, gain: str) -> None:
    pack = pack_where(tmp_path, gain)
    game = load_game(pack, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 200, collect="moves")
    finals = [record["scores"] for record in records_of(game, batch)]
    margins = [max(scores) - min(scores) for scores in finals]
    tally = tally_of(batch)
    m = measure(tally)
    assert m.margin.mean.value == pytest.approx(mean(margins))
    half = m.margin.mean.half
    assert half == pytest.approx(1.96 * stdev(margins) / 200**0.5, rel=0.02)
    assert m.margin.histogram.counts == Counter(round(x, 9) for x in margins)
    assert m.margin.quantiles[2] == round(sorted(margins)[99], 9)
    for event in (0.1, 0.25, 0.5, 1.75):
        close = closeness(tally, event)
        assert close is not None
        assert close.value == sum(round(x, 9) < event for x in margins) / 200
    for rank, pick in enumerate((max, min)):
        found = m.score_by_rank[rank]
        assert found.counts == Counter(round(pick(scores), 9) for scores in finals)
        assert found.mean == pytest.approx(mean(pick(scores) for scores in finals))
    name, thirds = m.own[0]
    assert name == "thirds" and thirds.mean.value == pytest.approx(batch.measured.mean())
    assert thirds.histogram.n == 200 and thirds.histogram.mean == pytest.approx(thirds.mean.value)


def test_the_page_shows_fractions(tmp_path: Path) -> None:
    pack = pack_where(tmp_path, "0.25 * move")
    results = simulate(pack, replace(LEAN, players=2, insight=20))
    m = results.main.metrics
    charts = {c.id: c for section in sections_of(results) for c in section.charts}
    assert {row[0] for row in charts["margin"].rows} >= {"0", "0.25", "0.5"}
    counted = {row[0]: int(row[1]) for row in charts["margin"].rows}
    assert counted["0.25"] == m.margin.histogram.counts[0.25] > 0
    assert charts["margin"].title == "Half the games are won by 0.25 points or less"
    assert {">0.25</text>", ">0.5</text>"} <= set(
        re.findall(">[^<]*</text>", charts["margin"].picture)
    )
    told = next(f.text for f in findings_of(results) if "one usual gain" in f.text)
    assert "tied or won by" in told
    assert "(0.25 points)" in told and "by 0.25 or less" in told


@pytest.mark.parametrize("grain", [1e-9, 0.125, 0.1, 1, 3])
def test_a_histogram_holds_the_same_however_values_came_in(grain: float) -> None:
    rng = np.random.default_rng(7)
    values = np.round(rng.normal(0, 400, 9000) / grain) * grain
    whole, bits, merged = Histogram(), Histogram(), Histogram()
    whole.add(values)
    for part in np.array_split(values[::-1], 40):
        bits.add(part)
        one = Histogram()
        one.add(part)
        merged.merge(one)
    assert whole == bits and len(whole.cells) <= 2000
    assert whole.mean == merged.mean == pytest.approx(values.mean())
    assert whole.n == merged.n == 9000


@pytest.mark.parametrize("grain", [1e-9, 0.125, 0.1, 1])
@pytest.mark.parametrize("wide", [0.3, 4, 700])
def test_bars_count_the_values_that_their_names_span(grain: float, wide: float) -> None:
    rng = np.random.default_rng(3)
    values = np.round(rng.uniform(-wide, wide, 900) / grain) * grain
    data = Histogram()
    data.add(values)
    width, bins = data.binned(40)
    exact = np.round(values, 9)
    for start, count in bins:
        assert count == ((exact >= start) & (exact < round(start + width, 9))).sum()
    assert len(bins) <= 41 and sum(count for _, count in bins) == 900
    assert len(histogram("a", "b", "c", data, "points").rows) == len(bins)


def test_bars_are_round_numbers_wide() -> None:
    def width(*values: float) -> float:
        return Histogram.of(dict.fromkeys(values, 1)).binned(40)[0]

    assert width(0.5, 1.75) == 0.25 and width(1 / 3, 2 / 3, 2) == 0.05
    assert width(0, 39) == 1 and width(0, 40) == 2 and width(0.125, 7) == 0.25
    assert Histogram.of({1e300: 2, -1e300: 1}).mean == pytest.approx(1e300 / 3)
    assert width(1e300, 2e300) == 5 * 10**298 and width(0.1 + 0.2, 0.3) == 0.1


def test_how_many_lie_below_is_exact_and_of_wide_values_nearly() -> None:
    few = Histogram.of({0: 3, 0.5: 2, 2: 5})
    assert [few.below(x) for x in (0, 0.1, 0.5, 0.75, 2, 3)] == [0, 3, 3, 5, 5, 10]
    wide, values = Histogram(), np.random.default_rng(3).integers(0, 50_001, 100_000)
    wide.add(values)
    assert wide.step > 1
    for x in (15, 60, 777):
        assert wide.below(x) == pytest.approx((values < x).sum(), abs=12)
    for q in (0.05, 0.5, 0.95):
        assert wide.quantile(q) == pytest.approx(np.quantile(values, q), abs=20)
