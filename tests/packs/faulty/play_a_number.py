# expect: play is not a function
# base: take
play = 3  # here


@rule
def played(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
