# expect: highest() … not a legal move
# base: cards
# agents: highest
@rule
def highest(tables, state, out, n, rng):  # here
    return out[n - 1] + 10
