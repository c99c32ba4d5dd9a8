"""Gomoku on 15 × 15: the first five in a row or more wins.

The board has a border of 1 on every side, so that a run never leaves it: point (row, column)
is 17 · (row + 1) + column + 1. `free[:left]` lists the empty points in no order, `place` where a
point stands in that list.
"""

import numpy as np

from generator.kit import below, record, rule

SEATS = (2, 2)
LONGEST = WIDEST = 225
ROW = 17


def setup(pack, players):
    points = [ROW * row + column for row in range(1, 16) for column in range(1, 16)]
    place = np.zeros(ROW * ROW, np.int16)
    place[points] = np.arange(225)
    return record(points=225), record(
        stone=np.zeros(ROW * ROW, np.int8),
        free=np.array(points, np.int16),
        place=place,
        left=225,
        seat=0,
        won=-1,
    )


@rule
def deal(tables, state, rng):
    state.left = tables.points


@rule
def turn(tables, state):
    return -1 if state.won >= 0 or state.left == 0 else state.seat


@rule
def moves(tables, state, out):
    for k in range(state.left):
        out[k] = state.free[k]
    return state.left


@rule
def pick(tables, state, rng):
    return state.free[below(rng, state.left)]


@rule
def play(tables, state, move, rng):
    colour = 1 + state.seat
    state.stone[move] = colour
    last = state.free[state.left - 1]
    here = state.place[move]
    state.free[here] = last
    state.place[last] = here
    state.left -= 1
    for step in (1, ROW - 1, ROW, ROW + 1):
        run = 1
        point = move + step
        while state.stone[point] == colour:
            run += 1
            point += step
        point = move - step
        while state.stone[point] == colour:
            run += 1
            point -= step
        if run >= 5:
            state.won = state.seat
            break
    state.seat = 1 - state.seat


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = 1.0 if state.won == seat else 0.0


def describe(tables, state, move):
    return {"do": "place", "at": [int(move) // ROW - 1, int(move) % ROW - 1]}


def why_over(tables, state):
    return "five" if state.won >= 0 else "board_full"
