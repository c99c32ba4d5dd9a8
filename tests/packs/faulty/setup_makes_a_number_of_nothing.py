# expect: setup() converts nothing to a number (int() takes a number, or a text that holds one)
# base: take
def setup(pack, players):
    left = int({}.get("left"))  # here
    return record(zero=0), record(points=[0] * players, left=left, seat=0, over=False)
