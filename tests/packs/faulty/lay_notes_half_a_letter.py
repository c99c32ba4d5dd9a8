# expect: lay() notes '\ud800 points', which holds an incomplete character
# base: cards
# check only
from generator.kit import front, note
def lay(tables, state, seat):  # here
    yield note("\ud800 points", front(0))
