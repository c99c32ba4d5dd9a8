"""Steps, turns and rounds, and what a player may choose to do."""

from typing import Any

import numpy as np

from generator.kit import count, offer, peek, put, reveal, rule, take_at
from generator.play.engine.from_data.counting import amount, holds, scored_by, total
from generator.play.engine.from_data.goods import (
    can_pay,
    drawn_part,
    gain,
    hand_at,
    lay_down,
    lay_in_front,
    matching,
    next_card,
    note_owned,
    pay,
    place_in,
    take_from_front,
    take_open,
)
from generator.play.engine.from_data.layout import DISCARDS_AT, DRAW_DECK, ROWS_AT, SEATS_AT
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE
from generator.play.engine.from_data.programs import ask, enqueue, push, run
from generator.play.engine.from_data.questions import (
    ACT,
    ASK_ACTION,
    ASK_BACK,
    ASK_KEEP,
    ASK_PRESS,
    DO,
    END,
    EVERYBODY,
    MOST_IDLE,
    NOTHING,
    ON_BUY,
    ON_PLAY,
    ON_TURN,
    PRESS,
    STUCK,
)
from generator.reading.phrases.bytecode import ANY_KIND, IF, PAY, RESOURCE
from generator.reading.phrases.limits import (
    AFTER_ROUNDS,
    BANK_EMPTY,
    CHOOSE_STEP,
    CLAIMS,
    DECK_EMPTY,
    DO_ACTION,
    EACH_ROUND,
    EACH_TURN,
    EFFECTS_STEP,
    HAS,
    KEEP_STEP,
    MOST_ROWS,
    MOST_SEATS,
    PHRASE_STEP,
    PLAY_ACTION,
    PRESS_STEP,
    ROW_EMPTY,
    SUPPLIES_EMPTY,
    SUPPLY_EMPTY,
    TO_FRONT,
)


@rule
def go_on(tables: Any, state: Any, rng: Any) -> Any:
    """Run until somebody is asked or the game is over."""
    while state.over == 0 and state.asking == NOTHING:
        advance(tables, state, rng)


@rule
def advance(tables: Any, state: Any, rng: Any) -> Any:
    """Do the next thing that happens without a question."""
    if state.depth > 0:
        run(tables, state, rng)
    elif state.served < state.queued:
        i = state.served
        push(state, state.queue[i, 1], state.queue[i, 0], state.queue[i, 2], -1)
        state.served = i + 1
    elif state.stopped:
        state.over = STUCK + tables.n_ends
    elif state.step < 0:
        begin_turn(tables, state)
    elif state.step >= tables.n_steps:
        end_turn(tables, state, rng)
    else:
        do_step(tables, state, rng)


@rule
def is_turn_done(tables: Any, state: Any) -> Any:
    """Whether all steps of a turn are done, with everything that they set off."""
    is_idle = state.depth == 0 and state.served >= state.queued
    return is_idle and state.step >= tables.n_steps


@rule
def begin_turn(tables: Any, state: Any) -> Any:
    """Reset everything that lasts until the beginning of a turn."""
    state.step, state.times = 0, 0
    for seat in range(tables.players):
        if tables.drafts or seat == state.active:
            state.used[seat] = state.protected[seat] = 0
            for resource in range(tables.n_resources):
                if tables.until[resource] == EACH_TURN:
                    set_back(tables, state, seat, resource)


@rule
def set_back(tables: Any, state: Any, seat: Any, resource: Any) -> Any:
    """Give a player as many of a resource as the game begins with."""
    n = int(tables.starts[resource]) - state.held[seat, resource]
    gain(tables, state, seat, resource, n)


@rule
def next_step(tables: Any, state: Any, rng: Any) -> Any:
    """Go on to the next step; where cards go round, everybody does a step before the next."""
    state.times = 0
    if tables.drafts:
        state.active += 1
        if state.active < tables.players:
            return
        state.active = 0
        if tables.steps[state.step, 0] == KEEP_STEP:
            turn_up(tables, state, tables.steps[state.step, 2])
    state.step += 1


@rule
def do_step(tables: Any, state: Any, rng: Any) -> Any:
    """Carry out a step of the turn, or ask about it."""
    step, seat = state.step, state.active
    kind, a = tables.steps[step, 0], tables.steps[step, 1]
    if kind == CHOOSE_STEP:
        is_done = tables.steps[step, 2] >= 0 and state.times >= tables.steps[step, 2]
        if not is_done and can_act(tables, state):
            ask(state, ASK_ACTION, seat)
            return
    elif kind == KEEP_STEP:
        if state.times < min(a, count(state.cards[hand_at(tables, state, seat)])):
            ask(state, ASK_KEEP, seat)
            return
    elif kind == PRESS_STEP:
        turned = state.cards[ROWS_AT + a]
        if count(turned) > 0 or turn_one(tables, state, rng):
            ask(state, ASK_PRESS, seat)
            return
    elif kind == PHRASE_STEP:
        push(state, a, seat, -1, -1)
    elif kind == EFFECTS_STEP:
        front = state.cards[SEATS_AT + 4 * seat + FRONT_PILE]
        for place in range(count(front) - 1, -1, -1):
            card = peek(front, place)
            enqueue(state, seat, tables.entry[tables.row_of[card], ON_TURN], card)
    else:
        play_every(tables, state, seat, a)
    next_step(tables, state, rng)


@rule
def turn_one(tables: Any, state: Any, rng: Any) -> Any:
    """Turn up a card; False where there is none, or after two of a kind, which discards all."""
    part, mask = tables.steps[state.step, 1], tables.steps[state.step, 2]
    card = next_card(tables, state, tables.deck_at[part], DISCARDS_AT + part, rng)
    if card < 0:
        return False
    turned = state.cards[ROWS_AT + part]
    kinds = tables.kinds[tables.row_of[card]] & mask
    is_bust = False
    for place in range(count(turned)):
        if tables.kinds[tables.row_of[peek(turned, place)]] & kinds:
            is_bust = True
    put(turned, card)
    if is_bust:  # the card that was turned up last ends on top of the discard pile
        while count(turned) > 0:
            put(state.cards[DISCARDS_AT + part], take_at(turned, count(turned) - 1))
    return not is_bust


@rule
def keep_turned(tables: Any, state: Any, seat: Any) -> Any:
    """Lay the cards that are turned up in front of a seat, the first of them first."""
    turned = state.cards[ROWS_AT + tables.steps[state.step, 1]]
    while count(turned) > 0:
        card = take_at(turned, count(turned) - 1)
        lay_in_front(tables, state, seat, card)
        enqueue(state, seat, tables.entry[tables.row_of[card], ON_PLAY], card)


@rule
def list_presses(tables: Any, state: Any, out: Any) -> Any:
    """Offer to stop, and to press on while the deck or its discard pile has cards."""
    part = tables.steps[state.step, 1]
    n = offer(out, 0, END)
    if count(state.cards[tables.deck_at[part]]) + count(state.cards[DISCARDS_AT + part]) > 0:
        n = offer(out, n, PRESS)
    return n


@rule
def play_every(tables: Any, state: Any, seat: Any, mask: Any) -> Any:
    """Play all cards of a kind from a hand."""
    hand = state.cards[hand_at(tables, state, seat)]
    for place in range(count(hand) - 1, -1, -1):
        row = tables.row_of[peek(hand, place)]
        if mask == ANY_KIND or tables.kinds[row] & mask:
            card = take_at(hand, place)
            lay_in_front(tables, state, seat, card)
            enqueue(state, seat, tables.entry[row, ON_PLAY], card)


@rule
def turn_up(tables: Any, state: Any, passes: Any) -> Any:
    """Turn up what everybody chose, and hand the packets on."""
    for seat in range(tables.players):
        packet = state.cards[hand_at(tables, state, seat)]
        for i in range(4):
            card = int(state.chosen[seat, i])
            if card >= 0:
                for place in range(count(packet)):
                    if peek(packet, place) == card:
                        take_at(packet, place)
                        break
                lay_in_front(tables, state, seat, card)
                enqueue(state, seat, tables.entry[tables.row_of[card], ON_PLAY], card)
                state.chosen[seat, i] = -1
    state.handed_on += passes
    for seat in range(tables.players):
        packet = state.cards[hand_at(tables, state, seat)]
        for place in range(count(packet)):
            reveal(packet, place, seat)


@rule
def too_many(tables: Any, state: Any, seat: Any) -> Any:
    """The number of held resources of a seat above the limit."""
    if tables.hold < 0:
        return 0
    n = -tables.hold
    for resource in range(tables.n_resources):
        if tables.counts_held[resource]:
            n += state.held[seat, resource]
    return n


@rule
def end_turn(tables: Any, state: Any, rng: Any) -> Any:
    """Give back what is too much, look whether the game is over, and pass the turn on."""
    for seat in range(tables.players):
        if (tables.drafts or seat == state.active) and too_many(tables, state, seat) > 0:
            ask(state, ASK_BACK, seat)
            return
    state.turns += 1
    state.idle += 1
    look_for_end(tables, state)
    if state.over == 0 and state.idle > MOST_IDLE * tables.players:
        state.over = STUCK
    if state.over:
        return
    state.step = -1
    if tables.drafts:
        for seat in range(tables.players):
            if count(state.cards[hand_at(tables, state, seat)]) > 0:
                return
        end_round(tables, state, rng)
    elif state.again:
        state.again = 0
    elif tables.by_places:
        state.passed = 0 if state.has_placed else state.passed + 1
        state.has_placed = 0
        state.active = (state.active + 1) % tables.players
        if state.passed == tables.players:
            state.passed = 0
            state.taken[:] = 0
            state.first = (state.first + 1) % tables.players
            state.active = state.first
            end_round(tables, state, rng)
    else:
        state.active += 1
        if state.active == tables.players:
            state.active = 0
            end_round(tables, state, rng)


@rule
def look_for_end(tables: Any, state: Any) -> Any:
    """Note how the game ends, now or when the round is finished."""
    for i in range(tables.n_ends):
        if state.over == 0 and state.ending == 0 and is_met(tables, state, i):
            if tables.ends[i, 3]:
                state.ending = STUCK + 1 + i
            else:
                state.over = STUCK + 1 + i


@rule
def is_met(tables: Any, state: Any, i: Any) -> Any:
    """Whether the condition of an end holds."""
    kind, n, a = tables.ends[i, 0], tables.ends[i, 1], tables.ends[i, 2]
    if kind == HAS:
        is_points = tables.counters[a, 0] == RESOURCE and tables.counters[a, 1] == 0
        for seat in range(tables.players):
            have = amount(tables, state, seat, a, False)
            if is_points:
                have = total(tables, state, seat, False) // tables.counters[a, 3]
            if have >= n:
                return True
        return False
    if kind == DECK_EMPTY:
        return count(state.cards[tables.deck_at[a]]) == 0
    if kind == BANK_EMPTY:
        return state.bank[a] == 0
    if kind == ROW_EMPTY:
        return count(state.cards[ROWS_AT + a]) == 0
    if kind in (SUPPLIES_EMPTY, SUPPLY_EMPTY):
        empty, left = 0, 0
        for row in range(tables.n_rows):
            if tables.is_supply[tables.part_of[row]]:
                empty += 1 if state.left[row] == 0 else 0
                is_it = tables.part_of[row] == a if n else tables.name_of[row] == a
                left += state.left[row] if is_it else 0
        return empty >= n if kind == SUPPLIES_EMPTY else left == 0
    return False


@rule
def end_round(tables: Any, state: Any, rng: Any) -> Any:
    """Score the round, look whether it was the last, and deal anew where cards go round."""
    state.rounds += 1
    won = np.zeros(MOST_SEATS, np.int64)
    for seat in range(tables.players):
        won[seat] = scored_by(tables, state, seat, tables.round_scoring, False)
    for seat in range(tables.players):
        state.held[seat, 0] += won[seat]
    if tables.drafts:
        clear_fronts(tables, state)
    for resource in range(tables.n_resources):
        if tables.until[resource] == EACH_ROUND:
            for seat in range(tables.players):
                set_back(tables, state, seat, resource)
    state.over = state.ending
    for i in range(tables.n_ends):
        is_last = tables.ends[i, 0] == AFTER_ROUNDS and state.rounds >= tables.ends[i, 1]
        if state.over == 0 and is_last:
            state.over = STUCK + 1 + i
    if state.over:
        state.scored = 1
    elif tables.drafts:
        deal_packets(tables, state, rng)


@rule
def clear_fronts(tables: Any, state: Any) -> Any:
    """Discard what lies in front, but what stays; the points printed on it are kept."""
    for seat in range(tables.players):
        front = state.cards[SEATS_AT + 4 * seat + FRONT_PILE]
        for place in range(count(front) - 1, -1, -1):
            card = peek(front, place)
            row = tables.row_of[card]
            if not tables.kinds[row] & tables.stays:
                state.held[seat, 0] += tables.printed[row]
                take_from_front(tables, state, seat, place)
                put(state.cards[DISCARDS_AT + tables.part_of[row]], card)


@rule
def deal_packets(tables: Any, state: Any, rng: Any) -> Any:
    """Deal everybody a packet to choose from."""
    state.handed_on = 0
    part = drawn_part(tables)
    for _ in range(tables.hand):
        for seat in range(tables.players):
            card = next_card(tables, state, DRAW_DECK, DISCARDS_AT + part, rng)
            if card >= 0:
                put(state.cards[SEATS_AT + 4 * seat + HAND_PILE], card, 1 << seat)


@rule
def done(tables: Any, state: Any) -> Any:
    """The actions that the active player may not do again in this turn or round, a bit each."""
    mask = state.used[state.active]
    for seat in range(tables.players):
        mask |= state.taken[seat]
    return mask


@rule
def can_act(tables: Any, state: Any) -> Any:
    """Whether the active player can do any action."""
    seat, mask = state.active, tables.steps[state.step, 1] & ~done(tables, state)
    for a in range(tables.n_actions):
        if not mask >> a & 1:
            continue
        kind, wanted, cost = tables.actions[a, 0], tables.actions[a, 2], tables.actions[a, 3]
        if kind == DO_ACTION:
            if can_do(tables, state, seat, a):
                return True
        elif kind == PLAY_ACTION:
            hand = state.cards[hand_at(tables, state, seat)]
            if matching(tables, hand, wanted) > 0 and can_pay(tables, state, seat, cost, -1):
                return True
        else:
            for row in range(tables.n_rows):
                if can_buy(tables, state, seat, a, row):
                    return True
    return False


@rule
def list_actions(tables: Any, state: Any, out: Any) -> Any:
    """Offer every action the active player can do."""
    n, seat = 0, state.active
    mask = tables.steps[state.step, 1] & ~done(tables, state)
    for a in range(tables.n_actions):
        if not mask >> a & 1:
            continue
        kind, first = tables.actions[a, 0], ACT + a * MOST_ROWS
        if kind == DO_ACTION:
            if can_do(tables, state, seat, a):
                n = offer(out, n, DO + a)
        elif kind == PLAY_ACTION:
            if can_pay(tables, state, seat, tables.actions[a, 3], -1):
                hand = state.cards[hand_at(tables, state, seat)]
                n = list_rows(tables, hand, tables.actions[a, 2], out, n, first)
        else:
            for row in range(tables.n_rows):
                if can_buy(tables, state, seat, a, row):
                    n = offer(out, n, first + row)
    return n


@rule
def can_do(tables: Any, state: Any, seat: Any, a: Any) -> Any:
    """Whether a phrase can be chosen: it is paid for, and its condition holds."""
    cost, pc = tables.actions[a, 3], tables.actions[a, 1]
    if not can_pay(tables, state, seat, cost, -1):
        return False
    if tables.actions[a, 7] == PAY:
        return can_pay(tables, state, seat, tables.code[pc, 4], -1)
    if tables.actions[a, 7] == IF:
        return holds(tables, state, seat, pc, False)
    return True


@rule
def list_rows(tables: Any, pile: Any, mask: Any, out: Any, n: Any, first: Any) -> Any:
    """Offer the different cards of a kind in a pile."""
    for place in range(count(pile)):
        row = tables.row_of[peek(pile, place)]
        is_wanted = mask == ANY_KIND or tables.kinds[row] & mask
        if is_wanted and place_in(tables, pile, row) == place:
            n = offer(out, n, first + row)
    return n


@rule
def can_buy(tables: Any, state: Any, seat: Any, a: Any, row: Any) -> Any:
    """Whether an action can buy a card: it is open, of the kind, and can be paid for."""
    if state.left[row] == 0 or not tables.actions[a, 6] >> tables.part_of[row] & 1:
        return False
    mask = tables.actions[a, 2]
    is_wanted = mask == ANY_KIND or tables.kinds[row] & mask
    if tables.actions[a, 7] == CLAIMS:
        is_paid = can_pay(tables, state, seat, tables.actions[a, 3], -1)
        return is_wanted and is_paid and has_needs(tables, state, seat, row)
    return is_wanted and can_pay(tables, state, seat, tables.actions[a, 3], row)


@rule
def has_needs(tables: Any, state: Any, seat: Any, row: Any) -> Any:
    """Whether a seat has the resources, and in front of it the cards, that a row asks for."""
    for resource in range(tables.n_resources):
        if state.held[seat, resource] < tables.cost[row, resource]:
            return False
    for kind in range(tables.n_kinds):
        if state.in_front[seat, kind] < tables.needs[row, kind]:
            return False
    return True


@rule
def act(tables: Any, state: Any, a: Any, row: Any, rng: Any) -> Any:
    """Carry out an action, with the row it is about, −1 for none."""
    seat, to = state.active, tables.actions[a, 4]
    state.times += 1
    if tables.actions[a, 5] == EACH_TURN:
        state.used[seat] |= 1 << a
    elif tables.actions[a, 5] == EACH_ROUND:
        state.taken[seat] |= 1 << a
    kind, cost = tables.actions[a, 0], tables.actions[a, 3]
    if cost >= 0:
        for resource in range(tables.n_resources):
            if tables.until[resource] == EACH_ROUND and tables.costs[cost, resource] > 0:
                state.has_placed = 1
    if kind == DO_ACTION:
        pay(tables, state, seat, cost, -1)
        push(state, tables.actions[a, 1], seat, -1, -1)
    elif kind == PLAY_ACTION:
        pay(tables, state, seat, cost, -1)
        hand = state.cards[hand_at(tables, state, seat)]
        card = take_at(hand, place_in(tables, hand, row))
        lay_in_front(tables, state, seat, card)
        push(state, tables.entry[row, ON_PLAY], seat, card, to)
    else:
        pay(tables, state, seat, cost, -1 if tables.actions[a, 7] == CLAIMS else row)
        card = take_open(tables, state, row, rng)
        note_owned(tables, state, seat, card, 1)
        lay_down(tables, state, seat, card, to, EVERYBODY)
        enqueue(state, seat, tables.entry[row, ON_BUY], card)
        if to == TO_FRONT:
            enqueue(state, seat, tables.entry[row, ON_PLAY], card)
