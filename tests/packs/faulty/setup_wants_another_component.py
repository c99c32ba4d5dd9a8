# expect: setup() asks for … tokens
# base: take
def setup(pack, players):
    tokens = pack.component("tokens").rows  # here
    return record(most=len(tokens)), record(left=12, seat=0, over=False, points=[0, 0])
