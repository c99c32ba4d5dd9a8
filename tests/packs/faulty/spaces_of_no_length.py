# expect: spaces() returned array(3), expected a list of places
# base: take
import numpy as np
def spaces(pack):  # here
    return np.array(3)
