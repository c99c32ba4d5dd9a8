"""A finding, with its sentence, its importance, and the chart and pictures beside it."""

from dataclasses import dataclass, fields
from typing import Any

from generator.model.measures import Measure
from generator.play.readings.reading import Level, Reading
from generator.play.telling.words.common import Words


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence. `weight` sorts findings; `chart` and `piece` appear beside the sentence."""

    text: str
    weight: float
    level: Level
    chart: str = ""  # anchor of the chart
    piece: str = ""  # "component/row"
    doubt: str = ""  # the result of the other kind of player
    action: str = ""  # the suggested next step
    places: tuple[str, ...] = ()  # names of places on the table
    fact: Measure | None = None  # the measure of the finding
    goal: str = ""  # the missed goal, if the finding reports one
    said: str = ""  # the words for the verdict
    is_disputed: bool = False  # whether the second kind of player contradicts this alarm

    def members(self) -> dict[str, Any]:
        """Return the finding's keys for JSON."""
        members = {f.name: getattr(self, f.name) for f in fields(self)}
        return members | {"fact": self.fact.key if self.fact is not None else ""}


def finding_of(reading: Reading, words: Words) -> Finding:
    """Return the finding for a reading."""
    return Finding(
        words.text, reading.weight, reading.level, reading.chart, reading.piece, words.doubt,
        words.action, reading.places, reading.measure,
        goal=reading.goal.goal if reading.goal is not None and reading.goal.is_missed else "",
        said=words.clause, is_disputed=reading.is_disputed,
    )  # fmt: skip
