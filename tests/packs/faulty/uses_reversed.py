# expect: play() cannot be compiled: it uses reversed, which rules cannot use
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += 0 * len(reversed(state.points))  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
