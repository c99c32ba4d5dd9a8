# base: verbs
# expect: name_move() stopped with KeyError
# check only
def name_move(tables, state, move):
    return {0: "rest", 1: "take none"}[int(move)]  # here
