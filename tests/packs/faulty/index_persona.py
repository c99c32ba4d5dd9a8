# expect: bold() stopped with IndexError
# base: cards
# agents: bold
@rule
def bold(tables, state, seat):
    return state.points[seat + 1] / 100  # here
