# expect: kind() returned -1; there are 2 KINDS
# base: cards
@rule
def kind(tables, state, move):  # here
    return move // 4 - 1
