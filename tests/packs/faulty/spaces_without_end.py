# expect: spaces() returns more than 10,000 places
# base: take
def spaces(pack):  # here
    while True:
        yield "field", "a", [(0, 0)]
