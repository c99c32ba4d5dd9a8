# expect: value() returned … expected 0 to 1
# base: cards
# check only
@rule
def value(tables, state, seat):  # here
    return 0.5 + state.points[seat]
