# expect: state.seat is 2, but there are 2 players
# base: take
@rule
def play(tables, state, move, rng):  # here
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat += 1
