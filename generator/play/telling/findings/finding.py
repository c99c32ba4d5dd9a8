"""A finding: one sentence, how much it matters, and what to show beside it."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from generator.model.measures import Measure
from generator.play.engine.contract import is_search
from generator.play.measures.metrics import Metrics
from generator.play.readings.reading import (
    ANSWER,
    FALSE_ALARM,
    Backing,
    Level,
    Reading,
)
from generator.play.readings.reading import (
    backing_of as backing,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import with_half
from generator.play.telling.words.common import MAY_BE, Words, of_games, players_of

__all__ = ["ANSWER", "FALSE_ALARM", "MAY_BE", "Backing", "Level", "backing", "of_games"]


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
    fact: Measure | None = None  # the measure it is about
    goal: str = ""  # the goal that it says is missed
    said: str = ""  # for the verdict
    is_disputed: bool = False  # an alarm that the second kind of player surely does not share

    def members(self) -> dict[str, Any]:
        """What JSON has of it."""
        members = {f.name: getattr(self, f.name) for f in fields(self)}
        return members | {"fact": self.fact.key if self.fact is not None else ""}


def is_plain_greedy(spec: str) -> bool:
    """Whether a player is greedy by the pack's `value`, not by a persona's.

    >>> [is_plain_greedy(spec) for spec in ("greedy", "greedy:never=peek", "greedy:bold", "bold")]
    [True, True, False, False]
    """
    name, _, more = spec.partition(":")
    return name == "greedy" and (not more or "=" in more.partition(":")[0])


def who(metrics: Metrics) -> str:
    """How the players of a run are called in a sentence; several kinds are listed."""
    return players_of(metrics.agents)


def finding_of(reading: Reading, words: Words) -> Finding:
    """A reading in words."""
    return Finding(
        words.text, reading.weight, reading.level, reading.chart, reading.piece, words.doubt,
        words.action, reading.places, reading.measure, said=words.clause,
        is_disputed=reading.is_disputed,
    )  # fmt: skip


def disputes(word: Backing | None, main: Metrics, other: Metrics | None) -> bool:
    """Whether an alarm may be the player's, not the rules': the second kind surely shows none.

    Players that search look further than those who do not, and are not doubted by them.
    """
    if other is None or word != "disagree":
        return False
    return not (is_search(main.agents[0]) and not is_search(other.agents[0]))


def opinion(other: Metrics, word: Backing, theirs: str) -> str:
    """That they agree, disagree, or played too little to tell, and what they show."""
    said = f"too few games by {who(other)} to tell" if word == "open" else f"{who(other)} {word}"
    return f"{said}: {theirs}"


def second_opinion(
    e: Estimate,
    other: Metrics | None,
    get: Callable[[Metrics], Estimate | None],
    worse: int = 0,
) -> tuple[str, Backing | None]:
    """Whether the second kind of player says otherwise, in words: the two numbers surely differ.

    `worse`: 1 where more of it is worse, −1 where less is; who has it worse does not disagree.
    """
    theirs = get(other) if other is not None else None
    if other is None or theirs is None or theirs.withheld:
        return "", None
    is_worse = worse * (theirs.value - e.value) > 0
    word: Backing = "disagree" if theirs.apart_from(e) and not is_worse else "agree"
    return opinion(other, word, with_half(theirs)), word
