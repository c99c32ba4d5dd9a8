# expect: opening() divides by 0
# base: take
# check only
def opening(tables, state):
    return {"left": 1 // int(state.over)}  # here
