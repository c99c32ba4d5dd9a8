"""What a move did to players, in a game of words: a second danger, and what others lose or gain.

In: the positions before a move and at the end of its part of the turn. Out: texts that everybody
may know. Others are "player 2"; who reads says "you".
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from generator.kit import cards_in
from generator.play.engine.from_data import machine
from generator.play.engine.from_data.layout import (
    DECKS_AT,
    DISCARDS_AT,
    FRONT,
    HAND,
    ROWS_AT,
    SEATS_AT,
)
from generator.play.engine.from_data.questions import NOTHING, PRESS
from generator.play.engine.from_data.sentences import amount
from generator.play.engine.from_data.turns import advance, is_turn_done
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.words import joined


def to_turn_end(tables: Any, state: Any, move: Any, rng: Any) -> None:
    """Play a move up to the end of its turn, or up to the next question of the turn."""
    machine.carry_out(tables, state, np.int64(move), rng)
    while state.over == 0 and state.asking == NOTHING and not is_turn_done(tables, state):
        advance(tables, state, rng)


def results(
    plan: Plan,
    copies: Sequence[int],
    names: Sequence[str],
    before: Any,
    move: int,
    after: Any,
    players: int,
) -> list[str]:
    """The results of a move; `copies` and `names` have the row and the name of every card.

    Where cards go round, everybody acts at once, and nobody takes anything from others.
    """
    texts = [_turned_up(plan, copies, names, before, after)] if move == PRESS else []
    for seat in range(players):
        if seat != int(before.seat) and not plan.is_draft:
            texts += [f"player {seat + 1} {text}" for text in _goods(plan, before, after, seat)]
        is_acting = seat in (int(before.seat), int(before.active))
        if not is_acting and not plan.is_draft:  # played cards leave the front by themselves
            texts += [f"player {seat + 1} {text}" for text in _lost(names, before, after, seat)]
    return [text for text in texts if text]


def _turned_up(
    plan: Plan, copies: Sequence[int], names: Sequence[str], before: Any, after: Any
) -> str:
    """The card that was turned up, and what a second danger takes; "" if there was none."""
    _, part, mask = plan.steps[int(before.step)][:3]
    kinds = [plan.kinds_of[row] & mask for row in copies]
    turned = cards_in(before.cards[ROWS_AT + part])
    now = cards_in(after.cards[ROWS_AT + part])
    if len(now) > len(turned):
        return f"turn up {names[now[0]]}"
    discards = [card for card in cards_in(after.cards[DISCARDS_AT + part]) if card not in turned]
    known = {*cards_in(before.cards[DISCARDS_AT + part])}
    fatal = next((card for card in discards if card not in known), (*discards, -1)[0])
    if fatal < 0:
        return ""
    twice = 0
    for card in turned:
        twice |= kinds[card] & kinds[fatal]
    if not twice:
        return ""
    dangers = joined([name for i, name in enumerate(plan.kinds) if twice >> i & 1], "and")
    lost = [names[card] for card in reversed(turned) if not kinds[card] & twice]
    taken = f": lose {joined(lost, 'and')}" if lost else ""
    return f"turn up {names[fatal]} (a second {dangers}){taken}"


def _goods(plan: Plan, before: Any, after: Any, seat: int) -> Iterator[str]:
    """The resources that a seat gained or lost."""
    for i, name in enumerate(plan.resources):
        n = int(after.held[seat, i]) - int(before.held[seat, i])
        if n and name:
            yield f"{'gains' if n > 0 else 'loses'} {amount(plan, abs(n), i)}"


def _lost(names: Sequence[str], before: Any, after: Any, seat: int) -> Iterator[str]:
    """The cards that left a seat's hand or front; a card that nobody saw is only counted."""
    hand, front = (SEATS_AT + 4 * seat + what for what in (HAND, FRONT))
    own = {card for pile in (hand, front) for card in cards_in(after.cards[pile])}
    fronts = range(SEATS_AT + FRONT, len(after.cards), 4)
    shown = {
        card for pile in (*range(DECKS_AT - 1), *fronts) for card in cards_in(after.cards[pile])
    }
    was_open = cards_in(before.cards[front])
    gone = [card for card in (*was_open, *cards_in(before.cards[hand])) if card not in own]
    unseen = 0
    for card in gone:
        if card in shown or card in was_open:
            yield f"loses {names[card]}"
        else:
            unseen += 1
    if unseen:
        yield "loses a card" if unseen == 1 else f"loses {unseen} cards"
