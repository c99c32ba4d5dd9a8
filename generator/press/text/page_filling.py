"""Places strips on pages, column by column, and keeps groups of strips together.

In: bands of strips, and the size of the text box on a page in mm. Out: the `Put` strips of each
page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from generator.press.text.strips import Band, Frame, Put, Strip, height_of, moved, stacked


@dataclass(slots=True)
class Pages:
    """The filled pages in `made`; the last page is filled down to `y` mm.

    `lost_line` is the line of a strip that is taller than a page.
    """

    frame: Frame
    made: list[list[Put]] = field(default_factory=lambda: [[]])
    y: float = 0.0
    lost_line: int | None = None

    def fill(self, band: Band) -> None:
        """Place strips in their columns, on as many pages as needed."""
        strips, intro = band.strips, band.intro
        while strips or intro:
            first = (*intro, *strips)[0]
            ends_page = first.ends == "page" or (first.ends == "column" and band.columns == 1)
            if ends_page and self.made[-1]:
                self._turn()
            gap = first.above if self.y else 0.0
            top = self.y + gap + height_of(intro) + (strips[0].above if intro and strips else 0.0)
            room = self.frame.height - top
            columns, n = _filled(strips, band.columns, room)
            if strips and not n and self.made[-1]:
                self._turn()
                continue
            if strips and not n:  # a group taller than a page is divided, or extends below the page
                columns, n = _forced(strips, room)
                if self.lost_line is None and height_of(columns[0]) > room + 1e-6:
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
        page += moved(stacked(intro), 0.0, y)
        for i, column in enumerate(columns):
            page += moved(stacked(column), i * (frame.column + frame.gap), top)
        self.y = top + max(map(height_of, columns), default=0.0)

    def _turn(self) -> None:
        self.made.append([])
        self.y = 0.0


def band_of(n: int, before: list[Band], strips: Sequence[Strip]) -> Band:
    """Make a band of columns; headings at the end of the previous band move to the new band."""
    intro: list[Strip] = []
    if before and before[-1].columns == 1 and strips:
        last = list(before[-1].strips)
        while last and last[-1].keep and last[-1].look in ("head", "") and last[-1].words:
            intro.insert(0, last.pop())
        if intro:
            before[-1] = replace(before[-1], strips=tuple(last))
    return Band(n, tuple(intro), tuple(strips))


def _groups(strips: Sequence[Strip]) -> Iterator[list[Strip]]:
    """Yield groups of strips that keep together."""
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
    """Fill up to `n` columns of a height, until a page break.

    Return them and their number of strips.
    """
    columns: list[list[Strip]] = [[]]
    n_taken = 0
    for group in _groups(strips):
        ends = group[0].ends if n_taken else ""
        if ends == "page":
            break
        column = columns[-1]
        fits = height_of([*column, *group]) <= height + 1e-6
        if ends == "column" or not fits:
            if len(columns) == n or (not column and not fits):
                break
            title = group[0].title
            is_inside = title is not None and bool(column) and column[-1] is not title
            fresh = [title, *group] if title is not None and is_inside else group
            if height_of(fresh) > height + 1e-6:
                break
            columns.append(list(fresh))
        else:
            column += group
        n_taken += len(group)
    return [column for column in columns if column], n_taken


def _after(strips: Sequence[Strip], n: int) -> tuple[Strip, ...]:
    """The strips after the first `n` strips; a table that continues on a new page repeats
    its head.
    """
    rest = tuple(strips[n:])
    if n and rest and rest[0].title is not None:
        return (rest[0].title, *rest)
    return rest


def _forced(strips: Sequence[Strip], height: float) -> tuple[list[list[Strip]], int]:
    """Fill one column with strips, even if they should keep together; at least one strip."""
    n = min(2 if strips[0].look == "title row" else 1, len(strips))
    while n < len(strips) and height_of(strips[: n + 1]) <= height + 1e-6:
        n += 1
    return [list(strips[:n])], n


def _is_end(strips: Sequence[Strip], n: int) -> bool:
    return n == len(strips) or strips[n].ends == "page"


def _levelled(strips: Sequence[Strip], n: int, height: float) -> list[list[Strip]]:
    """Fill columns of the least height; return [] if a strip requires a column break."""
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


def spilled(page: Sequence[Put], rest: Sequence[Put]) -> list[Put]:
    """Place the remaining strips below the last column of a page."""
    x = max((put.x for put in page), default=0.0)
    below = [put.y + put.strip.height for put in page if put.x == x]
    return list(moved(stacked([put.strip for put in rest]), x, max(below, default=0.0)))
