# expect: play() changed the tables
# base: take
# check only
@rule
def play(tables, state, move, rng):  # here
    state.points[state.seat] += move
    state.left -= 1
    tables.most = 2
    state.over = state.left == 0
    state.seat = 1 - state.seat
