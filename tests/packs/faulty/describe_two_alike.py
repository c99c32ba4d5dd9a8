# expect: describe() gives two legal moves the same name,
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": min(1, int(move))}
