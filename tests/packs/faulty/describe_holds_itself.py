# expect: describe() returned …, expected a dict
# base: take
# check only
def describe(tables, state, move):  # here
    event = {"do": "take", "many": int(move)}
    event["again"] = event
    return event
