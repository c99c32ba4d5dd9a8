"""Both seats throw n dice of s sides; the second is given k points, the first a bonus."""

from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = 4
WIDEST = 1
MOVES = verbs(throw=())


def setup(pack, players):
    tables = record(
        n=pack.number("n"), s=pack.number("s"), given=[pack.number("bonus"), pack.number("k")]
    )
    return tables, record(seat=0, points=[0, 0], over=0)


@rule
def deal(tables, state, rng):
    state.points[:] = tables.given


@rule
def moves(tables, state, out):
    return offer(out, 0, MOVES.throw)


@rule
def play(tables, state, move, rng):
    for _ in range(tables.n):
        state.points[state.seat] += 1 + below(rng, tables.s)
    if state.seat == 1:
        state.over = 1
    else:
        state.seat = 1
