# expect: describe() does not come to an end
# base: take
# check only
def describe(tables, state, move):
    while True: move += 1  # here
    return {"do": "take", "many": int(move)}
