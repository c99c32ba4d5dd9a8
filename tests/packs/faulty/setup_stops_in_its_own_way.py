# expect: setup() stopped with Wrong: no
# base: take
class Wrong(BaseException):
    pass


def setup(pack, players):
    raise Wrong("no")  # here
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0])
