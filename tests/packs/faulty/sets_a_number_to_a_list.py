# expect: play() cannot be compiled: state.left is a whole number and cannot be set to a list
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left = [3]  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
