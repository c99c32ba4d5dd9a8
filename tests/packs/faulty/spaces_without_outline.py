# expect: spaces() returned
# base: cards
def spaces(pack):  # here
    return [("field", "left", [], 0), ("field", "right", [(9, 0)], 1)]
