# expect: setup() stopped with ValueError: a record cannot have a field named 'size'
# base: take
def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0], size=3)  # here
