# expect: lay() turns 'cards/cards-1' by nan, nudged by (0.0, 0.0): no numbers
# base: cards
# check only
from generator.kit import at, hand
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", hand(0), turn=float("nan"))
