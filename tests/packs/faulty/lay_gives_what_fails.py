# expect: lay() returned <map object
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    return map(at, ["cards"])
