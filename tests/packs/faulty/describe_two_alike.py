# expect: describe() calls two legal moves
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": min(1, int(move))}
