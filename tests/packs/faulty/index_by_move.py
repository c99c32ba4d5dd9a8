# expect: play() stopped with IndexError
# base: take
@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = 100 * i
    return 3


@rule
def play(tables, state, move, rng):
    state.points[move] += 1  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
