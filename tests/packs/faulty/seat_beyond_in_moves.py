# expect: state.seat is 2, but there are 2 players, 0 to 1 … write state.seat = (state.seat + 1) % tables.players
# base: take
@rule
def moves(tables, state, out):
    for i in range(3 - state.points[state.seat] * 0):
        out[i] = i
    return 3


@rule
def play(tables, state, move, rng):  # here
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = state.seat + 1
