# expect: moves() stopped with IndexError
# base: cards
@rule
def moves(tables, state, out):
    n = 0
    for card in range(8):
        if state.at[card + 1] == 1 + state.seat:  # here
            out[n] = card
            n += 1
    return n
