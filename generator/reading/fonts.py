"""The font files of a pack: which they are, and whether reportlab, typst and resvg can use them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from generator.pack import Font
from generator.problems import Place, Problems

Style = Literal["regular", "bold", "italic", "bolditalic"]
STYLES: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
_POSTSCRIPT_NAME = 6  # OpenType `name` table, nameID


@cache
def default_font() -> Font:
    """Source Sans Pro (SIL Open Font License) from the package font-source-sans-pro."""
    from font_source_sans_pro import font_directory

    names = ("Regular", "Bold", "It", "BoldIt")
    folder = Path(font_directory)
    paths = (folder / f"SourceSansPro-{name}.ttf" for name in names)
    return Font("body", dict(zip(STYLES, paths, strict=True)))


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
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with path.open("rb") as file, TTFont(file, lazy=True, fontNumber=0) as font:
            fault = _fault_of(font)
            name = font["name"].getDebugName(_POSTSCRIPT_NAME) if fault is None else None
    except (TTLibError, OSError, KeyError, AssertionError, ValueError) as broken:
        problems.error(place, f'"{path.name}" is not a readable font: {broken}', "use a .ttf file")
        return None
    if fault is not None:
        problems.error(place, f'"{path.name}" {fault[0]}', fault[1])
        return None
    return name or path.stem


def _fault_of(font: Any) -> tuple[str, str] | None:
    if "fvar" in font:
        return "is a variable font", "use its static files, one for each style"
    if "CFF " in font or "CFF2" in font:
        return "has PostScript outlines (OTF)", "use the family's TrueType (.ttf) files"
    if "glyf" not in font or "cmap" not in font:
        return "has no TrueType outlines", "use a .ttf file"
    return None
