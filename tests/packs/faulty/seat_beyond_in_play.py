# expect: state.seat is 2, but there are 2 players, 0 to 1: play() stopped with IndexError … write state.seat = (state.seat + 1) % tables.players
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = state.seat + 1
    state.points[state.seat] += 0  # here
