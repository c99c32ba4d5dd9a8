# expect: deal() cannot be compiled: shuffle(rng, array, n) does not accept an array, an array
# base: cards
@rule
def deal(tables, state, rng):
    order = np.arange(8)
    shuffle(rng, order)  # here
    for i in range(6):
        state.at[order[i]] = 1 + i % 2
