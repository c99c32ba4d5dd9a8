"""Splits texts where a line may break, and measures widths and ink in em, for any size.

In: `Bit`s of a line and the pack's fonts. Out: `Unit`s with their measures.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from generator.model.pack import Style
from generator.press.text.fonts import OBJECT, Types
from generator.press.text.markup import Bit

ICON_EM = 1.12  # em; the side of an inline icon, a little larger than the letters beside it
ICON_GAP_EM = 0.05
PARAGRAPH_EM = 0.45  # em; the space that an empty line adds
SOFT_HYPHEN = "\u00ad"
# Matches texts that break only after spaces, and after a hyphen or slash between letters, as in
# UAX #14. All other texts are split by uniseg, which is 1,000 times slower.
_PLAIN = re.compile(r"[ -z À-ɏ’‘“”…×–•€£¥°‰\ufffc\u00ad]*")
_PLAIN_BREAK = re.compile(
    # "25 %" must not be divided
    r"(?<=[^\W\d_])[-–/](?=[^\W\d_])|(?<!\d) +|(?<=\d) +(?![%‰€$£¥°])|\u00ad"
)
_UNIT = re.compile(r"\d +[%‰€$£¥°]$")
# maximum number of marks on one letter, as in Unicode's Stream-Safe Text Format (UAX #15)
MOST_MARKS = 30
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x85\u2028\u2029]")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Matches characters that print nothing: byte order marks, annotations, musical controls.
_VOID = re.compile(
    "[\u2061-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)


# characters that people paste to get an empty name
_BLANK = dict.fromkeys(map(ord, "\t\u2800\u3164\uffa0"), " ")


def printable_text(text: str) -> str:
    """Return the text with a single kind of line end, and without characters that print nothing.

    XML cannot contain control characters, so U+FFFD replaces them and is reported.
    """
    if text.isprintable():
        return text if text.isascii() else text.translate(_BLANK)
    text = _VOID.sub("", _LINE_ENDS.sub("\n", text))
    return UNPRINTABLE.sub("\ufffd", text).translate(_BLANK)


def without_idle_hyphens(bits: Sequence[Bit]) -> Sequence[Bit]:
    """Remove soft hyphens that are not between two letters from the bits of a line.

    >>> [bit.text for bit in without_idle_hyphens([Bit("river\xadbird\xad", "regular")])]
    ['river\xadbird']
    """
    plain = "".join(bit.text for bit in bits)
    if SOFT_HYPHEN not in plain:
        return bits
    seen = [i for i, c in enumerate(plain) if unicodedata.category(c) != "Cf"]
    letters = {i for i in seen if unicodedata.category(plain[i])[0] in "LNM"}
    before = dict(pairwise([-1, *seen, len(plain)]))
    idle: set[int] = set()
    for start, stop in before.items():
        if start not in letters or stop not in letters:
            idle.update(i for i in range(start + 1, stop) if plain[i] == SOFT_HYPHEN)
    kept: list[Bit] = []
    at = 0
    for bit in bits:
        text = "".join(c for i, c in enumerate(bit.text, at) if i not in idle)
        at += len(bit.text)
        if text:
            kept.append(replace(bit, text=text))
    return kept


def missing_glyphs(missing: str, text: str, font: str) -> Iterator[tuple[str, str, str]]:
    """Yield the characters that a font cannot draw, with a message and a fix for each kind."""
    if "\ufffd" in missing and (lost := UNPRINTABLE.findall(text)):
        missing = missing.replace("\ufffd", "".join(dict.fromkeys(lost)))
    for is_control in (True, False):
        some = [c for c in missing if (unicodedata.category(c) == "Cc") == is_control]
        codes = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in some)
        if some and is_control:
            character = "character" if len(some) == 1 else "characters"
            yield "".join(some), f"found the control {character} {codes}", "remove it"
        elif some:
            fix = "name a font that has it under fonts:"
            yield "".join(some), f"{font} has no glyph for {codes}", fix


def limit_marks(text: str) -> str:
    """Keep at most 30 marks on a letter, because each takes time to shape.

    U+FFFD replaces the rest.
    """
    if text.isascii():
        return text
    kept: list[str] = []
    n_marks = 0
    for c in text:
        n_marks = n_marks + 1 if unicodedata.category(c) in ("Mn", "Mc", "Me", "Cf") else 0
        if n_marks <= MOST_MARKS:
            kept.append(c)
        elif n_marks == MOST_MARKS + 1:
            kept.append("\ufffd")
    return "".join(kept)


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch that no line break divides: its bits, their width and ink, and the space after it.

    Lengths are in em.
    """

    bits: tuple[Bit, ...]
    width: float
    space: float
    left: float
    right: float
    above: float
    below: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The units between two line breaks, with `gap` em of space above.

    `base` is its embedding level: 0 left to right, 1 right to left, None if no part of it runs from
    right to left (UAX #9, rules P2 and P3).
    """

    units: tuple[Unit, ...]
    gap: float
    base: int | None


@dataclass(frozen=True, slots=True)
class Measured:
    """A text measured in em: its paragraphs, and the width of its widest unit."""

    paragraphs: tuple[Paragraph, ...]
    widest: float
    missing: str
    unknown: tuple[str, ...]
    lacking: tuple[Style, ...] = ()
    stray: tuple[str, ...] = ()


def units_of(
    bits: Sequence[Bit], types: Types, family: str, cache: dict[Hashable, Unit]
) -> tuple[Unit, ...]:
    """Split a line of text where it may break, and measure each part once."""
    if len(bits) == 1 and not bits[0].icon:
        return _units_of_one(bits[0], types, family, cache)
    plain = "".join(bit.text for bit in bits)
    units: list[Unit] = []
    i_bit, start = 0, 0  # index of the current bit, and its start in the text
    for begin, end in _breaks(plain):
        inside: list[Bit] = []
        while i_bit < len(bits):
            bit = bits[i_bit]
            stop = start + len(bit.text)
            if bit.icon:
                inside.append(bit)
            else:
                piece = bit.text[max(begin - start, 0) : end - start]
                if piece:
                    inside.append(Bit(piece, bit.style, font=bit.font))
            if stop > end:
                break
            i_bit, start = i_bit + 1, stop
            if stop == end:
                break
        key = (family, tuple(inside))
        unit = cache.get(key)
        if unit is None:
            unit = cache[key] = measure_unit(key[1], types, family)
        units.append(unit)
    return tuple(units)


def _units_of_one(
    bit: Bit, types: Types, family: str, cache: dict[Hashable, Unit]
) -> tuple[Unit, ...]:
    """Do the same as `units_of` for a line of one style, the usual case."""
    units: list[Unit] = []
    for begin, end in _breaks(bit.text):
        piece = bit.text[begin:end]
        key = (family, bit.style, bit.font, piece)
        unit = cache.get(key)
        if unit is None:
            inside = (Bit(piece, bit.style, font=bit.font),)
            unit = cache[key] = measure_unit(inside, types, family)
        units.append(unit)
    return tuple(units)


def measure_unit(bits: tuple[Bit, ...], types: Types, family: str) -> Unit:
    width = space = left = right = above = below = 0.0
    for bit in bits:
        type = types.get(family, bit.style, bit.font)
        if bit.icon:
            rise = type.cap_height / 2
            width += space + ICON_EM + 2 * ICON_GAP_EM
            above, below = max(above, rise + ICON_EM / 2), max(below, ICON_EM / 2 - rise)
            space = right = 0.0
            continue
        word = bit.text.rstrip(" ")
        if not word:
            space += type.measure(" ").advance * len(bit.text)
            continue
        extent = type.measure(word)
        if not width:
            left = extent.left
        width += space + extent.advance
        right = extent.right
        if word[-1] == SOFT_HYPHEN:  # a soft hyphen is visible at the end of a line
            right = max(right, type.measure("-").advance)
        above, below = max(above, extent.above), max(below, extent.below)
        space = type.measure(" ").advance * (len(bit.text) - len(word))
    return Unit(bits, width, space, left, right, above, below)


def _breaks(text: str) -> list[tuple[int, int]]:
    """The start and end of each unbreakable stretch, with the spaces after it."""
    if _PLAIN.fullmatch(text):
        ends = [match.end() for match in _PLAIN_BREAK.finditer(text)]
    else:
        ends = list(_uax14(text))
    if not ends or ends[-1] != len(text):
        ends.append(len(text))
    begins = [0, *ends[:-1]]
    return [(begin, end) for begin, end in zip(begins, ends, strict=True) if end > begin]


@lru_cache(maxsize=4096)
def _uax14(text: str) -> tuple[int, ...]:
    from uniseg.linebreak import line_break_boundaries

    # An icon in a text breaks like a letter: "3:coin:" stays together.
    ends = line_break_boundaries(text.replace(OBJECT, "x"))
    return tuple(i for i in ends if i and not _UNIT.search(text, max(i - 4, 0), i + 1))
