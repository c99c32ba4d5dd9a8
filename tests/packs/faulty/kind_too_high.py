# expect: kind() returned 2; there are 2 KINDS
# base: cards
@rule
def kind(tables, state, move):  # here
    return move // 3
