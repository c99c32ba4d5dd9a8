"""Who wins: readings of seats, kinds of player and ties, in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.seats import (
    PointsReading,
    SeatReading,
    SkillReading,
    TieReading,
    fairness,
)
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import seats

WORDS = {
    SeatReading: seats.seats,
    PointsReading: seats.points,
    SkillReading: seats.skill,
    TieReading: seats.ties,
}


def of_seats(results: Results) -> Iterator[Finding]:
    """Whether seats are fair, who plays better, and how often nobody wins alone."""
    for reading in fairness(results):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]
