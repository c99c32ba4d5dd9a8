# expect: lay() returned None, expected to yield at(…) and note(…)
# base: cards
# check only
def lay(tables, state, seat):  # here
    state.at[0]
