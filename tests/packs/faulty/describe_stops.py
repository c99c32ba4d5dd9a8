# expect: describe() stopped with KeyError
# base: take
# check only
def describe(tables, state, move):
    return {0: {"do": "none"}}[int(move)]  # here
