"""Lays out a Markdown text on the pages of a leaflet, and places lines, rows and pictures.

In: blocks, and the size of the text box on every page in mm. Out: a `Flow` with the strips of each
page, at the largest text size at which everything fits. A paragraph, a heading with the text below
it, and a small table are kept together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.press.text.markdown import Block
from generator.press.text.page_filling import Pages, band_of, spilled
from generator.press.text.strips import (
    Band,
    Flow,
    Frame,
    Picture,
    Strip,
    Words,
    height_of,
    moved,
    stacked,
)
from generator.press.text.text_box import MM_PER_PT, STEP_PT, Align, Look, Setter
from generator.press.text.text_pictures import PictureRef

LEADING = 1.24  # em; distance from baseline to baseline
INDENT_EM = 1.15  # em; indentation of a list, per level
CELL_EM = 0.42  # em; space at the left and right of a cell's text
ROW_EM = 0.28  # em; space above and below a row's text, in total
TALLEST = 0.3  # the greatest height of a picture file, as a share of the page's height
WHOLE = 0.55  # a table or text whose height is below this share of a page is not divided
SMALL = 4  # the heading level that is used for cards
FACES_MM = 18.0  # mm; the greatest height of a row of faces without a given width
LEADING_MM = (15.0, 9.0)  # mm; the greatest width and height of faces at the left of a text
FACES_GAP_MM = 2.0
BESIDE_EM = 1.3  # em; distance between a picture and the text beside it
NARROWEST = 0.25  # the smallest share of a column's width for text beside a picture
CAPTION = 0.9  # size of a caption relative to the text
HEADS = {  # level of a heading → size, space above, space below, relative to the text
    1: (1.5, 1.0, 0.25),
    2: (1.3, 0.85, 0.3),
    3: (1.1, 0.65, 0.2),
    SMALL: (1.12, 0.45, 0.0),
}
GAPS = {"words": 0.5, "item": 0.22, "table": 0.55, "picture": 0.6, "faces": 0.6, "rule": 0.7}


@dataclass(frozen=True, slots=True)
class Layouter:
    """Lays out blocks with one pack's fonts; `size_of` returns a picture's width and height, mm.

    A width of 0 means the width of the column; the height is then the ratio of height to width.
    """

    setter: Setter
    family: str
    size_of: Callable[[PictureRef, int], tuple[float, float]]

    def flow(
        self,
        blocks: Sequence[Block],
        frame: Frame,
        n_pages: int,
        size_pt: float,
        min_pt: float,
        spill: bool = False,
    ) -> Flow:
        """Fill the pages at the largest size that fits, with columns of equal height.

        Text that does not fit at `min_pt` is left out, or with `spill` continues below the last
        column.
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
                last += spilled(last, rest)
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
        """The largest size below `size_pt` that fits, or else the smallest size, with the pages at
        this size.
        """
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
        """The strips of all blocks, in bands with the number of columns that the text chooses."""
        bands: list[Band] = []
        strips: list[Strip] = []
        n, ends = frame.columns, ""
        spaced = list(_spaced(blocks))
        i = 0
        while i < len(spaced):
            block = spaced[i].block
            if block.kind == "columns":
                bands.append(band_of(n, bands, strips))
                n, strips = block.level, []
                i += 1
                continue
            if block.kind == "break":
                ends = "page" if "page" in (ends, block.text) else "column"
                i += 1
                continue
            column = replace(frame, columns=n)
            if block.kind == "picture" and block.pictures[0].beside:
                made, i = self._beside(spaced, i, column, size_pt)
            else:
                made, i = self._strips(spaced[i], column, size_pt), i + 1
            if made and ends:
                made[0] = replace(made[0], ends="page" if ends == "page" else "column")
                ends = ""
            strips += made
        return [*bands, band_of(n, bands, strips)]

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
            case _ if block.pictures:
                made = [self._led(spaced, frame, size_pt, above)]
            case _:
                made = self._words(block, frame, size_pt, above)
        if spaced.keep and made:
            made[-1] = replace(made[-1], keep=True)
        if spaced.whole:
            made = [replace(strip, keep=True) for strip in made[:-1]] + made[-1:]
        return made

    # ---- pictures

    def _sized(
        self, ref: PictureRef, line: int, column: float, tallest: float
    ) -> tuple[float, float]:
        """The size of a picture, with its own or the given width, but at most the width of the
        column.
        """
        width, height = self.size_of(ref, line)
        if not width:
            width, height = column, column * height
            if height > tallest and not ref.width:
                width, height = width * tallest / height, tallest
        if ref.turn % 180 == 90:
            width, height = height, width
        scale = min((ref.width or width) / width, column / width)
        return width * scale, height * scale

    def _picture(self, block: Block, frame: Frame, size_pt: float, above: float) -> Strip:
        """A strip with a picture centred in its column, and the caption below."""
        ref = block.pictures[0]
        width, height = self._sized(ref, block.line, frame.column, TALLEST * frame.height)
        picture = Picture(ref, (frame.column - width) / 2, 0.0, width, height)
        below, words = self._caption(ref, 0.0, height, frame.column, size_pt)
        return Strip(
            height + below, above, block.line, words, width=frame.column, pictures=(picture,)
        )

    def _caption(
        self, ref: PictureRef, x: float, y: float, width: float, size_pt: float
    ) -> tuple[float, tuple[Words, ...]]:
        """The height of a caption in mm, and its lines."""
        if not ref.caption:
            return 0.0, ()
        size = size_pt * CAPTION
        look = replace(self._look(size, align="center"), italic=True)
        wrapped = self.setter.wrap(ref.caption, width, size, look)
        line = LEADING * size * MM_PER_PT
        top = y + 0.25 * size * MM_PER_PT + self._baseline(size)
        words = tuple(Words(wrapped, i, x, top + i * line) for i in range(len(wrapped.lines)))
        return 0.25 * size * MM_PER_PT + len(words) * line, words

    def _row(
        self, refs: Sequence[PictureRef], line: int, wide: float, tall: float
    ) -> tuple[list[Picture], float, float]:
        """Place faces side by side at one scale; also return their total width and height, mm."""
        life = [self._sized(replace(ref, width=0.0), line, 1e6, 1e6) for ref in refs]
        free = [size for ref, size in zip(refs, life, strict=True) if not ref.width]
        room = wide - (len(refs) - 1) * FACES_GAP_MM
        scale = min([1.0, *(tall / high for _, high in free)])
        sizes = [
            (ref.width, ref.width * high / width) if ref.width else (width * scale, high * scale)
            for ref, (width, high) in zip(refs, life, strict=True)
        ]
        total = sum(width for width, _ in sizes)
        shrink = min(1.0, room / total) if total else 1.0
        tallest = max(high for _, high in sizes) * shrink
        pictures: list[Picture] = []
        x = 0.0
        for ref, (width, high) in zip(refs, sizes, strict=True):
            wide_, high_ = width * shrink, high * shrink
            pictures.append(Picture(ref, x, (tallest - high_) / 2, wide_, high_))
            x += wide_ + FACES_GAP_MM
        return pictures, x - FACES_GAP_MM, tallest

    def _faces(self, block: Block, frame: Frame, above: float) -> Strip:
        """A row of faces centred in the column."""
        row, width, height = self._row(block.pictures, block.line, frame.column, FACES_MM)
        left = (frame.column - width) / 2
        pictures = tuple(replace(picture, x=picture.x + left) for picture in row)
        return Strip(height, above, block.line, width=frame.column, pictures=pictures)

    def _led_row(self, block: Block, frame: Frame) -> tuple[list[Picture], float, float]:
        is_sized = any(ref.width for ref in block.pictures)
        tall = 1e6 if is_sized else LEADING_MM[1]
        return self._row(block.pictures, block.line, frame.column / 2, tall)

    def _led(self, spaced: "Spaced", frame: Frame, size_pt: float, above: float) -> Strip:
        """Place a text with faces at its left, both centred vertically.

        The texts of a list start at the same x, after the widest faces of the list.
        """
        block = spaced.block
        row, width, height = self._led_row(block, frame)
        widest = max(self._led_row(mate, frame)[1] for mate in spaced.mates)
        left = max(widest, min(LEADING_MM[0], frame.column / 4))
        indent = (block.level - 1) * INDENT_EM * size_pt * MM_PER_PT if block.level else 0.0
        gap = BESIDE_EM * 0.7 * size_pt * MM_PER_PT
        text = replace(block, level=0, marker="", pictures=())
        room = replace(frame, width=frame.column - indent - left - gap, columns=1)
        lines = self._words(text, room, size_pt, 0.0)
        text_height = height_of(lines)
        whole = max(text_height, height)
        at = indent + left + gap
        puts = moved(stacked(lines), at, (whole - text_height) / 2)
        pictures = tuple(
            replace(
                picture,
                x=picture.x + indent + (left - width) / 2,
                y=picture.y + (whole - height) / 2,
            )
            for picture in row
        )
        return Strip(whole, above, block.line, width=frame.column, pictures=pictures, beside=puts)

    def _beside(
        self, spaced: Sequence["Spaced"], i: int, frame: Frame, size_pt: float
    ) -> tuple[list[Strip], int]:
        """Place a picture with the next texts beside it.

        Also return the index of the first block below.
        """
        block, em = spaced[i].block, size_pt * MM_PER_PT
        ref = block.pictures[0]
        gap = BESIDE_EM * em
        most = (1 - NARROWEST) * frame.column - gap
        width, height = self._sized(ref, block.line, most, 0.85 * frame.height)
        if height > 0.85 * frame.height:
            width, height = width * 0.85 * frame.height / height, 0.85 * frame.height
        below, caption = self._caption(ref, 0.0, height, width, size_pt)
        room = replace(frame, width=frame.column - width - gap, columns=1)
        lines: list[Strip] = []
        n_before: list[int] = []  # number of strips before each block
        after = i + 1
        while after < len(spaced) and height_of(lines) < height + below - 0.5 * em:
            other = spaced[after].block
            leads = other.kind == "head" and (other.level >= 3 or after == i + 1)
            if other.kind not in ("words", "item", "faces") and not leads:
                break
            if other.together != block.together:
                break
            n_before.append(len(lines))
            lines += self._strips(spaced[after], room, size_pt)
            after += 1
        # a heading stays with the text below it
        while n_before and spaced[after - 1].block.kind == "head":
            del lines[n_before.pop() :]
            after -= 1
        whole = max(height_of(lines), height + below)
        x, text_x = (frame.column - width, 0.0) if ref.beside == "right" else (0.0, width + gap)
        left = tuple(replace(words, x=words.x + x) for words in caption)
        puts = moved(stacked(lines), text_x, (whole - height_of(lines)) / 2)
        above = max(spaced[i].gap * em, lines[0].above if lines else 0.0)
        strip = Strip(
            whole,
            above,
            block.line,
            left,
            keep=spaced[after - 1].keep,
            width=frame.column,
            pictures=(Picture(ref, x, (whole - height - below) / 2, width, height),),
            beside=puts,
        )
        down = (whole - height - below) / 2
        caption = tuple(replace(words, y=words.y + down) for words in left)
        return [replace(strip, words=caption)], after

    # ---- text ---

    def _look(self, size_pt: float, bold: bool = False, align: Align = "left") -> Look:
        return Look(size_pt, size_pt, align, family=self.family, bold=bold, leading=LEADING)

    def _baseline(self, size_pt: float) -> float:
        """The baseline of a line of text, mm below its top."""
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
        # such a text is not divided, so that no page ends inside a sentence
        is_whole = n * LEADING * em <= WHOLE * frame.height
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
        """The widths of a table's columns.

        Each column gets its minimum width and a share of the remaining width, in proportion to the
        length of its texts.
        """
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
            # A little space separates short columns; the remaining width stays free.
            extra = min(spare / n, 1.2 * em)
            return [width + extra for width in whole]
        return _shared_out(room, least, whole)


def _shared_out(room: float, least: list[float], whole: list[float]) -> list[float]:
    """Reduce column widths that are too wide together; only the wide columns shrink."""
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
    """A block with the space above it in em, and whether the block stays with the next block and
    undivided.
    """

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
            gap = GAPS["item"] * (2 if block.pictures else 1)
        elif block.kind == "item":
            gap = GAPS["words"] * 0.6
        else:
            gap = GAPS.get(block.kind, 0.0)
        # A paragraph before a list, a table or a picture stays with the following block.
        leading = ("item", "table", "picture", "faces")
        leads = block.kind == "words" and after is not None and after.kind in leading
        if after is not None and after.kind == "picture" and after.pictures[0].beside:
            leads = False  # the picture is beside the next text, not above it
        bound = block.together > 0 and after is not None and after.together == block.together
        mates = _mates(blocks, i) if block.pictures and block.kind in ("item", "words") else ()
        yield Spaced(block, gap, leads or bound, block.together > 0, mates)
        before = block


def _mates(blocks: Sequence[Block], i: int) -> tuple[Block, ...]:
    """Block `i` and its neighbours of the same kind that also have faces at their left."""

    def is_mate(block: Block) -> bool:
        return bool(block.pictures) and block.kind == blocks[i].kind

    first = last = i
    while first > 0 and is_mate(blocks[first - 1]):
        first -= 1
    while last + 1 < len(blocks) and is_mate(blocks[last + 1]):
        last += 1
    return tuple(blocks[first : last + 1])
