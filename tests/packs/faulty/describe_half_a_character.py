# expect: describe() returned …, expected a dict
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "many": int(move), "word": "\ud800"}
