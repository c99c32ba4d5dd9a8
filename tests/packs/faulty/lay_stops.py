# expect: lay() stopped with IndexError
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):
    yield at("cards/cards-1", "table")
    state.at[8]  # here
