"""Warnings of a plan: what is written and cannot matter."""

from collections.abc import Iterator
from itertools import pairwise

from generator.model.pack import Row
from generator.model.plays import POINT, Play
from generator.model.problems import Place, Problems
from generator.reading.phrases.bytecode import GAIN_CARD, GAIN_NAMED, RESOURCE
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.hands import warn_of_hands
from generator.reading.phrases.limits import (
    BUY_ACTION,
    DO_ACTION,
    EVERY_STEP,
    PRESS_STEP,
    TO_FRONT,
)
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.reach import loses_front_at_end
from generator.reading.phrases.words import (
    Clause,
    Gain,
    GainCard,
    GainDifferent,
    Program,
    Roll,
    Steal,
)


def warn_of_no_use(plan: Plan, play: Play, clauses: list[Clause], problems: Problems) -> None:
    """Warn of resources that nothing gains or uses, and of cards that nobody can pay for."""
    extra = {plan.resources[i] for amounts in plan.extra.values() for i in amounts}
    gained = {POINT, *extra, *(name for clause in clauses for name in _gained(clause))}
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
    _warn_of_points(plan, play, problems)
    warn_of_hands(plan, play, clauses, problems)
    _warn_of_actions(plan, play, problems)
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


def _warn_of_points(plan: Plan, play: Play, problems: Problems) -> None:
    """Warn of printed points that never count."""
    column = play.columns.points
    if column not in idle_columns(plan, play):
        return
    for row, points in zip(plan.rows, plan.points_of, strict=True):
        if points and row.count:
            text = f'the {column} of "{row.name}" never count: no card stays in front of a player'
            fix = "write points count: owned, or let an action lay cards in front: to: front"
            problems.warning(row.places.get(column, row.place), text, fix)
            return


def _warn_of_actions(plan: Plan, play: Play, problems: Problems) -> None:
    """Warn of actions that no step of a turn offers."""
    for i, action in enumerate(play.actions):
        if i not in plan.offered:
            text = f'no step of the turn offers the action "{action.name}"'
            problems.warning(
                action.place, text, "name it in a step such as choose: [" + action.name + "]"
            )


def warn_of_lost_trigger(
    row: Row, place: Place, program: Program, grammar: Grammar, problems: Problems
) -> None:
    """Warn of a sentence after "Each turn:" or "End:" that does not repeat these words."""
    for before, sentence in pairwise(program):
        words = {"turn": "Each turn:", "end": "End:"}.get(before.trigger)
        if words and not sentence.trigger:
            wording = grammar.canonical((sentence,)).rstrip(".")
            text = f'effect of "{row.name}": "{wording}" comes after "{words}" but is not part of '
            text += "it, so it is carried out once, when the card is played or laid down"
            fix = f'write "{words}" before it too, join both with "and", or put it first'
            problems.warning(place, text, fix)
            return


def idle_columns(plan: Plan, play: Play) -> set[str]:
    """The columns whose numbers change nothing in play: points that never count, costs never paid.

    Points count while a card lies in front of a player, or with `points count: owned` anywhere.
    """
    ops = {row[0] for row in plan.code}
    goes_in_front = (
        plan.is_draft
        or any(step[0] == PRESS_STEP for step in plan.steps)
        or any(kind != DO_ACTION and to == TO_FRONT for kind, _, _, _, to, *_ in plan.actions)
        or any(step[0] == EVERY_STEP for step in plan.steps)
        or (not plan.own_decks and bool(ops & {GAIN_CARD, GAIN_NAMED}))
    )
    idle = set()
    stays_in_front = goes_in_front and not loses_front_at_end(plan)
    if not stays_in_front and not plan.counts_owned:
        idle.add(play.columns.points)
    if GAIN_CARD not in ops and not any(action[0] == BUY_ACTION for action in plan.actions):
        idle.add(play.columns.cost)
    if not any(part.is_start for part in play.cards):
        idle.add("start")
    return idle


def _gained(clause: Clause) -> Iterator[str]:
    if isinstance(clause, Roll | Steal) or (isinstance(clause, Gain) and not clause.loses):
        yield clause.res
    if isinstance(clause, GainDifferent):
        yield from clause.resources


def _used(clause: Clause) -> Iterator[str]:
    if isinstance(clause, Steal | GainCard) or (isinstance(clause, Gain) and clause.loses):
        yield clause.res
