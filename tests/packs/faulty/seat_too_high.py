# expect: turn() returned seat 2; there are 2
# base: cards
@rule
def turn(tables, state):  # here
    return -1 if state.over else state.seat + 1
