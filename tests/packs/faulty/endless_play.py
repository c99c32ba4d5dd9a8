# expect: play() has been running for
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    while state.left > 3:  # here
        state.seat = 1 - state.seat
    state.over = state.left == 0
    state.seat = 1 - state.seat
