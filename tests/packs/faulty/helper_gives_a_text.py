# expect: doubled() returns a text, expected a number
# base: take
@rule
def doubled(n):
    n *= 2
    return str(n)  # here


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += doubled(move)
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
