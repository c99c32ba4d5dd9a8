# expect: play() uses sys.exit: rules use
# base: take
import sys


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    sys.exit(7)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
