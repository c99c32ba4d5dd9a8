# As `take`, with a table of moves.
from generator.kit import record, rule, verbs

SEATS = (2, 2)
LONGEST = 12
MOVES = verbs("rest", take=2)


def setup(pack, players):
    return record(most=3), record(left=12, seat=0, over=False, points=[0, 0])


@rule
def moves(tables, state, out):
    for i in range(3):
        out[i] = i
    return 3


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat

