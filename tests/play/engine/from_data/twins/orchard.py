"""The game Orchard of templates/games once more, written by hand with the kit."""

import numpy as np

from generator.kit import (
    FACE_DOWN,
    FACE_UP,
    below,
    copies,
    count,
    draw,
    fill,
    mix,
    offer,
    peek,
    piles,
    printed,
    put,
    record,
    reshuffle,
    reveal,
    rule,
    take,
    verbs,
)  # fmt: skip

SEATS = (2, 4)
HIDDEN = CHANCE = True
LONGEST = 200
WIDEST = 12
MOVES = verbs(keep={"card": 16})
SECRET = {"keep": "turn"}
DECK, PACKET, FRONT, DISCARD = 0, 1, 5, 9
HAND = {2: 10, 3: 9, 4: 8}
KINDS_OF_FRUIT = ("plum", "pear", "fig", "grape", "melon", "basket", "cherry", "scarecrow", "hive")
PLUM, PEAR, FIG, GRAPE, MELON, BASKET, CHERRY, SCARECROW, HIVE = range(9)


def setup(pack, players):
    rows = copies(pack, "cards")
    kinds = np.array([KINDS_OF_FRUIT.index(row.fields["kind"]) for row in rows], np.int16)
    points = np.array([row.fields["points"] for row in rows], np.int16)
    tables = record(
        players=players, hand=HAND[players], row=printed(pack, "cards"), kind=kinds, points=points,
        n=len(rows), pears=np.array([0, 1, 3, 6, 10, 15]),
    )  # fmt: skip
    cards = piles(len(rows), FACE_DOWN, *[FACE_DOWN] * 4, *[FACE_UP] * 4, FACE_UP)
    state = record(
        cards=cards, chosen=[-1] * 4, shift=0, turns=0, rounds=0, seat=0, over=0, won=[0] * 4
    )
    return tables, state


@rule
def packet(tables, state, seat):
    return state.cards[PACKET + (seat - state.shift) % tables.players]


@rule
def deal(tables, state, rng):
    fill(state.cards[DECK], tables.n)
    mix(rng, state.cards[DECK])
    hand_out(tables, state, rng)


@rule
def hand_out(tables, state, rng):
    state.shift = 0
    for _ in range(tables.hand):
        for seat in range(tables.players):
            if count(state.cards[DECK]) == 0:
                for _ in range(count(state.cards[DISCARD])):
                    put(state.cards[DECK], draw(state.cards[DISCARD]))
                mix(rng, state.cards[DECK])
            if count(state.cards[DECK]) > 0:
                put(state.cards[PACKET + seat], draw(state.cards[DECK]), 1 << seat)


@rule
def moves(tables, state, out):
    n, seen, mine = 0, np.zeros(16, np.int8), packet(tables, state, state.seat)
    for place in range(count(mine)):
        row = tables.row[peek(mine, place)]
        if seen[row] == 0:
            seen[row] = 1
            n = offer(out, n, MOVES.keep + row)
    return n


@rule
def play(tables, state, move, rng):
    mine = packet(tables, state, state.seat)
    for place in range(count(mine) - 1, -1, -1):
        if tables.row[peek(mine, place)] == move - MOVES.keep:
            state.chosen[state.seat] = peek(mine, place)
    state.seat += 1
    if state.seat < tables.players:
        return
    state.seat = 0
    cards = np.zeros(4, np.int64)
    for seat in range(tables.players):
        cards[seat] = take(packet(tables, state, seat), state.chosen[seat])
        put(state.cards[FRONT + seat], cards[seat])
    state.chosen[:] = -1
    for seat in range(tables.players):
        effect(tables, state, seat, tables.kind[cards[seat]])
    state.shift += 1
    state.turns += 1
    for seat in range(tables.players):
        mine = packet(tables, state, seat)
        for place in range(count(mine)):
            reveal(mine, place, seat)
    if count(state.cards[PACKET]) == 0 and count(state.cards[PACKET + 1]) == 0:
        end_round(tables, state, rng)


@rule
def effect(tables, state, seat, kind):
    if kind == SCARECROW:
        players = tables.players
        left = count(state.cards[FRONT + (seat + 1) % players])
        right = count(state.cards[FRONT + (seat - 1) % players])
        state.won[seat] += left if players == 2 else left + right
    if kind == HIVE:
        for other in range(tables.players):
            state.won[other] += 2 if other == seat else 1


@rule
def have(tables, state, seat, kind):
    n, front = 0, state.cards[FRONT + seat]
    for place in range(count(front)):
        if tables.kind[peek(front, place)] == kind:
            n += 1
    return n


@rule
def end_round(tables, state, rng):
    for seat in range(tables.players):
        sets = min(have(tables, state, seat, FIG), have(tables, state, seat, GRAPE))
        sets = min(sets, have(tables, state, seat, MELON))
        pears = min(5, have(tables, state, seat, PEAR))
        plums = have(tables, state, seat, PLUM) // 2
        state.won[seat] += 5 * plums + tables.pears[pears] + 6 * sets
    for seat in range(tables.players):
        front = state.cards[FRONT + seat]
        for place in range(count(front) - 1, -1, -1):
            card = peek(front, place)
            if tables.kind[card] != BASKET:
                state.won[seat] += tables.points[card]
                put(state.cards[DISCARD], take(front, card))
    state.rounds += 1
    if state.rounds == 3:
        state.over = 1
    else:
        hand_out(tables, state, rng)


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        mine, ahead = have(tables, state, seat, BASKET), 0
        for other in range(tables.players):
            ahead += 1 if have(tables, state, other, BASKET) > mine else 0
        out[seat] = state.won[seat]
        if mine > 0 and ahead < 2:
            out[seat] += 6 if ahead == 0 else 3


@rule
def tie_break(tables, state, out):
    for seat in range(tables.players):
        out[seat] = have(tables, state, seat, BASKET)


@rule
def hide(tables, state, seat, rng):
    reshuffle(rng, state.cards[:FRONT], seat)
    for other in range(tables.players):
        if other != seat and state.chosen[other] >= 0:
            mine = packet(tables, state, other)
            state.chosen[other] = peek(mine, below(rng, count(mine)))


@rule
def turn_of(tables, state):
    return state.turns
