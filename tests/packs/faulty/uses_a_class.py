# expect: play() defines a class
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    class Pile:  # here
        pass
    state.over = state.left == 0
    state.seat = 1 - state.seat
