# expect: value() stopped with IndexError
# base: take, this is bots.py
from generator.kit import rule


@rule
def value(tables, state, seat):
    return state.points[seat + 1] / 100  # here
