# base: take
# expect: say_over() stopped with KeyError: 0
# check only
def say_over(tables, state):
    return {1: "all are taken"}[int(state.left)]  # here
