# expect: stock() fell below 0
# base: cards
# check only
@rule
def stock(tables, state, out):  # here
    for seat in range(2):
        out[seat, 0] = -1
