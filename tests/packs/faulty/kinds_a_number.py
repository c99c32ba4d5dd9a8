# expect: KINDS is 5, expected names
# base: cards
KINDS = 5  # here
