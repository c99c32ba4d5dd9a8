"""What some players begin with in addition, read into a plan."""

from generator.model.plays import Play
from generator.model.problems import Problems
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.limits import MOST_SEATS
from generator.reading.phrases.plan_values import Plan


def read_extra(
    play: Play, plan: Plan, grammar: Grammar, problems: Problems
) -> dict[int, dict[int, int]]:
    """The additional amounts of each seat, counted from 0, by resource; faults are reported."""
    extra: dict[int, dict[int, int]] = {}
    for player, phrase in play.extra.items():
        costs = grammar.cost(phrase.text)
        if costs is None:
            known = ", ".join(plan.resources)
            text = f'{phrase.what}: "{phrase.text}" is not an amount of resources'
            lasting = [
                name for name, until in zip(plan.resources, plan.until, strict=True) if not until
            ]
            fix = f'write it like "1 {lasting[-1]}"; resources: {known}'
            problems.error(phrase.place, text, fix)
            continue
        if player > MOST_SEATS:
            text = f"{phrase.what}: a game that is played by its words has {MOST_SEATS} at most"
            problems.error(phrase.place, text)
            continue
        amounts = {plan.resources.index(name): n for n, name in costs}
        for resource in amounts:
            if plan.until[resource]:
                name = plan.resources[resource]
                text = f'{phrase.what}: "{name}" is set back when a turn or a round begins'
                problems.error(phrase.place, text, "name a resource without until")
        extra[player - 1] = amounts
    return extra
