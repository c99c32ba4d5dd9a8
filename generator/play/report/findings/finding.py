"""A finding: one sentence, how much it matters, and what to show beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from generator.play.measure.metrics import Metrics
from generator.play.measure.stats import Estimate
from generator.play.report.numbers import with_half

Level = Literal["look", "note", "fine"]  # needs a look, worth knowing, as it should be


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence; `weight` sorts, `chart` and `piece` say what to show beside it."""

    text: str
    weight: float
    level: Level
    chart: str = ""  # anchor of the chart
    piece: str = ""  # "component/row"
    doubt: str = ""  # what the other kind of player shows
    action: str = ""  # what to try
    places: tuple[str, ...] = ()  # names of places on the table


def who(metrics: Metrics) -> str:
    """How the players of a run are called in a sentence; several kinds are listed."""
    return f"{' and '.join(metrics.agents)} players"


def second_opinion(
    e: Estimate, other: Metrics | None, get: Callable[[Metrics], Estimate | None]
) -> str:
    """Whether the second kind of player says otherwise: where the two intervals do not meet."""
    theirs = get(other) if other is not None else None
    if other is None or theirs is None or theirs.withheld:
        return ""
    word = "disagree" if theirs.apart_from(e) else "agree"
    return f"{who(other)} {word}: {with_half(theirs)}"


def of_games(e: Estimate) -> str:
    """`45 ± 7 % of the games`; where it is all or none, in words."""
    if e.value == 1:
        return f"all {e.n:,} games"
    return f"none of {e.n:,} games" if e.value == 0 else f"{with_half(e)} of the games"
