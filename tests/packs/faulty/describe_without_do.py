# expect: describe() returned {'many': 0}, expected a dict
# base: take
# check only
def describe(tables, state, move):  # here
    return {"many": int(move)}
