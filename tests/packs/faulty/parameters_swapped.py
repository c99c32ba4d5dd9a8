# expect: moves takes (state, tables, out), expected (tables, state, out)
# base: take
@rule
def moves(state, tables, out):  # here
    for i in range(tables.most):
        out[i] = i
    return 3
