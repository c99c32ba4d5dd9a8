# expect: setup() divides by 0
# base: take
def setup(pack, players):
    return record(most=3 // 0), record(left=12, seat=0, over=False, points=[0, 0])  # here
