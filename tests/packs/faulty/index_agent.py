# expect: highest() stopped with IndexError
# base: cards
# agents: highest
@rule
def highest(tables, state, out, n, rng):
    return out[n + 2]  # here
