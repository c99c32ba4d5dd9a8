"""Sets text in a box: reads markup, breaks lines, finds the largest size that fits, and places
every run.

In: a text with markup, a box in mm and a `Look`. Out: a `Setting`: runs with absolute positions,
and the bounds of their ink; `svg_of` writes one `<text>` per run. Sizes are in points, other
lengths in mm; internally widths are in em, so that a text is measured once for all sizes.
"""

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from generator.model.pack import STYLES, Style
from generator.model.units import MM_PER
from generator.press.text.bidi import base_level, left_open, merged, visual
from generator.press.text.fonts import Type, Types
from generator.press.text.hyphens import hyphenated
from generator.press.text.markup import NO_BREAK, Bit, parse, with_keywords
from generator.press.text.measure import (
    ICON_EM,
    ICON_GAP_EM,
    PARAGRAPH_EM,
    SOFT_HYPHEN,
    Measured,
    Paragraph,
    Unit,
    limit_marks,
    measure_unit,
    printable_text,
    units_of,
    without_idle_hyphens,
)

Align = Literal["left", "center", "right", "justify"]
VAlign = Literal["top", "middle", "bottom"]
ALIGNS = ("left", "center", "right", "justify")
VALIGNS = ("top", "middle", "bottom")
MM_PER_PT = MM_PER["pt"]
STEP_PT = 0.1  # difference between sizes while shrinking
MOST_STEPS = 200  # greatest number of steps of shrinking for lines that are slightly too long
MOST_PT = 20_000.0  # letters 7 m high, larger than any piece
FULL = 0.75  # share of a line's width; a word is divided only if the previous words fill less
_UNSEEN = re.compile("[\u00ad\u200b\u2060]")  # matches characters that allow or forbid a line break


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its top left corner, width and height, in mm."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a text; `size_pt` is its largest size, `min_pt` its smallest."""

    size_pt: float = 9.0
    min_pt: float = 5.0
    align: Align = "left"
    valign: VAlign = "top"
    family: str = "body"
    bold: bool = False
    italic: bool = False
    leading: float = 1.2  # distance between baselines, em
    columns: int = 1
    column_gap: float = 3.0

    def __post_init__(self) -> None:
        """Raise `ValueError` for an impossible size, such as one that no smaller step changes."""
        for size in (self.size_pt, self.min_pt):
            if not size <= MOST_PT:
                raise ValueError(
                    f"found a text size of {size:g} pt; the limit is {MOST_PT:,.0f} pt"
                )


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style that starts at (x, baseline) and is `advance` mm long."""

    text: str
    type: Type
    x: float
    baseline: float
    advance: float
    word_space: float = 0.0  # mm added to every space


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An inline icon: its name, and the top left and side of its square, mm."""

    icon: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Setting:
    """A text that is laid out.

    `ink` bounds the whole text; `overflow` is the distance by which it extends beyond its box, in
    mm.

    `missing` are the characters that the font cannot draw, `unknown` the icons that do not exist.
    `broken` means that a word was longer than a line. `lacking` are the styles without a file in
    the family, which are set in regular. `stray` are the stars without a partner.
    """

    runs: tuple[Run, ...]
    icons: tuple[InlineIcon, ...]
    size_pt: float
    ink: Box
    overflow: float
    missing: str
    unknown: tuple[str, ...]
    n_lines: int
    broken: bool = False
    lacking: tuple[Style, ...] = ()
    stray: tuple[str, ...] = ()


@dataclass(slots=True)
class Setter:
    """Sets texts with one pack's fonts; each text is measured once."""

    types: Types
    icons: Collection[str]
    keywords: Mapping[str, str]
    language: str = ""  # language for dividing long words; "" divides none
    _keyword: re.Pattern[str] | None = field(init=False)
    _measured: dict[tuple[str, str, bool, bool], "Measured"] = field(default_factory=dict)
    _units: dict[Hashable, Unit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Compile the keywords, longest first: "victory points" is preferred to "points"."""
        words = sorted(self.keywords, key=lambda word: (-len(word), word))
        pattern = "|".join(
            NO_BREAK.join(re.escape(part) for part in re.split(NO_BREAK, word)) for word in words
        )
        self._keyword = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)") if words else None

    def set(self, text: str, box: Box, look: Look) -> Setting:
        """Lay out a text in a box at the largest size that fits, down to `look.min_pt`.

        A longer text is set in full at the smallest size and extends beyond the box by `overflow`.
        """
        return _lay_out(self._known(text, look), box, look, self.types)

    def wrap(self, text: str, width: float, size_pt: float, look: Look) -> "Wrapped":
        """Break a text into lines of one size, so that a few lines can be placed at a time."""
        measured, limit = self._known(text, look), width / (size_pt * MM_PER_PT)
        whole = _broken(measured, limit, self.types, look.family)
        lines = _wrap(whole.paragraphs, limit, look.leading)
        return Wrapped(tuple(lines), width, size_pt, look, measured, measured.widest > limit)

    def place(self, wrapped: "Wrapped", first: int, stop: int, x: float, y: float) -> Setting:
        """Place the lines from `first` up to `stop` of a text, with the first baseline at `y`."""
        lines = wrapped.lines[first:stop]
        em = wrapped.size_pt * MM_PER_PT
        placing = _Placing(em, wrapped.width, wrapped.look, self.types)
        ends: list[tuple[float, float]] = []
        baseline = y
        for i, line in enumerate(lines):
            baseline += line.down * em if i else 0.0
            ends.append(placing.add(line, x, baseline))
        top = y - max(unit.above for unit in lines[0].units) * em
        bottom = baseline + _below(lines[-1]) * em
        left, right = min(end[0] for end in ends), max(end[1] for end in ends)
        ink = Box(left, top, right - left, bottom - top)
        return Setting(
            tuple(placing.runs),
            tuple(placing.icons),
            wrapped.size_pt,
            ink,
            0.0,
            wrapped.measured.missing,
            wrapped.measured.unknown,
            len(lines),
            wrapped.broken,
            wrapped.measured.lacking,
            wrapped.measured.stray,
        )

    def extent(self, text: str, look: Look) -> tuple[float, float]:
        """The widths, in em, of a text's widest unbreakable part and of its longest line."""
        measured = self._known(text, look)
        whole = (
            sum(unit.width + unit.space for unit in p.units) - p.units[-1].space
            for p in measured.paragraphs
        )
        return measured.widest, max(whole, default=0.0)

    def read(
        self, text: str, bold: bool, italic: bool, unknown: list[str], stray: list[str] | None
    ) -> list[list[Bit]]:
        """Parse a text and replace its keywords, line by line; arguments as in `parse`."""
        lines = parse(text, self.icons, bold, italic, unknown, stray)
        if self._keyword is None:
            return lines
        return with_keywords(lines, self._keyword, self.keywords, self.icons, unknown, stray)

    def _known(self, text: str, look: Look) -> "Measured":
        key = (text, look.family, look.bold, look.italic)
        measured = self._measured.get(key)
        if measured is None:
            measured = self._measured[key] = self._measure(text, look)
        return measured

    def _measure(self, text: str, look: Look) -> "Measured":
        text = limit_marks(printable_text(text))
        unknown: list[str] = []
        stray: list[str] = []
        paragraphs: list[Paragraph] = []
        gap = 0.0
        for bits in self.read(text, look.bold, look.italic, unknown, stray):
            if not bits and paragraphs:
                gap = PARAGRAPH_EM
                continue
            bits = self._in_fonts(without_idle_hyphens(bits), look.family)
            units = units_of(bits, self.types, look.family, self._units)
            if units:
                paragraphs.append(
                    Paragraph(units, gap, base_level("".join(bit.text for bit in bits)))
                )
                gap = 0.0
        missing = "".join(
            self.types.get(look.family, bit.style, bit.font).missing(bit.text)
            for paragraph in paragraphs
            for unit in paragraph.units
            for bit in unit.bits
            if not bit.icon
        )
        return Measured(
            tuple(paragraphs),
            max((u.width + u.left + u.right for p in paragraphs for u in p.units), default=0.0),
            "".join(dict.fromkeys(missing)),
            tuple(dict.fromkeys(unknown)),
            self._lacking(paragraphs, look.family),
            tuple(dict.fromkeys(stray)),
        )

    def _in_fonts(self, bits: Sequence[Bit], family: str) -> list[Bit]:
        """Add soft hyphens to long words, and split bits by the font that has their letters."""
        bits_in_fonts: list[Bit] = []
        for bit in bits:
            if bit.icon:
                bits_in_fonts.append(bit)
                continue
            text = hyphenated(bit.text, self.language) if self.language else bit.text
            runs = self.types.runs(family, bit.style, text)
            bits_in_fonts += [Bit(run, bit.style, font=font) for run, font in runs]
        return bits_in_fonts

    def _lacking(self, paragraphs: Sequence[Paragraph], family: str) -> tuple[Style, ...]:
        styles = self.types.families[family]
        bits = {(b.style, b.font) for p in paragraphs for unit in p.units for b in unit.bits}
        lacking = {style for style, font in bits if font < 0 or (not font and style not in styles)}
        return tuple(style for style in STYLES if style in lacking)


@dataclass(frozen=True, slots=True)
class Line:
    """Units on one line, `down` em below the previous line."""

    units: Sequence[Unit]
    down: float
    last: bool  # whether this is the last line of its paragraph, which is never stretched
    base: int | None = None  # embedding level of the paragraph
    opened: str = ""  # direction controls that are open at the start of the line


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A text in lines of one size and width (mm); `broken` as in `Setting`."""

    lines: tuple[Line, ...]
    width: float
    size_pt: float
    look: Look
    measured: Measured
    broken: bool


def _lay_out(measured: Measured, box: Box, look: Look, types: Types) -> Setting:
    if not measured.paragraphs:
        ink = Box(box.x, box.y, 0.0, 0.0)
        return Setting((), (), look.size_pt, ink, 0.0, measured.missing, measured.unknown, 0)
    assert look.columns >= 1, look
    width = (box.width - (look.columns - 1) * look.column_gap) / look.columns
    size_pt, columns = _fit(measured, width, box.height, look, types)
    setting = _place(measured, columns, size_pt, box, width, look, types)
    for _ in range(MOST_STEPS):
        # The sum of the words' widths lacks the kerning at spaces, so a line may be slightly too
        # long.
        if setting.overflow <= 0.0 or size_pt - STEP_PT < look.min_pt:
            break
        size_pt -= STEP_PT
        columns = _columns(measured, width / (size_pt * MM_PER_PT), look)
        setting = _place(measured, columns, size_pt, box, width, look, types)
    return setting


def _fit(
    measured: Measured, width: float, height: float, look: Look, types: Types
) -> tuple[float, list[list[Line]]]:
    """Find the largest size from `size_pt` down to `min_pt` at which all lines fit."""
    cap = types.get(look.family, "regular").cap_height

    def attempt(size_pt: float) -> list[list[Line]] | None:
        em = size_pt * MM_PER_PT
        if measured.widest * em > width:
            return None
        columns = _columns(measured, width / em, look)
        tallest = max(_height(lines, cap) for lines in columns)
        return columns if tallest * em <= height else None

    if (columns := attempt(look.size_pt)) is not None:
        return look.size_pt, columns
    low, high = 0, max(int((look.size_pt - look.min_pt) / STEP_PT), 0)
    best: tuple[float, list[list[Line]]] | None = None
    while low <= high:
        middle = (low + high) // 2
        size_pt = look.min_pt + middle * STEP_PT
        if (columns := attempt(size_pt)) is not None:
            best, low = (size_pt, columns), middle + 1
        else:
            high = middle - 1
    if best is not None:
        return best
    least = min(look.min_pt, look.size_pt)
    limit = width / (least * MM_PER_PT)
    return least, _columns(_broken(measured, limit, types, look.family), limit, look)


def _broken(measured: Measured, limit: float, types: Types, family: str) -> Measured:
    """Divide words longer than a line between any two characters, so that the whole word is
    visible.
    """
    if measured.widest <= limit:
        return measured
    paragraphs = []

    @cache  # a long word repeats few different letters
    def alone(bit: Bit) -> Unit:
        return measure_unit((bit,), types, family)

    for paragraph in measured.paragraphs:
        units: list[Unit] = []
        for unit in paragraph.units:
            if unit.left + unit.width + unit.right <= limit:
                units.append(unit)
                continue
            for bit in unit.bits:
                if bit.icon:
                    units.append(alone(bit))
                    continue
                letters = {c: alone(replace(bit, text=c)) for c in set(bit.text)}
                units += [letters[c] for c in bit.text]
        paragraphs.append(replace(paragraph, units=tuple(units)))
    return replace(measured, paragraphs=tuple(paragraphs))


def _columns(measured: Measured, limit: float, look: Look) -> list[list[Line]]:
    lines = _wrap(measured.paragraphs, limit, look.leading)
    per_column = -(-len(lines) // look.columns)
    return [lines[i : i + per_column] for i in range(0, len(lines), per_column)]


def _wrap(paragraphs: Sequence[Paragraph], limit: float, leading: float) -> list[Line]:
    """Fill lines with as many units as fit; `limit` is a line's width in em."""
    lines: list[Line] = []
    for paragraph in paragraphs:
        units: list[Unit] = []
        opened = ""
        at, down = 0.0, leading + paragraph.gap
        for unit in paragraph.units:
            if units and at + unit.width + unit.right > limit:
                carried = _carried(units, at, limit)
                units = units[: len(units) - len(carried)]
                lines.append(Line(units, down, False, paragraph.base, opened))
                if paragraph.base is not None:
                    text = "".join(bit.text for unit in units for bit in unit.bits)
                    opened = left_open(text, opened)
                units, down = carried, leading
                at = sum(u.width + u.space for u in units) + (units[0].left if units else 0.0)
            if not units:
                at = unit.left
            units.append(unit)
            at += unit.width + unit.space
        lines.append(Line(units, down, True, paragraph.base, opened))
    return lines


def _carried(units: Sequence[Unit], at: float, limit: float) -> list[Unit]:
    """The first part of a divided word, if this part should move to the next line.

    A word is divided only if the line would otherwise be filled to less than `FULL`.
    """
    n_parts = 0
    while n_parts < len(units) and units[-1 - n_parts].bits[-1].text.endswith(SOFT_HYPHEN):
        n_parts += 1
    if not n_parts or n_parts == len(units):
        return []
    part = list(units[len(units) - n_parts :])
    rest = at - sum(unit.width for unit in part)
    return part if rest >= FULL * limit else []


def _above(line: Line, cap: float) -> float:
    return max(cap, max(unit.above for unit in line.units))


def _below(line: Line) -> float:
    return max(unit.below for unit in line.units)


def _height(lines: Sequence[Line], cap: float) -> float:
    between = sum(line.down for line in lines[1:])
    return _above(lines[0], cap) + between + _below(lines[-1])


def _place(
    measured: Measured,
    columns: list[list[Line]],
    size_pt: float,
    box: Box,
    width: float,
    look: Look,
    types: Types,
) -> Setting:
    """Place every run and icon.

    Find the bounds of the ink and the distance by which it extends beyond the box.
    """
    em = size_pt * MM_PER_PT
    cap = types.get(look.family, "regular").cap_height
    placing = _Placing(em, width, look, types)
    left, right = box.x + box.width, box.x
    top, bottom = box.y + box.height, box.y
    first = _first_baseline(columns, em, cap, box, look.valign)
    for i_column, lines in enumerate(columns):
        x0 = box.x + i_column * (width + look.column_gap)
        baseline = first
        for i, line in enumerate(lines):
            if i:
                baseline += line.down * em
            start, end = placing.add(line, x0, baseline)
            left, right = min(left, start), max(right, end)
        top = min(top, first - _above(lines[0], cap) * em)
        bottom = max(bottom, baseline + _below(lines[-1]) * em)
    over = max(
        box.x - left,
        right - box.x - box.width,
        box.y - top,
        bottom - box.y - box.height,
    )
    return Setting(
        tuple(placing.runs),
        tuple(placing.icons),
        size_pt,
        Box(left, top, right - left, bottom - top),
        over if over > 0.005 else 0.0,
        measured.missing,
        measured.unknown,
        sum(len(lines) for lines in columns),
        measured.widest * em > width + 0.005,
        measured.lacking,
        measured.stray,
    )


def _first_baseline(
    columns: list[list[Line]], em: float, cap: float, box: Box, valign: VAlign
) -> float:
    """The baseline of the first line.

    If there is space, the baseline depends on the size, not on the letters.
    """
    above = max(_above(lines[0], cap) for lines in columns) * em
    drop = max(sum(line.down for line in lines[1:]) for lines in columns) * em
    below = max(_below(lines[-1]) for lines in columns) * em
    highest, lowest = box.y + above, box.y + box.height - below - drop
    if valign == "middle":
        # The text is centred visually, from the top of the capitals to the last baseline.
        wanted = box.y + (box.height - cap * em - drop) / 2 + cap * em
        return max(min(wanted, lowest), highest)
    return highest if valign == "top" else max(lowest, highest)


@dataclass(slots=True)
class _Placing:
    """The runs and icons of lines placed so far, in a column `width` mm wide; `em` is in mm."""

    em: float
    width: float
    look: Look
    types: Types
    runs: list[Run] = field(default_factory=list)
    icons: list[InlineIcon] = field(default_factory=list)

    def add(self, line: Line, x0: float, baseline: float) -> tuple[float, float]:
        """Add a line's runs and icons; return the start and end of its ink, mm."""
        em, width, look, types = self.em, self.width, self.look, self.types
        bits = [bit for unit in line.units for bit in unit.bits]
        last = bits[-1]
        if not last.icon:
            end = last.text.rstrip(" ")
            # A soft hyphen is visible only if the line breaks at it.
            if end.endswith(SOFT_HYPHEN):
                end = end[:-1] + "-"
            bits[-1] = Bit(end, last.style, font=last.font)
        bits = [
            replace(bit, text=_UNSEEN.sub("", bit.text)) if _UNSEEN.search(bit.text) else bit
            for bit in bits
        ]
        stretches = merged(bits) if line.base is None else visual(bits, line.base, line.opened)
        advances = [
            (ICON_EM + 2 * ICON_GAP_EM) * em
            if bit.icon
            else types.get(look.family, bit.style, bit.font).advance(bit.text) * em
            for bit in stretches
        ]
        total = sum(advances)
        ink_left, ink_right = line.units[0].left * em, line.units[-1].right * em
        spare = width - total - ink_left - ink_right
        n_spaces = sum(bit.text.count(" ") for bit in stretches)
        word_space = 0.0
        x = x0 + ink_left
        if look.align == "justify" and not line.last and n_spaces and spare > 0:
            word_space = spare / n_spaces
        elif look.align == "center":
            x = max(x, min(x0 + (width - total) / 2, x0 + width - total - ink_right))
        elif (look.align == "right") != (
            line.base == 1
        ):  # left and right are exchanged in right-to-left scripts
            x += max(spare, 0.0)
        start = x - ink_left
        for bit, advance in zip(stretches, advances, strict=True):
            type = types.get(look.family, bit.style, bit.font)
            if bit.icon:
                side = ICON_EM * em
                rise = type.cap_height * em / 2
                self.icons.append(
                    InlineIcon(bit.icon, x + ICON_GAP_EM * em, baseline - rise - side / 2, side)
                )
            elif bit.text.strip():
                lead = bit.text[: len(bit.text) - len(bit.text.lstrip(" "))]
                indent = (type.advance(lead) * em + len(lead) * word_space) if lead else 0.0
                self.runs.append(
                    Run(bit.text, type, x + indent, baseline, advance - indent, word_space)
                )
            x += advance + bit.text.count(" ") * word_space
        return start, x + ink_right
