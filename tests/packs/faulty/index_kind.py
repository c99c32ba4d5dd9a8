# expect: kind() stopped with IndexError
# base: cards
@rule
def kind(tables, state, move):
    return state.points[move]  # here
