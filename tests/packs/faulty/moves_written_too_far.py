# expect: moves() stopped with IndexError … WIDEST
# base: take
@rule
def moves(tables, state, out):
    for i in range(4):
        out[i] = i  # here
    return 4
