# expect: piece() returned 8; there are 8 pieces
# base: cards
@rule
def piece(tables, state, move):  # here
    return move + 1
