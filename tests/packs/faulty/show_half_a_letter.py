# expect: show() returned 'a\ud800', expected a text
# base: take
# check only
def show(tables, state):  # here
    return "a\ud800"
