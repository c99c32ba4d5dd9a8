"""Programs are carried out, instruction by instruction, until one asks."""

from typing import Any

import numpy as np

from generator.kit import below, count, draw, mix, peek, put, reveal, rule, take_at
from generator.play.engine.from_data.counting import amount, holds, is_ahead, is_named, worth
from generator.play.engine.from_data.goods import (
    can_pay,
    deck_for,
    discards_for,
    discards_of,
    draw_one,
    gain,
    hand_at,
    is_open,
    lay_down,
    matching,
    next_of,
    note_owned,
    pay,
    take_from_front,
    take_open,
)
from generator.play.engine.from_data.layout import DEEPEST, OUT_AT, SEATS_AT
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE
from generator.play.engine.from_data.questions import (
    ASK_AIM,
    ASK_DISCARD,
    ASK_GAIN,
    ASK_LOOK,
    ASK_MAY,
    ASK_OPTION,
    ASK_PAY,
    ASK_PUT_BACK,
    ASK_TAKE,
    ASK_TRASH,
    ASK_TWICE,
    EVERYBODY,
    LATER,
    ON_DISCARD,
    ON_PLAY,
)
from generator.reading.phrases.bytecode import (
    AGAIN,
    AIM,
    ANY_KIND,
    CHOOSE,
    CLEAN,
    COMPARE,
    DISCARD,
    DONE,
    DOWN_TO,
    DRAW,
    DRAW_TO,
    GAIN,
    GAIN_CARD,
    GAIN_DIFFERENT,
    GAIN_NAMED,
    IF,
    JUMP,
    LOOK,
    LOSE,
    MAY,
    PAY,
    PLAY_TWICE,
    PROTECT,
    PUT_BACK,
    REPEAT,
    ROLL,
    STEAL,
    STOP,
    SWAP,
    TRASH,
    TRASH_THIS,
    TURN_UP,
    UP_TO,
)
from generator.reading.phrases.limits import MOST_COPIES, TO_DECK, TO_DISCARD, TO_FRONT


@rule
def push(state: Any, pc: Any, seat: Any, card: Any, to: Any) -> Any:
    """Begin a program; −1 is one that does nothing."""
    f = state.depth
    state.stack[f, 0], state.stack[f, 1], state.stack[f, 2] = pc, seat, card
    state.stack[f, 3], state.stack[f, 4] = -1, to
    state.stack[f, 5], state.stack[f, 6] = 0, -1
    state.stack[f, 7], state.stack[f, 8] = 0, 0
    state.depth = f + 1


@rule
def enqueue(state: Any, seat: Any, pc: Any, card: Any) -> Any:
    """Let a program wait for its turn."""
    if state.served == state.queued:
        state.served = state.queued = 0
    if pc >= 0:
        i = state.queued
        state.queue[i, 0], state.queue[i, 1], state.queue[i, 2] = seat, pc, card
        state.queued = i + 1


@rule
def is_meant(tables: Any, state: Any, f: Any, who: Any, step: Any) -> Any:
    """Whether a clause is carried out for the player so many seats to the left of who does it."""
    if step > 0 and state.protected[(state.stack[f, 1] + step) % tables.players]:
        return False
    return is_named(tables, who, step, aimed_at(tables, state, f))


@rule
def aimed_at(tables: Any, state: Any, f: Any) -> Any:
    """The distance in seats, to the left, from the acting player to the chosen player."""
    return (state.stack[f, 3] - state.stack[f, 1]) % tables.players


@rule
def ask(state: Any, question: Any, seat: Any) -> Any:
    """Ask a seat."""
    state.asking, state.seat = question, seat


@rule
def run(tables: Any, state: Any, rng: Any) -> Any:
    """Carry out one instruction of the program on top of the stack."""
    f = state.depth - 1
    pc, seat = int(state.stack[f, 0]), int(state.stack[f, 1])
    if pc < 0 or tables.code[pc, 0] == DONE:
        finish(tables, state, f, seat)
        return
    op = tables.code[pc, 0]
    if op in (DISCARD, TRASH, PUT_BACK):
        put_away(tables, state, f, pc, seat, op)
    elif op == IF:
        state.stack[f, 0] = pc + 1 if holds(tables, state, seat, pc, False) else tables.code[pc, 6]
    elif op == JUMP:
        state.stack[f, 0] = tables.code[pc, 6]
    elif op == COMPARE:
        is_so = is_ahead(tables, state, seat, pc, aimed_at(tables, state, f), False)
        state.stack[f, 0] = pc + 1 if is_so else tables.code[pc, 6]
    elif op == LOOK:
        look(tables, state, f, pc, seat, rng)
    elif op == GAIN_DIFFERENT:
        gain_different(tables, state, f, pc, seat)
    elif op in (PAY, CHOOSE, MAY, REPEAT, AIM, GAIN_CARD, PLAY_TWICE):
        ask_about(tables, state, f, pc, seat, op)
    else:
        if op in (GAIN, LOSE, STEAL, DRAW, DRAW_TO, GAIN_NAMED, SWAP):
            for_each(tables, state, f, pc, seat, op, rng)
        elif op == ROLL:
            gain(tables, state, seat, tables.code[pc, 4], 1 + below(rng, 6))
        elif op == CLEAN:
            clean(tables, state, seat)
        elif op == TRASH_THIS:
            trash_this(tables, state, f, seat)
        elif op == AGAIN:
            state.again = 1
        elif op == STOP:
            state.stopped = 1
        elif op == PROTECT:
            state.protected[seat] = 1
        elif op == TURN_UP:
            turn_up_until(tables, state, seat, pc, rng)
        else:
            state.held[seat, 0] += worth(tables, state, seat, pc, False)
        state.stack[f, 0] = pc + 1


@rule
def finish(tables: Any, state: Any, f: Any, seat: Any) -> Any:
    """End a program; the card that was played goes where the action says."""
    state.depth = f
    card, to = int(state.stack[f, 2]), int(state.stack[f, 4])
    if card >= 0 and TO_FRONT < to < LATER:
        front = SEATS_AT + 4 * seat + FRONT_PILE
        for place in range(count(state.cards[front])):
            if peek(state.cards[front], place) == card:
                take_from_front(tables, state, seat, place)
                lay_down(tables, state, seat, card, to, EVERYBODY)
                return


@rule
def for_each(tables: Any, state: Any, f: Any, pc: Any, seat: Any, op: Any, rng: Any) -> Any:
    """Carry out a clause for every player it means."""
    who, n, per, a = tables.code[pc, 1], tables.code[pc, 2], tables.code[pc, 3], tables.code[pc, 4]
    for step in range(tables.players):
        if not is_meant(tables, state, f, who, step):
            continue
        other = (seat + step) % tables.players
        if op in (GAIN, LOSE):
            times = amount(tables, state, other, per, False) if per >= 0 else 1
            gain(tables, state, other, a, n * times if op == GAIN else -n * times)
        elif op == STEAL:
            if step > 0:
                taken = min(n, max(0, state.held[other, a]))
                state.held[other, a] -= taken
                state.held[seat, a] += taken
        elif op == GAIN_NAMED:
            for _ in range(n):
                gain_named(tables, state, other, a, rng)
        elif op == SWAP:
            swap_hands(tables, state, seat, other)
        else:
            more = n * amount(tables, state, other, per, False) if per >= 0 else n
            if op == DRAW_TO:
                more = n - count(state.cards[hand_at(tables, state, other)])
            for _ in range(more):
                draw_one(tables, state, other, rng)


@rule
def swap_hands(tables: Any, state: Any, seat: Any, other: Any) -> Any:
    """Exchange two hands; whoever held a card still knows it."""
    if seat == other:
        return
    mine, theirs = hand_at(tables, state, seat), hand_at(tables, state, other)
    both = 1 << seat | 1 << other
    n = count(state.cards[mine])
    for _ in range(count(state.cards[theirs])):
        card = take_at(state.cards[theirs], count(state.cards[theirs]) - 1)
        put(state.cards[mine], card, both)
        note_owned(tables, state, other, card, -1)
        note_owned(tables, state, seat, card, 1)
    for _ in range(n):
        card = take_at(state.cards[mine], count(state.cards[mine]) - 1)
        put(state.cards[theirs], card, both)
        note_owned(tables, state, seat, card, -1)
        note_owned(tables, state, other, card, 1)


@rule
def turn_up_until(tables: Any, state: Any, seat: Any, pc: Any, rng: Any) -> Any:
    """Turn up cards until so many of a kind have come to the hand; discard the others."""
    n, mask = tables.code[pc, 2], tables.code[pc, 4]
    others = np.zeros(MOST_COPIES, np.int64)
    n_others = 0
    while n > 0:
        card = next_of(tables, state, seat, rng)
        if card < 0:
            break
        if tables.kinds[tables.row_of[card]] & mask:
            put(state.cards[hand_at(tables, state, seat)], card, EVERYBODY)
            n -= 1
        else:
            others[n_others] = card
            n_others += 1
    for i in range(n_others):
        put(state.cards[discards_of(tables, seat, others[i])], others[i])


@rule
def gain_named(tables: Any, state: Any, seat: Any, name: Any, rng: Any) -> Any:
    """Give a seat a copy of a card of that name, if one is open."""
    for row in range(tables.n_rows):
        if tables.name_of[row] == name and is_open(tables, state, row):
            receive(tables, state, seat, row, usual(tables), rng)
            return


@rule
def usual(tables: Any) -> Any:
    """The target pile of a gained card."""
    return TO_DISCARD if tables.own_decks else TO_FRONT


@rule
def receive(tables: Any, state: Any, seat: Any, row: Any, to: Any, rng: Any) -> Any:
    """Take an open card; in front of a player its effect follows."""
    card = take_open(tables, state, row, rng)
    note_owned(tables, state, seat, card, 1)
    lay_down(tables, state, seat, card, to, EVERYBODY)
    if to == TO_FRONT:
        enqueue(state, seat, tables.entry[row, ON_PLAY], card)


@rule
def clean(tables: Any, state: Any, seat: Any) -> Any:
    """Discard the hand and what was played."""
    at = SEATS_AT + 4 * seat
    while count(state.cards[at + HAND_PILE]) > 0:
        card = draw(state.cards[at + HAND_PILE])
        put(state.cards[discards_of(tables, seat, card)], card)
    while count(state.cards[at + FRONT_PILE]) > 0:
        card = take_from_front(tables, state, seat, 0)
        put(state.cards[discards_of(tables, seat, card)], card)


@rule
def trash_this(tables: Any, state: Any, f: Any, seat: Any) -> Any:
    """Put the card whose words these are out of the game, wherever it lies."""
    card = int(state.stack[f, 2])
    at = SEATS_AT + 4 * seat
    for i in range(5):
        pile = at + i if i < 4 else discards_of(tables, seat, card)
        for place in range(count(state.cards[pile])):
            if peek(state.cards[pile], place) == card:
                if pile == at + FRONT_PILE:
                    take_from_front(tables, state, seat, place)
                else:
                    take_at(state.cards[pile], place)
                note_owned(tables, state, seat, card, -1)
                put(state.cards[OUT_AT], card)
                return


@rule
def put_away(tables: Any, state: Any, f: Any, pc: Any, seat: Any, op: Any) -> Any:
    """Let each player a clause means discard or trash cards, one at a time."""
    who, n, mask, how = (
        tables.code[pc, 1], tables.code[pc, 2], tables.code[pc, 4], tables.code[pc, 5],
    )  # fmt: skip
    if state.target == 0 and state.todo < 0:
        state.stack[f, 5], state.stack[f, 6] = 0, -1
    while state.target < tables.players:
        if not is_meant(tables, state, f, who, state.target):
            state.target += 1
            continue
        other = (seat + state.target) % tables.players
        hand = state.cards[hand_at(tables, state, other)]
        there = matching(tables, hand, mask)
        if state.todo < 0:
            state.todo = max(0, there - n) if how == DOWN_TO else n
        if state.todo > 0 and there > 0:
            if how == UP_TO or state.todo < there:
                question = ASK_DISCARD if op == DISCARD else ASK_TRASH
                ask(state, ASK_PUT_BACK if op == PUT_BACK else question, other)
                return
            for place in range(count(hand) - 1, -1, -1):
                row = tables.row_of[peek(hand, place)]
                if mask == ANY_KIND or tables.kinds[row] & mask:
                    let_go(tables, state, other, place, op)
        state.todo = -1
        state.target += 1
    state.target = 0
    state.stack[f, 0] = pc + 1


@rule
def let_go(tables: Any, state: Any, seat: Any, place: Any, op: Any) -> Any:
    """Discard or trash the card at a place of a hand, or put it on the deck."""
    card = take_at(state.cards[hand_at(tables, state, seat)], place)
    if op == PUT_BACK:
        lay_down(tables, state, seat, card, TO_DECK, 1 << seat)
        return
    row, f = tables.row_of[card], state.depth - 1
    state.stack[f, 5] += 1
    state.stack[f, 6] = row
    at = discards_of(tables, seat, card) if op == DISCARD else OUT_AT
    put(state.cards[at], card)
    if op == DISCARD:
        enqueue(state, seat, tables.entry[row, ON_DISCARD], card)
    else:
        note_owned(tables, state, seat, card, -1)


@rule
def look(tables: Any, state: Any, f: Any, pc: Any, seat: Any, rng: Any) -> Any:
    """Let a seat look at the top of its deck and keep some of it."""
    discards = discards_for(tables, seat)
    deck = state.cards[deck_for(tables, seat)]
    if state.todo < 0:
        if count(deck) < tables.code[pc, 2] and discards >= 0:
            shuffle_under(deck, state.cards[discards], rng)
        n = min(int(tables.code[pc, 2]), count(deck))
        for place in range(n):
            reveal(deck, place, seat)
        state.stack[f, 7], state.todo = n, min(n, int(tables.code[pc, 4]))
    n = int(state.stack[f, 7])
    if 0 < state.todo < n:
        ask(state, ASK_LOOK, seat)
        return
    hand = state.cards[hand_at(tables, state, seat)]
    for _ in range(state.todo):
        put(hand, draw(deck))
    if tables.code[pc, 5] and state.todo == 0:
        for _ in range(n):
            card = draw(deck)
            put(state.cards[discards_of(tables, seat, card)], card)
    state.todo = -1
    state.stack[f, 0] = pc + 1


@rule
def shuffle_under(deck: Any, discards: Any, rng: Any) -> Any:
    """Shuffle a discard pile and lay the deck on top of it."""
    top = np.zeros(MOST_COPIES, np.int64)
    n = count(deck)
    for i in range(n):
        top[i] = draw(deck)
    while count(discards) > 0:
        put(deck, draw(discards))
    mix(rng, deck)
    for i in range(n - 1, -1, -1):
        put(deck, top[i])


@rule
def can_take(tables: Any, state: Any, f: Any, pc: Any, resource: Any) -> Any:
    """Whether a resource is one to choose from, not taken yet, and there in the bank."""
    if state.stack[f, 7] >> resource & 1 or state.bank[resource] == 0:
        return False
    a, n = tables.code[pc, 4], 0
    for i in range(tables.code[pc, 5]):
        n += 1 if tables.numbers[a + i] == resource else 0
    return n > 0


@rule
def gain_different(tables: Any, state: Any, f: Any, pc: Any, seat: Any) -> Any:
    """Let a seat gain 1 each of so many resources."""
    if state.todo < 0:
        state.todo, state.stack[f, 7] = tables.code[pc, 2], 0
    n = 0
    for resource in range(tables.n_resources):
        n += 1 if can_take(tables, state, f, pc, resource) else 0
    if 0 < state.todo < n:
        ask(state, ASK_TAKE, seat)
        return
    if state.todo > 0:
        for resource in range(tables.n_resources):
            if can_take(tables, state, f, pc, resource):
                gain(tables, state, seat, resource, 1)
    state.todo = -1
    state.stack[f, 0] = pc + 1


@rule
def can_begin(tables: Any, state: Any, seat: Any, pc: Any) -> Any:
    """Whether what may be repeated can be done: it is paid for, and its condition holds."""
    if tables.code[pc, 0] == IF:
        return holds(tables, state, seat, pc, False)
    return is_offered(tables, state, seat, pc)


@rule
def is_offered(tables: Any, state: Any, seat: Any, pc: Any) -> Any:
    """Whether an option can be chosen: one that begins with a price must be paid for."""
    if tables.code[pc, 0] == PAY and tables.code[pc, 5] == 0:
        return can_pay(tables, state, seat, tables.code[pc, 4], -1)
    return True


@rule
def ask_about(tables: Any, state: Any, f: Any, pc: Any, seat: Any, op: Any) -> Any:
    """Ask what an instruction leaves open, unless there is nothing to decide."""
    after, a, b = tables.code[pc, 6], tables.code[pc, 4], tables.code[pc, 5]
    if op == PAY:
        if not can_pay(tables, state, seat, a, -1):
            state.stack[f, 0] = after
        elif b:
            ask(state, ASK_PAY, seat)
        else:
            pay(tables, state, seat, a, -1)
            state.stack[f, 0] = pc + 1
    elif op == CHOOSE:
        n = 0
        for i in range(a):
            if is_offered(tables, state, seat, int(tables.numbers[b + i])):
                n += 1
        if n == 0:
            state.stack[f, 0] = after
        else:
            ask(state, ASK_OPTION, seat)
    elif op == MAY:
        ask(state, ASK_MAY, seat)
    elif op == REPEAT:
        if state.stack[f, 8] < tables.code[pc, 2] and can_begin(tables, state, seat, pc + 1):
            ask(state, ASK_MAY, seat)
        else:
            state.stack[f, 8], state.stack[f, 0] = 0, after
    elif op == PLAY_TWICE:
        hand = state.cards[hand_at(tables, state, seat)]
        if matching(tables, hand, a) > 0 and state.depth + 2 <= DEEPEST:
            ask(state, ASK_TWICE, seat)
        else:
            state.stack[f, 0] = pc + 1
    elif op == AIM:
        n = 0
        for other in range(tables.players):
            if other != seat and not state.protected[other]:
                n += 1
                state.stack[f, 3] = other
        if n == 0:
            state.stack[f, 0] = after
        elif n == 1:
            state.stack[f, 0] = pc + 1
        else:
            ask(state, ASK_AIM, seat)
    else:
        for row in range(tables.n_rows):
            if can_gain(tables, state, pc, row):
                ask(state, ASK_GAIN, seat)
                return
        state.stack[f, 0] = pc + 1


@rule
def can_gain(tables: Any, state: Any, pc: Any, row: Any) -> Any:
    """Whether a clause lets a player gain this card: of the kind, not too dear, and open."""
    n, mask, resource = tables.code[pc, 2], tables.code[pc, 4], tables.code[pc, 5]
    than = -1
    if tables.code[pc, 6]:
        than = int(state.stack[state.depth - 1, 6])
        if than < 0:
            return False
    if mask != ANY_KIND and not tables.kinds[row] & mask:
        return False
    for other in range(tables.n_resources):
        most = n if other == resource else 0
        if than >= 0:
            most += tables.cost[than, other]
        if tables.cost[row, other] > most:
            return False
    return is_open(tables, state, row)
