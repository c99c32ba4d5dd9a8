# expect: moves() listed 3; the moves in MOVES are 0 to 2
# base: verbs
# check only
@rule
def moves(tables, state, out):  # here
    for i in range(3):
        out[i] = i + 1
    return 3
