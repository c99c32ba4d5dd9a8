# expect: moves() cannot run: there is no 'offer' … write from generator.kit import offer
# base: take
@rule
def moves(tables, state, out):
    n = 0
    for i in range(3):
        n = offer(out, n, i)  # here
    return n
