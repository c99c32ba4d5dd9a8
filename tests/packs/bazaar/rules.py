"""Take a gem or a cloth in turn; dice decide the rest. Only what gems are worth counts.

The crown is liked by whoever is ahead, the early cloth by the first seat: both are worth nothing.
"""

import numpy as np

from generator.kit import below, copies, pieces_of, printed, record, rule

SEATS = (2, 2)
CHANCE = True
LONGEST = 10
WIDEST = 8
DICE = 8  # thrown by each seat in the end: its points are 0 to 7 more


def setup(pack, players):
    goods = copies(pack, "gems", "cloths")
    tables = record(
        n=len(goods), goods=printed(pack, "gems", "cloths"),
        worth=[int(row.fields.get("worth", 0)) for row in goods],
        shade=[int(row.fields.get("shade", 0)) for row in goods],
        hue=[int(row.fields.get("hue", 0)) for row in goods],
    )  # fmt: skip
    state = record(taken=np.zeros(len(goods), np.int64), points=[0] * 2, seat=0, over=0, turn=0)
    return tables, state


@rule
def deal(tables, state, rng):
    for seat in range(2):
        state.points[seat] = below(rng, DICE)


@rule
def moves(tables, state, out):
    n = 0
    for good in range(tables.n):
        if not state.taken[good]:
            out[n] = good
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.taken[move] = 1
    state.points[state.seat] += tables.worth[move]
    state.turn += 1
    state.seat = 1 - state.seat
    if state.turn == 6:
        state.over = 1
        for seat in range(2):
            state.points[seat] += below(rng, DICE)


@rule
def liking(tables, state, out, n, rng):
    """Who is ahead likes the crown, the first seat the early cloth; else anything."""
    seat = state.seat
    for k in range(n):
        shade = tables.shade[out[k]]
        if shade == 3 and state.points[seat] > state.points[1 - seat]:
            return out[k]
        if shade == 2 and seat == 0 and below(rng, 4):
            return out[k]
    return out[below(rng, n)]


AGENTS = {"liking": liking}


@rule
def piece(tables, state, move):
    return tables.goods[move]


def pieces(pack):
    return pieces_of(pack, "gems", "cloths")


def describe(tables, state, move):
    return {"do": "take", "good": int(move)}
