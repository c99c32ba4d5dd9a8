"""Decides the state of each question on the first screen: an alarm, worth knowing, fine, or still
open.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.model.measures import Measure
from generator.play.measures.metrics import Metrics
from generator.play.measures.ratios import rate_of
from generator.play.measures.results import Results
from generator.play.readings.course import DecidedReading
from generator.play.readings.ends import HoleReading, unfinished, worst_end
from generator.play.readings.length import LengthReading
from generator.play.readings.reading import Level, Reading
from generator.play.readings.seats import SeatReading
from generator.play.statistics.inference import Estimate

State = Literal["look", "note", "fine", "open"]  # open: there are too few games to say
BREAKS = 30.0  # the least weight of a defect that means that the game breaks
RANKS: tuple[Level, ...] = ("look", "note", "fine")


@dataclass(frozen=True, slots=True)
class Soundness:
    """Whether the game breaks, by unfinished games, else by defects, else by supplies that
    run out.
    """

    state: State
    anchor: str  # the chart or list with the details
    unfinished: float  # the share of unfinished games
    end: tuple[str, Estimate] | None  # the most common end of these games
    holes: tuple[HoleReading, ...]
    run_out: tuple[Measure, ...]  # the supplies that run out too often
    most: float  # if all games finished, the share of games that may still not finish

    @property
    def is_last(self) -> bool:
        """Whether the finding is minor because nothing breaks, so that other alarms come first."""
        return self.end is None and bool(self.holes) and self.holes[0].weight < BREAKS


def level_of(readings: Sequence[Reading], chart: str) -> Level:
    """The most alarming level of the readings on a chart."""
    levels = {reading.level for reading in readings if reading.chart == chart}
    return next((level for level in RANKS if level in levels), "fine")


def fair_state(seats: SeatReading, readings: Sequence[Reading]) -> State:
    """Return the state of the question whether the game is fair."""
    if seats.state in ("few", "open", "unlike", "chance"):
        return "open"
    return "fine" if seats.state == "none" else level_of(readings, "seats")


def well_state(m: Metrics, readings: Sequence[Reading]) -> State:
    """Return the state of the score, if nobody competes."""
    assert m.score is not None, "only where nobody competes"
    return "open" if m.score.mean.withheld else level_of(readings, "scores")


def length_state(length: LengthReading, readings: Sequence[Reading]) -> State:
    """Return the state of the length, compared with the pack's target."""
    if length.is_open:
        return "open"
    if length.aim == "none":
        return "note"
    is_disputed = any(r.is_disputed for r in readings if r.chart == "length")
    if length.aim == "off" and not is_disputed:
        return "look"
    return level_of(readings, "length")


def decided_state(decided: DecidedReading, readings: Sequence[Reading]) -> State:
    """Return the state of the time of decision, according to playouts."""
    if decided.is_vague:
        return "open"
    state = level_of(readings, "arc")
    return "note" if state == "fine" and not decided.is_late else state


def lead_state(e: Estimate, readings: Sequence[Reading]) -> State:
    """Return the state of the lead at half time, for games without playouts."""
    if e.withheld or not math.isfinite(e.half):
        return "open"
    return level_of(readings, "lead")


def soundness(results: Results, readings: Sequence[Reading]) -> Soundness:
    """Return whether the game breaks."""
    m, least = results.main.metrics, results.pack.worth.ends / 100
    share, end, most = unfinished(m), worst_end(m), rate_of(0, m.games).high
    holes = tuple(r for r in readings if isinstance(r, HoleReading) and r.level == "look")
    alarms = [r.measure for r in readings if r.chart == "supplies" and r.level == "look"]
    out = tuple(measure for measure in alarms if measure is not None)
    state: State = "look"
    anchor = "holes"
    if end is not None:
        state = "note" if share < least and not holes else "look"
    elif not holes:
        state, anchor = ("open" if most > least else "fine"), "ends"
        if out and state == "fine":
            state, anchor = "note", "supplies"
    return Soundness(state, anchor, share, end, holes, out, most)
