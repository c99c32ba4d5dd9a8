# expect: LONGEST is 1000000000, expected a whole number from 1 to 1,000,000
# base: take
LONGEST = 10**9  # here
