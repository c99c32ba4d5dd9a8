# expect: held calls held: a rule must not call itself
# base: cards
@rule
def held(state, seat):  # here
    n = 0
    for card in range(8):
        n += state.at[card] == 1 + seat
    return held(state, seat)
