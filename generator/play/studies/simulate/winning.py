"""Charts of winners, of the ends of games, and of the influence of chance and of eliminated
players.
"""

from collections.abc import Iterator

from generator.model.letters import capital
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
from generator.play.telling.numbers import percent
from generator.play.telling.words.course import LUCK_NOTE, luck_technical, luck_title
from generator.play.telling.words.ends import ends_said, ends_title
from generator.play.telling.words.scores import (
    outcomes_title,
    players_title,
    score_note,
    score_title,
)
from generator.play.telling.words.seats import seats_note, seats_technical, seats_title, skill_title


def win_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    fair = 1 / m.sides.n
    yield bars(
        "seats", f"{capital(m.sides.word)}s",
        seats_title(seats_of(results)),
        [capital(m.sides.named(s)) for s in range(m.sides.n)],
        [Series(run.label, run.metrics.seats.shares) for run in results.runs],
        mark=fair, mark_label=f"even: {percent(fair, 0)}",
        note=seats_note(m), technical=seats_technical(m),
    )  # fmt: skip
    if m.skill:
        yield dots(
            "skill", "Players", skill_title(m.skill),
            [p.spec for p in m.skill], [p.share for p in m.skill],
            "share of the wins", share=True, mark=fair, mark_label=f"even: {percent(fair, 0)}",
        )  # fmt: skip
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    yield from _luck_chart(results)


def outcome_charts(results: Results) -> Iterator[Chart]:
    """Return the charts for games without competition, which show scores by kind of player, and
    endings.
    """
    m = results.main.metrics
    assert m.score is not None, "only where nobody competes"
    if len(m.score.histogram.values) > 1:
        title, note = score_title(m.score, m.players), score_note(m.score)
        yield histogram("scores", "Score", title, m.score.histogram, "points", note=note)
    scores = [(run.label, run.metrics.score.mean) for run in results.runs if run.metrics.score]
    if len(scores) > 1:
        best = max(scores, key=lambda pair: pair[1].value)
        title = players_title(*best)
        names, points = [name for name, _ in scores], [e for _, e in scores]
        yield dots("skill", "Players", title, names, points, "points, on average")
    ends = ends_said(m, results.said)
    yield stack("ends", "How games end", ends_title(ends), ends)
    outcomes = [o for o in m.outcomes if not o.score.withheld]
    if len(outcomes) > 1 and tells_more(m):
        names = [capital(said_of(results.said, o.name)) for o in outcomes]
        points, title = [o.score for o in outcomes], outcomes_title(names[0])
        yield dots("outcomes", "Score by end", title, names, points, "points, on average")


def _luck_chart(results: Results) -> Iterator[Chart]:
    luck = results.main.metrics.luck
    if luck is None or luck.deal.withheld:
        return
    names, points = ["the set-up"], [luck.deal]
    if luck.chance is not None:
        names, points = [*names, "set-up and draws"], [*points, luck.chance]
    title = luck_title(luck, results.main.label)
    yield bars(
        "luck", "Luck", title,
        [capital(name) for name in names], [Series("", points)], to_all=True,
        note=LUCK_NOTE, technical=luck_technical(luck, results.main.label),
    )  # fmt: skip
