# expect: moves() lists no legal move, and state.over is 0 … no line sets state.over to anything but 0, so no game ends: write state.over = 1 in play()
# base: take
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    return 3 if state.left > 0 else 0


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 2
    state.over = 0
    state.seat = 1 - state.seat
