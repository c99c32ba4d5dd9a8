# expect: play() cannot be compiled:
# base: take
import numpy as np
SOLD = np.zeros(3)


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    SOLD[move] = 1  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
