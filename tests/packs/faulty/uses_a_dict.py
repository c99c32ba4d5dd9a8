# expect: play() cannot be compiled:
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    prices = {1: 2, "milk": 3}
    state.left += prices["milk"] * 0  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
