# expect: play() uses print()
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    print(state.left)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
