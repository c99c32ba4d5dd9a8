# expect: setup() makes a different 'left' each time: the same seed would play other games
# base: take
# check only
import random


def setup(pack, players):  # here
    return record(most=3), record(left=random.random(), seat=0, over=False, points=[0, 0])
