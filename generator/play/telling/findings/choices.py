"""What there is to choose: readings in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.choices import ChoiceReading, KindReading, SpaceReading
from generator.play.readings.choices import choices as readings_of
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import choices

WORDS = {
    ChoiceReading: choices.choice,
    KindReading: choices.kind,
    SpaceReading: choices.spaces,
}


def of_choices(results: Results) -> Iterator[Finding]:
    """How much choice there is, what winners choose, and which places are used."""
    for reading in readings_of(results):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]
