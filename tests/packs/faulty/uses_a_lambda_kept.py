# expect: play() cannot be compiled: max() does not accept a list, key=a function (write it as a loop)
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.left += 0 * max([1, 2], key=lambda x: -x)  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
