"""Words shared by several questions: players, opinions, numbers of games."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.play.measures.results import Results
from generator.play.readings.reading import Backing, Opinion, PrecisionReading
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import looking_further
from generator.play.telling.numbers import with_half

MAY_BE = "the cause may be these players, not the rules"
TOO_EARLY = "Too early to say"
SAME_SEEDS = "Each pair of games shares its seed."

HUMANS = (
    "Bots complement human playtests and do not replace them: they find what is broken, "
    "lopsided or never happens; whether it is fun only people can say."
)


@dataclass(frozen=True, slots=True)
class Words:
    """A reading in the list of findings, with a sentence, the result of other players, and a
    suggestion.
    """

    text: str
    action: str = ""
    doubt: str = ""  # the result of other players, without a capital or a full stop
    clause: str = ""  # the clause of the verdict, after "Look at this first:"


@dataclass(frozen=True, slots=True)
class TileWords:
    """A reading on the first screen, with the answer to the tile's question, and the numbers behind
    it.
    """

    answer: str
    detail: str
    # clause of the verdict after "it is", or after "too early to say" if it is open
    clause: str = ""


def players_of(agents: Sequence[str]) -> str:
    """Write the players of a run for a sentence; several kinds are listed.

    >>> players_of(["greedy", "random"])
    'greedy and random players'
    """
    return f"{' and '.join(agents)} players"


def opinion_said(opinion: Opinion | None, theirs: str = "") -> str:
    """Return whether the second kind of player agrees, and its number; "" if it has no number.

    `theirs` is its number in words, if the words contain more than the number.
    """
    if opinion is None:
        return ""
    head = opinion_head(opinion.agents, opinion.backing)
    return f"{head}: {theirs or with_half(opinion.estimate)}"


def opinion_head(agents: Sequence[str], backing: Backing) -> str:
    """Write whether players agree.

    >>> opinion_head(["random"], "open")
    'too few games by random players to tell'
    """
    players = players_of(agents)
    return f"too few games by {players} to tell" if backing == "open" else f"{players} {backing}"


def disputed(words: Words, results: Results) -> Words:
    """Return an alarm that only one kind of player shows, with the suggestion to try players that
    look further ahead.
    """
    return Words(words.text, looking_further(results), f"{words.doubt}; {MAY_BE}")


def precision(reading: PrecisionReading, results: Results) -> Words:
    """Return the finding that the allowed games did not reach the requested precision."""
    return Words(
        f"{reading.games:,} games did not reach the precision asked for.",
        "raise the limit of games or ask for less precision",
    )


def of_games(e: Estimate) -> str:
    """Write `45 ± 7 % of the games`; all or none is written in words."""
    if e.value == 1:
        return f"all {e.n:,} games"
    return f"none of {e.n:,} games" if e.value == 0 else f"{with_half(e)} of the games"
