# expect: describe() gives 'seat', which in a record is who acts
# base: take
# check only
def describe(tables, state, move):  # here
    return {"do": "take", "seat": int(move)}
