# expect: lay() lays 'cards/cards-9', which the pack does not have
# base: cards
# check only
from generator.kit import at, hand
def lay(tables, state, seat):  # here
    yield at("cards/cards-9", hand(0))
