# expect: play() cannot be compiled: an array cannot be indexed by a decimal number
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.left / 12] += move  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
