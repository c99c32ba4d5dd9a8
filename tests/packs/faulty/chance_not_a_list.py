# expect: chance() returned 3, expected a list of dicts
# base: take
# check only
def chance(tables, before, move, after):  # here
    return 3
