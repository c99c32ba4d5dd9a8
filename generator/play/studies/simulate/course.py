"""Charts of the length of games, leads, the time of decision, and points."""

import math
from collections.abc import Iterator

from generator.model.letters import capital
from generator.model.measures import OWN, own_figure
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import (
    Results,
)
from generator.play.measures.tally import TENTHS
from generator.play.readings.course import anchor_of_own
from generator.play.readings.ends import is_cut_short
from generator.play.readings.length import length_of
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.histograms import histogram, ridges
from generator.play.telling.charts.lines import lines
from generator.play.telling.numbers import percent
from generator.play.telling.titles import group_of
from generator.play.telling.words.course import (
    arc_note,
    arc_technical,
    arc_title,
    lead_note,
    lead_title,
    margin_note,
    margin_title,
    own_note,
    own_title,
)
from generator.play.telling.words.length import (
    decisions_title,
    length_note,
    length_title,
    mean_note,
    rounds_title,
    waits_note,
    waits_title,
)
from generator.play.telling.words.scores import rank_names, ranks_title


def length_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    is_cut = is_cut_short(results)
    yield histogram(
        "length",
        "Length",
        length_title(length_of(results)),
        m.turns.histogram,
        "turns",
        band=m.turns_target,
        note=length_note(m, is_cut=is_cut),
    )
    if m.rounds is not None:
        yield histogram(
            "rounds", "Rounds", rounds_title(m.rounds), m.rounds.histogram,
            "rounds", note=mean_note(m.rounds, "rounds", is_cut=is_cut),
        )  # fmt: skip
    if m.decisions.quantiles != m.turns.quantiles:
        yield histogram(
            "decisions", "Decisions", decisions_title(m.decisions),
            m.decisions.histogram, "decisions",
            note=mean_note(m.decisions, "decisions", is_cut=is_cut),
        )  # fmt: skip
    # a single waiting time is reported by a finding instead
    if m.waits is not None and len(m.waits.values) > 1:
        yield histogram(
            "waits", "Waiting",
            waits_title(m.waits),
            m.waits, "decisions of others", counts="waits",
            note=waits_note(m.players),
        )  # fmt: skip


def own_charts(m: Metrics, heading: str) -> Iterator[Chart]:
    """Return the charts of the pack's own measures under this heading."""
    for name, spread in m.own:
        if group_of(own_figure(name, topic=m.topics.get(name, OWN))) != heading:
            continue
        yield histogram(
            anchor_of_own(name), capital(name), own_title(name, spread), spread.histogram, name,
            note=own_note(spread),
        )  # fmt: skip


def course_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    if not m.has_course:
        return
    fair = 1 / m.sides.n
    drawn = [
        run
        for run in results.runs
        if sum(math.isfinite(e.value) for e in run.metrics.leader_wins) >= 3
    ]
    if drawn and drawn[0].is_main:
        yield lines(
            "lead", "Leading", lead_title(m.leader_wins[4]), [t / 10 for t in TENTHS],
            [Series(run.label, run.metrics.leader_wins) for run in drawn],
            "share of the game played", mark=fair, mark_label=f"even: {percent(fair, 0)}",
            x_share=True,
            note=lead_note(m),
        )  # fmt: skip
    yield from _arc_chart(results)


def _arc_chart(results: Results) -> Iterator[Chart]:
    arcs = [
        (run.label, run.metrics.insight)
        for run in results.runs
        if run.metrics.insight is not None and math.isfinite(run.metrics.insight.best_wins[0].value)
    ]
    if not arcs:
        return
    fair, first = 1 / results.main.metrics.sides.n, arcs[0][1]
    series = [Series(label, insight.best_wins) for label, insight in arcs]
    yield lines(
        "arc", "Tension", arc_title(first), [k / (len(series[0].points) - 1) for k in
        range(len(series[0].points))], series,
        "share of the game played", mark=fair, mark_label=f"even: {percent(fair, 0)}",
        x_share=True,
        note=arc_note(first, fair), technical=arc_technical(first),
    )  # fmt: skip


def score_charts(m: Metrics) -> Iterator[Chart]:
    spread = [h for h in m.score_by_rank if h.n]
    if len({v for h in spread for v in h.values}) < 3:  # the points only mark the winner
        return
    names, title = rank_names(len(spread), m.sides.n), ranks_title(spread[0])
    yield ridges("scores", "Final scores", title, names, spread, "points")
    if len(m.margin.histogram.values) > 1:
        yield histogram(
            "margin", "Winning margin", margin_title(m), m.margin.histogram, "points",
            note=margin_note(m),
        )  # fmt: skip
