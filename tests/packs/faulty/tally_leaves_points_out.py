# base: take
# expect: tally() adds up to 0 for seat 1, but the score is 1
# check only
def tally(tables, state, seat):  # here
    return [("stones", 0)]
