# expect: score() stopped with IndexError
# base: cards
@rule
def score(tables, state, out):
    for seat in range(3):
        out[seat] = state.points[seat]  # here
