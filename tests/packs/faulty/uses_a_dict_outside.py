# expect: play() reads PRICES, a dict
# base: take
PRICES = {"tea": 2}


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += 0 * PRICES["tea"]  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
