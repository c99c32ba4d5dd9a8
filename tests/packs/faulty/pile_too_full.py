# expect: play() stopped with IndexError: the pile has no room for another card
# base: take
from generator.kit import FACE_UP, piles, put


def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0], pile=piles(4, FACE_UP)[0])


@rule
def play(tables, state, move, rng):
    put(state.pile, 3)  # here
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
