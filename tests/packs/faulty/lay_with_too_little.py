# expect: lay takes (tables, state), expected (tables, state, seat)
# base: cards
def lay(tables, state):  # here
    return []
