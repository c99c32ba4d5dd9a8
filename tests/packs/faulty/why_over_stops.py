# expect: why_over() divides by 0
# base: take
def why_over(tables, state):
    return 1 // state.left  # here
