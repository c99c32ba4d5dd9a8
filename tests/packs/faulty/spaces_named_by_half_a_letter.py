# expect: spaces() returned
# base: cards
def spaces(pack):  # here
    return [("field", "\ud800", [(0, 0)], 0), ("field", "right", [(9, 0)], 1)]
