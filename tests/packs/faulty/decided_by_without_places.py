# base: take
# expect: decided_by() names [0, 1], which is not a place … list the places of the board with spaces()
# check only
def decided_by(tables, before, move, after):  # here
    return [[0, 1]]
