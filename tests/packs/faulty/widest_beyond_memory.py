# expect: WIDEST is 1000000000000, expected a whole number from 1 to 1,000,000
# base: take
WIDEST = 10**12  # here
