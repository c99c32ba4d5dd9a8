# expect: __getattribute__() stopped with RuntimeError
# base: take
class Trap:
    def __getattribute__(self, name):
        raise RuntimeError(name)  # here


def setup(pack, players):
    return Trap(), Trap()
