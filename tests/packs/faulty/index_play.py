# expect: play() stopped with IndexError
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat + 1] += move  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
