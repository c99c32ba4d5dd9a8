# expect: WIDEST is 3.0, expected a whole number
# base: take
WIDEST = 3.0  # here
