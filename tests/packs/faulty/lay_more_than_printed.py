# expect: lay() lays 2 of cards/cards-1; there are 1
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", "table", n=2)
