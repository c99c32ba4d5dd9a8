# expect: moves() returned 4 moves, more than WIDEST = 3
# base: take
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    return 4
