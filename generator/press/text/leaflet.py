"""A Markdown text over the pages of a leaflet: where each line, row and picture of it stands.

In: blocks, and the room on every page in mm. Out: a `Flow`, the `Put` strips of each page, at the
largest size at which all of it fits, which `draw` writes as SVG. A strip is a line of text, a row
of a table, a picture, or a picture with the text beside it: what no page's end divides. Strips
that keep together move on together: a paragraph, a heading and what follows it, a small table.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from generator.model.decimals import drawn
from generator.press.text.markdown import Block
from generator.press.text.text_box import (
    MM_PER_PT,
    STEP_PT,
    Align,
    Look,
    Setter,
    Setting,
    Wrapped,
    svg_of,
)
from generator.press.text.text_pictures import Shown

LEADING = 1.24  # em from base line to base line
INDENT_EM = 1.15  # of a list, a level
CELL_EM = 0.42  # air at the sides of a cell
ROW_EM = 0.28  # air above and below a row's text, both together
TALLEST = 0.3  # share of a side's height a picture of the pack's folder takes at most
WHOLE = 0.55  # a table or text no taller than this share of a page stays in one piece
SMALL = 4  # the level of a heading on a card
FACES_MM = 18.0  # how tall the faces of a row are at most, unless told
LEADING_MM = (15.0, 9.0)  # how wide and tall the faces at the left of a text are at most
FACES_GAP_MM = 2.0
BESIDE_EM = 1.3  # between a picture and the text beside it
NARROWEST = 0.25  # share of a column that text beside a picture needs
CAPTION = 0.9  # the size of a caption
HEADS = {  # level → size, air above, air below
    1: (1.5, 1.0, 0.25),
    2: (1.3, 0.85, 0.3),
    3: (1.1, 0.65, 0.2),
    SMALL: (1.12, 0.45, 0.0),
}
GAPS = {"words": 0.5, "item": 0.22, "table": 0.55, "picture": 0.6, "faces": 0.6, "rule": 0.7}


@dataclass(frozen=True, slots=True)
class Words:
    """Line `i` of a text, its base line `y` below the strip's top."""

    wrapped: Wrapped
    i: int
    x: float
    y: float
    strong: bool = False  # in the accent colour


@dataclass(frozen=True, slots=True)
class Picture:
    """A face, drawing or file, and its box from the strip's top left."""

    shown: Shown
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Strip:
    """What is set side by side and never divided; mm, x from the column's left edge."""

    height: float
    above: float  # air above it, except at the top of a column
    line: int  # of the file
    words: tuple[Words, ...] = ()
    keep: bool = False  # stays with the strip below it
    look: Literal["", "head", "rule", "row", "title row", "quote"] = ""
    width: float = 0.0
    pictures: tuple[Picture, ...] = ()
    beside: "tuple[Put, ...]" = ()  # strips beside a picture
    title: "Strip | None" = None  # of a row: its table's head, repeated where the table is divided
    ends: Literal["", "page", "column"] = ""  # what ends before it


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
class Band:
    """Strips that stand in so many columns; `intro` are headings above them, never left alone."""

    columns: int
    intro: tuple[Strip, ...]
    strips: tuple[Strip, ...]


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
    """Lays out blocks with one pack's fonts; `size_of` tells a picture's width and height in mm.

    A width of 0 is that of the column; its height is then the ratio of height by width.
    """

    setter: Setter
    family: str
    size_of: Callable[[Shown, int], tuple[float, float]]

    def flow(
        self,
        blocks: Sequence[Block],
        frame: Frame,
        n_pages: int,
        size_pt: float,
        min_pt: float,
        spill: bool = False,
    ) -> Flow:
        """Fill the pages at the largest size that fits; columns that end together are of a height.

        What does not fit at `min_pt` is left out, or with `spill` runs out of the last column.
        """

        def fits(pages: Pages) -> bool:
            return len(pages.made) <= n_pages and pages.lost_line is None

        pages = self._paged(blocks, frame, size_pt)
        if not fits(pages):
            size_pt, pages = self._shrunk(blocks, frame, size_pt, min_pt, fits)
        lost = 0
        if not fits(pages):
            rest = [put for page in pages.made[n_pages:] for put in page]
            lost = min([put.strip.line for put in rest] or [pages.lost_line or 0])
            if spill:
                last = pages.made[n_pages - 1]
                last += _run_over(last, rest)
        made = [tuple(page) for page in pages.made[:n_pages]]
        made += [()] * (n_pages - len(made))
        return Flow(tuple(made), size_pt, max(len(pages.made), 1), fits(pages), lost)

    def _shrunk(
        self,
        blocks: Sequence[Block],
        frame: Frame,
        size_pt: float,
        min_pt: float,
        fits: Callable[["Pages"], bool],
    ) -> tuple[float, "Pages"]:
        """The largest size below `size_pt` that fits, with its pages; else the smallest."""
        least = min(size_pt, min_pt)
        low, high = 0, max(int((size_pt - min_pt) / STEP_PT), 0)
        best = least, self._paged(blocks, frame, least)
        while low <= high:
            middle = (low + high) // 2
            pages = self._paged(blocks, frame, least + middle * STEP_PT)
            if fits(pages):
                best, low = (least + middle * STEP_PT, pages), middle + 1
            else:
                high = middle - 1
        return best

    def _paged(self, blocks: Sequence[Block], frame: Frame, size_pt: float) -> "Pages":
        pages = Pages(frame)
        for band in self._bands(blocks, frame, size_pt):
            pages.fill(band)
        return pages

    def _bands(self, blocks: Sequence[Block], frame: Frame, size_pt: float) -> list[Band]:
        """The strips of all blocks, in stretches of as many columns as the text asks for."""
        bands: list[Band] = []
        strips: list[Strip] = []
        n, ends = frame.columns, ""
        spaced = list(_spaced(blocks))
        i = 0
        while i < len(spaced):
            block = spaced[i].block
            if block.kind == "columns":
                bands.append(_band(n, bands, strips))
                n, strips = block.level, []
                i += 1
                continue
            if block.kind == "break":
                ends = "page" if "page" in (ends, block.text) else "column"
                i += 1
                continue
            column = replace(frame, columns=n)
            if block.kind == "picture" and block.shown[0].beside:
                made, i = self._beside(spaced, i, column, size_pt)
            else:
                made, i = self._strips(spaced[i], column, size_pt), i + 1
            if made and ends:
                made[0] = replace(made[0], ends="page" if ends == "page" else "column")
                ends = ""
            strips += made
        return [*bands, _band(n, bands, strips)]

    def _strips(self, spaced: "Spaced", frame: Frame, size_pt: float) -> list[Strip]:
        block, em = spaced.block, size_pt * MM_PER_PT
        above = spaced.gap * em
        match block.kind:
            case "head":
                made = self._head(block, frame, size_pt, above)
            case "table":
                made = self._rows(block, frame, size_pt, above)
            case "picture":
                made = [self._picture(block, frame, size_pt, above)]
            case "faces":
                made = [self._faces(block, frame, above)]
            case "rule":
                made = [Strip(0.0, above, block.line, look="rule", width=frame.column)]
            case _ if block.shown:
                made = [self._led(spaced, frame, size_pt, above)]
            case _:
                made = self._words(block, frame, size_pt, above)
        if spaced.keep and made:
            made[-1] = replace(made[-1], keep=True)
        if spaced.whole:
            made = [replace(strip, keep=True) for strip in made[:-1]] + made[-1:]
        return made

    # ---- pictures

    def _sized(self, shown: Shown, line: int, column: float, tallest: float) -> tuple[float, float]:
        """How large a picture is drawn: as large as it is, or as is told; never wider than fits."""
        width, height = self.size_of(shown, line)
        if not width:
            width, height = column, column * height
            if height > tallest and not shown.width:
                width, height = width * tallest / height, tallest
        if shown.turn % 180 == 90:
            width, height = height, width
        scale = min((shown.width or width) / width, column / width)
        return width * scale, height * scale

    def _picture(self, block: Block, frame: Frame, size_pt: float, above: float) -> Strip:
        """A picture in the middle of its column, its caption below it."""
        shown = block.shown[0]
        width, height = self._sized(shown, block.line, frame.column, TALLEST * frame.height)
        picture = Picture(shown, (frame.column - width) / 2, 0.0, width, height)
        below, words = self._caption(shown, 0.0, height, frame.column, size_pt)
        return Strip(
            height + below, above, block.line, words, width=frame.column, pictures=(picture,)
        )

    def _caption(
        self, shown: Shown, x: float, y: float, width: float, size_pt: float
    ) -> tuple[float, tuple[Words, ...]]:
        """The lines of a caption, and how tall they are."""
        if not shown.caption:
            return 0.0, ()
        size = size_pt * CAPTION
        look = replace(self._look(size, align="center"), italic=True)
        wrapped = self.setter.wrap(shown.caption, width, size, look)
        line = LEADING * size * MM_PER_PT
        top = y + 0.25 * size * MM_PER_PT + self._baseline(size)
        words = tuple(Words(wrapped, i, x, top + i * line) for i in range(len(wrapped.lines)))
        return 0.25 * size * MM_PER_PT + len(words) * line, words

    def _row(
        self, shown: Sequence[Shown], line: int, wide: float, tall: float
    ) -> tuple[list[Picture], float, float]:
        """Faces side by side on one line, all at one scale, and how wide and tall they are."""
        life = [self._sized(replace(one, width=0.0), line, 1e6, 1e6) for one in shown]
        free = [size for one, size in zip(shown, life, strict=True) if not one.width]
        room = wide - (len(shown) - 1) * FACES_GAP_MM
        scale = min([1.0, *(tall / high for _, high in free)])
        sizes = [
            (one.width, one.width * high / width) if one.width else (width * scale, high * scale)
            for one, (width, high) in zip(shown, life, strict=True)
        ]
        total = sum(width for width, _ in sizes)
        shrink = min(1.0, room / total) if total else 1.0
        tallest = max(high for _, high in sizes) * shrink
        pictures: list[Picture] = []
        x = 0.0
        for one, (width, high) in zip(shown, sizes, strict=True):
            wide_, high_ = width * shrink, high * shrink
            pictures.append(Picture(one, x, (tallest - high_) / 2, wide_, high_))
            x += wide_ + FACES_GAP_MM
        return pictures, x - FACES_GAP_MM, tallest

    def _faces(self, block: Block, frame: Frame, above: float) -> Strip:
        """A row of faces in the middle of the column."""
        row, width, height = self._row(block.shown, block.line, frame.column, FACES_MM)
        left = (frame.column - width) / 2
        pictures = tuple(replace(one, x=one.x + left) for one in row)
        return Strip(height, above, block.line, width=frame.column, pictures=pictures)

    def _led_row(self, block: Block, frame: Frame) -> tuple[list[Picture], float, float]:
        told = any(one.width for one in block.shown)
        tall = 1e6 if told else LEADING_MM[1]
        return self._row(block.shown, block.line, frame.column / 2, tall)

    def _led(self, spaced: "Spaced", frame: Frame, size_pt: float, above: float) -> Strip:
        """A text with faces at its left, each in the middle of the other's height.

        The texts of a list stand below one another, behind the widest faces of all.
        """
        block = spaced.block
        row, width, height = self._led_row(block, frame)
        widest = max(self._led_row(mate, frame)[1] for mate in spaced.mates)
        left = max(widest, min(LEADING_MM[0], frame.column / 4))
        indent = (block.level - 1) * INDENT_EM * size_pt * MM_PER_PT if block.level else 0.0
        gap = BESIDE_EM * 0.7 * size_pt * MM_PER_PT
        text = replace(block, level=0, marker="", shown=())
        room = replace(frame, width=frame.column - indent - left - gap, columns=1)
        lines = self._words(text, room, size_pt, 0.0)
        told_tall = _height(lines)
        whole = max(told_tall, height)
        at = indent + left + gap
        puts = _moved(_stacked(lines), at, (whole - told_tall) / 2)
        pictures = tuple(
            replace(one, x=one.x + indent + (left - width) / 2, y=one.y + (whole - height) / 2)
            for one in row
        )
        return Strip(whole, above, block.line, width=frame.column, pictures=pictures, beside=puts)

    def _beside(
        self, spaced: Sequence["Spaced"], i: int, frame: Frame, size_pt: float
    ) -> tuple[list[Strip], int]:
        """A picture with the texts that follow beside it, and the first block that is below it."""
        block, em = spaced[i].block, size_pt * MM_PER_PT
        shown = block.shown[0]
        gap = BESIDE_EM * em
        most = (1 - NARROWEST) * frame.column - gap
        width, height = self._sized(shown, block.line, most, 0.85 * frame.height)
        if height > 0.85 * frame.height:
            width, height = width * 0.85 * frame.height / height, 0.85 * frame.height
        below, caption = self._caption(shown, 0.0, height, width, size_pt)
        room = replace(frame, width=frame.column - width - gap, columns=1)
        lines: list[Strip] = []
        n_before: list[int] = []  # strips before each block
        after = i + 1
        while after < len(spaced) and _height(lines) < height + below - 0.5 * em:
            other = spaced[after].block
            leads = other.kind == "head" and (other.level >= 3 or after == i + 1)
            if other.kind not in ("words", "item", "faces") and not leads:
                break
            if other.together != block.together:
                break
            n_before.append(len(lines))
            lines += self._strips(spaced[after], room, size_pt)
            after += 1
        while n_before and spaced[after - 1].block.kind == "head":  # of what stands below it
            del lines[n_before.pop() :]
            after -= 1
        whole = max(_height(lines), height + below)
        x, text_x = (frame.column - width, 0.0) if shown.beside == "right" else (0.0, width + gap)
        left = tuple(replace(words, x=words.x + x) for words in caption)
        puts = _moved(_stacked(lines), text_x, (whole - _height(lines)) / 2)
        above = max(spaced[i].gap * em, lines[0].above if lines else 0.0)
        strip = Strip(
            whole,
            above,
            block.line,
            left,
            keep=spaced[after - 1].keep,
            width=frame.column,
            pictures=(Picture(shown, x, (whole - height - below) / 2, width, height),),
            beside=puts,
        )
        down = (whole - height - below) / 2
        moved = tuple(replace(words, y=words.y + down) for words in left)
        return [replace(strip, words=moved)], after

    # ---- words

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

    def _words(self, block: Block, frame: Frame, size_pt: float, above: float) -> list[Strip]:
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
        is_whole = n * LEADING * em <= WHOLE * frame.height  # no page ends inside a sentence
        strips = []
        for i, line in enumerate(wrapped.lines):
            air = above if i == 0 else (line.down - LEADING) * em
            is_bound = i < n - 1 and (is_whole or i in (0, n - 2))
            strips.append(
                Strip(
                    LEADING * em,
                    air,
                    block.line,
                    (*(marker if i == 0 else ()), Words(wrapped, i, left, y)),
                    keep=is_bound,
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
                    title=strips[0] if i_row else None,
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
    """A block with the air above it, em; whether it stays with the next one, and in one piece."""

    block: Block
    gap: float
    keep: bool
    whole: bool
    mates: tuple[Block, ...] = ()  # the blocks of one list that have faces at their left


def _spaced(blocks: Sequence[Block]) -> Iterator[Spaced]:
    before: Block | None = None
    for i, block in enumerate(blocks):
        after = blocks[i + 1] if i + 1 < len(blocks) else None
        if block.kind == "head":
            gap = HEADS[block.level][1]
        elif before is not None and before.kind == "head":
            gap = 0.0
        elif block.kind == "item" and (block.level > 1 or (before and before.kind == "item")):
            gap = GAPS["item"] * (2 if block.shown else 1)
        elif block.kind == "item":
            gap = GAPS["words"] * 0.6
        else:
            gap = GAPS.get(block.kind, 0.0)
        # What leads to a list, a table or a picture stays with it.
        leading = ("item", "table", "picture", "faces")
        leads = block.kind == "words" and after is not None and after.kind in leading
        if after is not None and after.kind == "picture" and after.shown[0].beside:
            leads = False  # it stands beside what follows it
        bound = block.together > 0 and after is not None and after.together == block.together
        mates = _mates(blocks, i) if block.shown and block.kind in ("item", "words") else ()
        yield Spaced(block, gap, leads or bound, block.together > 0, mates)
        before = block


def _mates(blocks: Sequence[Block], i: int) -> tuple[Block, ...]:
    """The blocks around block `i` that are led by faces as it is."""

    def is_mate(block: Block) -> bool:
        return bool(block.shown) and block.kind == blocks[i].kind

    first = last = i
    while first > 0 and is_mate(blocks[first - 1]):
        first -= 1
    while last + 1 < len(blocks) and is_mate(blocks[last + 1]):
        last += 1
    return tuple(blocks[first : last + 1])


# ---- filling pages


@dataclass(slots=True)
class Pages:
    """Pages that are being filled: `made` so far, and how far down the last one is full, mm.

    `lost_line` is the line of a strip that is taller than a page.
    """

    frame: Frame
    made: list[list[Put]] = field(default_factory=lambda: [[]])
    y: float = 0.0
    lost_line: int | None = None

    def fill(self, band: Band) -> None:
        """Add strips in their columns, on as many pages as they need."""
        strips, intro = band.strips, band.intro
        while strips or intro:
            first = (*intro, *strips)[0]
            ends_page = first.ends == "page" or (first.ends == "column" and band.columns == 1)
            if ends_page and self.made[-1]:
                self._turn()
            gap = first.above if self.y else 0.0
            top = self.y + gap + _height(intro) + (strips[0].above if intro and strips else 0.0)
            room = self.frame.height - top
            columns, n = _filled(strips, band.columns, room)
            if strips and not n and self.made[-1]:
                self._turn()
                continue
            if strips and not n:  # one group is taller than a page: divide it, or let it run over
                columns, n = _forced(strips, room)
                if self.lost_line is None and _height(columns[0]) > room + 1e-6:
                    self.lost_line = columns[0][0].line
            if band.columns > 1 and _is_end(strips, n):
                columns = _levelled(strips[:n], band.columns, room) or columns
            self._put(intro, columns, self.y + gap, top, band.columns)
            strips, intro = _after(strips, n), ()
            if strips:
                self._turn()

    def _put(
        self,
        intro: Sequence[Strip],
        columns: Sequence[Sequence[Strip]],
        y: float,
        top: float,
        n: int,
    ) -> None:
        frame = replace(self.frame, columns=n)
        page = self.made[-1]
        page += _moved(_stacked(intro), 0.0, y)
        for i, column in enumerate(columns):
            page += _moved(_stacked(column), i * (frame.column + frame.gap), top)
        self.y = top + max(map(_height, columns), default=0.0)

    def _turn(self) -> None:
        self.made.append([])
        self.y = 0.0


def _band(n: int, before: list[Band], strips: Sequence[Strip]) -> Band:
    """A stretch of columns; headings that end the stretch before go with it."""
    intro: list[Strip] = []
    if before and before[-1].columns == 1 and strips:
        last = list(before[-1].strips)
        while last and last[-1].keep and last[-1].look in ("head", "") and last[-1].words:
            intro.insert(0, last.pop())
        if intro:
            before[-1] = replace(before[-1], strips=tuple(last))
    return Band(n, tuple(intro), tuple(strips))


def _groups(strips: Sequence[Strip]) -> Iterator[list[Strip]]:
    """Strips that keep together."""
    group: list[Strip] = []
    for strip in strips:
        if strip.ends and group:
            yield group
            group = []
        group.append(strip)
        if not strip.keep:
            yield group
            group = []
    if group:
        yield group


def _filled(strips: Sequence[Strip], n: int, height: float) -> tuple[list[list[Strip]], int]:
    """Up to `n` columns of a height, and how many strips they hold: those before a page's end."""
    columns: list[list[Strip]] = [[]]
    n_taken = 0
    for group in _groups(strips):
        ends = group[0].ends if n_taken else ""
        if ends == "page":
            break
        column = columns[-1]
        fits = _height([*column, *group]) <= height + 1e-6
        if ends == "column" or not fits:
            if len(columns) == n or (not column and not fits):
                break
            title = group[0].title
            is_inside = title is not None and bool(column) and column[-1] is not title
            fresh = [title, *group] if title is not None and is_inside else group
            if _height(fresh) > height + 1e-6:
                break
            columns.append(list(fresh))
        else:
            column += group
        n_taken += len(group)
    return [column for column in columns if column], n_taken


def _after(strips: Sequence[Strip], n: int) -> tuple[Strip, ...]:
    """What is left after `n` strips; a table that goes on begins with its head again."""
    rest = tuple(strips[n:])
    if n and rest and rest[0].title is not None:
        return (rest[0].title, *rest)
    return rest


def _forced(strips: Sequence[Strip], height: float) -> tuple[list[list[Strip]], int]:
    """As many strips as fit into one column, whatever keeps together; one at least."""
    n = min(2 if strips[0].look == "title row" else 1, len(strips))
    while n < len(strips) and _height(strips[: n + 1]) <= height + 1e-6:
        n += 1
    return [list(strips[:n])], n


def _is_end(strips: Sequence[Strip], n: int) -> bool:
    return n == len(strips) or strips[n].ends == "page"


def _levelled(strips: Sequence[Strip], n: int, height: float) -> list[list[Strip]]:
    """The strips in columns as low as they can be; none where a column's end is written."""
    if any(strip.ends for strip in strips[1:]):
        return []
    low, high = 0.0, height
    level: list[list[Strip]] = []
    for _ in range(12):
        middle = (low + high) / 2
        tried, n_taken = _filled(strips, n, middle)
        if n_taken == len(strips):
            level, high = tried, middle
        else:
            low = middle
    return level


def _run_over(page: Sequence[Put], rest: Sequence[Put]) -> list[Put]:
    """What no longer fits, below the last column of a page."""
    x = max((put.x for put in page), default=0.0)
    below = [put.y + put.strip.height for put in page if put.x == x]
    return list(_moved(_stacked([put.strip for put in rest]), x, max(below, default=0.0)))


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


def _moved(puts: Sequence[Put], x: float, y: float) -> tuple[Put, ...]:
    return tuple(replace(put, x=put.x + x, y=put.y + y) for put in puts)


def every(puts: Sequence[Put]) -> Iterator[Put]:
    """All strips of a page, those beside pictures too, each where it stands on the page."""
    for put in puts:
        yield put
        yield from every(_moved(put.strip.beside, put.x, put.y))


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
    picture: Callable[[Picture, int, float, float], str],
    outlines: bool,
) -> str:
    """Write a page as SVG, its room's top left at (x, y): grounds and lines first, words last.

    `picture(one, line, x, y)` draws a picture at its place on the page.
    """
    parts: list[str] = []
    words: dict[tuple[str, float], list[Setting]] = {}
    for put in every(page):
        strip, left, top = put.strip, x + put.x, y + put.y
        parts.append(_ground(strip, left, top, inks))
        for one in strip.pictures:
            parts.append(picture(one, strip.line, left + one.x, top + one.y))
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
