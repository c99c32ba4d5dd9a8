# expect: moves() changed the position
# base: take
# check only
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i
    state.left += 0 if state.left > 6 else 2
    return 3
