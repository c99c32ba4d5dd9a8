# expect: play() cannot be compiled: it assigns left inside an expression, with := … line of its own
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    if (left := state.left) > 0:  # here
        state.left = left - 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
