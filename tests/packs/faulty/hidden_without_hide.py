# expect: HIDDEN is set but the function hide is missing
# base: take
HIDDEN = True  # here
