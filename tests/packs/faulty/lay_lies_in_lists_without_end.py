# expect: lay() returned a value that cannot be displayed, of type Lying, expected at(piece, place or (x, y)
# base: cards
# check only
from generator.kit import at
NESTED = []
for _ in range(100_000):
    NESTED = [NESTED]
def lay(tables, state, seat):  # here
    yield at("cards", NESTED, up=False)
