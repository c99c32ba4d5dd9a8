# expect: lay() lays 'cards/cards-1' as taken by seat 9: no such seat
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", "table", by=9)
