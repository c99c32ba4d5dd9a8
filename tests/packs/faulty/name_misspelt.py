# expect: moves() cannot run: there is no 'MOSTT'
# base: take
@rule
def moves(tables, state, out):
    for i in range(MOSTT):  # here
        out[i] = i
    return 3
