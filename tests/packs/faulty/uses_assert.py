# expect: play() stopped with AssertionError: too few
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    assert state.left > 3, "too few"  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
