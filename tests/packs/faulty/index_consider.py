# expect: consider() stopped with IndexError
# base: cards
@rule
def consider(tables, state, out, n, rng):
    return 1 + out[n + 2] // 9  # here
