# expect: play() uses time.time: rules use numpy, math and generator.kit only
# base: take
import time


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left -= int(time.time() * 0)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
