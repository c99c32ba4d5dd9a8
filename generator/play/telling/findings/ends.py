"""Whether games finish, and what is odd in the rules: readings in words."""

from collections.abc import Iterator

from generator.play.measures.results import Results
from generator.play.readings.ends import ends_of, holes_of
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.words import ends


def of_ends(results: Results) -> Iterator[Finding]:
    """How many games do not finish, and what that makes of everything else."""
    reading = ends_of(results)
    if reading is not None:
        yield finding_of(reading, ends.ends(reading, results))


def of_holes(results: Results) -> Iterator[Finding]:
    """Holes in the rules."""
    for reading in holes_of(results):
        yield finding_of(reading, ends.hole(reading, results))
