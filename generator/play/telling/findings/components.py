"""Supplies and pieces: readings in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.pieces import (
    EveryoneReading,
    FewUsersReading,
    LiftReading,
    ManyStrongReading,
    PassedOverReading,
    UseReading,
    UsualLiftReading,
)
from generator.play.readings.pieces import pieces as pieces_of
from generator.play.readings.supplies import SupplyReading, supplies
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import pieces
from generator.play.telling.words.supplies import supply

WORDS = {
    SupplyReading: supply,
    UsualLiftReading: pieces.usual,
    LiftReading: pieces.lift,
    FewUsersReading: pieces.few_users,
    EveryoneReading: pieces.everyone,
    ManyStrongReading: pieces.many_strong,
    PassedOverReading: pieces.passed_over,
    UseReading: pieces.use,
}


def of_components(results: Results) -> Iterator[Finding]:
    """Supplies that run out or are too large, pieces that go with winning or are passed over."""
    for reading in (*supplies(results), *pieces_of(results)):
        yield finding_of(reading, WORDS[type(reading)](reading, results))  # type: ignore[operator]
