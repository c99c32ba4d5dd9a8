"""The font files of a pack: which they are, and whether reportlab, typst and resvg can use them."""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from generator.pack import STYLES, Font, Style
from generator.problems import Place, Problems
from generator.reading.files import Files
from generator.reading.schema import GameSection
from generator.reading.values import Tree
from generator.regular import in_words, read

_POSTSCRIPT_NAME = 6  # OpenType `name` table, nameID
_MOST_CHARACTERS = 2_000_000  # that all character maps of a font may list; Unicode has 1,114,112
_OPENTYPE = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")  # how a font file may begin


@cache
def default_font() -> Font:
    """Source Sans Pro (SIL Open Font License) from the package font-source-sans-pro."""
    from font_source_sans_pro import font_directory

    names = ("Regular", "Bold", "It", "BoldIt")
    folder = Path(font_directory)
    paths = (folder / f"SourceSansPro-{name}.ttf" for name in names)
    return Font("body", dict(zip(STYLES, paths, strict=True)))


def fonts_of(game: GameSection, tree: Tree, files: Files) -> dict[str, Font]:
    """The pack's families; `body` is Source Sans Pro unless the pack says other."""
    fonts: dict[str, Font] = {}
    places: dict[Path, Place] = {}
    for family, section in game.fonts.items():
        styles: dict[Style, Path] = {}
        for style in STYLES:
            written = getattr(section, style)
            if written is None:
                continue
            place = tree.place(("fonts", family, style))
            path = files.existing(written, place, anywhere=True)
            if path is not None:
                styles[style] = path
                places.setdefault(path, place)
                files.note(path)
        if "regular" in styles:
            fonts[family] = Font(family, styles)
    check_fonts(places, files.problems)
    return {"body": default_font(), **fonts}


def check_fonts(places: Mapping[Path, Place], problems: Problems) -> None:
    """Report files that are no static TrueType font, and two that share a PostScript name.

    reportlab refuses CFF outlines, draws a variable font in its default instance only, and prints
    two files of one PostScript name as the first of them.
    """
    seen: dict[str, Path] = {}
    for path, place in places.items():
        name = _checked(path, place, problems)
        if name is None:
            continue
        if name in seen:
            found = f'"{path.name}" and "{seen[name].name}" share the PostScript name "{name}"'
            problems.error(place, found, "only one of them would be printed; use another file")
        seen.setdefault(name, path)


def _checked(path: Path, place: Place, problems: Problems) -> str | None:
    """The PostScript name of a usable font; None after a problem."""
    from uharfbuzz import Blob, Face

    try:
        data = read(path)
        if data[:4] not in _OPENTYPE:
            raise ValueError("Not a TrueType or OpenType font (bad sfntVersion)")
        face = Face(Blob(data))
        fault = _fault_of(frozenset(face.table_tags))
        if fault is None and n_listed(bytes(face.reference_table("cmap").data)) > _MOST_CHARACTERS:
            raise ValueError("it is damaged: its character map lists more than there are")
        if fault is None and not face.unicodes:
            raise ValueError("it is cut short, or holds no characters")
    except (OSError, ValueError) as broken:
        said = in_words(broken) if isinstance(broken, OSError) else broken
        problems.error(place, f'"{path.name}" is not a readable font: {said}', "use a .ttf file")
        return None
    if fault is not None:
        problems.error(place, f'"{path.name}" {fault[0]}', fault[1])
        return None
    name: str | None = face.get_name(_POSTSCRIPT_NAME)
    return name or path.stem


def n_listed(cmap: bytes) -> int:
    """How many characters the maps of an OpenType `cmap` table list, doubles counted.

    typst lists them one by one: a damaged end of a range would take it gigabytes.
    """
    try:
        (n_maps,) = struct.unpack_from(">H", cmap, 2)
        starts = [struct.unpack_from(">I", cmap, 8 + 8 * i)[0] for i in range(n_maps)]
    except struct.error:
        return 0
    total = 0
    for start in starts:
        try:
            total += sum(max(0, last - first + 1) for first, last in _ranges(cmap[start:]))
        except struct.error:  # cut short: readers leave it out
            continue
        if total > _MOST_CHARACTERS:
            break
    return total


def _ranges(data: bytes) -> Iterator[tuple[int, int]]:
    """The ranges of character codes in one map, for the formats that have ranges."""
    (kind,) = struct.unpack_from(">H", data)
    if kind == 4:
        n = struct.unpack_from(">H", data, 6)[0] // 2
        lasts = struct.unpack_from(f">{n}H", data, 14)
        yield from zip(struct.unpack_from(f">{n}H", data, 16 + 2 * n), lasts, strict=True)
    elif kind == 10:
        first, n = struct.unpack_from(">II", data, 12)
        yield first, first + n - 1
    elif kind in (8, 12, 13):
        at = 12 if kind != 8 else 12 + 8192
        (n,) = struct.unpack_from(">I", data, at)
        for i in range(min(n, len(data) // 12)):
            yield struct.unpack_from(">II", data, at + 4 + 12 * i)


def _fault_of(tables: frozenset[str]) -> tuple[str, str] | None:
    if "fvar" in tables:
        return "is a variable font", "use its static files, one for each style"
    if "CFF " in tables or "CFF2" in tables:
        return "has PostScript outlines (OTF)", "use the family's TrueType (.ttf) files"
    if "glyf" not in tables or "cmap" not in tables:
        return "has no TrueType outlines", "use a .ttf file"
    return None
