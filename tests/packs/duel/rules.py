"""Two seats throw a die in turn, `rounds` times each; the higher sum wins.

A game has just 2·rounds turns. The second seat is given `bonus` points.
"""

from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = 40
WIDEST = 1
MOVES = verbs(throw=())


def setup(pack, players):
    tables = record(last=2 * pack.number("rounds"), bonus=pack.number("bonus"))
    return tables, record(seat=0, points=[0, 0], over=0, thrown=0)


@rule
def deal(tables, state, rng):
    state.points[1] = tables.bonus


@rule
def moves(tables, state, out):
    return offer(out, 0, MOVES.throw)


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += 1 + below(rng, 6)
    state.seat = 1 - state.seat
    state.thrown += 1
    state.over = state.thrown == tables.last
