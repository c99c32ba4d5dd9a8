# expect: space() stopped with IndexError
# base: cards
@rule
def space(tables, state, move):
    return state.points[move]  # here
