"""Writes the verdict of a simulation: requested answers, alarms, good results, and open
questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.model.letters import capital
from generator.play.telling.numbers import games_are, listed


@dataclass(frozen=True, slots=True)
class Verdict:
    """The parts of a verdict, in reading order."""

    games: int
    answered: str  # sentences about requested trials
    alarms: tuple[str, ...]  # clauses after "Look at this first:"
    good: tuple[str, ...]  # clauses after "it is"
    early: tuple[str, ...]  # clauses after "too early to say"
    others: int  # number of further findings that need attention
    disagreed: str  # the questions about which kinds of player disagree
    scored: str  # how well the players do, if nobody competes


def verdict(parts: Verdict) -> str:
    """Return the verdict in sentences."""
    sentences = []
    if parts.alarms:
        head = "Look at this too" if parts.answered else "Look at this first"
        sentences.append(f"{head}: {_listed(parts.alarms)}")
    if parts.good:
        it = "the game" if parts.answered else "it"
        it = f"otherwise {it}" if parts.alarms and not parts.others else it
        sentences.append(f"{capital(it)} is {listed(parts.good)}")
    if not sentences and not parts.others and not parts.disagreed:
        sentences.append(f"{games_are(parts.games)} only a first impression")
    more = [". ".join(sentences)]
    if parts.early:
        more.append(f"too early to say {listed(parts.early)}")
    if parts.others:
        n = parts.others
        needs = "one finding below needs" if n == 1 else f"{n} findings below need"
        more.append(f"{needs} a look{' too' if parts.alarms else ''}")
    more.append(parts.disagreed)
    before = [parts.answered, f"{parts.scored}." if parts.scored else ""]
    return " ".join(filter(None, [*before, f"{capital('; '.join(filter(None, more)))}."]))


def alarm_and_goals(alarm: str, goals: Sequence[str]) -> str:
    """Return an alarm, with the missed goals on the same measure."""
    quoted = listed([f"“{goal}”" for goal in goals]) if goals else ""
    return f"{alarm} (it misses your goal {quoted})" if goals else alarm


def disagree(kinds: Sequence[str], about: Sequence[str], n_findings: int) -> str:
    """Return a sentence about the questions that two kinds of player answer differently, and the
    number of other findings.
    """
    topics = list(about)
    if n_findings:
        topics.append("one finding below" if n_findings == 1 else f"{n_findings} findings below")
    return f"{listed(kinds)} players disagree about {listed(topics)}"


def _listed(alarms: Sequence[str]) -> str:
    """Join alarms, with semicolons if an alarm contains a comma."""
    return "; ".join(alarms) if any("," in alarm for alarm in alarms) else listed(alarms)
