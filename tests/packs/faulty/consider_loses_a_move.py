# expect: consider() … lost
# base: cards
# check only
@rule
def consider(tables, state, out, n, rng):  # here
    out[0] = out[n - 1]
    return 1
