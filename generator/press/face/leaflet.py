"""A Markdown text over the pages of a leaflet: where each line, row and picture of it stands.

In: blocks, and the room on every page in mm. Out: a `Flow`, the `Put` strips of each page, at the
largest size at which all of it fits, which `draw` writes as SVG. A strip is a line of text, a row
of a table or a picture: what no column's end divides.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.decimals import drawn
from generator.press.face.markdown import Block
from generator.press.face.text import (
    MM_PER_PT,
    STEP_PT,
    Align,
    Look,
    Setter,
    Setting,
    Wrapped,
    svg_of,
)

LEADING = 1.24  # em from base line to base line
INDENT_EM = 1.15  # of a list, a level
CELL_EM = 0.42  # air at the sides of a cell
ROW_EM = 0.28  # air above and below a row's text, both together
TALLEST = 0.3  # share of a side's height a picture takes at most
WHOLE = 0.55  # a table no taller than this share of a column stays in one piece
SMALL = 4  # the level of a heading on a card
HEADS = {  # level → size, air above, air below
    1: (1.5, 1.0, 0.25),
    2: (1.3, 0.85, 0.3),
    3: (1.1, 0.65, 0.2),
    SMALL: (1.12, 0.45, 0.0),
}
GAPS = {"words": 0.5, "item": 0.22, "table": 0.55, "picture": 0.6, "rule": 0.7}


@dataclass(frozen=True, slots=True)
class Words:
    """Line `i` of a text, its base line `y` below the strip's top."""

    wrapped: Wrapped
    i: int
    x: float
    y: float
    strong: bool = False  # in the accent colour


@dataclass(frozen=True, slots=True)
class Strip:
    """What is set side by side and never divided; mm, x from the column's left edge."""

    height: float
    above: float  # air above it, except at the top of a column
    line: int  # of the file
    words: tuple[Words, ...] = ()
    keep: bool = False  # stays with the strip below it
    look: Literal["", "head", "rule", "row", "title row", "quote"] = ""
    left: float = 0.0
    width: float = 0.0
    file: str = ""  # of a picture


@dataclass(frozen=True, slots=True)
class Put:
    """A strip and the top left of it on its page."""

    strip: Strip
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The room on a page, in mm from its top left, and how it is divided."""

    width: float
    height: float
    columns: int = 1
    gap: float = 5.0

    @property
    def column(self) -> float:
        """How wide a column is."""
        return (self.width - (self.columns - 1) * self.gap) / self.columns


@dataclass(frozen=True, slots=True)
class Flow:
    """A text laid out; if not whole, `needed` pages would hold it, the rest from `lost_line` on."""

    pages: tuple[tuple[Put, ...], ...]
    size_pt: float
    needed: int
    is_whole: bool = True
    lost_line: int = 0


# ---- laying out


@dataclass(frozen=True, slots=True)
class Layouter:
    """Lays out blocks with one pack's fonts; `ratio_of` tells a picture's height by its width."""

    setter: Setter
    family: str
    ratio_of: Callable[[str, int], float]

    def flow(
        self,
        blocks: Sequence[Block],
        frame: Frame,
        n_pages: int,
        size_pt: float,
        min_pt: float,
        spill: bool = False,
    ) -> Flow:
        """Fill the pages at the largest size that fits; the last page's columns are of a height.

        What does not fit at `min_pt` is left out, or with `spill` runs out of the last column.
        """
        n_columns = n_pages * frame.columns

        def fits(columns: Sequence[Sequence[Strip]]) -> bool:
            tallest = max(map(_height, columns), default=0.0)
            return len(columns) <= n_columns and tallest <= frame.height + 1e-6

        columns = self._filled(blocks, frame, size_pt)
        if not fits(columns):
            size_pt, columns = self._shrunk(blocks, frame, size_pt, min_pt, fits)
        needed, lost = -(-len(columns) // frame.columns), 0
        is_whole = fits(columns)
        if len(columns) > n_columns:
            lost = columns[n_columns][0].line
            rest = [strip for column in columns[n_columns:] for strip in column] if spill else []
            columns = [*columns[: n_columns - 1], [*columns[n_columns - 1], *rest]]
        elif is_whole and frame.columns > 1:
            columns = _levelled(columns, frame)
        elif not is_whole:
            lost = next(c[0].line for c in columns if _height(c) > frame.height)
        pages = _pages([_stacked(column) for column in columns], frame, n_pages)
        return Flow(pages, size_pt, needed, is_whole, lost)

    def _shrunk(
        self,
        blocks: Sequence[Block],
        frame: Frame,
        size_pt: float,
        min_pt: float,
        fits: Callable[[Sequence[Sequence[Strip]]], bool],
    ) -> tuple[float, list[list[Strip]]]:
        """The largest size below `size_pt` that fits, with its columns; else the smallest."""
        least = min(size_pt, min_pt)
        low, high = 0, max(int((size_pt - min_pt) / STEP_PT), 0)
        best = least, self._filled(blocks, frame, least)
        while low <= high:
            middle = (low + high) // 2
            columns = self._filled(blocks, frame, least + middle * STEP_PT)
            if fits(columns):
                best, low = (least + middle * STEP_PT, columns), middle + 1
            else:
                high = middle - 1
        return best

    def _filled(self, blocks: Sequence[Block], frame: Frame, size_pt: float) -> list[list[Strip]]:
        strips: list[Strip] = []
        for spaced in _spaced(blocks):
            strips += self._strips(spaced, frame, size_pt)
        return _columns(strips, frame.height)

    def _strips(self, spaced: "Spaced", frame: Frame, size_pt: float) -> list[Strip]:
        block, em = spaced.block, size_pt * MM_PER_PT
        above = spaced.gap * em
        match block.kind:
            case "head":
                return self._head(block, frame, size_pt, above)
            case "table":
                return self._rows(block, frame, size_pt, above)
            case "picture":
                ratio = self.ratio_of(block.text, block.line)
                height = min(frame.column * ratio, TALLEST * frame.height)
                width = height / ratio if ratio else frame.column
                left = (frame.column - width) / 2
                return [Strip(height, above, block.line, left=left, width=width, file=block.text)]
            case "rule":
                return [Strip(0.0, above, block.line, look="rule", width=frame.column)]
        return self._words(block, frame, size_pt, above, spaced.keep)

    def _look(self, size_pt: float, bold: bool = False, align: Align = "left") -> Look:
        return Look(size_pt, size_pt, align, family=self.family, bold=bold, leading=LEADING)

    def _baseline(self, size_pt: float) -> float:
        """Where the letters stand in a line of text, mm below its top."""
        cap = self.setter.types.get(self.family, "regular").cap_height
        return size_pt * MM_PER_PT * (LEADING + cap) / 2

    def _head(self, block: Block, frame: Frame, size_pt: float, above: float) -> list[Strip]:
        scale, _, below = HEADS[block.level]
        size = size_pt * scale
        wrapped = self.setter.wrap(block.text, frame.column, size, self._look(size, bold=True))
        height, y = LEADING * size * MM_PER_PT, self._baseline(size)
        n = len(wrapped.lines)
        return [
            Strip(
                height + (below * size_pt * MM_PER_PT if i == n - 1 else 0.0),
                above if i == 0 else 0.0,
                block.line,
                (Words(wrapped, i, 0.0, y, block.level != 3),),
                keep=True,
                look="head" if i == n - 1 and block.level < 3 else "",
                width=frame.column,
            )
            for i in range(n)
        ]

    def _words(
        self, block: Block, frame: Frame, size_pt: float, above: float, keep: bool
    ) -> list[Strip]:
        em = size_pt * MM_PER_PT
        left = block.level * INDENT_EM * em + (0.9 * em if block.quoted else 0.0)
        look = self._look(size_pt)
        wrapped = self.setter.wrap(block.text, frame.column - left, size_pt, look)
        y = self._baseline(size_pt)
        marker: tuple[Words, ...] = ()
        if block.marker:
            before = self.setter.wrap(block.marker, left, size_pt, self._look(size_pt, bold=True))
            _, length = self.setter.extent(block.marker, self._look(size_pt, bold=True))
            start = left - max(INDENT_EM * 0.86, length + 0.3) * em
            marker = (Words(before, 0, start, y, True),)
        n = len(wrapped.lines)
        strips = []
        for i, line in enumerate(wrapped.lines):
            air = above if i == 0 else (line.down - LEADING) * em
            is_bound = n > 1 and i in (0, n - 2)  # no line of a paragraph stands alone
            strips.append(
                Strip(
                    LEADING * em,
                    air,
                    block.line,
                    (*(marker if i == 0 else ()), Words(wrapped, i, left, y)),
                    keep=is_bound or (keep and i == n - 1),
                    look="quote" if block.quoted else "",
                )
            )
        return strips

    def _rows(self, block: Block, frame: Frame, size_pt: float, above: float) -> list[Strip]:
        em = size_pt * MM_PER_PT
        widths = self._widths(block, frame.column, em)
        y = self._baseline(size_pt) + ROW_EM * em / 2
        strips: list[Strip] = []
        for i_row, row in enumerate(block.rows):
            words: list[Words] = []
            n_lines, x = 1, 0.0
            for cell, width, align in zip(row, widths, block.aligns, strict=False):
                look = self._look(size_pt, bold=i_row == 0, align=align)
                room = width - 2 * CELL_EM * em
                wrapped = self.setter.wrap(cell, room, size_pt, look)
                words += [
                    Words(wrapped, i, x + CELL_EM * em, y + i * LEADING * em)
                    for i in range(len(wrapped.lines))
                ]
                n_lines = max(n_lines, len(wrapped.lines))
                x += width
            strips.append(
                Strip(
                    (n_lines * LEADING + ROW_EM) * em,
                    0.0 if i_row else above,
                    block.line + i_row + (1 if i_row else 0),
                    tuple(words),
                    keep=i_row == 0,
                    look="row" if i_row else "title row",
                    width=sum(widths),
                )
            )
        if strips and sum(strip.height for strip in strips) <= WHOLE * frame.height:
            strips = [replace(strip, keep=True) for strip in strips[:-1]] + strips[-1:]
        return strips

    def _widths(self, block: Block, room: float, em: float) -> list[float]:
        """Share out the column: what a cell needs at least, then by how long its text is."""
        n = max(map(len, block.rows))
        least, whole = [0.0] * n, [0.0] * n
        for i_row, row in enumerate(block.rows):
            look = self._look(10.0, bold=i_row == 0)
            for i, cell in enumerate(row):
                narrow, wide = self.setter.extent(cell, look)
                air = 2 * CELL_EM + 0.05
                least[i] = max(least[i], (narrow + air) * em)
                whole[i] = max(whole[i], (wide + air) * em)
        spare = room - sum(whole)
        if spare >= 0:
            # A little air, so that short columns do not huddle; the rest stays free.
            extra = min(spare / n, 1.2 * em)
            return [width + extra for width in whole]
        return _shared_out(room, least, whole)


def _shared_out(room: float, least: list[float], whole: list[float]) -> list[float]:
    """Columns that are short by nature stay whole; the long ones divide what is left."""
    widths = list(least)
    todo = sorted(range(len(whole)), key=lambda i: whole[i])
    while todo:
        free = room - sum(widths[i] for i in range(len(whole)) if i not in todo)
        if whole[todo[0]] > free / len(todo):
            break
        widths[todo[0]] = whole[todo[0]]
        del todo[0]
    spare = room - sum(widths)
    if spare < 0:
        return [width * room / sum(least) for width in least]
    wanted = sum(whole[i] - least[i] for i in todo)
    for i in todo:
        widths[i] += spare * (whole[i] - least[i]) / max(wanted, 1e-9)
    return widths


@dataclass(frozen=True, slots=True)
class Spaced:
    """A block with the air above it, em, and whether it stays with the next one."""

    block: Block
    gap: float
    keep: bool


def _spaced(blocks: Sequence[Block]) -> Iterator[Spaced]:
    before: Block | None = None
    for i, block in enumerate(blocks):
        after = blocks[i + 1] if i + 1 < len(blocks) else None
        if block.kind == "head":
            gap = HEADS[block.level][1]
        elif before is not None and before.kind == "head":
            gap = 0.0
        elif block.kind == "item" and (block.level > 1 or (before and before.kind == "item")):
            gap = GAPS["item"]
        elif block.kind == "item":
            gap = GAPS["words"] * 0.6
        else:
            gap = GAPS[block.kind]
        # What leads to a list, a table or a picture stays with it.
        leads = block.kind == "words" and after is not None and after.kind not in ("words", "head")
        yield Spaced(block, gap, leads)
        before = block


def _columns(strips: Sequence[Strip], height: float) -> list[list[Strip]]:
    """Fill columns from the top; strips that keep together move on together."""
    columns: list[list[Strip]] = [[]]
    used = 0.0
    for strip in strips:
        column = columns[-1]
        if column and used + strip.above + strip.height > height + 1e-6:
            n = len(column)
            while n > 1 and column[n - 1].keep:
                n -= 1
            if column[n - 1].keep:  # all of it belongs together: divide it here
                n = len(column)
            columns[-1:] = [column[:n], column[n:]]
            used = _height(columns[-1])
        used += (strip.above if columns[-1] else 0.0) + strip.height
        columns[-1].append(strip)
    return [column for column in columns if column]


def _levelled(columns: list[list[Strip]], frame: Frame) -> list[list[Strip]]:
    """Fill the columns of the last page that holds anything to the same height."""
    n_before = (len(columns) - 1) // frame.columns * frame.columns
    strips = [strip for column in columns[n_before:] for strip in column]
    low, high = 0.0, frame.height
    level = columns[n_before:]
    for _ in range(12):
        middle = (low + high) / 2
        tried = _columns(strips, middle)
        tallest = max(map(_height, tried), default=0.0)
        if len(tried) <= frame.columns and tallest <= middle + 1e-6:
            level, high = tried, middle
        else:
            low = middle
    return [*columns[:n_before], *level]


def _height(column: Sequence[Strip]) -> float:
    return sum(s.height + (s.above if i else 0.0) for i, s in enumerate(column))


def _stacked(column: Sequence[Strip]) -> tuple[Put, ...]:
    puts: list[Put] = []
    y = 0.0
    for i, strip in enumerate(column):
        y += strip.above if i else 0.0
        puts.append(Put(strip, 0.0, y))
        y += strip.height
    return tuple(puts)


def _pages(
    columns: Sequence[tuple[Put, ...]], frame: Frame, n_pages: int
) -> tuple[tuple[Put, ...], ...]:
    pages: list[tuple[Put, ...]] = []
    for i_page in range(n_pages):
        own = columns[i_page * frame.columns : (i_page + 1) * frame.columns]
        pages.append(
            tuple(
                replace(put, x=i * (frame.column + frame.gap))
                for i, column in enumerate(own)
                for put in column
            )
        )
    return tuple(pages)


# ---- drawing


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours: of the words, of headings and marks, of thin lines, of a table's head."""

    words: str
    accent: str
    line: str
    ground: str


def draw(
    page: Sequence[Put],
    x: float,
    y: float,
    inks: Inks,
    setter: Setter,
    icon: Callable[[str, float, float, float, str], str],
    picture: Callable[[Strip, float, float], str],
    outlines: bool,
) -> str:
    """Write a page as SVG, its room's top left at (x, y): grounds and lines first, words last."""
    parts: list[str] = []
    words: dict[tuple[str, float], list[Setting]] = {}
    for put in page:
        strip, left, top = put.strip, x + put.x, y + put.y
        parts.append(_ground(strip, left, top, inks))
        if strip.file:
            parts.append(picture(strip, left + strip.left, top))
        for word in strip.words:
            key = (inks.accent if word.strong else inks.words, word.wrapped.size_pt)
            at = (left + word.x, top + word.y)
            setting = setter.place(word.wrapped, word.i, word.i + 1, *at)
            words.setdefault(key, []).append(setting)
    for (colour, size_pt), settings in words.items():
        runs = tuple(run for setting in settings for run in setting.runs)
        icons = tuple(one for setting in settings for one in setting.icons)
        whole = replace(settings[0], runs=runs, icons=icons, size_pt=size_pt)
        parts.append(svg_of(whole, colour, icon, outlines))
    return "".join(parts)


def _ground(strip: Strip, left: float, top: float, inks: Inks) -> str:
    low, right = drawn(top + strip.height), drawn(left + strip.width)
    x, y = drawn(left), drawn(top)
    line = f'<path d="M{x} {low}H{right}" stroke="{inks.line}" stroke-linecap="round" stroke-width='
    match strip.look:
        case "title row":
            size = f'width="{drawn(strip.width)}" height="{drawn(strip.height)}"'
            return f'<rect x="{x}" y="{y}" {size} rx=".7" fill="{inks.ground}"/>{line}".35"/>'
        case "row" | "rule":
            return f'{line}".2"/>'
        case "quote":
            bar = drawn(left + 0.4)
            return f'<path d="M{bar} {y}V{low}" stroke="{inks.line}" stroke-width=".7"/>'
    return ""
