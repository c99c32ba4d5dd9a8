# expect: lay() lays something at 'middle', which is not a place
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", "middle")
