# expect: pieces() gave
# base: cards
def pieces(pack):  # here
    return 8
