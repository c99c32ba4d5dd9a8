# expect: value() does not come to an end
# base: cards
@rule
def value(tables, state, seat):  # here
    while True: seat = 1 - seat
    return 0.5 + (state.points[seat] - state.points[1 - seat]) / 100
