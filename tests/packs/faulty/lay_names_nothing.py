# expect: lay() hides cards even where seat is None, so it is not known
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards", "bag", up=False)
