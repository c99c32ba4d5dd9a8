"""Shiftago as people see it: the places of its board, its moves in words, and what lies where."""

from generator.kit import at, drawn, front, note
from rules import COLOURS, ENDS, MOVES, SIDES, STEPS, describe, next_line, run_from

TRACK_NAMES = [f"{way} {t + 1}" for way in ("column", "column", "row", "row") for t in range(7)]


def name_move(tables, state, move):
    """Say a move in a few words."""
    event = describe(tables, state, move)
    if event["do"] == "insert":
        return f"push in from the {event['side']}, {TRACK_NAMES[move]}"
    fields = [f"row {row + 1} column {column + 1}" for row, column in event["line"]]
    n = len(fields)
    text = f"score {tables.points[n]} for {n} in line, {fields[0]} to {fields[-1]}"
    if tables.keep == 1:
        text += f", keep {fields[-1] if move % 2 else fields[0]}"
    return text


def status(tables, state, seat):
    """Say what the mover does now, and what the game is played to."""
    act = "Score a line" if state.lines else "Insert a marble"
    goal = "the first line wins" if tables.express else f"{int(tables.target)} points win"
    return f"{act} · {goal}"


def say_over(tables, state):
    """Say why the game ended."""
    return {
        "ten_points": f"a player reached {int(tables.target)} points",
        "no_marbles": "the player to move has no marble left",
        "board_full": "the board is full",
        "line": "a line is complete",
    }[ENDS[int(state.over)]]


def decided_by(tables, before, move, after):
    """Return the fields of the line that won: the first line, or the last one scored."""
    if move >= MOVES.score:
        return describe(tables, before, move)["line"]
    line = next_line(tables, int(after.own[before.seat]), -1) if after.lines else -1
    if line < 0:
        return []
    step, field = int(STEPS[line // 64]), line % 64
    length = run_from(int(after.own[before.seat]), step, field)
    return [list(divmod(field + i * step, 8)) for i in range(length)]


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
        n = int(state.points[player])
        yield note(f"{n} point{'' if n == 1 else 's'}", front(player))
