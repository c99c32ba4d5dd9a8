# expect: setup() reads something that game.yaml does not have: there is no parameter 'tracks' (there are none
# base: take
def setup(pack, players):
    most = pack.number("tracks")  # here
    return record(most=most), record(left=12, seat=0, over=False, points=[0, 0])
