# expect: play() cannot be compiled: it reads 'points' before it has a value (set it above that line
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += points  # here
    points = move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
