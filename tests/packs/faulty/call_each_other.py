# expect: a rule must not call itself
# base: take
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    return more(tables, state, out)


@rule
def more(tables, state, out):
    return moves(tables, state, out) if state.left > 20 else 3
