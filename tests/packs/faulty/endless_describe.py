# expect: describe() has been running for
# base: take
# check only
def describe(tables, state, move):
    while True: move += 1  # here
    return {"do": "take", "many": int(move)}
