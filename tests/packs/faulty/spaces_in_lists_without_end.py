# expect: spaces() returned a value that cannot be displayed, of type list, expected a key of numbers, texts or lists
# base: cards
# check only
NESTED = []
for _ in range(100_000):
    NESTED = [NESTED]
def spaces(pack):  # here
    return [("field", "a field", [(0, 0)], NESTED)]
