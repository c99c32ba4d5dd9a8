"""How well it goes where nobody competes: readings in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.scores import OneEndReading, OutcomesReading, ScoreReading
from generator.play.readings.scores import scores as readings_of
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import scores

WORDS = {
    ScoreReading: scores.score,
    OutcomesReading: scores.outcomes,
    OneEndReading: scores.one_end,
}


def of_scores(results: Results) -> Iterator[Finding]:
    """The score of a player, and how often the game ends in which way."""
    for reading in readings_of(results):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]
