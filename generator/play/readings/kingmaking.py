"""Decides whether players without a chance decide the winner."""

from dataclasses import dataclass, replace
from typing import Literal

from generator.play.measures.kingmaking import MOST_GAMES
from generator.play.measures.results import Kingmaking, Results
from generator.play.readings.reading import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class KingmakingReading(Reading):
    """Whether players without a chance decide between the others, if requested."""

    state: Literal["few", "seldom", "often"]
    kingmaking: Kingmaking
    games_needed: int  # total number of games; 0: more than can be played


def kingmaking(results: Results) -> KingmakingReading | None:
    """Return whether players without a chance decide the winner; None if not requested."""
    measured = results.kingmaking
    if measured is None:
        return None
    reading = KingmakingReading(
        level="note", weight=40.0, chart="kingmaking", state="seldom", kingmaking=measured,
        games_needed=0,
    )  # fmt: skip
    if measured.decisions == 0 or measured.deciding.withheld:
        games = MOST_GAMES if measured.games < MOST_GAMES else 0
        return replace(reading, state="few", games_needed=games)
    if measured.deciding.low > results.pack.worth.ends / 100:
        return replace(reading, state="often", level="look", weight=70.0)
    return reading
