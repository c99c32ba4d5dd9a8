# expect: moves() returns … tuple
# base: take
@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = i
    return 3, 0  # here
