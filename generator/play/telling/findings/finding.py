"""A finding: one sentence, how much it matters, and what to show beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from generator.play.engine.contract import is_search
from generator.play.measures.metrics import Metrics
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import sidak
from generator.play.telling.numbers import with_half

Level = Literal["look", "note", "fine"]  # needs a look, worth knowing, as it should be
ANSWER = 40.0  # a finding of such weight on what was asked for answers it
# The p-value from which on seats, pieces or leads are an alarm: what chance does in a fair game is
# taken for one of the three in at most 1 of 20 reports (Šidák 1967).
FALSE_ALARM = 1 - sidak(LEVEL, 3)
MAY_BE = "it may be the player, not the rules"
Backing = Literal["agree", "disagree", "open"]  # open: too few games to tell


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
    fact: str = ""  # the measure it tells of, as a goal names it
    goal: str = ""  # the goal that it says is missed
    said: str = ""  # for the verdict
    is_disputed: bool = False  # an alarm that the second kind of player surely does not share


def is_plain_greedy(spec: str) -> bool:
    """Whether a player is greedy by the pack's `value`, not by a persona's.

    >>> [is_plain_greedy(spec) for spec in ("greedy", "greedy:never=peek", "greedy:bold", "bold")]
    [True, True, False, False]
    """
    name, _, more = spec.partition(":")
    return name == "greedy" and (not more or "=" in more.partition(":")[0])


def who(metrics: Metrics) -> str:
    """How the players of a run are called in a sentence; several kinds are listed."""
    return f"{' and '.join(metrics.agents)} players"


def backing(ours: Estimate, theirs: Estimate, even: float) -> Backing:
    """What the second kind of player says of a number that is told for not being even.

    They agree where theirs is surely on the same side; where it is not, they disagree only if the
    two surely differ.
    """
    sides = [(x.value > even) - (x.value < even) if x.excludes(even) else 0 for x in (ours, theirs)]
    if sides[0] * sides[1] > 0:
        return "agree"
    if ours.apart_from(theirs):
        return "disagree"
    return "agree" if sides == [0, 0] and theirs.half <= 2 * ours.half else "open"


def disputes(word: Backing | None, main: Metrics, other: Metrics | None) -> bool:
    """Whether an alarm may be the player's, not the rules': the second kind surely shows none.

    Players that search look further than those who do not, and are not doubted by them.
    """
    if other is None or word != "disagree":
        return False
    return not (is_search(main.agents[0]) and not is_search(other.agents[0]))


def opinion(other: Metrics, word: Backing, theirs: str) -> str:
    """That they agree, disagree, or played too little to tell, and what they show."""
    said = f"too few games of {who(other)} to tell" if word == "open" else f"{who(other)} {word}"
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


def of_games(e: Estimate) -> str:
    """`45 ± 7 % of the games`; where it is all or none, in words."""
    if e.value == 1:
        return f"all {e.n:,} games"
    return f"none of {e.n:,} games" if e.value == 0 else f"{with_half(e)} of the games"
