# expect: moves() has been running for
# base: take
@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = i
    n = 0
    while n != 4:  # here
        n = (n + 2) % 3
    return n
