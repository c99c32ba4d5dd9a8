# expect: deal() stopped with IndexError
# base: cards
@rule
def deal(tables, state, rng):
    order = np.arange(8)
    shuffle(rng, order, 8)
    for i in range(6):
        state.at[order[i] + 1] = 1 + i % 2  # here
