from generator.kit import record, rule

SEATS = (2, 2)
LONGEST = WIDEST = 9


def setup(pack, players):
    return record(rows=3), record(mark=[-1] * 9, seat=0, left=9, won=-1)


@rule
def deal(tables, state, rng):
    state.seat = 0


@rule
def turn(tables, state):
    return -1 if state.left == 0 or state.won >= 0 else state.seat


@rule
def moves(tables, state, out):
    n = 0
    for cell in range(9):
        if state.mark[cell] < 0:
            out[n] = cell
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    mark, me = state.mark, state.seat
    mark[move] = me
    row, column = move // 3 * 3, move % 3
    across = mark[row] == me and mark[row + 1] == me and mark[row + 2] == me
    down = mark[column] == me and mark[column + 3] == me and mark[column + 6] == me
    falling = mark[0] == me and mark[4] == me and mark[8] == me
    rising = mark[2] == me and mark[4] == me and mark[6] == me
    if across or down or falling or rising:
        state.won = me
    state.left -= 1
    state.seat = 1 - me


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = 1.0 if state.won == seat else 0.0


def describe(tables, state, move):
    return {"do": "mark", "cell": [int(move) // 3, int(move) % 3]}
