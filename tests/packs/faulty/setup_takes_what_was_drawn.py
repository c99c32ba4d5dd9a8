# expect: setup() makes a different 'most' each time: the same seed would play other games
# base: take
# check only
import random

MOST = random.randrange(10**9)


def setup(pack, players):  # here
    return record(most=MOST), record(left=12, seat=0, over=False, points=[0, 0])
