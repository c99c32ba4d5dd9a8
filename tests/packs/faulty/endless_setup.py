# expect: setup() has been running for
# base: take
def setup(pack, players):
    while players: players += 1  # here
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0])
