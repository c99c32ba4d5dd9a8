# expect: play() stopped with ValueError: below(rng, -3)
# base: take
from generator.kit import below
CHANCE = True


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += below(rng, state.left - 15)  # here
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
