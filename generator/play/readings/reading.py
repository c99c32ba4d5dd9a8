"""A reading is the typed answer to one question about a run, with its importance. In: results.

Out: readings, without words. Readings make all decisions, each once: the size from which a number
is noticeable, the alarms, the disagreements, and the suggestions. The findings, tiles, titles and
the verdict of a report put readings into words (`generator.play.telling.words`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from generator.model.measures import Measure
from generator.play.engine.kinds import is_search
from generator.play.measures.metrics import Metrics
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import sidak

# look: the reading needs attention; note: it is worth knowing; fine: there is no problem
Level = Literal["look", "note", "fine"]
Backing = Literal["agree", "disagree", "open"]  # open: there are too few games to tell
# The p-value up to which seats, pieces or leads are an alarm. In a fair game, chance causes one of
# the three alarms in at most 1 of 20 reports (Šidák 1967).
FALSE_ALARM = 1 - sidak(LEVEL, 3)
ANSWER = 40.0  # the weight from which a requested reading answers the question


@dataclass(frozen=True, slots=True)
class Opinion:
    """The result of the second kind of player about the same number."""

    agents: tuple[str, ...]
    backing: Backing
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class GoalStatus:
    """The status of a pack's goal on the same measure as a reading."""

    goal: str  # the goal as written
    is_missed: bool  # whether the goal is missed; otherwise these games leave it open
    games: int = 0
    more_games: int = 0  # number of additional games that would decide the goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The fields that all readings share."""

    level: Level
    weight: float  # readings with more weight come first
    chart: str = ""  # the chart that shows the reading
    piece: str = ""  # "component/row"
    places: tuple[str, ...] = ()  # names of places on the table
    measure: Measure | None = None  # the measure that a goal may bound
    opinion: Opinion | None = None
    is_disputed: bool = False  # whether the second kind of player clearly does not raise this alarm
    goal: GoalStatus | None = None
    # whether this is an alarm of seats whose greedy players choose in secret
    sees_secrets: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecisionReading(Reading):
    """The requested precision was not reached within the games allowed."""

    games: int


def backing_of(ours: Estimate, theirs: Estimate, even: float) -> Backing:
    """Return whether the second kind of player also shows that a number is uneven.

    The second kind agrees if its number is clearly on the same side. Otherwise it disagrees only if
    the two numbers clearly differ.
    """
    sides = [(e.value > even) - (e.value < even) if e.excludes(even) else 0 for e in (ours, theirs)]
    if sides[0] * sides[1] > 0:
        return "agree"
    if ours.apart_from(theirs):
        return "disagree"
    return "agree" if sides == [0, 0] and theirs.half <= 2 * ours.half else "open"


def is_disputed(opinion: Opinion | None, main: Metrics) -> bool:
    """Whether an alarm may be caused by the players, not the rules, because the second kind raises
    no alarm.

    Searching players look further ahead, so players without search cannot dispute their alarms.
    """
    if opinion is None or opinion.backing != "disagree":
        return False
    return not (is_search(main.agents[0]) and not is_search(opinion.agents[0]))


def compared(
    ours: Estimate,
    other: Metrics | None,
    number_of: Callable[[Metrics], Estimate | None],
    worse: int = 0,
) -> Opinion | None:
    """Return the second kind of player's number; it disagrees if the two numbers clearly differ.

    `worse` is 1 if a larger number is worse, and −1 if a smaller number is worse; a worse number
    agrees.
    """
    theirs = number_of(other) if other is not None else None
    if other is None or theirs is None or theirs.withheld:
        return None
    is_worse = worse * (theirs.value - ours.value) > 0
    word: Backing = "disagree" if theirs.apart_from(ours) and not is_worse else "agree"
    return Opinion(other.agents, word, theirs)
