# expect: setup() reads 'left' before it has a value (set it above that line)
# base: take
def setup(pack, players):
    if players > 9:
        left = 3
    return record(zero=0), record(points=[0] * players, left=left, seat=0, over=False)  # here
