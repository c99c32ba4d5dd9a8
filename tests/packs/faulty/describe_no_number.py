# expect: describe() returned {'do': 'take', 'many': nan}, expected a dict … finite numbers
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": float("nan")}
