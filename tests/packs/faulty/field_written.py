# expect: there is no field 'lefft' in the record
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.lefft = 3  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
