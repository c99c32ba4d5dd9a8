# expect: field 'left' holds >i4; expected numbers
# base: take
import numpy as np


def setup(pack, players):
    state = {"left": np.array(9, ">i4")}
    return record(one=1), record(seat=0, over=0, points=[0, 0], **state)  # here
