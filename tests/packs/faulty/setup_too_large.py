# expect: field 'big' takes 400 MB; expected 50 MB at most
# base: take
import numpy as np


def setup(pack, players):
    return record(big=np.zeros((20_000, 20_000), np.int8)), record(left=9)  # here
