# expect: play() returns … nothing
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
    return state  # here
