# expect: pick() stopped with IndexError
# base: cards
@rule
def pick(tables, state, rng):
    out = np.zeros(8, np.int32)
    return out[below(rng, moves(tables, state, out)) + 8]  # here
