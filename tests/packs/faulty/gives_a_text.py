# expect: moves() returns the text '3', expected a whole number
# base: take
@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = i
    return "3"  # here
