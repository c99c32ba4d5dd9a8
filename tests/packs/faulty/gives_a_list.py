# expect: moves() returns … list
# base: take
@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = i
    return [0, 1, 2]  # here
