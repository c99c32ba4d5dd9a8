# expect: play() uses the result of a function that returns nothing
# base: take
@rule
def lost(x):
    while x < 5:
        x -= 1


@rule
def play(tables, state, move, rng):
    state.left = lost(state.left)  # here
    state.seat = 1 - state.seat
