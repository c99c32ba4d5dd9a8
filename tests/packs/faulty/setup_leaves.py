# expect: setup() stopped with SystemExit: 7
# base: take
import sys


def setup(pack, players):
    sys.exit(7)  # here
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0])
