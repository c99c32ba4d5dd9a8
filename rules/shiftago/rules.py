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

from generator.kit import below, record, rule

SEATS = (2, 4)
HIDDEN = False
CHANCE = False
LONGEST = 4000
WIDEST = 160  # at most 72 lines of 2 or more stand at once, with two ends to choose from
KINDS = ("insert", "score")
SUPPLIES = ("marbles",)
MAP = "board"

# `value` judges leaves at once; its steps between moves are small, so explore little, and leave
# a move untried that comes after better ones. So set, mcts:200 won 100 of 100 duels with greedy,
# and 92 % of 48 express games against three of them.
SEARCH = {"c": 0.03, "depth": 0, "urgency": 0.035, "order": 1}

SIDES = ("top", "bottom", "left", "right")
COLOURS = ("orange", "blue", "green", "white")
ENDS = ("", "ten_points", "no_marbles", "board_full", "line")  # by state.over

SCORE = 28  # the first move that scores
STEPS = np.array([1, 8, 9, 7], np.int64)  # bits between the marbles of a line: – | \ /
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # the same in rows down and columns right
# How far to shift, in steps, so that a run of 0–8 is seen in three.
HOPS = ((0, 0, 0),) * 2 + (
    (1, 0, 0),
    (1, 1, 0),
    (1, 2, 0),
    (1, 2, 1),
    (1, 2, 2),
    (1, 2, 3),
    (1, 2, 4),
)
FIELDS = [(row, col) for row in range(7) for col in range(7)]
BOARD = sum(1 << (8 * row + col) for row, col in FIELDS)


def setup(pack, players):
    """Return the numbers in force and an empty state; `points` is by length of line."""
    who = "two" if players == 2 else "more"
    points = np.zeros(8, np.int64)
    for length in range(3, 8):
        points[length] = pack.number(f"{who}_players_line_{length}")
    shortest = min((length for length in range(3, 8) if points[length] > 0), default=8)
    tracks = [sum(1 << (8 * i + t) for i in range(7)) for t in range(7)]
    tracks += [sum(1 << (8 * t + i) for i in range(7)) for t in range(7)]
    entries = [1 << t for t in range(7)] + [1 << (48 + t) for t in range(7)]
    entries += [1 << 8 * t for t in range(7)] + [1 << (8 * t + 6) for t in range(7)]
    tables = record(
        players=players,
        marbles=pack.number("marbles"),
        target=pack.number("target"),
        keep=pack.number(f"{who}_players_keep"),
        express=pack.number("first_line_wins"),
        points=points,
        shortest=shortest,  # the shortest line that scores; 8 where none does
        hops=np.array(HOPS[shortest], np.int64),
        tracks=np.array(tracks, np.int64),  # fields of columns 0–6, then of rows 0–6
        entries=np.array(entries, np.int64),  # the field each insert fills
        starts=np.array([stretch_starts(shortest, *way) for way in WAYS], np.int64),
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


def stretch_starts(length, down, right):
    """Fields from which a straight stretch of fields stays on the board."""
    ends = [(r, c, r + down * (length - 1), c + right * (length - 1)) for r, c in FIELDS]
    return sum(1 << (8 * r + c) for r, c, row, col in ends if 0 <= row < 7 and 0 <= col < 7)


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
        code = -1
        while True:
            code = next_line(tables, state.own[state.seat], code)
            if code < 0:
                return n
            out[n] = SCORE + 2 * code
            n += 1
            if tables.keep == 1:
                out[n] = SCORE + 2 * code + 1
                n += 1
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
        lines = 0
        code = -1
        which = -1  # counts down to the line picked, once the lines are counted
        while which != 0:
            code = next_line(tables, state.own[state.seat], code)
            if code >= 0:
                lines += 1
                which -= 1
            else:
                which = 1 + below(rng, lines)
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


@rule
def space(tables, state, move):
    """The arrow that a marble is pushed in at, or −1."""
    return -1 if move >= SCORE else move


# --------------------------------------------------------------------------- the board


@rule
def occupied(state):
    """Fields that hold a marble."""
    return state.own[0] | state.own[1] | state.own[2] | state.own[3]


@rule
def push(tables, state, seat, move):
    """Shift the marbles that stand unbroken at the entry edge, and put a marble there."""
    run = pushed_fields(tables, move, occupied(state))
    for other in range(tables.players):
        part = state.own[other] & run
        state.own[other] = (state.own[other] ^ part) | shifted(part, move)
    state.own[seat] |= tables.entries[move]


@rule
def pushed_fields(tables, move, taken):
    """Fields whose marbles an insert moves: taken ones in one run from the entry edge (S1)."""
    fields = tables.tracks[move % 7 + 7 * (move // 14)]
    free = fields & ~taken
    if move // 7 % 2 == 0:  # from the top or the left: the low end of the track
        return fields & ((free & -free) - 1)
    step = 8 if move < 14 else 1
    free |= free >> step
    free |= free >> 2 * step
    free |= free >> 4 * step
    return fields & ~free


@rule
def shifted(fields, move):
    """The fields one step further in."""
    if move < 14:
        return fields << 8 if move < 7 else fields >> 8
    return fields << 1 if move < 21 else fields >> 1


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
            begins = starts >> (8 * (field // 7) + field % 7) & 1
            if begins and tables.points[line_length(own, direction, field)] > 0:
                return 49 * direction + field
        field = -1
    return -1


@rule
def take_line(tables, state, move):
    """Score a line in full and return its marbles but for the ends that stay (S9)."""
    seat = state.seat
    line = (move - SCORE) // 2
    points, fields = line_of(tables, state.own[seat], line, move % 2)
    state.points[seat] += points
    state.own[seat] ^= fields
    while fields:
        fields &= fields - 1
        state.stock[seat] += 1


@rule
def line_of(tables, own, line, end):
    """What a line scores, and the fields it leaves."""
    step = STEPS[line // 49]
    length = line_length(own, line // 49, line % 49)
    first = 1 if tables.keep == 2 or (tables.keep == 1 and end == 0) else 0
    last = 1 if tables.keep == 2 or (tables.keep == 1 and end == 1) else 0
    bit = 8 * (line % 49 // 7) + line % 7
    fields = np.int64(0)
    for i in range(first, length - last):
        fields |= np.int64(1) << (bit + i * step)
    return tables.points[length], fields


# --------------------------------------------------------------------------- judgement


@rule
def value(tables, state, seat):
    """Estimate a seat's chance to win: its prospects' weight among everyone's."""
    if state.over:
        return share(tables, state, seat)
    mine = 0.0
    everyone = 0.0
    for other in range(tables.players):
        one = weight(prospects(tables, state, other))
        everyone += one
        if other == seat:
            mine = one
    return mine / everyone


@rule
def racer_value(tables, state, seat):
    """Judge by one's own prospects alone: a player who looks at no one else."""
    if state.over:
        return share(tables, state, seat)
    return 1.0 - 1.0 / weight(prospects(tables, state, seat))


@rule
def blocker_value(tables, state, seat):
    """Judge by the others' prospects alone: a player who spoils what they build."""
    if state.over:
        return share(tables, state, seat)
    others = 0.0
    for other in range(tables.players):
        if other != seat:
            others += weight(prospects(tables, state, other))
    return (tables.players - 1) / others


PERSONAS = {"racer": racer_value, "blocker": blocker_value}


@rule
def prospects(tables, state, seat):
    """Rate a seat's position: points made, points within one insert, lines half built.

    The terms' factors are rounded from a conditional logit of who won, over some 100,000
    positions of greedy players, 2 to 4 of them, a tenth of their moves random; they differ little
    between numbers of players and variants.
    """
    own = state.own[seat]
    points = state.points[seat]
    taken = occupied(state)
    if state.choosing and seat == state.seat:
        gain, fields = best_line(tables, own)
        points += gain
        own ^= fields
        taken ^= fields
    if points >= tables.target:
        return 9.0
    within, ways = threats(tables, own, taken)
    wins = within > 0 if tables.express else points + within >= tables.target
    missing_one, missing_two = chances(tables, own)
    rating = 2.0 * points / tables.target + 0.09 * missing_one + 0.04 * missing_two
    gain = min(within, tables.target - points) / tables.target
    few = min(ways, 4) / 4
    if seat == state.seat:
        rating += 0.1 + 0.5 * gain + 0.7 * few
        return rating + 2.8 if wins else rating
    rating += 0.5 * gain + 0.25 * few
    return rating + 0.3 if wins else rating


@rule
def threats(tables, own, taken):
    """Most points that one insert would let a colour score, and how many inserts score at all."""
    most = 0
    ways = 0
    for move in range(28):
        if tables.tracks[move % 7 + 7 * (move // 14)] & ~taken:
            part = own & pushed_fields(tables, move, taken)
            after = (own ^ part) | shifted(part, move) | tables.entries[move]
            if has_line(tables, after):
                ways += 1
                most = max(most, best_line(tables, after)[0])
    return most, ways


@rule
def best_line(tables, own):
    """Points of the best line standing, and the fields it leaves; zeros where none stands."""
    best = np.int64(0)
    best_fields = np.int64(0)
    line = -1
    while True:
        line = next_line(tables, own, line)
        if line < 0:
            return best, best_fields
        points, fields = line_of(tables, own, line, 0)
        if points > best:
            best = points
            best_fields = fields


@rule
def chances(tables, own):
    """Count the stretches as long as the shortest line that lack one marble, and two."""
    lack_one = 0
    lack_two = 0
    for direction in range(4):
        step = STEPS[direction]
        ones = np.int64(0)  # a three-bit number of own marbles at every start, bit by bit
        twos = np.int64(0)
        fours = np.int64(0)
        for i in range(tables.shortest):
            bit = own >> i * step
            carry = ones & bit
            ones ^= bit
            fours |= twos & carry
            twos ^= carry
        starts = tables.starts[direction]
        lack_one += how_many(
            starts
            & digit(ones, tables.shortest - 1, 0)
            & digit(twos, tables.shortest - 1, 1)
            & digit(fours, tables.shortest - 1, 2)
        )
        lack_two += how_many(
            starts
            & digit(ones, tables.shortest - 2, 0)
            & digit(twos, tables.shortest - 2, 1)
            & digit(fours, tables.shortest - 2, 2)
        )
    return lack_one, lack_two


@rule
def digit(fields, number, place):
    """The fields, or all others where the number's binary digit is 0."""
    return fields if number >> place & 1 else ~fields


@rule
def how_many(fields):
    """Count the fields of a set."""
    n = 0
    while fields:
        fields &= fields - 1
        n += 1
    return n


@rule
def weight(rating):
    """Near e^rating for 0 to 3, in steps that give the same bits compiled and plain."""
    root = 1.0 + 0.125 * rating
    root *= root
    root *= root
    return root * root


@rule
def share(tables, state, seat):
    """A seat's share of a finished game."""
    most = 0
    for other in range(tables.players):
        most = max(most, state.points[other])
    leaders = 0
    for other in range(tables.players):
        if state.points[other] == most:
            leaders += 1
    return 1.0 / leaders if state.points[seat] == most else 0.0


# --------------------------------------------------------------------------- for people


def spaces(pack):
    """The arrows of the printed board, in the order of the inserts."""
    wide = pack.component("board").shape.width
    arrows = []
    for move in range(SCORE):
        side, along = SIDES[move // 7], wide / 2 + 22 * (move % 7 - 3)
        across = 17 if side in ("top", "left") else wide - 17
        spot = (along, across) if side in ("top", "bottom") else (across, along)
        line = "column" if side in ("top", "bottom") else "row"
        arrows.append(("arrow", f"{line} {move % 7 + 1} from the {side}", [spot]))
    return arrows


def opening(tables, state):
    """Nothing is drawn before a game."""
    return {}


def describe(tables, state, move):
    """Put a move into the words of the game record."""
    if move < SCORE:
        return {"do": "insert", "side": SIDES[move // 7], "track": int(move % 7)}
    direction, field = (move - SCORE) // 2 // 49, (move - SCORE) // 2 % 49
    length = int(line_length(state.own[state.seat], direction, field))
    down, right = WAYS[direction]
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
    text = f"score {points} for {n} in line, {first} to {last}"
    if tables.keep == 1:
        row, col = event["keep"][0]
        text += f", keep row {row + 1} column {col + 1}"
    return text


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
