# expect: play() cannot be compiled: it catches one kind of exception (test for it beforehand, with if)
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    try:
        state.left -= 0
    except ValueError:  # here
        state.left = 0
    state.over = state.left == 0
    state.seat = 1 - state.seat
