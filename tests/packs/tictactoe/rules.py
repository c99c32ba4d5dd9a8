from generator.kit import longest_run, offer, record, rule, square, verbs

SEATS = (2, 2)
LONGEST = WIDEST = 9
MOVES = verbs(mark={"cell": (3, 3)})


def setup(pack, players):
    return record(near=square(3, 3)), record(mark=[-1] * 9, left=9, seat=0, over=0, points=[0, 0])


@rule
def moves(tables, state, out):
    n = 0
    for cell in range(9):
        if state.mark[cell] < 0:
            n = offer(out, n, cell)
    return n


@rule
def play(tables, state, move, rng):
    state.mark[move] = state.seat
    state.left -= 1
    if longest_run(tables.near, state.mark, move) == 3:
        state.points[state.seat] = state.over = 1
    elif state.left == 0:
        state.over = 1
    state.seat = 1 - state.seat
