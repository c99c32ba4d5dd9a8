"""The font files of a pack, and whether reportlab, typst and resvg can use them.

In: the section `fonts:`. Out: a `Font` for each family, or problems.
"""

import os
import re
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from generator.model.pack import STYLES, Component, Font, Style
from generator.model.problems import Place, Problems
from generator.reading.files import Files
from generator.reading.font_conversion import Cut, as_truetype, kind_of, nearest, unpacked
from generator.reading.schema import FontFileSection, FontSection, GameSection
from generator.reading.sfnt import Table, check_names, check_tables, odd_sums, tables_of
from generator.reading.values import Steps, Tree
from generator.system.files import read
from generator.templating.python_errors import in_plain_words

DEFAULT, SYSTEM = "default", "system"  # names that may occur in a list of fonts
MOST_SYSTEM_FONTS = 2000
# values of nameID for family and PostScript names in the OpenType table `name`
_FAMILY_NAMES, _POSTSCRIPT_NAME = (1, 16), 6
# maximum number of entries in all character maps of a font; Unicode has 1,114,112 characters
_MOST_CHARACTERS = 2_000_000
_OPENTYPE = (b"\0\1\0\0", b"true", b"OTTO")  # the possible first bytes of a font file
_STANDS_IN = "the default font is used instead"
_ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
BOLD = 700.0  # the weight of a bold style
_OTHER_COPY = "use another copy of the font: a .ttf file with TrueType outlines"


@cache
def default_font() -> Font:
    """Return Source Sans Pro (SIL Open Font License) from the package font-source-sans-pro."""
    from font_source_sans_pro import font_directory

    names = ("Regular", "Bold", "It", "BoldIt")
    folder = Path(font_directory)
    paths = (folder / f"SourceSansPro-{name}.ttf" for name in names)
    return Font("body", dict(zip(STYLES, paths, strict=True)))


def fonts_of(
    game: GameSection, tree: Tree, files: Files, components: Sequence[Component] = ()
) -> dict[str, Font]:
    """The pack's families; `body` is Source Sans Pro unless the pack sets another font.

    A family is a list of fonts, tried in order. In this list, `default` means Source Sans Pro, and
    `system` means fonts of this machine with the characters of `components` that earlier fonts
    lack.
    """
    fonts: dict[str, Font] = {}
    places: dict[Path, Place] = {}
    for family, sections in game.fonts.items():
        chain: list[Font] = []
        for i, section in enumerate(sections):
            if section.regular == DEFAULT:
                chain.append(default_font())
            elif section.regular == SYSTEM:
                chain += _of_this_machine(chain or [default_font()], _letters(game, components))
            else:
                at: Steps = ("fonts", family) if len(sections) == 1 else ("fonts", family, i)
                styles = _styles(section, at, tree, files, places)
                if "regular" in styles:
                    chain.append(Font(family, styles))
                else:
                    chain.append(default_font())
        if sections[0].regular == SYSTEM:
            chain.insert(0, default_font())
        fonts[family] = replace(chain[0], family=family, then=tuple(chain[1:]))
    unfit = check_fonts(places, files.problems)
    fonts = {family: _without(unfit, font) for family, font in fonts.items()}
    return {"body": default_font(), **fonts}


def _without(unfit: Collection[Path], font: Font) -> Font:
    """Remove files that cannot be printed from a family; the default font replaces them."""
    if not any(
        path in unfit for candidate in (font, *font.then) for path in candidate.files.values()
    ):
        return font
    left = [
        {style: path for style, path in candidate.files.items() if path not in unfit}
        for candidate in (font, *font.then)
    ]
    own = left[0] if "regular" in left[0] else default_font().files
    then = (replace(candidate, files=f) for candidate, f in zip(font.then, left[1:], strict=True))
    return replace(
        font, files=own, then=tuple(candidate for candidate in then if "regular" in candidate.files)
    )


def _styles(
    section: FontSection, at: Steps, tree: Tree, files: Files, places: dict[Path, Place]
) -> dict[Style, Path]:
    """Return the files of one font of a family, record these files, and add their places.

    A variable font also provides bold and italic, as far as its axes allow, unless files are given
    for these styles.
    """
    styles: dict[Style, Path] = {}
    written = {style: getattr(section, style) for style in STYLES}
    for style in STYLES:
        part = written[style]
        is_own = part is not None
        if part is None and isinstance(written["regular"], str | FontFileSection):
            part = written["regular"]
        place = tree.place((*at, style if is_own else "regular"))
        name = part if isinstance(part, str) else part.file
        if is_own and _is_bare(name) and not (files.folder / name).exists():
            otherwise = f"write the name of a font file, such as fonts/{name}.ttf"
            fix = files.near(files.folder / name, _ENDINGS, otherwise)
            files.problems.error(place, f'"{name}" is not a file', fix)
            continue
        path = files.existing(name, place, anywhere=True) if is_own or styles else None
        if path is None:
            continue
        files.note(path)
        usable = _usable(path, part, style, place, files.problems, is_own=is_own)
        if usable is not None:
            styles[style] = usable
            places.setdefault(usable, place)
    return styles


def _is_bare(name: str) -> bool:
    """Whether a text is the name of a font, such as Arial, instead of a file name."""
    return re.fullmatch(r"[\w -]+", name) is not None


def _usable(
    path: Path,
    part: str | FontFileSection,
    style: Style,
    place: Place,
    problems: Problems,
    *,
    is_own: bool,
) -> Path | None:
    """The file that prints a style, which is the font itself or a converted font; None if no file
    can. A file that is not given for this style provides the style only if it is a variable font.
    """
    try:
        data = read(path)
    except OSError:
        return path if is_own else None  # `check_fonts` reports this file
    kind = kind_of(data)
    n_fonts = kind.n_fonts
    wanted = part if isinstance(part, FontFileSection) else FontFileSection(file=part)
    cut = Cut(wanted.index, wanted.weight, wanted.width, wanted.slant)
    source = path
    if kind.is_packed and (cut.index or 0) < n_fonts:
        with suppress(ValueError):  # reported below, for the requested style
            source = unpacked(path, data, cut.index)
            data = read(source)
            kind, cut = kind_of(data), replace(cut, index=None)
    is_bold, is_slanted = style.startswith("bold"), style.endswith("italic")
    if kind.axes and (not is_own or not isinstance(part, FontFileSection)):
        weights = kind.axes.get("wght")
        if is_bold and weights is not None:
            least = cut.weight if cut.weight is not None else weights[1]
            cut = replace(cut, weight=nearest(max(BOLD, least + 200), weights))
            if not is_own and cut.weight == least:
                return None
        elif is_bold and not is_own:
            return None
        if is_slanted and not is_own and not kind.has_italic:
            return None
        cut = replace(cut, is_italic=is_slanted and kind.has_italic)
    elif not is_own:
        return None
    try:
        made = source
        if kind.is_plain and cut != Cut():
            raise ValueError("it is a single font, without styles to choose from")
        if cut.index is not None and cut.index >= kind.n_fonts:
            raise ValueError(f"it has no font {cut.index}; the last one is {kind.n_fonts - 1}")
        if not kind.is_plain:
            made = as_truetype(source, data, cut)
    except ValueError as broken:
        message = f'"{path.name}" cannot be printed: {broken}; the default font is used instead'
        problems.warning(
            place, message, "use another copy of the font: a .ttf file", alters_print=True
        )
        return None
    if n_fonts > 1 and wanted.index is None and is_own:
        message = f'"{path.name}" contains {n_fonts} fonts; the first one is used'
        problems.warning(
            place,
            message,
            f"to keep it, write {{file: {wanted.file}, index: 0}}; or choose another index",
        )
    return made


def _letters(game: GameSection, components: Sequence[Component]) -> set[int]:
    """The characters in a game's texts that are not Latin."""
    texts: list[object] = [game.name, *game.keywords.values()]
    for component in components:
        faces = (face for face in (component.front, component.back) if face is not None)
        texts += [component.title, *(slot for face in faces for slot in face.slots.values())]
        texts += [value for row in component.rows for value in (row.name, *row.fields.values())]
    for parameter in game.parameters.values():
        texts.append(getattr(parameter, "value", parameter))
    letters = {ord(c) for text in texts if isinstance(text, str) for c in text}
    return {c for c in letters if c > 127 and not chr(c).isspace()}


def _of_this_machine(before: Sequence[Font], letters: set[int]) -> list[Font]:
    """Choose as few fonts of this machine as possible for the characters that are lacking."""
    wanted = letters.difference(*(_characters(font.files["regular"]) for font in before))
    fonts: list[Font] = []
    for path in _system_files():
        if not wanted:
            break
        has = wanted & _characters(path)
        if has:
            wanted -= has
            bold = path.with_name(path.name.replace("-Regular", "-Bold"))
            files: dict[Style, Path] = {"regular": path}
            if bold != path and bold.is_file() and _characters(bold):
                files["bold"] = bold
            fonts.append(Font(path.stem, files))
    return fonts


@cache
def _characters(path: Path) -> frozenset[int]:
    """The characters of a static TrueType font; empty for any other file."""
    from uharfbuzz import Blob, Face

    try:
        data = read(path)
        if data[:4] not in _OPENTYPE:
            return frozenset()
        tables = tables_of(data)
        if _fault_of(frozenset(tables)) or "fvar" in tables:
            return frozenset()
        check_tables(data, tables)
        return frozenset(Face(Blob(data)).unicodes)
    except (OSError, ValueError):
        return frozenset()


@cache
def _system_files() -> tuple[Path, ...]:
    """The upright text fonts of this machine; fonts made for all scripts come first."""
    folders = [
        Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"),
        Path("/System/Library/Fonts"), Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",
    ]  # fmt: skip
    home = Path(os.path.expanduser("~"))
    folders += [home / ".fonts", home / ".local/share/fonts", home / "Library/Fonts"]
    files = [path for folder in folders if folder.is_dir() for path in folder.rglob("*.ttf")]
    odd = re.compile(r"bold|italic|oblique|thin|light|medium|black|mono|serif|condensed", re.I)
    plain = [path for path in files if not odd.search(path.stem)][:MOST_SYSTEM_FONTS]
    return tuple(sorted(plain, key=lambda path: (not path.stem.startswith("NotoSans"), path.name)))


def check_fonts(places: Mapping[Path, Place], problems: Problems) -> set[Path]:
    """Report files that cannot be printed, and two files with the same PostScript name.

    Returns the files that cannot be printed. reportlab would print two files with one PostScript
    name as the first of them.
    """
    seen: dict[str, Path] = {}
    unfit: set[Path] = set()
    for path, place in places.items():
        name = _checked(path, place, problems)
        if name is None:
            unfit.add(path)
            continue
        if name in seen:
            message = f'"{path.name}" and "{seen[name].name}" share the PostScript name "{name}"'
            problems.error(place, message, "only one of them would be printed; use another file")
        seen.setdefault(name, path)
    return unfit


def _checked(path: Path, place: Place, problems: Problems) -> str | None:
    """The PostScript name of a usable font; None after a problem."""
    fix = "use a .ttf file"
    try:
        data = read(path)
        if data[:4] not in _OPENTYPE:
            raise ValueError("Not a TrueType or OpenType font (bad sfntVersion)")
        fix = _OTHER_COPY
        tables = tables_of(data)
        if fault := _fault_of(frozenset(tables)):
            problems.warning(
                place, f'"{path.name}" {fault[0]}; {_STANDS_IN}', fault[1], alters_print=True
            )
            return None
        name = _name_of(data, tables)
    except (OSError, ValueError) as broken:
        reason = in_plain_words(broken)
        message = f'"{path.name}" is not a readable font: {reason}; {_STANDS_IN}'
        problems.warning(place, message, fix, alters_print=True)
        return None
    if _is_restricted(data, tables):
        message = f'"{path.name}" does not allow embedding in documents'
        problems.warning(place, message, "its licence may still allow it; ask the seller")
    odd = odd_sums(data, tables)
    if odd:
        sums = "differs from its checksum" if len(odd) == 1 else "differ from their checksums"
        message = f'"{path.name}" may be damaged: {", ".join(odd)} {sums}'
        fix = "characters may be missing; check the print, or use another copy of the font"
        problems.warning(place, message, fix, alters_print=True)
    return name or path.stem


def _is_restricted(data: bytes, tables: Mapping[str, Table]) -> bool:
    """Whether the `fsType` of a font forbids embedding altogether (OpenType, OS/2)."""
    (bits,) = struct.unpack_from(">H", data, tables["OS/2"].start + 8)
    return bool(bits & 0x000F == 2)


def _name_of(data: bytes, tables: Mapping[str, Table]) -> str | None:
    """The PostScript name of a complete font; raises `ValueError` for any other file."""
    from uharfbuzz import Blob, Face

    check_tables(data, tables)
    cmap = tables["cmap"]
    if n_listed(data[cmap.start : cmap.start + cmap.length]) > _MOST_CHARACTERS:
        raise ValueError("it is damaged: its character map lists more characters than exist")
    face = Face(Blob(data))
    if not face.unicodes:
        raise ValueError("it is incomplete, or contains no characters")
    check_names(face.get_name(i) for i in (*_FAMILY_NAMES, _POSTSCRIPT_NAME))
    name: str | None = face.get_name(_POSTSCRIPT_NAME)
    return name


def n_listed(cmap: bytes) -> int:
    """The number of entries in the maps of an OpenType `cmap` table, including duplicates.

    typst lists them one by one, so a range with a damaged end would take gigabytes.
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
        except struct.error:  # incomplete tables are ignored by readers
            continue
        if total > _MOST_CHARACTERS:
            break
    return total


def _ranges(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the ranges of character codes in one map, for map formats that have ranges."""
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
    if "glyf" not in tables and tables & {"CBDT", "sbix", "SVG "}:
        return (
            "contains coloured pictures, not outlines",
            "use a COLR version of it, or a single-colour font such as Noto Emoji",
        )
    if "glyf" not in tables:
        return "has no TrueType outlines", "use a .ttf file"
    return None
