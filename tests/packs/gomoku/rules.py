"""Gomoku on 15 × 15: the first five in a row or more wins.

The board has a frame, so that a run never leaves it: point (row, column) is 17 · (row + 1) +
column + 1. `free[:left]` lists the empty points in no order, `place` where a point stands there.
"""

import numpy as np

from generator.kit import below, record, rule, straight_run

SEATS = (2, 2)
LONGEST = WIDEST = 225
ENDS = ("", "five", "board_full")
ROW = 17


def setup(pack, players):
    points = [ROW * row + column for row in range(1, 16) for column in range(1, 16)]
    place = np.zeros(ROW * ROW, np.int16)
    place[points] = np.arange(225)
    return record(points=225), record(
        stone=np.full(ROW * ROW, -1, np.int8), free=np.array(points, np.int16), place=place,
        left=225, seat=0, over=0, points=[0, 0],
    )  # fmt: skip


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
    state.stone[move] = state.seat
    state.left -= 1
    last = state.free[state.left]
    state.free[state.place[move]] = last
    state.place[last] = state.place[move]
    if state.left == 0:
        state.over = 2
    for step in (1, ROW - 1, ROW, ROW + 1):
        if straight_run(state.stone, move, step) >= 5:
            state.points[state.seat] = state.over = 1
    state.seat = 1 - state.seat


def describe(tables, state, move):
    return {"do": "place", "at": [int(move) // ROW - 1, int(move) % ROW - 1]}
