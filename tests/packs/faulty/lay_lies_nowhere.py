# expect: lay() lays something at (inf, 3), which is not a place
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards/cards-1", (float("inf"), 3))
