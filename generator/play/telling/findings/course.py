"""How a game goes and how long it takes: readings in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.course import (
    ComebackReading,
    DecidedReading,
    LeadReading,
    LuckReading,
    MarginReading,
    OwnReading,
    course,
    own_figures,
)
from generator.play.readings.length import LengthReading, WaitReading, lengths
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import course as words
from generator.play.telling.words import length

WORDS = {
    LeadReading: words.lead,
    ComebackReading: words.comeback,
    DecidedReading: words.decided,
    LuckReading: words.luck,
    MarginReading: words.margin,
    OwnReading: words.own,
    LengthReading: length.length,
    WaitReading: length.waits,
}


def of_course(results: Results) -> Iterator[Finding]:
    """Who leads, when the game is decided, what chance settles, how close and how long it is."""
    for reading in (*course(results), *lengths(results), *own_figures(results)):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]
