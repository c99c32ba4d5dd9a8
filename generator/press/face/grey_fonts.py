"""Turns fonts with coloured glyphs, such as emoji, to grey for `--grey`. In: a pack.

Out: the same pack, in which a grey copy replaces every such font file. The copies are kept in the
cache folder by their content. A font stores colours in two tables (OpenType 1.9): `CPAL` has the
palettes for the layers of `COLR`, and `SVG ` has drawings.
"""

import hashlib
import struct
import zlib
from dataclasses import replace
from pathlib import Path

from generator.model.pack import Font, Pack
from generator.model.problems import Place, Problems
from generator.press.face.colours import grey, grey_svg, hex_of
from generator.system.files import read, write_file
from generator.system.paths import cache_folder

LARGEST = 20_000_000  # maximum size in bytes of one drawing in a font
GZIP = b"\x1f\x8b"


def with_grey_fonts(pack: Pack, problems: Problems) -> Pack:
    """Replace coloured fonts of the pack with grey copies; report a copy that cannot be made."""
    fonts = {name: _greyed(font, problems) for name, font in pack.fonts.items()}
    return replace(pack, fonts=fonts)


def _greyed(font: Font, problems: Problems) -> Font:
    files = {style: _twin(path, problems) for style, path in font.files.items()}
    return replace(font, files=files, then=tuple(_greyed(other, problems) for other in font.then))


def _twin(path: Path, problems: Problems) -> Path:
    try:
        font = read(path)
        twin = in_grey(font)
        if twin == font:
            return path
        file = cache_folder() / "fonts" / f"{hashlib.sha256(twin).hexdigest()[:32]}{path.suffix}"
        if not file.is_file() or read(file) != twin:
            write_file(file, twin)
    except (OSError, ValueError, struct.error, zlib.error) as fault:
        message = f"its colours cannot be turned to grey: {fault}"
        problems.warning(Place(str(path)), message, "its letters print in colour")
        return path
    return file


def in_grey(font: bytes) -> bytes:
    """Turn every colour of a font file to grey; a font without colours is returned unchanged."""
    tables = _tables(font)
    if b"CPAL" in tables:
        at, _ = tables[b"CPAL"]
        font = _grey_palettes(font, at)
    if b"SVG " in tables:
        at, size = tables[b"SVG "]
        font = _with_table(font, b"SVG ", _grey_drawings(font[at : at + size]))
    return font


def _tables(font: bytes) -> dict[bytes, tuple[int, int]]:
    """The offset and size of each table, by its tag."""
    (n_tables,) = struct.unpack_from(">H", font, 4)
    entries = [struct.unpack_from(">4sIII", font, 12 + 16 * i) for i in range(n_tables)]
    return {tag: (at, size) for tag, _, at, size in entries}


def _grey_palettes(font: bytes, at: int) -> bytes:
    """Turn the palettes at offset `at` to grey; a colour is three bytes: blue, green, red."""
    n_colours, first = struct.unpack_from(">6xHI", font, at)
    made = bytearray(font)
    for i in range(n_colours):
        place = at + first + 4 * i
        blue, green, red = font[place : place + 3]
        level = int(grey(hex_of((red, green, blue)))[1:3], 16)
        made[place : place + 3] = bytes((level, level, level))
    return bytes(made)


def _grey_drawings(table: bytes) -> bytes:
    """Turn the table of drawings to grey; all drawings become uncompressed."""
    (start,) = struct.unpack_from(">2xI", table)
    (n_drawings,) = struct.unpack_from(">H", table, start)
    index = struct.pack(">H", n_drawings)
    drawings = b""
    for i in range(n_drawings):
        first, last, at, size = struct.unpack_from(">HHII", table, start + 2 + 12 * i)
        drawing = table[start + at : start + at + size]
        if drawing.startswith(GZIP):
            drawing = zlib.decompressobj(31).decompress(drawing, LARGEST)
        drawing = grey_svg(drawing.decode()).encode()
        index += struct.pack(
            ">HHII", first, last, 2 + 12 * n_drawings + len(drawings), len(drawing)
        )
        drawings += drawing
    return struct.pack(">HII", 0, 10, 0) + index + drawings


def _with_table(font: bytes, tag: bytes, table: bytes) -> bytes:
    """Replace the table of that name; the new table is placed at the end of the font."""
    (n_tables,) = struct.unpack_from(">H", font, 4)
    made = bytearray(font + b"\0" * (-len(font) % 4))
    for at in range(12, 12 + 16 * n_tables, 16):
        if made[at : at + 4] == tag:
            made[at + 8 : at + 16] = struct.pack(">II", len(made), len(table))
    return bytes(made) + table + b"\0" * (-len(table) % 4)
