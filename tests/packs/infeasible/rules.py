"""Two seats roll a die of sixty in turn; the first wins on a or less, the second on b or less."""

from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = 2000
WIDEST = 1
MOVES = verbs(roll=())
SIDES = 60


def setup(pack, players):
    tables = record(wins_on=[pack.number("a"), pack.number("b")])
    return tables, record(seat=0, points=[0, 0], over=0)


@rule
def deal(tables, state, rng):
    state.seat = 0


@rule
def moves(tables, state, out):
    return offer(out, 0, MOVES.roll)


@rule
def play(tables, state, move, rng):
    if below(rng, SIDES) < tables.wins_on[state.seat]:
        state.points[state.seat] = 1
        state.over = 1
    else:
        state.seat = 1 - state.seat
