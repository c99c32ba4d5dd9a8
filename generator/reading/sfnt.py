"""Whether a font file is whole: its table directory, and what its tables say of one another.

In: the bytes of a TrueType font. Out: what is damaged, in words. Readers of fonts take a table that
is missing or cut as an empty one, so that letters would vanish from the print without a word.
"""

import struct
import sys
from array import array
from collections.abc import Iterator, Mapping
from typing import NamedTuple

REQUIRED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "OS/2")
LEAST_UNITS, MOST_UNITS = 16, 16_384  # per em, as OpenType has it
LONGEST_NAME = 500  # letters; OpenType has 63
_MOST_TABLES = 200
_LEAST = {"head": 54, "hhea": 36, "maxp": 6, "OS/2": 64, "name": 6, "cmap": 4}  # bytes
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
