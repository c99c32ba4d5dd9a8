# expect: play() uses np.random.randint: the same seed would play different games
# base: take
import numpy as np


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left -= np.random.randint(1)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
