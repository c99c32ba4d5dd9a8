# expect: pieces() returned
# base: cards
def pieces(pack):  # here
    return 8
