"""Decides how well players do in a game without competition, from the score and the ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model.measures import SCORE
from generator.play.measures.metrics import Metrics, Outcome, Spread
from generator.play.measures.results import Results
from generator.play.readings.ends import second_of
from generator.play.readings.reading import Opinion, Reading, compared, is_disputed
from generator.play.statistics.inference import Estimate

WON_OR_LOST = 2  # number of distinct scores that show no more than the end
NEARLY_ALL = 0.97  # share of games with one end from which other ends hardly matter


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReading(Reading):
    """The score of a player."""

    players: int
    score: Spread


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesReading(Reading):
    """The share of games with each end."""

    outcomes: tuple[Outcome, ...]
    has_scores: bool  # whether the score shows more than the end


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEndReading(Reading):
    """Nearly every game has the same one of several ends."""

    outcome: Outcome


def scores(results: Results) -> Iterator[Reading]:
    """Yield the score of a player, and the share of games with each end."""
    main, other = results.main.metrics, second_of(results)
    if main.score is None or main.score.mean.withheld:
        return
    other = other if other is not None and other.score is not None else None
    if tells_more(main):
        theirs = other.score.mean if other is not None and other.score is not None else None
        opinion = None
        if other is not None and theirs is not None and not theirs.withheld:
            opinion = Opinion(other.agents, "agree", theirs)
        yield ScoreReading(
            level="note", weight=62.0, chart="scores", measure=SCORE, opinion=opinion,
            players=main.players, score=main.score,
        )  # fmt: skip
    ended = [o for o in main.outcomes if o.share.value > 0]
    if not ended:
        return
    first = ended[0].name
    opinion = compared(ended[0].share, other, lambda m: _shares(m).get(first))
    yield OutcomesReading(
        level="note", weight=61.0, chart="ends", opinion=opinion, outcomes=main.outcomes,
        has_scores=tells_more(main),
    )  # fmt: skip
    yield from _one_end(main, other)


def _shares(m: Metrics) -> dict[str, Estimate]:
    return {o.name: o.share for o in m.outcomes}


def _one_end(main: Metrics, other: Metrics | None) -> Iterator[OneEndReading]:
    most = max(main.outcomes, key=lambda o: o.share.value)
    if len(main.outcomes) < 2 or most.share.withheld or most.share.value < NEARLY_ALL:
        return
    opinion = compared(most.share, other, lambda m: _shares(m).get(most.name), worse=1)
    yield OneEndReading(
        level="look", weight=70.0, chart="ends", opinion=opinion,
        is_disputed=is_disputed(opinion, main), outcome=most,
    )  # fmt: skip


def tells_more(m: Metrics) -> bool:
    """Whether the score shows more than the end."""
    assert m.score is not None, "only where nobody competes"
    return len(m.outcomes) < 2 or len(m.score.histogram.values) > WON_OR_LOST
