# expect: state.points has 1 elements for 2 players
# base: take
def setup(pack, players):  # here
    return record(most=3), record(left=12, seat=0, over=False, points=[0])
