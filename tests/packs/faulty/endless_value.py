# expect: value() has been running for
# base: cards
@rule
def value(tables, state, seat):
    while True: seat = 1 - seat  # here
    return 0.5 + (state.points[seat] - state.points[1 - seat]) / 100
