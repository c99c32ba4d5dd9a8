# expect: play() changes a global variable
# base: take
SOLD = 2


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    global SOLD
    SOLD = 3  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
