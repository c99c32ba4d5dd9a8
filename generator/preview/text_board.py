"""A board that a game writes as text, drawn with cells and discs.

In: the text of `show`. Out: places and things as `lay` would give them, and pictures by name. The
text at the deal has the shape of the board: rows of marks at the same columns, most of them empty.
Lengths in mm.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from itertools import pairwise

from generator.play.engine.game import Space
from generator.play.engine.table_layout import Laid, Spot
from generator.preview.layout import Sizes

EMPTY = ".·-_+"  # marks of an empty cell
FEWEST, MOST = 3, 25  # least and greatest number of rows and of columns of a board
CELL, INSET = 20.0, 1.4  # width of a cell; distance from its edge to the outline of its place
PREFIX = "drawn/"  # of the names of pictures that no pack has
# the marks of the sides, as beside the players' names: in a box of 20
SHAPES = (
    '<circle r="3"/>',
    '<rect x="-2.8" y="-2.8" width="5.6" height="5.6" rx=".7"/>',
    '<path d="M0-3.7 3.7 0 0 3.7-3.7 0Z"/>',
    '<path d="M0-3.4 3.5 2.8H-3.5Z"/>',
)
COLOURS = ("#c8571b", "#2d6a9f", "#3f8f4f", "#8a5aa8")  # of sides whose rules name none


@dataclass(frozen=True)
class TextBoard:
    """The place of a board in a text: its lines from `first` on, and the columns of its marks."""

    first: int
    rows: int
    columns: tuple[int, ...]
    empty: str  # marks of empty cells

    def cells(self, text: str) -> tuple[str, ...]:
        """The marks row by row, "" for an empty cell; () where the text has no such board."""
        lines = text.splitlines()[self.first : self.first + self.rows]
        marks = [line[c : c + 1].strip() for line in lines for c in self.columns]
        if len(lines) < self.rows or not all(marks):
            return ()
        return tuple("" if mark in self.empty else mark for mark in marks)

    def rest(self, text: str) -> str:
        """The text around the board, without names of columns above and below the board."""
        lines = text.splitlines()
        above, below = lines[: self.first], lines[self.first + self.rows :]
        if above and _counts(above[-1], self.columns):
            del above[-1]
        if below and _counts(below[0], self.columns):
            del below[0]
        return "\n".join([*above, *below]).strip("\n")

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The cells as places; the key of each is [row, column], from 0."""
        wide = len(self.columns)
        low, high = INSET, CELL - INSET
        corners = ((low, low), (high, low), (high, high), (low, high))
        return tuple(
            Space(
                "cell",
                f"row {i // wide + 1} column {i % wide + 1}",
                tuple((CELL * (i % wide) + x, CELL * (i // wide) + y) for x, y in corners),
                ([i // wide, i % wide],),
            )
            for i in range(self.rows * wide)
        )

    @property
    def ground(self) -> str:
        """The name of the picture of the empty board."""
        return f"{PREFIX}board-{len(self.columns)}-{self.rows}"

    def sizes(self, sizes: Sizes, owners: Mapping[str, int], cells: Sequence[str]) -> Sizes:
        """A pack's sizes and names, and those of the board and the marks on it."""
        names = {
            PREFIX + mark: f"{mark} of player {owners[mark] + 1}" if mark in owners else mark
            for mark in {*owners, *cells}
        }
        wide = (CELL * len(self.columns), CELL * self.rows)
        return replace(
            sizes,
            boxes={**sizes.boxes, self.ground: wide, PREFIX: (CELL, CELL)},
            names={**sizes.names, **names},
        )


def board_in(text: str) -> TextBoard | None:
    """The board in the text at the deal; None where there is none.

    >>> board_in("to move: x\\n  1 2 3\\na . . .\\nb . . .\\nc . . o").columns
    (2, 4, 6)
    >>> board_in("a game - of words") is None
    True
    """
    lines = text.splitlines()
    best: TextBoard | None = None
    for first in range(len(lines)):
        columns: set[int] = set()
        for last in range(first, min(len(lines), first + MOST)):
            columns |= {i for i, mark in enumerate(lines[last]) if mark in EMPTY}
            found = _board(lines, first, last + 1, sorted(columns))
            if found and (best is None or found.rows > best.rows):
                best = found
    return best


def _board(lines: Sequence[str], first: int, end: int, columns: list[int]) -> TextBoard | None:
    if not (FEWEST <= end - first <= MOST and FEWEST <= len(columns) <= MOST):
        return None
    step = columns[1] - columns[0]
    if columns != list(range(columns[0], columns[-1] + 1, step)):
        return None
    block = lines[first:end]
    if any(_counts(block[i], columns) for i in (0, -1)):
        return None
    marks = "".join(line[c : c + 1] for line in block for c in columns)
    between = {line[c + 1 : c + step].strip() for line in block for c in columns[:-1]}
    beside = {line[columns[-1] + 1 : columns[-1] + 2].strip() for line in block if step == 1}
    if len(marks.split()) != 1 or len(marks) < (end - first) * len(columns) or len(between) > 1:
        return None
    empty = "".join(mark for mark in EMPTY if mark in marks)
    if 2 * sum(marks.count(mark) for mark in empty) < len(marks) or len(beside) > 1:
        return None
    return TextBoard(first, end - first, tuple(columns), empty)


def _counts(line: str, columns: Sequence[int]) -> bool:
    """Whether a line only names columns, as "1 2 3" or "a b c"."""
    marks = [line[c : c + 1] for c in columns]
    if not all(mark.isalnum() for mark in marks):
        return False
    return all(ord(b) - ord(a) == 1 for a, b in pairwise(marks))


def changed(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The cells that a move filled, then those that it emptied.

    >>> changed(["x", "", "o"], ["", "x", "x"])
    [1, 0]
    """
    cells = range(min(len(before), len(after)))
    filled = [i for i in cells if after[i] and not before[i]]
    return filled + [i for i in cells if before[i] and not after[i]]


def owners_of(positions: Sequence[Sequence[str]], seats: Sequence[int]) -> dict[str, int]:
    """The seat that each mark belongs to: only that seat's moves bring it to empty cells.

    Where one seat has capital letters and another small ones, all letters go by that.
    `positions` are the cells after each number of moves, `seats` who made each move.
    """
    moved: dict[str, Counter[int]] = {}
    for before, after, seat in zip(positions, positions[1:], seats, strict=False):
        for i in changed(before, after):
            if after[i]:
                moved.setdefault(after[i], Counter())[seat] += 1
    owners = {mark: next(iter(by)) for mark, by in moved.items() if len(by) == 1}
    by_case = {mark.isupper(): seat for mark, seat in owners.items() if mark.isalpha()}
    if len(by_case) == 2 and len({*by_case.values()}) == 2:
        marks = {mark for cells in positions for mark in cells if mark.isalpha()}
        if len(marks) > 2:
            owners |= {m: by_case[m.isupper()] for m in marks}
    return owners


def things_on(
    cells: Sequence[str], owners: Mapping[str, int], colours: Sequence[str]
) -> tuple[Laid, ...]:
    """A disc or a tile on every cell that is not empty. `colours` are those of the seats."""
    every = Counter(owners.values())

    def looks(mark: str) -> str:
        if mark not in owners:
            return f"{PREFIX}tile-{ord(mark):x}"
        seat = owners[mark]
        named = colours[seat] if seat < len(colours) else ""
        colour = (named or COLOURS[seat % len(COLOURS)]).removeprefix("#")
        letter = f"-{ord(mark):x}" if every[seat] > 1 else ""
        return f"{PREFIX}disc-{seat + 1}-{colour}{letter}"

    return tuple(
        Laid(PREFIX, PREFIX + mark, looks(mark), Spot(place))
        for place, mark in enumerate(cells)
        if mark
    )


def address_of(looks: str) -> str:
    """The address of a picture that no pack has; "" for a piece of a pack."""
    return f"/{looks}.svg" if looks.startswith(PREFIX) else ""


def picture_of(looks: str) -> bytes | None:
    """The SVG of a disc, a tile or an empty board by its name; None for any other name."""
    name = looks.removeprefix(PREFIX) if looks.startswith(PREFIX) else ""
    if match := re.fullmatch(r"board-([1-9]\d?)-([1-9]\d?)", name):
        columns, rows = int(match[1]), int(match[2])
        is_small = max(columns, rows) <= MOST
        return _svg(_board_drawn(columns, rows), columns, rows) if is_small else None
    if match := re.fullmatch(r"disc-([1-9]\d?)-([0-9a-f]{6})(?:-([0-9a-f]{2,5}))?", name):
        mark = _letter(match[3]) if match[3] else SHAPES[(int(match[1]) - 1) % len(SHAPES)]
        return _svg(_disc(f"#{match[2]}", mark))
    if match := re.fullmatch(r"tile-([0-9a-f]{2,5})", name):
        return _svg(f'<rect class="tile" x="-8" y="-8" width="16" height="16" rx="2.4"/>'
                    f'<g class="ink">{_letter(match[1])}</g>')  # fmt: skip
    return None


def alike(texts: Sequence[str]) -> str:
    """A text of which only what is the same in all is kept; the words that differ are "?".

    Where whole lines come and go there is nothing to compare, and nothing is told.

    >>> alike(["round 2\\nA holds crate 3", "round 2\\nA holds crate 5"])
    'round 2\\nA holds crate ?'
    """
    lines = [text.splitlines() for text in texts]
    if len({len(each) for each in lines}) > 1:
        return ""
    return "\n".join(_alike_line(same) for same in zip(*lines, strict=True))


def _alike_line(lines: Sequence[str]) -> str:
    if len(set(lines)) == 1:
        return lines[0]
    parts = [line.split(" ") for line in lines]
    if len({len(each) for each in parts}) > 1:
        same = 0
        while all(same < len(p) and p[same] == parts[0][same] for p in parts):
            same += 1
        return " ".join([*parts[0][:same], "?"])
    return " ".join(w[0] if len(set(w)) == 1 else "?" for w in zip(*parts, strict=True))


def _letter(code: str) -> str:
    number = int(code, 16)
    mark = chr(number) if number < 0x110000 and chr(number).isprintable() else "?"
    return f'<text y="3.6" font-size="10.4" text-anchor="middle">{escape(mark)}</text>'


def _disc(colour: str, mark: str) -> str:
    """A round piece with a raised rim, and a mark cut into it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    is_light = 0.3 * red + 0.59 * green + 0.11 * blue > 150
    ink = "#000" if is_light else "#fff"
    return (
        '<ellipse cy=".9" rx="8.3" ry="8.2" fill="#0005"/>'
        f'<circle r="8.2" fill="{colour}"/><circle r="8" fill="none" stroke="#0006" '
        'stroke-width=".5"/><path d="M-6.6-3.2A7.4 7.4 0 0 1 6.6-3.2" fill="none" '
        'stroke="#fff9" stroke-width=".8" stroke-linecap="round"/>'
        f'<circle r="5.6" fill="#0000001c" stroke="{ink}" stroke-opacity=".35" '
        f'stroke-width=".5"/><g fill="{ink}" fill-opacity=".85">{mark}</g>'
    )


def _board_drawn(columns: int, rows: int) -> str:
    cells = "".join(
        f'<rect class="cell" x="{20 * column + 0.6:g}" y="{20 * row + 0.6:g}" '
        'width="18.8" height="18.8" rx="3.4"/>'
        f'<circle class="well" cx="{20 * column + 10}" cy="{20 * row + 10}" r="8.2"/>'
        for row in range(rows)
        for column in range(columns)
    )
    return f'<rect class="plate" width="{20 * columns}" height="{20 * rows}" rx="4"/>{cells}'


def _svg(drawn: str, columns: int = 0, rows: int = 0) -> bytes:
    """A picture that is light or dark as the page is: of a board, or of one cell."""
    box = f"0 0 {20 * columns} {20 * rows}" if columns else "-10 -10 20 20"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>'
        ".plate{fill:#cdbf9f}.cell{fill:#f7f1e2;stroke:#a8966e;stroke-width:.3}"
        ".well{fill:#eee5d0;stroke:#d8cbac;stroke-width:.4}"
        ".tile{fill:#fffdf8;stroke:#6d6557;stroke-width:.6}.ink{fill:#22262b}"
        "text{font:600 10.4px 'Source Sans 3',sans-serif}"
        "@media(prefers-color-scheme:dark){.plate{fill:#20282a}"
        ".cell{fill:#39444a;stroke:#52616a}.well{fill:#323c42;stroke:#2a3338}.tile{fill:#e8e6e0}}"
        f"</style>{drawn}</svg>"
    ).encode()
