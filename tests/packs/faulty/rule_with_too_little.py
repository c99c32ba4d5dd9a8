# expect: play takes (tables, state, move), expected (tables, state, move, rng)
# base: take
@rule
def play(tables, state, move):  # here
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
