# expect: setup() uses input(), but nobody can answer
# base: take
def setup(pack, players):
    most = int(input("how many? "))  # here
    return record(most=most), record(left=12, seat=0, over=False, points=[0, 0])
