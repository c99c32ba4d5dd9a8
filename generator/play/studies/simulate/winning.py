"""Charts of who wins, how games end, and what chance and those who have lost decide."""

import math
from collections.abc import Iterator

from generator.play.measures.pieces import said_of
from generator.play.measures.results import (
    Results,
)
from generator.play.readings.scores import tells_more
from generator.play.readings.seats import seats_of
from generator.play.telling.charts.bars import bars, stack
from generator.play.telling.charts.dots import dots
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.histograms import histogram
from generator.play.telling.numbers import (
    UNIT,
    capital,
    percent,
    seen,
    signed,
    with_half,
)
from generator.play.telling.words.course import luck_title
from generator.play.telling.words.ends import ends_said, ends_title
from generator.play.telling.words.scores import scored
from generator.play.telling.words.seats import seats_title


def win_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    fair = 1 / m.sides.n
    fit, gap, side = m.seats.fit, m.seats.gap, m.sides.word
    often = "less than 0.1 %" if fit.p < 0.001 else percent(fit.p)
    tied = "had several winners; each counts in part"
    if m.sides.n == 2:
        tied = "were tied; they count half for each"
    tied = f"{with_half(m.seats.tied)} of the games {tied}."
    yield bars(
        "seats", f"{capital(side)}s",
        seats_title(seats_of(results)),
        [capital(m.sides.named(s)) for s in range(m.sides.n)],
        [Series(run.label, run.metrics.seats.shares) for run in results.runs],
        mark=fair, mark_label=f"even: {percent(fair, 0)}",
        note=tied if m.seats.tied.value > 0 else "",
        technical=f"Were all {side}s equal, they would differ at least this much in {often} of "
        f"such runs ({fit.method})."
        + (f" Best less worst {side}: {signed(gap)} {UNIT}." if math.isfinite(gap.half) else ""),
    )  # fmt: skip
    if m.skill:
        best = max(m.skill, key=lambda p: p.share.value)
        yield dots(
            "skill", "Players", f"{best.spec} wins {with_half(best.share)} of its seats' games",
            [p.spec for p in m.skill], [p.share for p in m.skill],
            "share of the wins", share=True, mark=fair, mark_label=f"even: {percent(fair, 0)}",
        )  # fmt: skip
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    yield from _luck_chart(results)


def outcome_charts(results: Results) -> Iterator[Chart]:
    """Where nobody competes: the score, that of each kind of player, and the ends."""
    m = results.main.metrics
    assert m.score is not None, "only where nobody competes"
    if len(m.score.histogram.values) > 1:
        title = f"{scored(m.score, m.players)} on average"
        note = f"Half of the games have {seen(m.score.quantiles[2])} or more."
        yield histogram("scores", "Score", title, m.score.histogram, "points", note=note)
    scores = [(run.label, run.metrics.score.mean) for run in results.runs if run.metrics.score]
    if len(scores) > 1:
        best = max(scores, key=lambda pair: pair[1].value)
        title = f"{capital(best[0])} players score {with_half(best[1], False)} points"
        names, points = [name for name, _ in scores], [e for _, e in scores]
        yield dots("skill", "Players", title, names, points, "points, on average")
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    told_of = [o for o in m.outcomes if not o.score.withheld]
    if len(told_of) > 1 and tells_more(m):
        names = [capital(said_of(results.said, o.name)) for o in told_of]
        points, title = [o.score for o in told_of], f"“{names[0]}” scores most"
        yield dots("outcomes", "Score by end", title, names, points, "points, on average")


def _luck_chart(results: Results) -> Iterator[Chart]:
    luck = results.main.metrics.luck
    if luck is None or luck.deal.withheld:
        return
    torn = ""
    if results.main.label.startswith("greedy"):
        torn = " where moves seem equally good"
    if luck.guessed:
        torn = (torn and f"{torn} and") + " where they guess differently at what is hidden"
    names, points = ["the set-up"], [luck.deal]
    if luck.chance is not None:
        names, points = [*names, "set-up and draws"], [*points, luck.chance]
    title = luck_title(luck, results.main.label)
    yield bars(
        "luck", "Luck", title,
        [capital(name) for name in names], [Series("", points)], to_all=True,
        note="0 %: the same chance says nothing about who wins; 100 %: it says all. The order of "
        "all that is shuffled for the set-up is part of it.",
        technical=f"{luck.seeds} games' chance, each played {luck.repeats} times by equal "
        f"{results.main.label} players whose choices differ{torn}."
        + (
            " Nothing drawn later made a difference."
            if luck.chance is None
            else " Draws are the same only while they are made in the same order."
        ),
    )  # fmt: skip
