# expect: turn() stopped with IndexError
# base: cards
@rule
def turn(tables, state):
    return -1 if state.over else state.at[state.points[0] + 8]  # here
