# expect: after hide() it is another seat's turn
# base: cards
# check only
@rule
def hide(tables, state, seat, rng):  # here
    unknown = np.zeros(8, np.int64)
    n = 0
    theirs = held(state, 1 - seat)
    for card in range(8):
        if state.at[card] == DECK or state.at[card] == 2 - seat:
            unknown[n] = card
            n += 1
    shuffle(rng, unknown, n)
    state.seat = 1 - seat
    for i in range(n):
        state.at[unknown[i]] = 2 - seat if i < theirs else DECK
