# expect: value() stopped with IndexError
# base: cards
@rule
def value(tables, state, seat):
    return state.points[seat + 1] / 100  # here
