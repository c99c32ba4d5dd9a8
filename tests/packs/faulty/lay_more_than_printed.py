# expect: lay() lays 2 of cards/cards-1; there are 1 … print more (count:), or let the rules stop
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", "table", n=2)
