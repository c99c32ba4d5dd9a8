# expect: moves() returned 3.0, expected a whole number
# base: take
# check only
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    return 6 / 2
