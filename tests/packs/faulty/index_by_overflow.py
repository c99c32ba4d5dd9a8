# expect: play() stopped with IndexError
# base: take
def setup(pack, players):
    return record(most=3), record(left=12, big=1, seat=0, over=False, points=[0, 0])


@rule
def play(tables, state, move, rng):
    state.big *= 1000003
    state.points[state.big] += move  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
