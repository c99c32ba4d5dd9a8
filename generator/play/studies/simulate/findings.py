"""The findings of a simulation: what to read first, in sentences sorted by how much they matter.

A sentence is written only when its numbers are not withheld. *Association* and *lift* say that two
things go together; *effect* is kept for the same seeds played with a piece changed. The second
kind of player is a check: what it shows differently is said in the same breath, and what it alone
shows comes after everything that the players asked for show.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.play.measures.results import Results
from generator.play.readings.ends import is_unfinished
from generator.play.telling.commands import looking_further
from generator.play.telling.findings.choices import of_choices
from generator.play.telling.findings.components import of_components
from generator.play.telling.findings.course import of_course
from generator.play.telling.findings.ends import of_ends, of_holes
from generator.play.telling.findings.finding import Finding, is_plain_greedy
from generator.play.telling.findings.goals import (
    with_goals,
)
from generator.play.telling.findings.scores import of_scores
from generator.play.telling.findings.seats import of_seats
from generator.play.telling.findings.trials import of_trials
from generator.play.telling.words.common import MAY_BE
from generator.play.telling.words.seats import COUNT_IT, LAST_SEES

BELOW = 0.1


def of_results(results: Results) -> Iterator[Finding]:
    """The findings of a simulation."""
    main = results.main.metrics
    if is_unfinished(main):  # such players say nothing else of the game
        yield from of_ends(results)
        yield from of_holes(results)
        return
    yield from _weighed(results, list(with_goals(results, list(_of_play(results)))))
    yield from of_holes(results)
    yield from of_trials(results)
    if not results.reached:
        text = f"{main.games:,} games did not reach the precision asked for."
        yield Finding(text, 95, "look", action="raise the limit of games or ask for less precision")


def _weighed(results: Results, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Findings, those that only one kind of player shows below all alarms and none themselves.

    Before anything is changed for their sake, players that look further are asked.
    """
    least = min(
        (f.weight for f in findings if f.level == "look" and not f.is_disputed), default=100.0
    )
    for f in findings:
        if not f.is_disputed or f.level != "look":
            if f.chart == "seats" and f.level == "look" and sees_secrets(results):
                doubt = f"{f.doubt}; {LAST_SEES}" if f.doubt else LAST_SEES
                f = replace(f, doubt=doubt, action=f"first {COUNT_IT}")
            yield replace(f, is_disputed=False)
            continue
        doubt, action = MAY_BE, looking_further(results)
        if f.chart == "seats" and sees_secrets(results):
            doubt, action = f"{MAY_BE}: {LAST_SEES}", f"{COUNT_IT}, or {action}"
        yield replace(
            f, level="note", weight=min(f.weight, least - BELOW), doubt=f"{f.doubt}; {doubt}",
            action=action, said="",
        )  # fmt: skip


def sees_secrets(results: Results) -> bool:
    """Whether greedy players choose in secret by the score alone: the last one sees the result."""
    provenance = results.provenance
    is_greedy = any(map(is_plain_greedy, results.main.agents))
    return provenance.has_secret and not provenance.has_value and is_greedy


def _of_play(results: Results) -> Iterator[Finding]:
    """What shows in the games themselves."""
    main = results.main.metrics
    yield from of_ends(results)
    if main.is_contest:
        yield from of_seats(results)
    yield from of_scores(results)
    yield from of_course(results)
    yield from of_components(results)
    yield from of_choices(results)
