# expect: lay() shows seat … something that hide() hides from it
# base: cards
# check only
from generator.kit import at, hand
def lay(tables, state, seat):  # here
    for card in range(8):
        if 1 <= state.at[card] <= 2:
            yield at(card, hand(state.at[card] - 1))
