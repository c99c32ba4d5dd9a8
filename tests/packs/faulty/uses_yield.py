# expect: play() uses yield; a rule must return
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    yield 3  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
