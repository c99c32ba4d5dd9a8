# expect: spaces() returned
# base: cards
def spaces(pack):  # here
    return ["left", "right"]
