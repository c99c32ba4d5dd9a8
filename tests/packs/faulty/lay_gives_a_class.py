# expect: lay() returned <class 'list'>, expected to yield at(…) and note(…)
# base: cards
# check only
def lay(tables, state, seat):  # here
    return list
