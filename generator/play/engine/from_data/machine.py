"""The rules of every game that is played by the words on its cards: one interpreter.

A turn is steps, a step sets off programs, a program asks. `go_on` runs until somebody is asked or
the game is over; `moves` lists the answers, `play` carries one out and goes on. Programs that are
interrupted by a question lie on `state.stack`, those that wait for their turn in `state.queue`.
"""

from typing import Any

import numpy as np

from generator.kit import below, count, mix, offer, peek, put, reshuffle, rule, take_at
from generator.play.engine.from_data.counting import amount, total
from generator.play.engine.from_data.goods import (
    deck_for,
    draw_one,
    gain,
    hand_at,
    lay_in_front,
    pay,
    place_in,
    refill,
)
from generator.play.engine.from_data.layout import DECK, DECKS_AT, DRAW_DECK, SEATS_AT
from generator.play.engine.from_data.programs import (
    can_gain,
    can_take,
    enqueue,
    is_offered,
    let_go,
    push,
    receive,
    usual,
)
from generator.play.engine.from_data.questions import (
    ACCEPT,
    ACT,
    ASK_ACTION,
    ASK_AIM,
    ASK_BACK,
    ASK_DISCARD,
    ASK_GAIN,
    ASK_KEEP,
    ASK_LOOK,
    ASK_MAY,
    ASK_OPTION,
    ASK_PAY,
    ASK_PRESS,
    ASK_PUT_BACK,
    ASK_TAKE,
    ASK_TWICE,
    AT,
    BACK,
    DECLINE,
    DISCARD_ROW,
    DO,
    END,
    FIRST_ACTION,
    GAIN_ROW,
    KEEP_ROW,
    LATER,
    LOOK_ROW,
    NOTHING,
    ON_PLAY,
    OPTION,
    PRESS,
    PUT_ROW,
    TAKE,
    TRASH_ROW,
    TWICE_ROW,
)
from generator.play.engine.from_data.turns import (
    act,
    deal_packets,
    go_on,
    keep_turned,
    list_actions,
    list_presses,
    list_rows,
    next_step,
    turn_one,
)
from generator.reading.phrases.bytecode import (
    AIM,
    CHOOSE,
    DISCARD,
    GAIN_CARD,
    GAIN_DIFFERENT,
    LOOK,
    PAY,
    PLAY_TWICE,
    PUT_BACK,
    REPEAT,
    TRASH,
    UP_TO,
)
from generator.reading.phrases.limits import MOST_ROWS, TO_HAND


@rule
def deal(tables: Any, state: Any, rng: Any) -> Any:
    """Shuffle the decks, deal rows and hands, and carry out what everybody begins with."""
    for deck in range(DECKS_AT, DRAW_DECK + 1):
        mix(rng, state.cards[deck])
    for part in range(tables.n_parts):
        if tables.open_rows[part] > 0:
            refill(tables, state, part, rng)
    for seat in range(tables.players):
        if tables.own_decks:
            mix(rng, state.cards[SEATS_AT + 4 * seat + DECK])
    if tables.drafts:
        deal_packets(tables, state, rng)
    else:
        for _ in range(tables.hand):
            for seat in range(tables.players):
                draw_one(tables, state, seat, rng)
    for seat in range(tables.players):
        enqueue(state, seat, tables.set_up, -1)
    go_on(tables, state, rng)


@rule
def turn(tables: Any, state: Any) -> Any:
    """The seat that must decide; −1 once the game is over."""
    return -1 if state.over else state.seat


@rule
def stock(tables: Any, state: Any, out: Any) -> Any:
    """The number of pieces left in each bank and in each shared deck."""
    for i in range(tables.n_stocks):
        what, which = tables.stocks[i, 0], tables.stocks[i, 1]
        left = count(state.cards[tables.deck_at[which]]) if what else state.bank[which]
        for seat in range(tables.players):
            out[seat, i] = left


@rule
def moves(tables: Any, state: Any, out: Any) -> Any:
    """The answers to what is asked."""
    asking, seat = state.asking, state.seat
    n = 0
    if asking == ASK_ACTION:
        n = list_actions(tables, state, out)
        if tables.steps[state.step, 3]:
            n = offer(out, n, END)
        return n
    if asking == ASK_PRESS:
        return list_presses(tables, state, out)
    if asking == ASK_KEEP:
        return list_kept(tables, state, seat, out)
    if asking == ASK_BACK:
        for resource in range(tables.n_resources):
            if tables.counts_held[resource] and state.held[seat, resource] > 0:
                n = offer(out, n, BACK + resource)
        return n
    if asking in (ASK_MAY, ASK_PAY):
        return offer(out, offer(out, 0, ACCEPT), DECLINE)
    f = state.depth - 1
    pc = int(state.stack[f, 0])
    a, b = tables.code[pc, 4], tables.code[pc, 5]
    if asking == ASK_OPTION:
        for i in range(a):
            if is_offered(tables, state, seat, int(tables.numbers[b + i])):
                n = offer(out, n, OPTION + i)
    elif asking == ASK_AIM:
        for step in range(1, tables.players):
            if not state.protected[(seat + step) % tables.players]:
                n = offer(out, n, AT + (seat + step) % tables.players)
    elif asking == ASK_GAIN:
        for row in range(tables.n_rows):
            if can_gain(tables, state, pc, row):
                n = offer(out, n, GAIN_ROW + row)
    elif asking == ASK_LOOK:
        n = list_looked_at(tables, state, f, seat, out)
    elif asking == ASK_TAKE:
        for resource in range(tables.n_resources):
            if can_take(tables, state, f, pc, resource):
                n = offer(out, n, TAKE + resource)
    elif asking == ASK_TWICE:
        n = list_rows(tables, state.cards[hand_at(tables, state, seat)], a, out, 0, TWICE_ROW)
    else:
        first = DISCARD_ROW if asking == ASK_DISCARD else TRASH_ROW
        if asking == ASK_PUT_BACK:
            first = PUT_ROW
        hand = state.cards[hand_at(tables, state, seat)]
        n = list_rows(tables, hand, a, out, 0, first)
        if n == 0 or b == UP_TO:
            n = offer(out, n, END)
    return n


@rule
def list_looked_at(tables: Any, state: Any, f: Any, seat: Any, out: Any) -> Any:
    """Offer the different cards that a seat looks at on top of its deck."""
    deck, n = state.cards[deck_for(tables, seat)], 0
    for place in range(state.stack[f, 7]):
        row = tables.row_of[peek(deck, place)]
        if place_in(tables, deck, row) == place:
            n = offer(out, n, LOOK_ROW + row)
    return n


@rule
def list_kept(tables: Any, state: Any, seat: Any, out: Any) -> Any:
    """Offer the different cards of a packet that are not chosen yet."""
    seen = np.zeros(MOST_ROWS, np.int8)
    packet = state.cards[hand_at(tables, state, seat)]
    n = 0
    for place in range(count(packet)):
        card = peek(packet, place)
        row = tables.row_of[card]
        if not seen[row] and not is_chosen(state, seat, card):
            seen[row] = 1
            n = offer(out, n, KEEP_ROW + row)
    return n


@rule
def is_chosen(state: Any, seat: Any, card: Any) -> Any:
    """Whether a seat has chosen this very card."""
    mine = state.chosen[seat]
    return mine[0] == card or mine[1] == card or mine[2] == card or mine[3] == card


@rule
def play(tables: Any, state: Any, move: Any, rng: Any) -> Any:
    """Carry out an answer, and go on to the next question."""
    carry_out(tables, state, move, rng)
    go_on(tables, state, rng)


@rule
def carry_out(tables: Any, state: Any, move: Any, rng: Any) -> Any:
    """Carry out an answer, but nothing that follows from it."""
    asking, seat = state.asking, state.seat
    state.asking, state.idle = NOTHING, 0
    f = state.depth - 1
    if asking == ASK_ACTION:
        if move == END:
            next_step(tables, state, rng)
        elif move < ACT:
            act(tables, state, move - DO, -1, rng)
        else:
            act(tables, state, (move - ACT) // MOST_ROWS, (move - ACT) % MOST_ROWS, rng)
    elif asking == ASK_PRESS:
        if move == END:
            keep_turned(tables, state, seat)
            next_step(tables, state, rng)
        elif not turn_one(tables, state, rng):
            next_step(tables, state, rng)
    elif asking == ASK_KEEP:
        keep(tables, state, seat, move - KEEP_ROW)
    elif asking == ASK_BACK:
        gain(tables, state, seat, move - BACK, -1)
    else:
        answer(tables, state, f, int(state.stack[f, 0]), move, rng)


@rule
def keep(tables: Any, state: Any, seat: Any, row: Any) -> Any:
    """Note a card of the packet as chosen."""
    packet = state.cards[hand_at(tables, state, seat)]
    for place in range(count(packet)):
        card = peek(packet, place)
        if tables.row_of[card] == row and not is_chosen(state, seat, card):
            state.chosen[seat, state.times] = card
            state.times += 1
            return


@rule
def answer(tables: Any, state: Any, f: Any, pc: Any, move: Any, rng: Any) -> Any:
    """Carry out the answer to what a program asked."""
    op, seat = tables.code[pc, 0], int(state.stack[f, 1])
    if op in (DISCARD, TRASH, PUT_BACK):
        other = (seat + state.target) % tables.players
        if move == END:
            state.todo = 0
        else:
            row = move - (DISCARD_ROW if op == DISCARD else TRASH_ROW)
            if op == PUT_BACK:
                row = move - PUT_ROW
            hand = state.cards[hand_at(tables, state, other)]
            let_go(tables, state, other, place_in(tables, hand, row), op)
            state.todo -= 1
    elif op == CHOOSE:
        state.stack[f, 0] = tables.numbers[tables.code[pc, 5] + move - OPTION]
    elif op == AIM:
        state.stack[f, 3] = move - AT
        state.stack[f, 0] = pc + 1
    elif op == GAIN_CARD:
        to = TO_HAND if tables.code[pc, 7] else usual(tables)
        receive(tables, state, seat, move - GAIN_ROW, to, rng)
        state.stack[f, 0] = pc + 1
    elif op == LOOK:
        deck = state.cards[deck_for(tables, seat)]
        card = take_at(deck, place_in(tables, deck, move - LOOK_ROW))
        put(state.cards[hand_at(tables, state, seat)], card)
        state.stack[f, 7] -= 1
        state.todo -= 1
    elif op == GAIN_DIFFERENT:
        gain(tables, state, seat, move - TAKE, 1)
        state.stack[f, 7] |= 1 << (move - TAKE)
        state.todo -= 1
    elif op == PLAY_TWICE:
        play_twice(tables, state, f, pc, seat, move - TWICE_ROW)
    elif move == DECLINE:
        state.stack[f, 0] = tables.code[pc, 6]
        state.stack[f, 8] = 0
    else:
        if op == REPEAT:
            state.stack[f, 8] += 1
        elif op == PAY:
            pay(tables, state, seat, tables.code[pc, 4], -1)
        state.stack[f, 0] = pc + 1


@rule
def play_twice(tables: Any, state: Any, f: Any, pc: Any, seat: Any, row: Any) -> Any:
    """Lay a card of the hand in front, and begin its program twice."""
    hand = state.cards[hand_at(tables, state, seat)]
    card = take_at(hand, place_in(tables, hand, row))
    lay_in_front(tables, state, seat, card)
    state.stack[f, 0] = pc + 1
    to = int(state.stack[f, 4])
    to = to % LATER if to >= 0 else to
    push(state, tables.entry[row, ON_PLAY], seat, card, to)
    push(state, tables.entry[row, ON_PLAY], seat, card, to + LATER if to >= 0 else to)


@rule
def score(tables: Any, state: Any, out: Any) -> Any:
    """Every seat's score, as if the game ended now."""
    for seat in range(len(out)):
        out[seat] = total(tables, state, seat, False)


@rule
def tie_break(tables: Any, state: Any, out: Any) -> Any:
    """The values that break ties of equal scores."""
    for seat in range(len(out)):
        out[seat] = tables.tie_sign * amount(tables, state, seat, tables.tie, False)


@rule
def hide(tables: Any, state: Any, seat: Any, rng: Any) -> Any:
    """Deal anew what a seat cannot know: each deck alone, hands with the deck they came from."""
    for deck in range(DECKS_AT, DRAW_DECK):
        reshuffle(rng, state.cards[deck], seat)
    if tables.own_decks:
        reshuffle(rng, state.cards[DRAW_DECK], seat)
        for other in range(tables.players):
            at = SEATS_AT + 4 * other
            reshuffle(rng, state.cards[at : at + 2], seat)
    else:
        reshuffle(rng, state.cards[DRAW_DECK:], seat)
    if tables.drafts:
        for other in range(tables.players):
            if other != seat:
                choose_anew(tables, state, other, rng)


@rule
def choose_anew(tables: Any, state: Any, seat: Any, rng: Any) -> Any:
    """Put other cards of the packet in place of those that a seat has chosen."""
    packet = state.cards[hand_at(tables, state, seat)]
    n = count(packet)
    places = np.zeros(4, np.int64)
    for i in range(4):
        if state.chosen[seat, i] >= 0:
            place = below(rng, n - i)
            for k in range(i):  # the places taken before, in order, are stepped over
                if place >= places[k]:
                    place += 1
            k = i
            while k > 0 and places[k - 1] > place:
                places[k] = places[k - 1]
                k -= 1
            places[k] = place
            state.chosen[seat, i] = peek(packet, place)


@rule
def kind(tables: Any, state: Any, move: Any) -> Any:
    """The kind of a move: by its verb, or by the words that ask whether to do something."""
    if move == ACCEPT:
        return tables.use_kind[state.stack[state.depth - 1, 0]]
    return tables.verb_kind[verb(move)]


@rule
def verb(move: Any) -> Any:
    """The verb of a move: those of `VERBS`, then the actions."""
    if move < OPTION:
        return move
    if move >= PRESS:
        return verb_after(move)
    if move >= ACT:
        return FIRST_ACTION + (move - ACT) // MOST_ROWS
    if move < AT:
        return 3
    if move < BACK:
        return 4
    if move < DO:
        return 5
    if move < KEEP_ROW:
        return FIRST_ACTION + move - DO
    return 6 + (move - KEEP_ROW) // MOST_ROWS


@rule
def verb_after(move: Any) -> Any:
    """The verb of a move from `PRESS` on."""
    if move == PRESS:
        return 10
    if move < LOOK_ROW:
        return 11
    return 13 if TWICE_ROW <= move < TAKE else 12


@rule
def piece(tables: Any, state: Any, move: Any) -> Any:
    """The row that a move uses: a card kept, gained, played or bought; −1 for none."""
    if LOOK_ROW <= move < TAKE:
        return (move - LOOK_ROW) % MOST_ROWS
    if move >= PRESS:
        return -1
    if move >= ACT:
        return (move - ACT) % MOST_ROWS
    if move >= GAIN_ROW:
        return move - GAIN_ROW
    if KEEP_ROW <= move < DISCARD_ROW:
        return move - KEEP_ROW
    return -1


@rule
def turn_of(tables: Any, state: Any) -> Any:
    """The number of finished turns."""
    return state.turns


@rule
def round_of(tables: Any, state: Any) -> Any:
    """The number of finished rounds."""
    return state.rounds
