"""Whether a game says the same in each of its languages.

In: the pack in its first language, which is played, and in another. Out: problems with the place
of each phrase, cost and number that differs.
"""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from generator.model.pack import Pack
from generator.model.problems import Problem, Problems
from generator.reading.phrases.plan import Planner

_NOT_NAMES = frozenset({"trigger", "who", "how", "what", "where", "whose"})


def differences(first: Pack, other: Pack) -> list[Problem]:
    """The differences of a pack between its first language and another; empty without `play:`.

    Both have plans without errors. Names stand for each other if they have the same number.
    """
    if first.play is None or other.play is None:
        return []
    planners = []
    for pack in (first, other):
        assert pack.play is not None
        planner = Planner(pack, pack.play, Problems())
        planner.run()
        planners.append(planner)
    here, there = planners
    problems = [_of_phrases(first, other, here, there), *_of_cards(first, other, here, there)]
    return [problem for problem in problems if problem is not None]


def _of_phrases(first: Pack, other: Pack, here: Planner, there: Planner) -> Problem | None:
    """The number of phrases, if it differs: without it no phrase can be compared."""
    if len(here.programs) == len(there.programs):
        return None
    text = f"{len(there.programs)} phrases in {other.language}, but {len(here.programs)} in "
    fix = "write the same cards, actions, steps and scoring in both"
    return Problem(there.play.place, f"{text}{first.language}", fix)


def _of_cards(first: Pack, other: Pack, here: Planner, there: Planner) -> list[Problem]:
    """Every phrase, cost and number of points that differs."""
    problems = []
    names = {
        name: own
        for these, those in zip(_listed(there), _listed(here), strict=True)
        for name, own in zip(these, those, strict=False)
    }
    if len(here.programs) == len(there.programs):
        for own, program, phrase in zip(here.programs, there.programs, there.phrases, strict=True):
            if renamed(program, names) != own:
                text = f'{phrase.what}: "{there.grammar.canonical(program)}" in {other.language}, '
                text += f'but "{here.grammar.canonical(own)}" in {first.language}'
                problems.append(Problem(phrase.place, text, "write the same in both"))
    if there.plan.extra != here.plan.extra:
        text = f"extra in {other.language} is not that in {first.language}"
        problems.append(Problem(there.play.place, text, "write the same in both"))
    plan, column = there.plan, there.play.columns.cost
    for i, row in enumerate(plan.rows[: len(here.plan.rows)]):
        if plan.cost_of[i] != here.plan.cost_of[i]:
            place = row.places.get(column, row.place)
            text = f'the cost of "{row.name}" in {other.language} is not that in {first.language}'
            problems.append(Problem(place, text, "write the same in both"))
    return problems


def _listed(planner: Planner) -> tuple[tuple[str, ...], ...]:
    """Names of cards, kinds and resources; of equal names, the last is meant, as in phrases."""
    plan = planner.plan
    return plan.names, plan.kinds, plan.resources


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A clause, sentence or program in which resources, kinds and cards have other names."""
    if isinstance(value, tuple):
        return tuple(renamed(each, names) for each in value)
    if isinstance(value, str):
        return names.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        kept = [each.name for each in fields(value) if each.name not in _NOT_NAMES]
        return replace(value, **{name: renamed(getattr(value, name), names) for name in kept})
    return value
