# expect: moves() listed a move twice
# base: take
# check only
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i // 2
    return 3
