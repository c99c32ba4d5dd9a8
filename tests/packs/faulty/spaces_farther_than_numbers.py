# expect: spaces() returned [('a', 'b', [(100
# base: take
def spaces(pack):  # here
    return [("a", "b", [(10**400, 0)])]
