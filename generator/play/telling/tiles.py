"""The first screen of a report, with a verdict, tiles that each answer a question, and findings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.model.measures import Measure, Question
from generator.play.measures.results import (
    Curve,
    Difference,
    Results,
)
from generator.play.readings.tiles import State
from generator.play.telling.finding import Finding
from generator.play.telling.words import course as course_words
from generator.play.telling.words import ends as ends_words
from generator.play.telling.words import length as length_words
from generator.play.telling.words import scores as score_words
from generator.play.telling.words import seats as seat_words

QUESTIONS: tuple[Question, ...] = ("fair", "long", "decided", "broken")
# questions for games without competition
TOGETHER: tuple[Question, ...] = ("well", "long", "broken")
ASKED = {
    "fair": seat_words.QUESTION,
    "well": score_words.QUESTION,
    "long": length_words.QUESTION,
    "decided": course_words.QUESTION,
    "broken": ends_words.QUESTION,
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One question on the first screen, with its answer, the numbers behind it, and a small
    chart.
    """

    id: str
    question: str
    answer: str
    detail: str
    picture: str
    state: State
    anchor: str  # the chart or list with more detail
    said: str = ""  # the words for the verdict
    # whether this alarm comes last, because it is an odd case and nothing breaks
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """The first screen of a report, with the findings beside the tiles."""

    verdict: str
    tiles: tuple[Tile, ...]
    findings: tuple[Finding, ...]
    rest: tuple[Finding, ...]


def screen_of(
    findings: Sequence[Finding], tiles: Sequence[Tile] = (), most: int = 5
) -> FirstScreen:
    """Return a first screen with the most important finding as its verdict."""
    first = list(findings[: most + 1])
    verdict = first.pop(0).text if first else "Nothing moves that these games can show."
    return FirstScreen(verdict, tuple(tiles), tuple(first), rest_of(findings, first, verdict))


def rest_of(
    findings: Sequence[Finding], first: Sequence[Finding], verdict: str
) -> tuple[Finding, ...]:
    return tuple(f for f in findings if f not in first and f.text != verdict)


# ---------------------------------------------------------------- a run


# ---------------------------------------------------------------- settings


def questions_of(results: Results) -> tuple[Question, ...]:
    """Return the questions for comparisons of settings."""
    return QUESTIONS if results.main.metrics.is_contest else TOGETHER


def answers_of(rows: Iterable[Difference | Curve], question: Question) -> list[set[Measure]]:
    """Return the measures that answer a question, with the best measure first."""
    measures = {row.measure for row in rows if row.measure.question == question}
    places = sorted({measure.place for measure in measures})
    return [{measure for measure in measures if measure.place == place} for place in places]
