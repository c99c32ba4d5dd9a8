# expect: expected ':'
# base: take, this is bots.py
def value(tables, state, seat)  # here
    return 1
