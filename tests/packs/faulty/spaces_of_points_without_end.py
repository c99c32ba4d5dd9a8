# expect: spaces() returned [('field', 'a field', repeat((0, 0)), 1)], expected a list of places
# base: cards
# check only
from itertools import repeat
def spaces(pack):  # here
    return [("field", "a field", repeat((0, 0)), 1)]
