"""Buy one of the goods on offer for a coin, or pass; most points when nothing is left to do."""

import numpy as np

from generator.kit import record, rule, shuffle

SEATS = (2, 3)
CHANCE = True
LONGEST = 200
WIDEST = 6
KINDS = ("buy", "pass", "steal")
SUPPLIES = ("coins",)


def setup(pack, players):
    rows = pack.component("goods").rows
    cards = [i for i, row in enumerate(rows) for _ in range(row.count)]
    points = [int(row.fields["points"]) for row in rows]
    tables = record(
        points=np.array(points, np.int64), coins=pack.number("coins"), shown=pack.number("shown"),
        cards=np.array(cards, np.int64),
    )  # fmt: skip
    state = record(
        deck=np.zeros(len(cards), np.int64), n=0, coins=np.zeros(players, np.int64),
        score=np.zeros(players, np.int64), seat=0, passed=0,
    )  # fmt: skip
    return tables, state


@rule
def deal(tables, state, rng):
    state.deck[:] = tables.cards
    shuffle(rng, state.deck, len(tables.cards))
    state.n = len(tables.cards)
    state.coins[:] = tables.coins


@rule
def turn(tables, state):
    return -1 if state.n == 0 or state.passed >= len(state.coins) else state.seat


@rule
def moves(tables, state, out):
    out[0] = 0
    n = 1
    if state.coins[state.seat] > 0:
        for k in range(min(state.n, tables.shown)):
            out[n] = 1 + k
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.passed += 1
    if move > 0:
        state.passed = 0
        place = state.n - move
        state.score[state.seat] += tables.points[state.deck[place]]
        state.coins[state.seat] -= 1
        for k in range(place, state.n - 1):
            state.deck[k] = state.deck[k + 1]
        state.n -= 1
    state.seat = (state.seat + 1) % len(state.coins)


@rule
def score(tables, state, out):
    for seat in range(len(state.score)):
        out[seat] = state.score[seat]


@rule
def value(tables, state, seat):
    return min(1.0, (state.score[seat] + state.coins[seat]) / 40.0)


@rule
def stock(tables, state, out):
    for seat in range(len(state.coins)):
        out[seat, 0] = state.coins[seat]


@rule
def kind(tables, state, move):
    return 0 if move > 0 else 1


@rule
def piece(tables, state, move):
    return state.deck[state.n - move] if move > 0 else -1


def pieces(pack):
    return [f"goods/{row.id}" for row in pack.component("goods").rows]


def describe(tables, state, move):
    if move == 0:
        return {"do": "pass"}
    return {"do": "buy", "card": int(state.deck[state.n - int(move)]), "place": int(move)}


def why_over(tables, state):
    return "sold_out" if state.n == 0 else "all_passed"
