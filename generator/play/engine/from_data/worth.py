"""Values the position of a seat: score, hand, resources and cards, with learned weights."""

from typing import Any

import numpy as np

from generator.kit import count, odds, peek, rule
from generator.play.engine.from_data.counting import total
from generator.play.engine.from_data.goods import hand_at
from generator.play.engine.from_data.judge import (
    HAND_SIZE,
    RESOURCES_AT,
    SCORE,
    UNIT,
)
from generator.play.engine.from_data.layout import DECK, SEATS_AT
from generator.play.engine.from_data.layout import DISCARD as DISCARD_PILE
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE


@rule
def value(tables: Any, state: Any, seat: Any) -> Any:
    """The lead of a seat in points; cards that are chosen but still face down count."""
    ahead = worth_of(tables, state, seat, seat)
    if tables.players > 1:
        best = -np.inf
        for other in range(tables.players):
            if other != seat:
                best = max(best, worth_of(tables, state, other, seat))
        ahead -= best
    return odds(ahead, tables.judge_spread)


@rule
def worth_of(tables: Any, state: Any, seat: Any, judge: Any) -> Any:
    """The value in points of everything that a seat has, with the weights of the seat `judge`."""
    points = total(tables, state, seat, True)
    if not tables.judge_learned:
        return points * 1.0
    t = min(state.turns, tables.judge_turns)
    n = points * weight(tables, judge, t, SCORE)
    n += count(state.cards[hand_at(tables, state, seat)]) * weight(tables, judge, t, HAND_SIZE)
    for resource in range(1, tables.n_resources):
        n += state.held[seat, resource] * weight(tables, judge, t, RESOURCES_AT + resource)
    at, rows_at = SEATS_AT + 4 * seat, RESOURCES_AT + len(tables.starts)
    n += worth_in(tables, judge, t, rows_at, state.cards[at + FRONT_PILE])
    if tables.own_decks:
        n += worth_in(tables, judge, t, rows_at, state.cards[at + HAND_PILE])
        n += worth_in(tables, judge, t, rows_at, state.cards[at + DECK])
        n += worth_in(tables, judge, t, rows_at, state.cards[at + DISCARD_PILE])
    elif not tables.drafts:
        n += worth_in(tables, judge, t, rows_at + len(tables.part_of), state.cards[at + HAND_PILE])
    if tables.drafts:
        for i in range(4):
            if state.chosen[seat, i] >= 0:
                n += weight(tables, judge, t, rows_at + tables.row_of[state.chosen[seat, i]])
    return n / (UNIT * tables.judge_turns)


@rule
def weight(tables: Any, judge: Any, t: Any, which: Any) -> Any:
    """A weight after so many turns, in thousandths of a point times the turns of a usual game."""
    early, late = (
        int(tables.judge_weights[judge, 0, which]),
        int(tables.judge_weights[judge, 1, which]),
    )
    return early * (tables.judge_turns - t) + late * t


@rule
def worth_in(tables: Any, judge: Any, t: Any, first: Any, pile: Any) -> Any:
    """The value of the cards of a pile, in the unit of `weight`."""
    n = 0
    for place in range(count(pile)):
        n += weight(tables, judge, t, first + tables.row_of[peek(pile, place)])
    return n
