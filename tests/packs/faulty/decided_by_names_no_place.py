# base: take
# expect: decided_by() names 3, which is not a place … known: 0, 1
# check only
def spaces(pack):
    return [("", "the pile", [(0, 0)], 0), ("", "the box", [(9, 0)], 1)]


def decided_by(tables, before, move, after):  # here
    return [0, 3]
