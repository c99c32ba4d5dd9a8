# expect: pick() returned … not a legal move
# base: cards
@rule
def pick(tables, state, rng):  # here
    out = np.zeros(8, np.int32)
    return below(rng, 8)
