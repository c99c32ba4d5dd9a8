# expect: describe() returned a value that cannot be displayed
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": 10**5000 + int(move)}
