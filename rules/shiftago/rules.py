"""Shiftago: push marbles onto a 7 × 7 board, make lines, reach ten points.

The board is a bit per field, one set per colour. A row takes eight bits, seven fields and one
bit that is always 0, so that a line never runs round an edge:

        col 0  1  2  3  4  5  6
row 0       0  1  2  3  4  5  6   (7)
row 1       8  9 10 11 12 13 14  (15)
 …
row 6      48 49 50 51 52 53 54  (55)

A line runs one of four ways, – | \\ /: its marbles are 1, 8, 9 or 7 bits apart. It is known by
its way and its first field, in one number: 64 × way + field.
"""

import numpy as np

from generator.kit import (
    below, bit_count, lowest, moved, record, rule, run_from, run_starts, verbs,
)  # fmt: skip

SEATS = (2, 4)
LONGEST = 4000
WIDEST = 160  # at most 72 lines of 2 or more stand at once, with two ends to choose from
SUPPLIES = {"marbles": "each"}
MAP = "board"
COLOURS = ("orange", "blue", "green", "white")
ENDS = ("", "ten_points", "no_marbles", "board_full", "line")
SAID = {
    "ten_points": "enough points", "no_marbles": "no marbles left",
    "board_full": "the board is full", "line": "the first line", "insert": "insert a marble",
    "score": "score a line",
}  # fmt: skip
_, TEN_POINTS, NO_MARBLES, BOARD_FULL, LINE = range(5)

# Tracks count from the left or the top. Where one end marble stays, `end` 1 is the last, else 0.
SIDES = ("top", "bottom", "left", "right")
MOVES = verbs(insert={"side": SIDES, "track": 7}, score={"way": 4, "field": 64, "end": 2})
STEPS = np.array([1, 8, 9, 7])  # by way

# By side: the field at its first arrow, bits to that of the next arrow, and from field to field.
LAYOUT = ((0, 1, 8), (48, 1, -8), (0, 8, 1), (6, 8, -1))
# By insert: the field it fills, all those of its track, and the bits that marbles move on by.
ARROWS = [(field + t * along, step) for field, along, step in LAYOUT for t in range(7)]
ENTRIES = np.array([1 << field for field, _ in ARROWS])
TRACKS = np.array([sum(1 << field + i * step for i in range(7)) for field, step in ARROWS])
PUSHES = np.array([step for _, step in ARROWS])
BOARD = sum(TRACKS[:7].tolist())


def setup(pack, players):
    """Return the numbers in force; and the empty board, with everyone's marbles beside it."""
    who = "two" if players == 2 else "more"
    points = [0, 0, 0, *(pack.number(f"{who}_players_line_{length}") for length in range(3, 8))]
    tables = record(
        players=players,
        target=pack.number("target"),
        keep=pack.number(f"{who}_players_keep"),  # how many marbles of a line stay
        express=pack.number("first_line_wins"),
        points=points,  # by length of line
        shortest=min((length for length in range(3, 8) if points[length] > 0), default=8),
    )
    state = record(
        own=[0] * 4,  # fields of each colour
        points=[0] * 4,
        marbles=[pack.number("marbles") if seat < players else 0 for seat in range(4)],
        seat=0,
        scored=0,  # points for the mover's last line, which brought this extra turn
        lines=0,  # standing, of which the mover must score one
        over=0,  # place in ENDS
    )
    return tables, state


@rule
def moves(tables, state, out):
    """List the inserts into tracks that are not full (S2), or the ways to score one line (S4)."""
    n = 0
    if state.lines == 0:
        free = ~taken(state)
        for move in range(MOVES.score):
            out[n] = move
            n += TRACKS[move] & free != 0  # else the next move takes its place
    line = -1
    for _ in range(state.lines):
        line = next_line(tables, state.own[state.seat], line)
        for end in range(2 if tables.keep == 1 else 1):
            out[n] = MOVES.score + 2 * line + end
            n += 1
    return n


@rule
def pick(tables, state, rng):
    """Return one legal move, each equally likely."""
    if state.lines == 0:
        move = below(rng, MOVES.score)
        while not TRACKS[move] & ~taken(state):
            move = below(rng, MOVES.score)
        return move
    line = -1
    for _ in range(1 + below(rng, state.lines)):
        line = next_line(tables, state.own[state.seat], line)
    end = below(rng, 2) if tables.keep == 1 else 0
    return MOVES.score + 2 * line + end


@rule
def play(tables, state, move, rng):
    """Insert a marble or score a line, and settle what follows."""
    seat = state.seat
    if move < MOVES.score:
        state.scored = 0
        push(tables, state, move)
        line = next_line(tables, state.own[seat], -1)
        while line >= 0:
            state.lines += 1
            line = next_line(tables, state.own[seat], line)
        if state.lines > 0:  # S7
            if tables.express:
                state.points[seat] = 1
                state.over = LINE
            return
        state.seat = (seat + 1) % tables.players  # S8: whatever lines the others have
    else:
        take_line(tables, state, (move - MOVES.score) // 2, move % 2)
        state.lines = 0  # S5, S6: what still stands waits for the extra turn's insert
        if state.points[seat] >= tables.target:
            state.over = TEN_POINTS  # S10
            return
    if taken(state) == BOARD:
        state.over = BOARD_FULL  # S12
    elif state.marbles[state.seat] == 0:
        state.over = NO_MARBLES  # S11


@rule
def push(tables, state, move):
    """Move the marbles in the way on by one field, and put one of the mover's at the edge."""
    run = in_the_way(taken(state), move)
    for seat in range(tables.players):
        state.own[seat] = pushed(state.own[seat], run, move)
    state.own[state.seat] |= ENTRIES[move]
    state.marbles[state.seat] -= 1


@rule
def take_line(tables, state, line, end):
    """Score a line in full, and return the marbles that leave the board to the stock (S9)."""
    seat = state.seat
    gone = cleared(tables, state.own[seat], line, end)
    state.scored = tables.points[bit_count(gone) + tables.keep]
    state.points[seat] += state.scored
    state.marbles[seat] += bit_count(gone)
    state.own[seat] ^= gone


@rule
def taken(state):
    """Fields that hold a marble."""
    return state.own[0] | state.own[1] | state.own[2] | state.own[3]


@rule
def in_the_way(full, move):
    """Fields whose marbles an insert moves: taken ones in one run from the entry edge (S1)."""
    run = np.int64(0)
    field = ENTRIES[move]
    while field & full:
        run |= field
        field = moved(field, PUSHES[move])
    return run


@rule
def pushed(own, run, move):
    """A colour's fields, once the marbles of a run have moved on."""
    part = own & run
    return own ^ part | moved(part, PUSHES[move])


@rule
def next_line(tables, own, line):
    """The first line after this one (−1: of all) that scores, a whole run (S3); −1 for none."""
    after = line + 1
    for way in range(after // 64, 4):
        step = STEPS[way]
        starts = run_starts(own, step, tables.shortest)
        starts &= ~(own << step)  # where the run begins, not further on in it
        starts &= -1 << after % 64  # fields not asked for yet
        while starts:
            field = lowest(starts)
            if tables.points[run_from(own, step, field)] > 0:
                return 64 * way + field
            starts &= starts - 1
        after = 0
    return -1


@rule
def cleared(tables, own, line, end):
    """The fields that a scored line leaves: all but one end, both, or none (S9)."""
    step, field = STEPS[line // 64], line % 64
    first = 1 - end if tables.keep == 1 else tables.keep // 2  # marbles that stay at its start
    last = run_from(own, step, field) - (tables.keep - first)
    gone = np.int64(0)
    for i in range(first, last):
        gone |= np.int64(1) << field + i * step
    return gone


# --------------------------------------------------------------------------- for people


def describe(tables, state, move):
    """Put a move into the words of the game record."""
    event = MOVES.described(move)
    if event["do"] == "insert":
        return event
    step, field = int(STEPS[event["way"]]), event["field"]
    length = run_from(int(state.own[state.seat]), step, field)
    line = [list(divmod(field + i * step, 8)) for i in range(length)]
    ends = [line[0], line[-1]]
    keep = ([], [ends[event["end"]]], ends)[tables.keep]
    return {"do": "score", "line": line, "keep": keep}
