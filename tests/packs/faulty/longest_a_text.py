# expect: LONGEST is '12', expected a whole number
# base: take
LONGEST = "12"  # here
