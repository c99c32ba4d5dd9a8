# base: take
# expect: decided_by() changed the position
# check only
def decided_by(tables, before, move, after):  # here
    after.left = 5
    return []
