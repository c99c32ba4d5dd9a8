# expect: spaces() divides by 0
# base: take
def spaces(pack):
    yield "path", "one", [(0, 0)]
    1 / 0  # here
