"""Warnings of a plan: what is written and cannot matter."""

from collections.abc import Iterator

from generator.model.plays import POINT, Play
from generator.model.problems import Problems
from generator.reading.phrases.bytecode import RESOURCE
from generator.reading.phrases.limits import BUY_ACTION
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.words import Clause, Gain, GainCard, Roll, Steal


def warn_of_no_use(plan: Plan, play: Play, clauses: list[Clause], problems: Problems) -> None:
    """Warn of resources that nothing gains or uses, and of cards that nobody can pay for."""
    gained = {POINT, *(name for clause in clauses for name in _gained(clause))}
    used = {name for clause in clauses for name in _used(clause)}
    for costs in (*plan.costs, *plan.cost_of):
        used |= {plan.resources[i] for i in costs}
    used |= {plan.resources[which] for what, which, *_ in plan.counters if what == RESOURCE}
    for each in play.resources:
        i = plan.resources.index(each.name)
        is_used = each.name in used or bool(each.saves) or each.is_wild or each.is_held
        if each.name not in gained and not plan.starts[i]:
            text = f'nothing gains the resource "{each.name}"'
            problems.warning(each.place, text, "remove it, or let something gain it")
        elif not is_used and each.name != POINT:
            text = f'nothing uses the resource "{each.name}"'
            problems.warning(each.place, text, "remove it, or let something cost it")
    can_have = [name in gained or plan.starts[i] > 0 for i, name in enumerate(plan.resources)]
    if plan.wild >= 0 and can_have[plan.wild]:
        return
    if not any(action[0] == BUY_ACTION for action in plan.actions):
        return
    for row, costs in zip(plan.rows, plan.cost_of, strict=True):
        lacking = [plan.resources[i] for i in costs if not can_have[i]]
        if lacking and row.count:
            place = row.places.get(play.columns.cost, row.place)
            text = f'nobody can pay for "{row.name}": nothing gains "{lacking[0]}"'
            problems.warning(place, text, "let something gain it, or change the cost")


def _gained(clause: Clause) -> Iterator[str]:
    if isinstance(clause, Roll | Steal) or (isinstance(clause, Gain) and not clause.loses):
        yield clause.res


def _used(clause: Clause) -> Iterator[str]:
    if isinstance(clause, Steal | GainCard) or (isinstance(clause, Gain) and clause.loses):
        yield clause.res
