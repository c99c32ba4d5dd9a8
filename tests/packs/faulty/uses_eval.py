# expect: play() uses eval(), which rules cannot use
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += eval("0")  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
