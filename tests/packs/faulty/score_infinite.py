# expect: score() … not finite
# base: cards
@rule
def score(tables, state, out):  # here
    for seat in range(2):
        out[seat] = np.inf
