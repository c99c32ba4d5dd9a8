"""The figures of a game from version to version, from games of bots and of people.

In: the notebook and the reports about people's games. Out: a `Course` for each figure that is noted
for at least two versions, with the bounds of its goal where the game has one.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.model.goals import Goal
from generator.model.pack import Pack
from generator.people.figures import title_of
from generator.people.notebook import Notebook
from generator.people.report import Report
from generator.play.statistics.inference import Estimate

PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Course:
    """One figure of games with the same number of players, over the versions of the notebook."""

    key: str  # share 1, score, margin, rounds, turns, minutes
    title: str  # in words, with the number of players
    is_share: bool
    players: int
    goal: Goal | None  # the band that the game wants for it
    points: Mapping[str, Mapping[str, Estimate]]  # version → players of bots or "people" → value


def courses_of(pack: Pack, notebook: Notebook, reports: Mapping[str, Report]) -> tuple[Course, ...]:
    """Return the figures noted for two or more versions; those with a goal come first."""
    points: dict[tuple[int, str], dict[str, dict[str, Estimate]]] = {}
    for entry in notebook.entries:
        for players, key, who, estimate in _noted(notebook, entry.version, reports):
            versions = points.setdefault((players, key), {})
            versions.setdefault(entry.version, {}).setdefault(who, estimate)
    courses = [
        Course(
            key,
            f"{title_of(key)}, {players} players",
            key.startswith("share "),
            players,
            _goal(pack, key, players),
            versions,
        )
        for (players, key), versions in points.items()
        if len(versions) > 1 and (players, key) != (2, "share 2")  # the rest of seat 1's share
    ]
    return tuple(sorted(courses, key=lambda course: course.goal is None))


def _noted(
    notebook: Notebook, version: str, reports: Mapping[str, Report]
) -> Iterator[tuple[int, str, str, Estimate]]:
    """Yield number of players, figure, who played, and value; the latest run of bots first."""
    entry = notebook.entry(version)
    for run in entry.bots if entry is not None else ():
        for key, (value, low, high) in run.figures.items():
            yield run.players, key, run.who, Estimate(value, low, high, run.games, "")
    if version in reports:
        for group in reports[version].groups:
            for figure in group.figures:
                yield group.players, figure.key, PEOPLE, figure.people


def _goal(pack: Pack, key: str, players: int) -> Goal | None:
    for goal in pack.goals:
        is_meant = goal.measure == key and goal.holds_for(players) and not goal.is_around
        if is_meant and not math.isinf(goal.low) | math.isinf(goal.high):
            return goal
    return None
