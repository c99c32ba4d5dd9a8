"""Whether a font file is whole: its table directory, and what its tables say of one another.

In: the bytes of a TrueType font. Out: what is damaged, in words. Readers of fonts take a table that
is missing or cut as an empty one, so that letters would vanish from the print without a word.
"""

import struct
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

REQUIRED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "OS/2")
LEAST_UNITS, MOST_UNITS = 16, 16_384  # per em, as OpenType has it
LONGEST_NAME = 500  # letters; OpenType has 63
_MOST_TABLES = 200
_LEAST = {"head": 54, "hhea": 36, "maxp": 6, "OS/2": 64, "name": 6, "cmap": 4}  # bytes
_WORDS, _MORE = 1, 32  # flags of a letter's part: wide offsets, another part follows
_SCALES = ((8, 2), (64, 4), (128, 8))  # … and what its scale takes, in bytes
_DEEPEST, _MOST_PARTS = 16, 1000  # parts of parts, and all of them
_INK = 0xFFFF  # no colour of the palettes: that of the text
_SOLID, _AROUND, _COMPOSITE = (2, 3), (10, *range(12, 32)), 32  # kinds of paint in `COLR`
_DRAWN = ("hhea", "maxp", "hmtx", "cmap", "loca", "glyf")  # what letters are drawn by


class Table(NamedTuple):
    """An entry of the directory."""

    checksum: int
    start: int
    length: int


def tables_of(data: bytes) -> dict[str, Table]:
    """The table directory; raise `ValueError` where it, or a table, does not lie in the file."""
    (n,) = struct.unpack_from(">H", data, 4) if len(data) >= 6 else (0,)
    if not 0 < n <= _MOST_TABLES or len(data) < 12 + 16 * n:
        raise ValueError("it is cut short, or damaged")
    tables: dict[str, Table] = {}
    for i in range(n):
        tag, *entry = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        if not all(32 <= byte < 127 for byte in tag):
            raise ValueError("its table directory is damaged")
        tables[tag.decode("ascii")] = Table(*entry)
    for name, table in tables.items():
        if table.start + table.length > len(data):
            raise ValueError(
                f'it is cut short, or damaged: its table "{name.strip()}" ends beyond it'
            )
    return tables


def check_tables(data: bytes, tables: Mapping[str, Table]) -> None:
    """Raise `ValueError` where a table is missing, too short, or leads out of another."""
    missing = [name for name in REQUIRED if name not in tables]
    if missing:
        raise ValueError(f"it has no table {' and '.join(missing)}")
    for name, least in _LEAST.items():
        if tables[name].length < least:
            raise ValueError(f'its table "{name}" is cut short')
    (units,) = struct.unpack_from(">H", data, tables["head"].start + 18)
    if not LEAST_UNITS <= units <= MOST_UNITS:
        allowed = f"{LEAST_UNITS} to {MOST_UNITS:,}"
        raise ValueError(f"it is damaged: {units:,} units per em, {allowed} are allowed")
    (n_glyphs,) = struct.unpack_from(">H", data, tables["maxp"].start + 4)
    (n_widths,) = struct.unpack_from(">H", data, tables["hhea"].start + 34)
    if not n_widths or tables["hmtx"].length < 4 * n_widths:
        raise ValueError('it is damaged: its table "hmtx" lacks widths of letters')
    _check_outlines(data, tables, n_glyphs)
    if "COLR" in tables and "CPAL" in tables:
        _check_colours(data, tables["COLR"], tables["CPAL"])


def _check_outlines(data: bytes, tables: Mapping[str, Table], n_glyphs: int) -> None:
    """Every outline lies in `glyf`."""
    (is_long,) = struct.unpack_from(">h", data, tables["head"].start + 50)
    loca, kind, size = tables["loca"], *((">%dI", 4) if is_long else (">%dH", 2))
    if loca.length < size * (n_glyphs + 1):
        raise ValueError('it is damaged: its table "loca" lacks letters')
    starts = struct.unpack_from(kind % (n_glyphs + 1), data, loca.start)
    ends = starts[-1] * (1 if is_long else 2)
    if ends > tables["glyf"].length or list(starts) != sorted(starts):
        raise ValueError('it is damaged: its table "loca" leads to no outlines')
    unit = 1 if is_long else 2
    parts = _parts_of(data, tables["glyf"], [unit * start for start in starts])
    if any(part >= n_glyphs for each in parts.values() for part in each):
        raise ValueError("it is damaged: a letter is made of one that it has not")
    _check_parts(parts)


def _parts_of(data: bytes, table: Table, starts: Sequence[int]) -> dict[int, list[int]]:
    """The letters made of others, each with the numbers of those."""
    found = {}
    for letter, (start, end) in enumerate(pairwise(starts)):
        at, last = table.start + start, table.start + end
        if last - at < 10 or data[at] < 0x80:  # it is empty, or has contours of its own
            continue
        at, parts, more = at + 10, [], True
        while more:
            if at + 4 > last:
                raise ValueError("it is damaged: a letter made of others is cut short")
            flags, part = struct.unpack_from(">HH", data, at)
            parts.append(part)
            at += 4 + (4 if flags & _WORDS else 2)
            at += next((size for flag, size in _SCALES if flags & flag), 0)
            more = bool(flags & _MORE)
        found[letter] = parts
    return found


def _check_parts(parts: Mapping[int, Sequence[int]]) -> None:
    """No letter is made of itself, of too many, or of letters of letters of … without end."""
    known: dict[int, tuple[int, int]] = {}

    def drawn(letter: int, above: int) -> tuple[int, int]:
        """How many letters one is drawn with, and how deeply they lie in one another."""
        if letter not in parts:
            return 1, 0
        if letter not in known and above < _DEEPEST:
            each = [drawn(part, above + 1) for part in parts[letter]]
            known[letter] = sum(n for n, _ in each), 1 + max(depth for _, depth in each)
        n, depth = known.get(letter, (0, _DEEPEST))
        if above + depth > _DEEPEST:
            raise ValueError("it is damaged: a letter is made of itself, or too deeply of others")
        if n > _MOST_PARTS:
            raise ValueError(f"it is damaged: a letter is made of {n:,} others")
        return n, depth

    for letter in parts:
        drawn(letter, 0)


def _check_colours(data: bytes, letters: Table, palettes: Table) -> None:
    """Every colour of a coloured letter is in the palettes: typst breaks down over another."""
    try:
        (n_colours,) = struct.unpack_from(">2xH", data, palettes.start)
        for colour in _colours(data, letters.start):
            if n_colours <= colour != _INK:
                text = f"a letter has colour {colour}, and the palette ends at {n_colours - 1}"
                raise ValueError(f"it is damaged: {text}")
    except (struct.error, IndexError):
        raise ValueError('it is damaged: its table "COLR" leads beyond it') from None


def _colours(data: bytes, start: int) -> Iterator[int]:
    """The colours that a table `COLR` fills with, by number (OpenType 1.9): layers and paints."""
    version, first, n_layers = struct.unpack_from(">H6xIH", data, start)
    yield from struct.unpack_from(">" + "2xH" * n_layers, data, start + first)
    if not version:
        return
    glyphs, layers = struct.unpack_from(">II", data, start + 14)
    todo: list[int] = []
    for list_at, record in ((glyphs, "2xI"), (layers, "I")):
        if list_at:
            (n,) = struct.unpack_from(">I", data, start + list_at)
            if n > len(data) // 4:
                raise IndexError(n)
            found = struct.unpack_from(">" + record * n, data, start + list_at + 4)
            todo += [start + list_at + offset for offset in found]
    seen = set(todo)
    while todo:
        at = todo.pop()
        kind = data[at]
        if kind in _SOLID:
            yield from struct.unpack_from(">xH", data, at)
        steps = (1, 5) if kind == _COMPOSITE else (1,) if kind in _AROUND else ()
        parts = {at + int.from_bytes(data[at + step : at + step + 3], "big") for step in steps}
        todo += parts - seen
        seen |= parts


def odd_sums(data: bytes, tables: Mapping[str, Table]) -> list[str]:
    """The tables letters are drawn by whose bytes are others than their checksums say."""
    return [name for name in _DRAWN if _sum(data, tables[name]) != tables[name].checksum]


def _sum(data: bytes, table: Table) -> int:
    part = data[table.start : table.start + table.length]
    numbers = array("I", part + bytes(-len(part) % 4))
    if sys.byteorder == "little":
        numbers.byteswap()
    return sum(numbers) & 0xFFFFFFFF


def check_names(names: Iterator[str | None]) -> None:
    """Raise `ValueError` where a name of the font cannot stand in a printed file."""
    for name in filter(None, names):
        if len(name) > LONGEST_NAME:
            most = f"{LONGEST_NAME} are allowed"
            raise ValueError(f"it is damaged: its name has {len(name):,} letters, {most}")
        if not all(c.isprintable() or c.isspace() or ord(c) > 159 for c in name):
            raise ValueError("it is damaged: its name holds characters that cannot be written")
