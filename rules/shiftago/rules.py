"""Shiftago: push marbles onto a 7 × 7 board, make lines, reach ten points.

The board is a bit per field, one set per colour. A row takes eight bits, seven fields and one
bit that is always 0, so that a line never runs round an edge:

        col 0  1  2  3  4  5  6
row 0       0  1  2  3  4  5  6   (7)
row 1       8  9 10 11 12 13 14  (15)
 …
row 6      48 49 50 51 52 53 54  (55)

A line in one of the four directions is a chain of bits 1, 8, 9 or 7 apart.

Moves: 7 × side + track pushes a marble in, side 0 top, 1 bottom, 2 left, 3 right, tracks from
the left or from the top. From 28 on a move scores a line: 28 + 2 × (49 × direction + field of
its first marble) + end kept (0 first, 1 last; always 0 where no end is chosen).
"""

import numpy as np

from generator.play.kernel import below, record, rule

SEATS = (2, 4)
HIDDEN = False
CHANCE = False
LONGEST = 4000
WIDEST = 160  # at most 72 lines of 2 or more stand at once, with two ends to choose from
KINDS = ("insert", "score")
SUPPLIES = ("marbles",)

SIDES = ("top", "bottom", "left", "right")
COLOURS = ("orange", "blue", "green", "white")
ENDS = ("", "ten_points", "no_marbles", "board_full", "line")  # by state.over

SCORE = 28  # the first move that scores
STEPS = np.array([1, 8, 9, 7], np.int64)  # bits between the marbles of a line: – | \ /
ROWS_DOWN = np.array([0, 1, 1, 1], np.int64)
COLS_RIGHT = np.array([1, 0, 1, -1], np.int64)
HOPS = ((0, 0, 0),) * 2 + ((1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 2, 1), (1, 2, 2), (1, 2, 3), (1, 2, 4))
BOARD = sum(1 << (8 * row + col) for row in range(7) for col in range(7))


def setup(pack, players):
    """Return the numbers in force and an empty state; `points` is by length of line."""
    who = "two" if players == 2 else "more"
    points = np.zeros(8, np.int64)
    for length in range(3, 8):
        points[length] = pack.number(f"{who}_players_line_{length}")
    scoring = [length for length in range(8) if points[length] > 0]
    tracks = [sum(1 << (8 * i + t) for i in range(7)) for t in range(7)]
    tracks += [sum(1 << (8 * t + i) for i in range(7)) for t in range(7)]
    tables = record(
        players=players,
        marbles=pack.number("marbles"),
        target=pack.number("target"),
        keep=pack.number(f"{who}_players_keep"),
        express=pack.number("first_line_wins"),
        points=points,
        hops=np.array(HOPS[min(scoring, default=8)], np.int64),
        tracks=np.array(tracks, np.int64),  # fields of columns 0–6, then of rows 0–6
    )
    state = record(
        own=np.zeros(4, np.int64),  # fields of each colour
        points=np.zeros(4, np.int64),
        stock=np.zeros(4, np.int64),
        seat=0,
        choosing=0,  # 1 while the mover must score a line
        over=0,  # index into ENDS
    )
    return tables, state


@rule
def deal(tables, state, rng):
    """Set up an empty board and full stocks."""
    for seat in range(tables.players):
        state.stock[seat] = tables.marbles


@rule
def turn(tables, state):
    """Tell the seat to act, or -1."""
    return -1 if state.over else state.seat


@rule
def moves(tables, state, out):
    """List the inserts (S2), or the ways to score one line (S4)."""
    n = 0
    if state.choosing:
        own = state.own[state.seat]
        code = next_line(tables, own, -1)
        while code >= 0:
            out[n] = SCORE + 2 * code
            n += 1
            if tables.keep == 1:
                out[n] = SCORE + 2 * code + 1
                n += 1
            code = next_line(tables, own, code)
        return n
    free = ~occupied(state)
    for track in range(7):
        if tables.tracks[track] & free:
            out[n] = track
            n += 1
    for i in range(n):
        out[n + i] = out[i] + 7
    n += n
    first_row = n
    for track in range(7):
        if tables.tracks[7 + track] & free:
            out[n] = 14 + track
            n += 1
    rows = n - first_row
    for i in range(rows):
        out[n + i] = out[first_row + i] + 7
    return n + rows


@rule
def pick(tables, state, rng):
    """Return one legal move, each equally likely."""
    if state.choosing:
        own = state.own[state.seat]
        n = 0
        code = next_line(tables, own, -1)
        while code >= 0:
            n += 1
            code = next_line(tables, own, code)
        which = below(rng, n)
        code = next_line(tables, own, -1)
        for _ in range(which):
            code = next_line(tables, own, code)
        end = below(rng, 2) if tables.keep == 1 else 0
        return SCORE + 2 * code + end
    free = ~occupied(state)
    move = below(rng, 28)
    while not tables.tracks[7 * (move // 14) + move % 7] & free:
        move = below(rng, 28)
    return move


@rule
def play(tables, state, move, rng):
    """Insert a marble or score a line, and settle what follows."""
    seat = state.seat
    if move >= SCORE:
        take_line(tables, state, move)
        if state.points[seat] >= tables.target:
            state.over = 1  # S10
            return
        state.choosing = 0  # S5, S6: what still stands waits for the extra turn's insert
    else:
        push(tables, state, seat, move)
        state.stock[seat] -= 1
        if has_line(tables, state.own[seat]):
            if tables.express:
                state.points[seat] = 1
                state.over = 4
            state.choosing = 1  # S7
            return
        state.seat = (seat + 1) % tables.players
    if occupied(state) == BOARD:
        state.over = 3  # S12
    elif state.stock[state.seat] == 0:
        state.over = 2  # S11


@rule
def score(tables, state, out):
    """Give the points; in the express game 1 to the winner."""
    for seat in range(tables.players):
        out[seat] = state.points[seat]


@rule
def stock(tables, state, out):
    """Count the marbles in front of each seat."""
    for seat in range(tables.players):
        out[seat, 0] = state.stock[seat]


@rule
def kind(tables, state, move):
    """Tell an insert from scoring."""
    return 1 if move >= SCORE else 0


# --------------------------------------------------------------------------- the board


@rule
def occupied(state):
    """Fields that hold a marble."""
    return state.own[0] | state.own[1] | state.own[2] | state.own[3]


@rule
def push(tables, state, seat, move):
    """Shift the marbles that stand unbroken at the entry edge, and put a marble there (S1)."""
    side = move // 7
    track = move % 7
    step = 8 if side < 2 else 1
    fields = tables.tracks[track + 7 * (side // 2)]
    free = fields & ~occupied(state)
    if side % 2 == 0:
        run = fields & ((free & -free) - 1)
        for other in range(tables.players):
            part = state.own[other] & run
            state.own[other] = (state.own[other] ^ part) | (part << step)
        state.own[seat] |= fields & -fields
    else:
        below_run = free | free >> step  # the free fields and all below them
        below_run |= below_run >> 2 * step
        below_run |= below_run >> 4 * step
        run = fields & ~below_run
        for other in range(tables.players):
            part = state.own[other] & run
            state.own[other] = (state.own[other] ^ part) | (part >> step)
        state.own[seat] |= fields & ~(fields >> step)


@rule
def long_runs(tables, own, direction):
    """Fields from which a run goes on for at least the shortest scoring length."""
    step = STEPS[direction]
    own &= own >> tables.hops[0] * step
    own &= own >> tables.hops[1] * step
    return own & own >> tables.hops[2] * step


@rule
def has_line(tables, own):
    """Tell whether any line of scoring length stands."""
    runs = long_runs(tables, own, 0) | long_runs(tables, own, 1)
    runs |= long_runs(tables, own, 2) | long_runs(tables, own, 3)
    return runs != 0 and next_line(tables, own, -1) >= 0


@rule
def line_length(own, direction, field):
    """Length of the run that starts at a field and goes on to its end."""
    step = STEPS[direction]
    rest = own >> (8 * (field // 7) + field % 7)
    length = 0
    while rest & 1:
        length += 1
        rest >>= step
    return length


@rule
def next_line(tables, own, code):
    """First line after `code` that scores, as 49 × direction + field of its start; or -1.

    A line is a maximal run (S3): it starts where no marble of its colour stands before it.
    """
    field = code % 49 if code >= 0 else -1
    for direction in range(max(code, 0) // 49, 4):
        starts = long_runs(tables, own, direction) & ~(own << STEPS[direction])
        while starts and field < 48:
            field += 1
            if starts >> (8 * (field // 7) + field % 7) & 1:
                if tables.points[line_length(own, direction, field)] > 0:
                    return 49 * direction + field
        field = -1
    return -1


@rule
def take_line(tables, state, move):
    """Score a line in full and return its marbles but for the ends that stay (S9)."""
    seat = state.seat
    line = (move - SCORE) // 2
    step = STEPS[line // 49]
    length = line_length(state.own[seat], line // 49, line % 49)
    state.points[seat] += tables.points[length]
    bit = 8 * (line % 49 // 7) + line % 7
    for i in range(length):
        first_stays = i == 0 and (tables.keep == 2 or (tables.keep == 1 and move % 2 == 0))
        last_stays = i == length - 1 and (tables.keep == 2 or (tables.keep == 1 and move % 2 == 1))
        if not first_stays and not last_stays:
            state.own[seat] ^= np.int64(1) << (bit + i * step)
            state.stock[seat] += 1


# --------------------------------------------------------------------------- for people


def opening(tables, state):
    """Nothing is drawn before a game."""
    return {}


def describe(tables, state, move):
    """Put a move into the words of the game record."""
    if move < SCORE:
        return {"do": "insert", "side": SIDES[move // 7], "track": int(move % 7)}
    direction, field = (move - SCORE) // 2 // 49, (move - SCORE) // 2 % 49
    length = int(line_length(state.own[state.seat], direction, field))
    down, right = int(ROWS_DOWN[direction]), int(COLS_RIGHT[direction])
    line = [[field // 7 + i * down, field % 7 + i * right] for i in range(length)]
    ends = ([], [line[-1] if move % 2 else line[0]], [line[0], line[-1]])
    return {
        "do": "score",
        "line": [[int(row), int(col)] for row, col in line],
        "keep": [[int(row), int(col)] for row, col in ends[int(tables.keep)]],
    }


def why_over(tables, state):
    """Name the reason of the end."""
    return ENDS[int(state.over)]


def name_move(tables, state, move):
    """Say a move in a few words."""
    event = describe(tables, state, move)
    if event["do"] == "insert":
        kind_of_track = "column" if event["side"] in ("top", "bottom") else "row"
        return f"push in from the {event['side']}, {kind_of_track} {event['track'] + 1}"
    n = len(event["line"])
    points = int(tables.points[n])
    first, last = (f"row {row + 1} column {col + 1}" for row, col in event["line"][:: n - 1])
    return f"score {points} for {n} in line, {first} to {last}"


def show(tables, state):
    """Draw the position: O orange, B blue, G green, W white."""
    lines = ["    1 2 3 4 5 6 7"]
    for row in range(7):
        cells = []
        for col in range(7):
            here = [i for i in range(4) if int(state.own[i]) >> (8 * row + col) & 1]
            cells.append(COLOURS[here[0]][0].upper() if here else "·")
        lines.append(f"  {row + 1} {' '.join(cells)}")
    for seat in range(int(tables.players)):
        mark = "→" if turn(tables, state) == seat else " "
        lines.append(
            f"{mark} {COLOURS[seat]}: {int(state.points[seat])} points, "
            f"{int(state.stock[seat])} marbles left"
        )
    return "\n".join(lines)
