# expect: describe() gave … int64(0)}, expected a dict … int(…)
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": move}
