# expect: round_of() returned 1000000000000000, expected a whole number from 0 to 2,147,483,647
# base: cards
def round_of(tables, state):  # here
    return 10**15
