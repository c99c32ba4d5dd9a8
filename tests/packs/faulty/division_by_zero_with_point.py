# expect: play() divides by 0
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += int(12.0 / move)  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
