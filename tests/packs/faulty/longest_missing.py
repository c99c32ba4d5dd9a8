# expect: LONGEST is missing
# base: take
del LONGEST
