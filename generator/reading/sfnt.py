"""Checks that a font file is complete: its table directory, and references between its tables.

In: the bytes of a TrueType font. Out: descriptions of damage. Font readers treat a missing or
truncated table as an empty one, so letters would vanish from the print without warning.
"""

import struct
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

REQUIRED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "OS/2")
LEAST_UNITS, MOST_UNITS = 16, 16_384  # units per em, as OpenType allows
LONGEST_NAME = 500  # the greatest length in characters; OpenType allows only 63
_MOST_TABLES = 200
# smallest length of each table, bytes
_LEAST = {"head": 54, "hhea": 36, "maxp": 6, "OS/2": 64, "name": 6, "cmap": 4}
_WORDS, _MORE = (
    1,
    32,
)  # flags of a glyph's component: "its offsets are wide", and "another component follows"
_SCALES = ((8, 2), (64, 4), (128, 8))  # flags for a scale → the bytes that the scale takes
_DEEPEST, _MOST_PARTS = 16, 1000  # maximum nesting depth of components, and their total number
_INK = 0xFFFF  # the colour of the text, which is not in a palette
_SOLID, _AROUND, _COMPOSITE = (2, 3), (10, *range(12, 32)), 32  # kinds of paint in the table `COLR`
_DRAWN = ("hhea", "maxp", "hmtx", "cmap", "loca", "glyf")  # the tables needed for outlines


class Table(NamedTuple):
    """An entry of the table directory."""

    checksum: int
    start: int
    length: int


def tables_of(data: bytes) -> dict[str, Table]:
    """Read the table directory.

    Raises `ValueError` if the directory or a table is not within the file.
    """
    (n,) = struct.unpack_from(">H", data, 4) if len(data) >= 6 else (0,)
    if not 0 < n <= _MOST_TABLES or len(data) < 12 + 16 * n:
        raise ValueError("it is incomplete or damaged")
    tables: dict[str, Table] = {}
    for i in range(n):
        tag, *entry = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        if not all(32 <= byte < 127 for byte in tag):
            raise ValueError("its table directory is damaged")
        tables[tag.decode("ascii")] = Table(*entry)
    for name, table in tables.items():
        if table.start + table.length > len(data):
            raise ValueError(
                f'it is incomplete or damaged: its table "{name.strip()}" ends after the file'
            )
    return tables


def check_tables(data: bytes, tables: Mapping[str, Table]) -> None:
    """Raise `ValueError` if a table is missing, is too short, or refers beyond the end of another
    table.
    """
    missing = [name for name in REQUIRED if name not in tables]
    if missing:
        raise ValueError(f"it has no table {' and '.join(missing)}")
    for name, least in _LEAST.items():
        if tables[name].length < least:
            raise ValueError(f'its table "{name}" is incomplete')
    (units,) = struct.unpack_from(">H", data, tables["head"].start + 18)
    if not LEAST_UNITS <= units <= MOST_UNITS:
        allowed = f"{LEAST_UNITS} to {MOST_UNITS:,}"
        raise ValueError(f"it is damaged: it has {units:,} units per em, but {allowed} are allowed")
    (n_glyphs,) = struct.unpack_from(">H", data, tables["maxp"].start + 4)
    (n_widths,) = struct.unpack_from(">H", data, tables["hhea"].start + 34)
    if not n_widths or tables["hmtx"].length < 4 * n_widths:
        raise ValueError('it is damaged: its table "hmtx" lacks the widths of some glyphs')
    _check_outlines(data, tables, n_glyphs)
    if "COLR" in tables and "CPAL" in tables:
        _check_colours(data, tables["COLR"], tables["CPAL"])


def _check_outlines(data: bytes, tables: Mapping[str, Table], n_glyphs: int) -> None:
    """Check that every outline lies within the table `glyf`."""
    (is_long,) = struct.unpack_from(">h", data, tables["head"].start + 50)
    loca, kind, size = tables["loca"], *((">%dI", 4) if is_long else (">%dH", 2))
    if loca.length < size * (n_glyphs + 1):
        raise ValueError('it is damaged: its table "loca" lacks some glyphs')
    starts = struct.unpack_from(kind % (n_glyphs + 1), data, loca.start)
    ends = starts[-1] * (1 if is_long else 2)
    if ends > tables["glyf"].length or list(starts) != sorted(starts):
        raise ValueError('it is damaged: its table "loca" refers to missing outlines')
    unit = 1 if is_long else 2
    parts = _parts_of(data, tables["glyf"], [unit * start for start in starts])
    if any(part >= n_glyphs for each in parts.values() for part in each):
        raise ValueError("it is damaged: a glyph is composed of one that does not exist")
    _check_parts(parts)


def _parts_of(data: bytes, table: Table, starts: Sequence[int]) -> dict[int, list[int]]:
    """The composite glyphs, each with the numbers of its components."""
    component_ids = {}
    for letter, (start, end) in enumerate(pairwise(starts)):
        at, last = table.start + start, table.start + end
        if last - at < 10 or data[at] < 0x80:  # an empty glyph, or a glyph with its own contours
            continue
        at, parts, more = at + 10, [], True
        while more:
            if at + 4 > last:
                raise ValueError("it is damaged: a composite glyph is incomplete")
            flags, part = struct.unpack_from(">HH", data, at)
            parts.append(part)
            at += 4 + (4 if flags & _WORDS else 2)
            at += next((size for flag, size in _SCALES if flags & flag), 0)
            more = bool(flags & _MORE)
        component_ids[letter] = parts
    return component_ids


def _check_parts(parts: Mapping[int, Sequence[int]]) -> None:
    """Check that no glyph contains itself, too many glyphs, or glyphs nested too deeply."""
    sizes: dict[int, tuple[int, int]] = {}

    def drawn(letter: int, above: int) -> tuple[int, int]:
        """The number of glyphs that draw one letter, and how deeply they are nested."""
        if letter not in parts:
            return 1, 0
        if letter not in sizes and above < _DEEPEST:
            each = [drawn(part, above + 1) for part in parts[letter]]
            sizes[letter] = sum(n for n, _ in each), 1 + max(depth for _, depth in each)
        n, depth = sizes.get(letter, (0, _DEEPEST))
        if above + depth > _DEEPEST:
            raise ValueError("it is damaged: a glyph contains itself, or is nested too deeply")
        if n > _MOST_PARTS:
            raise ValueError(f"it is damaged: a glyph is composed of {n:,} others")
        return n, depth

    for letter in parts:
        drawn(letter, 0)


def _check_colours(data: bytes, letters: Table, palettes: Table) -> None:
    """Check that every colour of a coloured glyph is in the palettes; typst fails otherwise."""
    try:
        (n_colours,) = struct.unpack_from(">2xH", data, palettes.start)
        for colour in _colours(data, letters.start):
            if n_colours <= colour != _INK:
                text = f"a glyph has colour {colour}, but the palette ends at {n_colours - 1}"
                raise ValueError(f"it is damaged: {text}")
    except (struct.error, IndexError):
        raise ValueError('it is damaged: its table "COLR" refers beyond its end') from None


def _colours(data: bytes, start: int) -> Iterator[int]:
    """Yield the numbers of the colours in the layers and paints of a table `COLR`
    (OpenType 1.9).
    """
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
            values = struct.unpack_from(">" + record * n, data, start + list_at + 4)
            todo += [start + list_at + offset for offset in values]
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
    """The tables with outlines whose bytes do not match their checksums."""
    return [name for name in _DRAWN if _sum(data, tables[name]) != tables[name].checksum]


def _sum(data: bytes, table: Table) -> int:
    part = data[table.start : table.start + table.length]
    numbers = array("I", part + bytes(-len(part) % 4))
    if sys.byteorder == "little":
        numbers.byteswap()
    return sum(numbers) & 0xFFFFFFFF


def check_names(names: Iterator[str | None]) -> None:
    """Raise `ValueError` if a name in the font cannot be written to a printed file."""
    for name in filter(None, names):
        if len(name) > LONGEST_NAME:
            most = f"{LONGEST_NAME} are allowed"
            raise ValueError(f"it is damaged: its name has {len(name):,} characters, {most}")
        if not all(c.isprintable() or c.isspace() or ord(c) > 159 for c in name):
            raise ValueError("it is damaged: its name contains characters that cannot be written")
