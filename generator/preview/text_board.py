"""A board that a game writes as text, drawn with cells and discs.

In: the board in the text of `show`. Out: things as `lay` would give them, and pictures by name.
Lengths in mm.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from generator.model.problems import Problems
from generator.play.engine.board_places import CELL, TextBoard
from generator.play.engine.game import Space
from generator.play.engine.grid_text import MOST
from generator.play.engine.loading import words_of
from generator.play.engine.table_layout import Laid, Spot
from generator.preview.layout import Sizes

EDGE = 10.0  # width of the strip with the numbers of rows or columns
HOLE = 9.0  # radius of a hole of a rack with its rim
PREFIX = "drawn/"  # of the names of pictures that no pack has
# the marks of the sides, as beside the players' names: in a box of 20
SHAPES = (
    '<circle r="3"/>',
    '<rect x="-2.8" y="-2.8" width="5.6" height="5.6" rx=".7"/>',
    '<path d="M0-3.7 3.7 0 0 3.7-3.7 0Z"/>',
    '<path d="M0-3.4 3.5 2.8H-3.5Z"/>',
)
COLOURS = ("#c8571b", "#2d6a9f", "#3f8f4f", "#8a5aa8")  # of sides whose rules name none


def ground_of(board: TextBoard, is_rack: bool) -> str:
    """The name of the picture of the empty board: a rack, or a board of cells."""
    return f"{PREFIX}{'rack' if is_rack else 'board'}-{len(board.columns)}-{board.rows}"


def places_on(board: TextBoard, is_rack: bool) -> tuple[Space, ...]:
    """The cells as places; numbers of columns stand above, and of rows on the left of a board.

    The places of a rack are its holes.
    """
    if not is_rack:
        return tuple(
            replace(space, outline=tuple((x + EDGE, y + EDGE) for x, y in space.outline))
            for space in board.spaces
        )
    wide, turns = len(board.columns), [math.tau * k / 24 for k in range(24)]
    return tuple(
        replace(space, outline=tuple(
            (CELL * (i % wide + 0.5) + HOLE * math.cos(turn),
             EDGE + CELL * (i // wide + 0.5) + HOLE * math.sin(turn)) for turn in turns))
        for i, space in enumerate(board.spaces)
    )  # fmt: skip


def said_on(board: TextBoard, event: Mapping[str, Any], cells: Sequence[int]) -> dict[str, str]:
    """The values of a described move in words, by their keys; `cells` are those that it changes.

    A cell is named by its row and column, and a column or row by its number, both from 1.
    """
    wide = len(board.columns)
    row, column = divmod(cells[0], wide) if cells else (-1, -1)
    words = {}
    for key, value in event.items():
        if key == "do" or value in ("", None):
            continue
        words[key] = words_of(value)
        if isinstance(value, list | tuple) and [*value] == [row, column]:
            words[key] = f"row {row + 1} column {column + 1}"
        elif (key, value) in (("row", row), ("column", column)):
            words[key] = f"{key} {value + 1}"
    return words


def sizes_on(
    board: TextBoard, is_rack: bool, sizes: Sizes, owners: Mapping[str, int],
    cells: Sequence[str],
) -> Sizes:  # fmt: skip
    """A pack's sizes and names, and those of the board and the marks on it."""
    names = {
        PREFIX + mark: f"{mark} of player {owners[mark] + 1}" if mark in owners else mark
        for mark in {*owners, *cells}
    }
    left = 0.0 if is_rack else EDGE
    wide = (CELL * len(board.columns) + left, CELL * board.rows + EDGE)
    return replace(
        sizes,
        boxes={**sizes.boxes, ground_of(board, is_rack): wide, PREFIX: (CELL, CELL)},
        names={**sizes.names, **names},
    )


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
    if match := re.fullmatch(r"(board|rack)-([1-9]\d?)-([1-9]\d?)", name):
        columns, rows = int(match[2]), int(match[3])
        if max(columns, rows) > MOST:
            return None
        left = 0.0 if match[1] == "rack" else EDGE
        drawn = _rack_drawn(columns, rows) if match[1] == "rack" else _board_drawn(columns, rows)
        names = _numbers(columns, rows, left)
        box = f"0 0 {CELL * columns + left:g} {CELL * rows + EDGE:g}"
        return _svg(f'{names}<g transform="translate({left:g} {EDGE:g})">{drawn}</g>', box)
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
    return _written(mark, 0, 3.6, 10.4)


def _written(text: str, x: float, y: float, size: float) -> str:
    """A text whose middle is at `x`, as shapes: a picture on a page cannot use the page's fonts.

    A text with letters that the font of the pages lacks is left to the fonts of the browser.
    """
    from font_source_sans_pro import font_directory

    from generator.press.text.fonts import type_of

    type = type_of(Path(font_directory) / "SourceSansPro-Semibold.ttf", Problems())
    if type is None or type.missing(text):
        return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'
    return f'<path d="{type.outline(text, x - size * type.advance(text) / 2, y, size)}"/>'


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


def _numbers(columns: int, rows: int, left: float) -> str:
    """The numbers of the columns above the board, and of the rows if there is room on the left."""
    at = [(left + CELL * (i + 0.5), 7.0, i + 1) for i in range(columns)]
    at += [(left / 2, EDGE + CELL * (i + 0.5) + 2.2, i + 1) for i in range(rows if left else 0)]
    names = "".join(_written(f"{n}", x, y, 6.4) for x, y, n in at)
    return f'<g class="number">{names}</g>'


def _board_drawn(columns: int, rows: int) -> str:
    cells = "".join(
        f'<rect class="cell" x="{20 * column + 0.6:g}" y="{20 * row + 0.6:g}" '
        'width="18.8" height="18.8" rx="3.4"/>'
        f'<circle class="well" cx="{20 * column + 10}" cy="{20 * row + 10}" r="8.2"/>'
        for row in range(rows)
        for column in range(columns)
    )
    return f'<rect class="plate" width="{20 * columns}" height="{20 * rows}" rx="4"/>{cells}'


def _rack_drawn(columns: int, rows: int) -> str:
    """A solid plate with holes, in which the light falls from above."""
    holes = "".join(
        f'<circle class="rim" cx="{20 * column + 10}" cy="{20 * row + 10}" r="{HOLE:g}"/>'
        f'<circle class="hole" cx="{20 * column + 10}" cy="{20 * row + 10}" r="8.6"/>'
        f'<path class="shade" d="M{20 * column + 1.4:g} {20 * row + 10}a8.6 8.6 0 0 1 17.2 0'
        f'a8.6 7.4 0 0 0-17.2 0Z"/>'
        for row in range(rows)
        for column in range(columns)
    )
    return f'<rect class="rack" width="{20 * columns}" height="{20 * rows}" rx="5"/>{holes}'


def _svg(drawn: str, box: str = "-10 -10 20 20") -> bytes:
    """A picture that is light or dark as the page is: of a board, or of one cell."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>'
        ".plate{fill:#cdbf9f}.cell{fill:#f7f1e2;stroke:#a8966e;stroke-width:.3}"
        ".well{fill:#eee5d0;stroke:#d8cbac;stroke-width:.4}"
        ".rack{fill:#3d5a66}.rim{fill:#34505b}.hole{fill:#efe9dc}.shade{fill:#0003}"
        ".number{fill:#5b5546}text{text-anchor:middle}"
        ".tile{fill:#fffdf8;stroke:#6d6557;stroke-width:.6}.ink{fill:#22262b}"
        "text{font-family:sans-serif;font-weight:600}"
        "@media(prefers-color-scheme:dark){.plate{fill:#20282a}.number{fill:#c3c9c6}"
        ".rack{fill:#56707a}.rim{fill:#48616b}.hole{fill:#1b2124}"
        ".cell{fill:#39444a;stroke:#52616a}.well{fill:#323c42;stroke:#2a3338}.tile{fill:#e8e6e0}}"
        f"</style>{drawn}</svg>"
    ).encode()
