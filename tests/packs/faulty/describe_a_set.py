# expect: describe() returned {… expected a dict
# base: take
# check only
def describe(tables, state, move):  # here
    return {"take", int(move)}
