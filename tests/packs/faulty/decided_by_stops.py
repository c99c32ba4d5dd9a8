# base: take
# expect: decided_by() divides by 0
# check only
def spaces(pack):
    return [("", "the pile", [(0, 0)], 0)]


def decided_by(tables, before, move, after):
    return [int(before.left) % int(after.left)]  # here
