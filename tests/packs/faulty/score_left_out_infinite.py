# expect: state.points … finite number
# base: take
def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0.0, 0.0])


@rule
def play(tables, state, move, rng):  # here
    state.points[state.seat] += 1e308
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
