# expect: there is no field 'most_of' in the record
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= tables.most_of  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
