# expect: moves() returns … nothing
# base: take
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    if state.left > 2:
        return 3
