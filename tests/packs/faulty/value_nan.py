# expect: value() returned … nan
# base: cards
@rule
def value(tables, state, seat):  # here
    return state.points[seat] * np.nan
