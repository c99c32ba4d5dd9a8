# expect: SEATS is 2, expected the fewest and the most players
# base: take
SEATS = 2  # here
