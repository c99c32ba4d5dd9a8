"""Faults and warnings about cards in hand."""

from generator.model.plays import Play
from generator.model.problems import Problems
from generator.reading.phrases.bytecode import FRONT, RESOURCE
from generator.reading.phrases.limits import EVERY_STEP, PLAY_ACTION, TO_HAND
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.words import (
    Clause,
    Discard,
    Draw,
    GainCard,
    Look,
    Plain,
    PlayTwice,
    Swap,
    TurnUp,
    words_of,
)


def report_hands(plan: Plan, play: Play, clauses: list[Clause], problems: Problems) -> None:
    """Report draws without a deck, and what changes hands that are packets going round."""
    draws = any(isinstance(clause, Draw | TurnUp | Look) for clause in clauses)
    if draws and plan.draw_part < 0 and not plan.own_decks:
        text = "cards are drawn, but there is no deck to draw from"
        problems.error(play.place, text, "name its component under cards")
    if not plan.is_draft:
        return
    for clause in clauses:
        moves_hand = isinstance(clause, Draw | Discard | Swap | TurnUp | Look | PlayTwice)
        moves_hand |= clause == Plain("clean")
        if moves_hand or (isinstance(clause, GainCard) and clause.to_hand):
            text = f'"{words_of(clause)}" changes a hand, but hands are packets that go round'
            problems.error(play.place, text, "remove it, or the step with keep")
            return
    if any(action[0] == PLAY_ACTION for action in plan.actions):
        text = "cards are played from hands, but hands are packets that go round"
        problems.error(play.place, text, "remove the action, or the step with keep")


def warn_of_hands(plan: Plan, play: Play, clauses: list[Clause], problems: Problems) -> None:
    """Warn of discards from hands that are always empty, and of hands that change nothing."""
    discards = [clause for clause in clauses if isinstance(clause, Discard)]
    is_held = (
        any(plan.hand.values())
        or any(isinstance(clause, Draw | TurnUp | Look) for clause in clauses)
        or any(isinstance(clause, GainCard) and clause.to_hand for clause in clauses)
        or any(to == TO_HAND for _, _, _, _, to, *_ in plan.actions)
    )
    is_used = (
        plan.is_draft
        or plan.counts_owned
        or any(action[0] == PLAY_ACTION for action in plan.actions)
        or any(step[0] == EVERY_STEP for step in plan.steps)
        or any(isinstance(clause, PlayTwice) for clause in clauses)
        or any(where != FRONT for what, _, where, *_ in plan.counters if what != RESOURCE)
    )
    if discards and not is_held:
        words = words_of(discards[0])
        said_by = [row for row, text in plan.words if words.casefold() in text.casefold()]
        column = play.columns.effects
        place = said_by[0].places.get(column, said_by[0].place) if said_by else play.place
        text = f'"{words}" does nothing: no player ever has cards in hand'
        problems.warning(place, text, "deal cards with hand:, or let something draw cards")
    elif is_held and not is_used:
        text = "players hold cards in hand, but no action plays them and nothing counts them"
        problems.warning(play.place, text, "add an action such as {play: card}, or draw no cards")
