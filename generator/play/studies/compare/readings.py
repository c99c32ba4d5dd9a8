"""The readings of a comparison: the changes by each setting, and the status of each goal, as
values.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.model.measures import Question, Topic
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Difference
from generator.play.readings.changes import mirrored_of, size_of
from generator.play.readings.ends import is_cut_short
from generator.play.readings.goals import (
    Standing,
    cut_shares,
    fault_readings,
    games_to_decide,
    judged_goals,
    standings_of,
)
from generator.play.readings.reading import Reading
from generator.play.readings.tiles import State
from generator.play.studies.compare.answer import Comparison
from generator.play.telling.tiles import answers_of, questions_of

MOST_NAMED = 4  # number of changes that the first sentence about a setting names
RANKS: dict[Topic, int] = {"unended": 0, "supply": 0, "seats": 1, "outcome": 1, "length": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalReading(Reading):
    """A goal whose status differs between the settings."""

    goal_name: str
    standings: tuple[Standing, ...]  # one for each setting
    # share of unfinished games, for each setting with too many unfinished games to be judged
    cut: tuple[float, ...]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalsAlikeReading(Reading):
    """The goals that have the same status under all settings."""

    goals: tuple[tuple[str, Standing], ...]
    games_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestReading(Reading):
    """The largest change of each setting; None for a setting without a noticeable change."""

    changes: tuple[tuple[str, Difference | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutReading(Reading):
    """The share of games that did not finish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesReading(Reading):
    """The changes by one setting; changes in unfinished games come first."""

    label: str
    differences: tuple[Difference, ...]
    is_more: bool  # whether an earlier sentence reports other changes of the same setting


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallReading(Reading):
    """Changes of a setting that are certain but too small to notice."""

    label: str
    differences: tuple[Difference, ...]
    is_more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NoChangeReading(Reading):
    """No change is certain, or there are too few games to tell."""

    games: int
    is_few: bool


@dataclass(frozen=True, slots=True)
class TileReading:
    """The change that answers a tile's question. A tile without a change is neutral."""

    question: Question
    difference: Difference
    state: State


def comparison_readings(comparison: Comparison) -> Iterator[Reading]:
    """Return the readings about goals, then the readings about certain changes of each setting."""
    yield from _goals(comparison)
    mirrored = mirrored_of(results for _, results in comparison.results)
    sure = [d for d in comparison.differences if d.is_sure and d.measure not in mirrored]
    if len(comparison.results) > 2:
        yield from _largest(comparison, sure)
    if cut_of(comparison) and sure:
        yield CutReading(level="note", weight=21.0, chart="differences")
    for i, (label, _) in enumerate(comparison.results[1:]):
        yield from _changes(label, [d for d in sure if d.label == label], i / 10)
    games = comparison.results[0][1].main.metrics.games
    if not sure:
        few = games < NEEDED or all(d.difference.withheld for d in comparison.differences)
        yield NoChangeReading(
            level="note" if few else "fine", weight=50.0, chart="differences", games=games,
            is_few=few,
        )  # fmt: skip


def cut_of(comparison: Comparison) -> list[str]:
    """Return the settings with too many unfinished games to know the lengths of games."""
    return [label for label, results in comparison.results if is_cut_short(results)]


def tile_readings(comparison: Comparison) -> Iterator[TileReading]:
    """Return, for each question, the change that answers the question best."""
    mirrored = mirrored_of(results for _, results in comparison.results)
    differences = [d for d in comparison.differences if d.measure not in mirrored]
    differences = [d for d in differences if math.isfinite(d.difference.value)]
    for question in questions_of(comparison.results[0][1]):
        of_each = [
            [d for d in differences if d.measure in tied]
            for tied in answers_of(differences, question)
        ]
        sure = [moved for rows in of_each if (moved := [d for d in rows if d.is_sure])]
        rows = [d for rows in of_each for d in rows]
        if rows:
            first = min(rows, key=lambda d: d.q)
            if sure:
                first = max(sure[0], key=lambda d: (_is_worse(d), size_of(d)))
            yield TileReading(question, first, "open" if first.difference.withheld else "note")


def _goals(comparison: Comparison) -> Iterator[Reading]:
    """Return the status of each goal under each setting; all intervals hold together.

    A goal that is undecided under one setting and met under another is no evidence of a change.
    Such goals come after the changes.
    """
    runs = [results for _, results in comparison.results]
    games = runs[0].main.metrics.games
    both = [judged_goals(results, len(runs)) for results in runs]
    yield from fault_readings([fault for _, faults in both for fault in faults])
    judged = [goals for goals, _ in both]
    standings = standings_of(judged)[0]
    alike = []
    for goal, standing in standings.items():
        if len(set(standing)) == 1:
            alike.append(goal)
            continue
        yield GoalReading(
            level="note", weight=97.0 if "missed" in standing else 60.0, chart="differences",
            goal_name=goal, standings=tuple(standing),
            cut=cut_shares(runs) if "unjudged" in standing else (),
            games_needed=games_to_decide(judged, [goal], games),
        )  # fmt: skip
    if alike:
        yield GoalsAlikeReading(
            level="note", weight=16.0, chart="differences",
            goals=tuple((goal, standings[goal][0]) for goal in alike),
            games_needed=games_to_decide(judged, alike, games),
        )  # fmt: skip


def _largest(comparison: Comparison, sure: Sequence[Difference]) -> Iterator[Reading]:
    """Return the most important change of each of several settings."""
    changes = []
    for label, _ in comparison.results[1:]:
        felt = _felt([d for d in sure if d.label == label])
        changes.append((label, max(felt, key=size_of, default=None)))
    firsts = [d for _, d in changes if d is not None]
    if firsts:
        breaks = any(_rank(d) == 0 for d in firsts)
        yield LargestReading(
            level="note", weight=98.5 if breaks else 93.0, chart="differences",
            changes=tuple(changes),
        )  # fmt: skip


def _changes(label: str, differences: Sequence[Difference], less: float) -> Iterator[Reading]:
    """Return the certain changes of one setting; `less` keeps the settings in order."""
    felt = _felt(differences)
    for part in (felt[:MOST_NAMED], felt[MOST_NAMED:]):
        if part:
            is_more = part[0] is not felt[0]
            weight = 20.0 if is_more else 98.0 if _rank(part[0]) == 0 else 90.0
            yield ChangesReading(
                level="note", weight=weight - less, chart="differences", label=label,
                differences=tuple(part), is_more=is_more,
            )  # fmt: skip
    small = [d for d in differences if d not in felt]
    if small:
        yield SmallReading(
            level="note", weight=15 - less, chart="differences", label=label,
            differences=tuple(small), is_more=bool(felt),
        )  # fmt: skip


def _felt(differences: Sequence[Difference]) -> list[Difference]:
    """Return the noticeable changes of one setting in reading order."""
    return sorted(filter(_is_felt, differences), key=lambda d: (_rank(d), -size_of(d)))


def _is_felt(d: Difference) -> bool:
    """Whether a change is noticeable; for unfinished games, whether `simulate` would alarm."""
    is_alarm = bool(d.measure.does) and max(d.base.value, d.other.value) >= d.least
    return is_alarm or abs(d.difference.value) >= d.least


def _rank(d: Difference) -> int:
    """Return the sort key of a change: unfinished games, seats, length, then other measures."""
    last = max(RANKS.values()) + 1
    return RANKS.get(d.measure.topic, last) if d.measure.question else last


def _is_worse(d: Difference) -> bool:
    """Whether noticeably more games stay unfinished, for this one reason."""
    return d.measure.worse * d.difference.value > 0 and size_of(d) >= 1
