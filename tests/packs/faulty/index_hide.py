# expect: hide() stopped with IndexError
# base: cards
@rule
def hide(tables, state, seat, rng):
    unknown = np.zeros(8, np.int64)
    n = 0
    theirs = held(state, 1 - seat)
    for card in range(8):
        if state.at[card] == DECK or state.at[card] == 2 - seat:
            unknown[n] = card
            n += 1
    shuffle(rng, unknown, n)
    for i in range(n):
        state.at[unknown[i] + 1] = 2 - seat if i < theirs else DECK  # here
