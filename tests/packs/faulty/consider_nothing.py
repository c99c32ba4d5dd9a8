# expect: consider() returned 0
# base: cards
@rule
def consider(tables, state, out, n, rng):  # here
    return 0
