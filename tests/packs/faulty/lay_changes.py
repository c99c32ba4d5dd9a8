# expect: lay() changed the position; it may only read it
# base: cards
# check only
from generator.kit import note
def lay(tables, state, seat):  # here
    state.points[0] += 1
    yield note("cards", "table")
