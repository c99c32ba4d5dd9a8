"""Shiftago as people see it: the places of its board, its moves in words, and what lies where."""

from generator.kit import at, drawn, front, note
from rules import (
    COLOURS,
    ENDS,
    ENTRIES,
    MOVES,
    SIDES,
    STEPS,
    describe,
    in_the_way,
    next_line,
    pushed,
    run_from,
    taken,
)  # fmt: skip

TRACK_NAMES = [f"{way} {t + 1}" for way in ("column", "column", "row", "row") for t in range(7)]


def name_move(tables, state, move):
    """Say a move in a few words, a push with the best line that it makes."""
    if move >= MOVES.score:
        return f"score {_line(tables, state, move, 'keep')}"
    text = f"push in from the {_arrow(move)}"
    lengths = [n for _, n in _lines(tables, _after_push(state, move))]
    if not lengths:
        return text
    if tables.express:
        return f"{text}: {lengths[0]} in line, you win"
    n = max(lengths, key=lambda length: tables.points[length])
    return f"{text}: {n} in line, {_points(tables.points[n])}"


def tell_move(tables, state, move):
    """Tell a move that was made."""
    if move >= MOVES.score:
        return f"and scored {_line(tables, state, move, 'keeping')}"
    return f"pushed in from the {_arrow(move)}"


def _arrow(move):
    """Say where a marble is pushed in: "top, column 4"."""
    return f"{SIDES[move // 7]}, {TRACK_NAMES[move]}"


def _line(tables, state, move, keep):
    """Say what a scored line brings and where it lies: "2 for 5 marbles in column 4"."""
    fields = describe(tables, state, move)["line"]
    first, last = fields[0], fields[-1]
    if first[0] == last[0]:
        where = f"row {first[0] + 1}"
    elif first[1] == last[1]:
        where = f"column {first[1] + 1}"
    else:
        where = f"the diagonal from {_field(first)} to {_field(last)}"
    kept = f", {keep} {_field(last if move % 2 else first)}" if tables.keep == 1 else ""
    return f"{tables.points[len(fields)]} for {len(fields)} marbles in {where}{kept}"


def _field(field):
    return f"row {field[0] + 1} column {field[1] + 1}"


def _points(n):
    return f"{n} point{'' if n == 1 else 's'}"


def _after_push(state, move):
    """The fields of the mover's colour after a push."""
    run = int(in_the_way(taken(state), move))
    return int(pushed(int(state.own[state.seat]), run, move)) | int(ENTRIES[move])


def _lines(tables, own):
    """The lines of a colour that score: pairs of a line and its length."""
    lines, line = [], next_line(tables, own, -1)
    while line >= 0:
        lines.append((line, int(run_from(own, int(STEPS[line // 64]), line % 64))))
        line = next_line(tables, own, line)
    return lines


def status(tables, state, seat):
    """Say what the mover does now, and what the game is played to."""
    goal = f"{int(tables.target)} points win"
    if tables.express:
        goal = f"the first {tables.shortest} in line win"
    if state.lines:
        return f"Score a line · {goal}"
    scored = f"{'You scored' if seat == state.seat else 'Scored'} {state.scored}: "
    return f"{scored + 'push in again' if state.scored else 'Push in a marble'} · {goal}"


def say_over(tables, state):
    """Say why the game ended."""
    why = ENDS[int(state.over)]
    if why == "line":
        n = max(length for _, length in _lines(tables, int(state.own[state.seat])))
        return f"{n} in line win"
    return {
        "ten_points": f"a player reached {int(tables.target)} points",
        "no_marbles": "the player to move has no marble left",
        "board_full": "the board is full",
    }[why]


def decided_by(tables, before, move, after):
    """Return the fields of the line that won: the first line, or the last one scored."""
    if move >= MOVES.score:
        return describe(tables, before, move)["line"]
    own = int(after.own[before.seat])
    return _fields(*_lines(tables, own)[0]) if after.lines else []


def _fields(line, length):
    """The fields of a line as [row, column]."""
    step, first = int(STEPS[line // 64]), line % 64
    return [list(divmod(first + i * step, 8)) for i in range(length)]


def show(tables, state):
    """Draw the position: O orange, B blue, G green, W white."""
    lines = ["    1 2 3 4 5 6 7"]
    for row, marks in enumerate(drawn(state.own, 7, 7, "OBGW"), 1):
        lines.append(f"  {row} {' '.join(marks)}")
    for seat, colour in enumerate(COLOURS[: tables.players]):
        mark = "→" if seat == state.seat and not state.over else " "
        left = f"{state.points[seat]} points, {state.marbles[seat]} marbles left"
        lines.append(f"{mark} {colour}: {left}")
    return "\n".join(lines)


def spaces(pack):
    """The arrows of the printed board, in the order of the inserts; then its fields."""
    wide = pack.component("board").shape.width
    along = [wide / 2 + 22 * (track - 3) for track in range(7)]
    spots = [(x, y) for y in (17, wide - 17) for x in along]
    spots += [(x, y) for x in (17, wide - 17) for y in along]
    sides = [(SIDES[i // 7], i % 7) for i in range(MOVES.score)]
    arrows = [
        ("arrow", f"{name} from the {side}", [spot], {"side": side, "track": track})
        for name, (side, track), spot in zip(TRACK_NAMES, sides, spots, strict=True)
    ]
    return arrows + [
        ("", f"row {row + 1} column {column + 1}", [(along[column], along[row])], [row, column])
        for row in range(7)
        for column in range(7)
    ]


def lay(tables, state, seat):
    """Lay the marbles on their fields, and before each seat those it has left."""
    for player, colour in enumerate(COLOURS[: tables.players]):
        for field in range(55):
            if int(state.own[player]) >> field & 1:
                yield at(f"marbles/{colour} marble", [*divmod(field, 8)])
        yield at(f"marbles/{colour} marble", front(player), n=int(state.marbles[player]))
        yield note(_points(int(state.points[player])), front(player))
