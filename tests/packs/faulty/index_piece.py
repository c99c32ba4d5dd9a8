# expect: piece() stopped with IndexError
# base: cards
@rule
def piece(tables, state, move):
    return state.at[move + 1]  # here
