# expect: space() returned -2; there are 2 spaces
# base: cards
@rule
def space(tables, state, move):  # here
    return -2
