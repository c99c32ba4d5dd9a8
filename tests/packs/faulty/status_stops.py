# base: take
# expect: status() stopped with TypeError
# check only
def status(tables, state, seat):
    return ["player 1", "player 2"][seat]  # here
