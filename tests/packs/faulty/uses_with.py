# expect: play() uses open(), which rules cannot use
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    with open("x") as file:  # here
        state.left = 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
