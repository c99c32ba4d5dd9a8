# expect: play() cannot be compiled:
# base: take
import numpy as np


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += 0 * np.einsum("i->", state.points)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
