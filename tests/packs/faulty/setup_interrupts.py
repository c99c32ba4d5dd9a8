# expect: setup() stopped with KeyboardInterrupt
# base: take
def setup(pack, players):
    raise KeyboardInterrupt  # here
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0])
