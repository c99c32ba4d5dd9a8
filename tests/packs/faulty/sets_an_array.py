# expect: play() cannot be compiled: state.points is an array and cannot be replaced by another (assign its elements: state.points[:] =
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.points = state.points + 1  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
