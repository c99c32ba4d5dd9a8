# expect: spaces() gives two places the key [0, 1]
# base: cards
def spaces(pack):  # here
    return [("field", "left", [(0, 0)], [0, 1]), ("field", "right", [(9, 0)], [0, 1])]
