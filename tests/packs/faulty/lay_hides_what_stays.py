# expect: lay() hides cards from seat …, but hide() never changes them
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1" if seat is None else "cards", "bag", up=False)
