# expect: setup() returned dict as tables, expected a record
# base: take
def setup(pack, players):  # here
    return {"most": 3}, record(left=12, seat=0, over=False, points=[0, 0])
