# expect: play() stopped with IndexError
# base: take
def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0], board=[[0] * 3] * 3)


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.board[move, state.left] = 1  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
