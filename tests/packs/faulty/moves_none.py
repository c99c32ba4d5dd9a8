# expect: moves() lists no legal move
# base: take
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    return 3 if state.left > 4 else 0
