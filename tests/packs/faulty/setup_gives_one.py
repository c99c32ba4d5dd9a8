# expect: setup() returned record, expected two records
# base: take
def setup(pack, players):  # here
    return record(left=12, seat=0, over=False, points=[0, 0])
