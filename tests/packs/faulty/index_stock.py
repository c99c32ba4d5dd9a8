# expect: stock() stopped with IndexError
# base: cards
@rule
def stock(tables, state, out):
    for seat in range(2):
        out[seat, 1] = held(state, seat)  # here
