# expect: held() stopped with IndexError
# base: cards
@rule
def held(state, seat):
    n = 0
    for card in range(9):
        n += state.at[card] == 1 + seat  # here
    return n
