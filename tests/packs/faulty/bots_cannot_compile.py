# expect: value() cannot be compiled:
# base: take, this is bots.py
import numpy as np
from generator.kit import rule


@rule
def value(tables, state, seat):
    return np.einsum("i->", state.points)  # here
