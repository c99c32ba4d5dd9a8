# Two hands of three cards, two left over; nobody sees the others'.
import numpy as np
from generator.kit import below, record, rule, shuffle

SEATS = (2, 2)
LONGEST = 6
WIDEST = 3
HIDDEN = True
KINDS = ("low", "high")
SUPPLIES = ("hand",)
DECK, GONE = 0, 3  # places of a card; 1 and 2 are the hands


def setup(pack, players):
    return record(cards=8), record(at=[DECK] * 8, seat=0, over=False, points=[0, 0])


@rule
def deal(tables, state, rng):
    order = np.arange(8)
    shuffle(rng, order, 8)
    for i in range(6):
        state.at[order[i]] = 1 + i % 2


@rule
def turn(tables, state):
    return -1 if state.over else state.seat


@rule
def moves(tables, state, out):
    n = 0
    for card in range(8):
        if state.at[card] == 1 + state.seat:
            out[n] = card
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.at[move] = GONE
    state.points[state.seat] += move
    state.seat = 1 - state.seat
    state.over = held(state, state.seat) == 0


@rule
def held(state, seat):
    n = 0
    for card in range(8):
        n += state.at[card] == 1 + seat
    return n


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = state.points[seat]


@rule
def hide(tables, state, seat, rng):
    unknown = np.zeros(8, np.int64)
    n = 0
    theirs = held(state, 1 - seat)
    for card in range(8):
        if state.at[card] == DECK or state.at[card] == 2 - seat:
            unknown[n] = card
            n += 1
    shuffle(rng, unknown, n)
    for i in range(n):
        state.at[unknown[i]] = 2 - seat if i < theirs else DECK


@rule
def value(tables, state, seat):
    return 0.5 + (state.points[seat] - state.points[1 - seat]) / 100


@rule
def stock(tables, state, out):
    for seat in range(2):
        out[seat, 0] = held(state, seat)


@rule
def kind(tables, state, move):
    return move // 4


@rule
def piece(tables, state, move):
    return move


@rule
def space(tables, state, move):
    return move % 2


@rule
def pick(tables, state, rng):
    out = np.zeros(8, np.int32)
    return out[below(rng, moves(tables, state, out))]


@rule
def consider(tables, state, out, n, rng):
    return max(1, n - 1)


@rule
def bold(tables, state, seat):
    return state.points[seat] / 100


@rule
def highest(tables, state, out, n, rng):
    return out[n - 1]


PERSONAS = {"bold": bold}
AGENTS = {"highest": highest}


def pieces(pack):
    return [f"cards/{row.id}" for row in pack.component("cards").rows]


def spaces(pack):
    return [("field", "left", [(0, 0)]), ("field", "right", [(9, 0)])]


def describe(tables, state, move):
    return {"do": "play", "card": int(move)}
