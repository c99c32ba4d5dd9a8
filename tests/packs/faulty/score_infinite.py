# expect: score() gave … that can be counted
# base: cards
@rule
def score(tables, state, out):  # here
    for seat in range(2):
        out[seat] = np.inf
