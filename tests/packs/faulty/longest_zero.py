# expect: LONGEST is 0
# base: take
LONGEST = 0  # here
