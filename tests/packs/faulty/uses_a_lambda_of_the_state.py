# expect: play() cannot be compiled: a function inside it uses 'state' (write it as a loop)
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left = max(range(2), key=lambda seat: state.points[seat])  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
