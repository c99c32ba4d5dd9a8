# expect: play() uses a generator expression (write it as a loop)
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += 0 * sum(i for i in range(3))  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
