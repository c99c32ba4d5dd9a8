"""Charts of how long games take, who leads, when they are decided, and their points."""

import math
from collections.abc import Iterator

from generator.model.measures import OWN, TURNS, own_figure
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
from generator.play.telling.numbers import (
    capital,
    counted,
    percent,
    seen,
    with_half,
)
from generator.play.telling.titles import (
    at_least,
    group_of,
)
from generator.play.telling.words.course import (
    arc_note,
    arc_technical,
    arc_title,
    lead_note,
    lead_title,
    margin_note,
)
from generator.play.telling.words.length import length_title, waits_title


def length_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    target, band = m.turns.on_target, m.turns_target
    mean = f"On average {at_least(TURNS, is_cut_short(results))}"
    note = f"{mean}{with_half(m.turns.mean, False)} turns"
    if target is not None and band is not None:
        note += f"; {with_half(target)} of the games take {band[0]} to {band[1]}"
    yield histogram(
        "length",
        "Length",
        length_title(length_of(results)),
        m.turns.histogram,
        "turns",
        band=band,
        note=f"{note}.",
    )
    if m.rounds is not None:
        middle = m.rounds.quantiles[2]
        yield histogram(
            "rounds", "Rounds", f"Half the games end by round {middle:,}", m.rounds.histogram,
            "rounds", note=f"{mean}{with_half(m.rounds.mean, False)} rounds.",
        )  # fmt: skip
    if m.decisions.quantiles != m.turns.quantiles:
        middle = m.decisions.quantiles[2]
        yield histogram(
            "decisions", "Decisions", f"Half the games take {middle:,} decisions or fewer",
            m.decisions.histogram, "decisions",
            note=f"{mean}{with_half(m.decisions.mean, False)} decisions.",
        )  # fmt: skip
    if m.waits is not None and len(m.waits.values) > 1:  # otherwise a finding reports it
        yield histogram(
            "waits", "Waiting",
            waits_title(m.waits),
            m.waits, "decisions of others", counts="waits",
            note=f"What others decide between two turns of one's own, {m.players} players.",
        )  # fmt: skip


def own_charts(m: Metrics, heading: str) -> Iterator[Chart]:
    """Return the charts of the pack's own measures under this heading."""
    for name, spread in m.own:
        if group_of(own_figure(name, topic=m.topics.get(name, OWN))) != heading:
            continue
        middle = spread.quantiles[2]
        yield histogram(
            anchor_of_own(name), capital(name), f"{capital(name)}: {seen(middle)} or fewer in half "
            "the games", spread.histogram, name,
            note=f"On average {with_half(spread.mean, False)}; as the rules measure it.",
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
    ranks = ["Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    spread = [h for h in m.score_by_rank if h.n]
    if len({v for h in spread for v in h.values}) < 3:  # points that only mark the winner
        return
    names = [ranks[i] if i < len(ranks) else f"{i + 1}th" for i in range(len(spread))]
    names[-1] = "Last" if m.sides.n > 2 else "Loser"
    title = f"Half the winners have {seen(spread[0].quantile(0.5))} points or more"
    yield ridges("scores", "Final scores", title, names, spread, "points")
    if len(m.margin.histogram.values) > 1:
        title = f"Half the games are won by {counted(m.margin.quantiles[2], 'point')} or less"
        yield histogram(
            "margin", "Winning margin", title, m.margin.histogram, "points", note=margin_note(m)
        )
