"""Connect Four as people see it: the board as text, and the four that won."""

from generator.kit import drawn, moved, run_starts


def show(tables, state):
    return "\n".join(drawn(state.discs, 6, 7, "xo"))


def say_over(tables, state):
    return "four in a row" if state.over == 1 else "the board is full"


def decided_by(tables, before, move, after):
    discs, fields = int(after.discs[before.seat]), 0
    for step in (1, 7, 8, 9):
        starts = run_starts(discs, step, 4)
        for along in range(4):
            fields |= moved(starts, step * along)
    return [
        [row, column] for row in range(6) for column in range(7) if fields >> 8 * row + column & 1
    ]
