from generator.kit import record, rule, run_starts, verbs

SEATS, LONGEST, WIDEST = (2, 2), 42, 7
MOVES = verbs(drop={"column": 7})
ENDS = ("", "four", "board_full")


def setup(pack, players):
    # The disc in row r from the top and column c is bit 8r + c of its seat's number.
    return record(columns=7), record(discs=[0, 0], row=[5] * 7, seat=0, over=0, points=[0, 0])


@rule
def moves(tables, state, out):
    n = 0
    for column in range(7):
        out[n] = column
        n += state.row[column] >= 0
    return n


@rule
def play(tables, state, move, rng):
    seat = state.seat
    discs = state.discs[seat] | 1 << (8 * state.row[move] + move)
    state.discs[seat], state.row[move] = discs, state.row[move] - 1
    state.over = 2 if (discs | state.discs[1 - seat]) & 127 == 127 else 0  # the top row is full
    for step in (1, 7, 8, 9):
        if run_starts(discs, step, 4):
            state.points[seat] = state.over = 1
    state.seat = 1 - seat
