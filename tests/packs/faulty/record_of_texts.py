# expect: setup() stopped with TypeError: field 'name' holds
# base: take
def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0], name="lion")  # here
