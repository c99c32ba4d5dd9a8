# expect: held(state, seat) is given a record alone
# base: cards
@rule
def play(tables, state, move, rng):
    state.at[move] = GONE
    state.points[state.seat] += move
    state.seat = 1 - state.seat
    state.over = held(state) == 0  # here
