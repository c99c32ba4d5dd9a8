# expect: spaces() gave
# base: cards
def spaces(pack):  # here
    return ["left", "right"]
