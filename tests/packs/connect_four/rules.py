"""Connect Four on two 64-bit boards: column c holds bits 7c to 7c+5, bit 7c+6 stays empty."""

import numpy as np

from generator.kit import record, rule

SEATS = (2, 2)
LONGEST = 42
WIDEST = 7


def setup(pack, players):
    return record(columns=7), record(
        discs=np.zeros(2, np.int64), height=np.zeros(7, np.int64), left=42, seat=0, won=-1
    )


@rule
def deal(tables, state, rng):
    state.left = 42


@rule
def turn(tables, state):
    return -1 if state.won >= 0 or state.left == 0 else state.seat


@rule
def moves(tables, state, out):
    n = 0
    for column in range(7):
        out[n] = column
        n += state.height[column] < 6
    return n


@rule
def play(tables, state, move, rng):
    seat = state.seat
    board = state.discs[seat] | (np.int64(1) << np.int64(7 * move + state.height[move]))
    state.discs[seat] = board
    state.height[move] += 1
    state.left -= 1
    if four(board):
        state.won = seat
    state.seat = 1 - seat


@rule
def four(board):
    pairs = board & (board >> 7)
    found = pairs & (pairs >> 14)
    pairs = board & (board >> 6)
    found |= pairs & (pairs >> 12)
    pairs = board & (board >> 8)
    found |= pairs & (pairs >> 16)
    pairs = board & (board >> 1)
    return (found | (pairs & (pairs >> 2))) != 0


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = 1.0 if state.won == seat else 0.0


def describe(tables, state, move):
    return {"do": "drop", "column": int(move)}


def why_over(tables, state):
    return "four" if state.won >= 0 else "board_full"


def show(tables, state):
    def disc(row, column):
        bit = 1 << (7 * column + row)
        return "x" if int(state.discs[0]) & bit else "o" if int(state.discs[1]) & bit else "."

    return "\n".join("".join(disc(row, c) for c in range(7)) for row in range(5, -1, -1))
