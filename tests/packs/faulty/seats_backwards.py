# expect: SEATS is (4, 2)
# base: take
SEATS = (4, 2)  # here
