# expect: the function turn is missing, and the state has no 'seat'
# base: take
def setup(pack, players):  # here
    return record(most=3), record(left=12, who=0, over=False, points=[0, 0])
