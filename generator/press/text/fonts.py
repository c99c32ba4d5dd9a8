"""The pack's fonts, with the file for each style and the characters of each file. In: `pack.fonts`.

Out: `Type` values that measure text in em with HarfBuzz, with the same widths as typst and resvg,
and the folder and the file list that typst and resvg need. This module draws nothing.
"""

import re
import shutil
import struct
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.pack import STYLES, Font, Pack, Style
from generator.model.problems import Place, Problems
from generator.reading.fonts import default_font
from generator.system.files import read

OBJECT = "\ufffc"  # a character that represents an inline icon in a text
MOST_LINES = 20_000  # maximum number of shaped lines that a font keeps in memory
# Matches characters that are invisible in any font: joiners, selectors, directions, tags.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069"
    "\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
_ADVANCE = re.compile(r"\+(-?\d+)")
PLAIN = {"", "sans-serif", "system-ui", "ui-sans-serif", "inherit", "initial", "unset"}
GENERIC = PLAIN | {
    "serif", "monospace", "cursive", "fantasy", "math", "emoji", "ui-serif", "ui-monospace",
    "ui-rounded",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of a run of text in em: `advance` along the line, and the ink around it.

    `left` and `right` are the distances by which ink exceeds the advance (0 or more); `above` and
    `below` are the distances from the baseline. `missing` are the characters without a glyph.
    """

    advance: float
    left: float
    right: float
    above: float
    below: float
    missing: str = ""


class ShapedLine(NamedTuple):
    """A shaped run: its glyphs in HarfBuzz's notation, such as "21+463", and its length in units.

    "21+463" is glyph 21 with 463 units of advance; an offset is written between them as "@x,y".
    """

    glyphs: tuple[str, ...]
    units: int


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """One font file, with the attributes that select it in an SVG, and its measures in em."""

    path: Path
    family: str
    weight: int
    slanted: bool
    cap_height: float
    characters: frozenset[int]
    upem: int
    postscript: str
    box: tuple[int, int, int, int]  # the box around all glyphs in units: left, low, right, high
    is_coloured: bool  # whether glyphs of the font contain colours
    _font: Any
    _extents: dict[str, Extent] = field(default_factory=dict)
    _lines: "dict[str, ShapedLine]" = field(default_factory=dict)
    # glyph as in `ShapedLine` → its advance
    _advances: dict[str, int] = field(default_factory=dict)

    @property
    def attributes(self) -> str:
        """The SVG attributes by which typst and resvg select exactly this file."""
        weight = f' font-weight="{self.weight}"' if self.weight != 400 else ""
        style = ' font-style="italic"' if self.slanted else ""
        return f'font-family="{_attribute(self.family)}"{weight}{style}'

    def measure(self, text: str) -> Extent:
        """Measure one run in em, with kerning, as typst and resvg draw it."""
        extent = self._extents.get(text)
        if extent is None:
            extent = self._extents[text] = self._shape(text)
        return extent

    def advance(self, text: str) -> float:
        """The length of one run in em, with kerning, without measuring its ink."""
        return self.line(text).units / self.upem if text else 0.0

    def line(self, text: str) -> "ShapedLine":
        """Shape a run with HarfBuzz. The result is kept, because both placing and printing
        need it.
        """
        shaped = self._lines.get(text)
        if shaped is None:
            if len(self._lines) >= MOST_LINES:
                self._lines.clear()
            shaped = self._lines[text] = self._set_line(text)
        return shaped

    def _set_line(self, text: str) -> "ShapedLine":
        import uharfbuzz

        buffer = self._shape_line(text)
        bare = uharfbuzz.BufferSerializeFlags.NO_GLYPH_NAMES
        bare |= uharfbuzz.BufferSerializeFlags.NO_CLUSTERS
        glyphs = tuple(buffer.serialize(self._font, flags=bare)[1:-1].split("|"))
        advances = self._advances
        for glyph in set(glyphs).difference(advances):
            advances[glyph] = int(_ADVANCE.search(glyph)[1])  # type: ignore[index]
        return ShapedLine(glyphs, sum([advances[glyph] for glyph in glyphs]))

    def _shape_line(self, text: str) -> Any:
        import uharfbuzz

        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._font, buffer)
        return buffer

    def missing(self, text: str) -> str:
        """The characters of `text` that this font cannot draw, each once, in order."""
        if self.characters.issuperset(map(ord, text)):
            return ""
        return "".join(
            dict.fromkeys(
                c
                for c in text
                if ord(c) not in self.characters and not c.isspace() and not _UNSEEN.match(c)
            )
        )

    def outline(self, text: str, x: float, y: float, size: float) -> str:
        """Turn a run into SVG path data with its baseline starting at (x, y); mm."""
        scale = size / self.upem
        parts: list[str] = []
        for glyph, at_x, at_y in self._glyphs(text):
            parts.append(_path_of(self._font, glyph, x + at_x * scale, y - at_y * scale, scale))
        return "".join(parts)

    def shaped(self, text: str) -> list[tuple[int, str, int]] | None:
        """The glyphs of a run from left to right, the letters of each glyph, and the advance in
        units. The result is None if letters are missing, or if glyphs do not simply follow each
        other on the line.
        """
        if not self.characters.issuperset(map(ord, text)):
            return None
        buffer = self._shape_line(text)
        positions = buffer.glyph_positions
        starts = [info.cluster for info in buffer.glyph_infos]
        ends = [*starts[1:], len(text)]
        if any(p.x_offset or p.y_offset or p.y_advance for p in positions) or any(
            end <= start for start, end in zip(starts, ends, strict=True)
        ):
            return None
        return [
            (info.codepoint, text[start:end], position.x_advance)
            for info, start, end, position in zip(
                buffer.glyph_infos, starts, ends, positions, strict=True
            )
        ]

    def width_of(self, glyph: int) -> int:
        """The advance of one glyph, in font units."""
        width: int = self._font.get_glyph_h_advance(glyph)
        return width

    def _glyphs(self, text: str) -> list[tuple[int, float, float]]:
        if not text:
            return [(-1, 0.0, 0.0)]
        buffer = self._shape_line(text)
        pen_x = pen_y = 0.0
        glyphs = []
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append((info.codepoint, pen_x + position.x_offset, pen_y + position.y_offset))
            pen_x += position.x_advance
            pen_y += position.y_advance
        glyphs.append((-1, pen_x, pen_y))
        return glyphs

    def _shape(self, text: str) -> Extent:
        *glyphs, (_, advance, _) = self._glyphs(text)
        low_x = low_y = 0.0
        high_x, high_y = advance, 0.0
        for glyph, x, y in glyphs:
            box = self._font.get_glyph_extents(glyph)
            if box is None or not box.width:
                continue
            low_x = min(low_x, x + box.x_bearing)
            high_x = max(high_x, x + box.x_bearing + box.width)
            high_y = max(high_y, y + box.y_bearing)
            low_y = min(low_y, y + box.y_bearing + box.height)
        em = self.upem
        return Extent(
            advance / em,
            -low_x / em,
            (high_x - advance) / em,
            high_y / em,
            -low_y / em,
            self.missing(text),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Types:
    """The font families of a pack, by the names that texts use (`body` always exists).

    `then` are the fallback fonts, in order, for letters that are missing from a family's own files.
    """

    families: Mapping[str, Mapping[Style, Type]]
    then: Mapping[str, tuple[Mapping[Style, Type], ...]] = field(default_factory=dict)

    def get(self, family: str, style: Style, font: int = 0) -> Type:
        """The file that draws that style; if the family lacks the style, its regular file.

        `font` numbers the fonts of the family: 0 is its own font, -1 is its own regular style, and
        numbers from 1 on are fallbacks.
        """
        if font < 0:
            return self.families[family]["regular"]
        styles = self.then[family][font - 1] if font else self.families[family]
        return styles.get(style) or styles["regular"]

    def missing(self, family: str, text: str) -> str:
        """The characters that no font of a family can draw, each once, in order."""
        left = self.get(family, "regular").missing(text)
        for i in range(len(self.then.get(family, ()))):
            left = self.get(family, "regular", i + 1).missing(left)
        return left

    def runs(self, family: str, style: Style, text: str) -> list[tuple[str, int]]:
        """Split a text into runs, each with the first font of the family that has its letters.

        A letter stays together with its marks, its joiners or the second half of a flag if one font
        has all of them. Spaces and punctuation stay with the previous run if its font has them.
        """
        if not self.get(family, style).missing(text):
            return [(text, 0)]
        from uniseg.graphemecluster import grapheme_clusters

        # A bold or italic file may have fewer letters than the regular one.
        order = [0, *([-1] if style != "regular" else []), *range(1, self._n_fonts(family))]
        fonts = {i: self.get(family, style, i).characters for i in order}
        runs: list[tuple[str, int]] = []

        def add(part: str, font: int) -> None:
            if runs and runs[-1][1] == font:
                runs[-1] = (runs[-1][0] + part, font)
            else:
                runs.append((part, font))

        for cluster in grapheme_clusters(text):
            seen = {ord(c) for c in cluster if not _UNSEEN.match(c)}
            last = runs[-1][1] if runs else 0
            stays = unicodedata.category(cluster[0])[0] in "PZ" or not seen
            tried = [last, *order] if stays else order
            whole = next((i for i in tried if fonts[i].issuperset(seen)), None)
            if whole is not None:
                add(cluster, whole)
                continue
            for c in cluster:
                last = runs[-1][1] if runs else 0
                has = (i for i in order if ord(c) in fonts[i])
                add(c, last if _UNSEEN.match(c) else next(has, 0))
        return runs

    def _n_fonts(self, family: str) -> int:
        return 1 + len(self.then.get(family, ()))

    def named(self, family: str) -> str | None:
        """The pack's name of a family in a drawing; None if the pack does not have it.

        Generic families (`sans-serif`) mean `body`.
        """
        own = self.own(family)
        return "body" if own is None and _folded(family) in GENERIC else own

    def own(self, family: str) -> str | None:
        """Do the same as `named`, but a generic family counts only if the pack has that font."""
        wanted = _folded(family)
        for name, styles in self.families.items():
            if wanted in (name.casefold(), styles["regular"].family.casefold()):
                return name
        return None

    def of_file(self, name: str) -> tuple[str, Style] | None:
        """The family and style of the file with a PostScript name, such as "DejaVuSans-Bold"."""
        wanted = _folded(name)
        for family, styles in self.families.items():
            for style, type in styles.items():
                if wanted == type.postscript.casefold():
                    return family, style
        return None


def _folded(family: str) -> str:
    return family.strip().strip("'\"").casefold()


def types_of(pack: Pack, problems: Problems) -> Types:
    """Open the pack's font files; a file that cannot be used is reported and left out."""
    families: dict[str, dict[Style, Type]] = {}
    then: dict[str, tuple[Mapping[Style, Type], ...]] = {}
    for name, font in pack.fonts.items():
        styles = _opened(font, problems)
        if "regular" in styles:
            families[name] = styles
            others = tuple(
                styles
                for fallback in font.then
                if "regular" in (styles := _opened(fallback, problems))
            )
            if others:
                then[name] = others
    # already reported; drawing continues in order to find other problems
    if "body" not in families:
        families["body"] = {style: _load(path, 0) for style, path in default_font().files.items()}
    return Types(families, then)


def _opened(font: Font, problems: Problems) -> dict[Style, Type]:
    """Open the usable files of a font; return them by style."""
    opened = {style: type_of(path, problems) for style, path in font.files.items()}
    return {style: opened[style] for style in STYLES if opened.get(style)}  # type: ignore[misc]


def looks_of(pack: Pack) -> dict[tuple[str, int, bool], Type]:
    """The pack's usable font files by family, weight and slant.

    Combinations that two files share, and fonts with their own colours, are left out.
    """
    types: dict[tuple[str, int, bool], Type] = {}
    shared: set[tuple[str, int, bool]] = set()
    for path in font_files(pack):
        try:
            type = _load(path, path.stat().st_mtime_ns)
        # such a file is reported when the faces are drawn
        except (OSError, ValueError, struct.error):
            continue
        look = (type.family, type.weight, type.slanted)
        if look in types or type.is_coloured:
            shared.add(look)
        types[look] = type
    return {look: type for look, type in types.items() if look not in shared}


def font_files(pack: Pack) -> list[Path]:
    """The font files of a pack, each once, in a fixed order; resvg needs this list."""
    fonts = [each for _, font in sorted(pack.fonts.items()) for each in (font, *font.then)]
    return list(dict.fromkeys(path for font in fonts for path in _files(font)))


def collect_fonts(pack: Pack, folder: Path) -> Path:
    """Copy only the pack's font files into `folder` (typst needs a folder); return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, path in enumerate(font_files(pack)):
        target = folder / f"{i:02}{path.suffix.lower()}"
        if not target.exists():
            shutil.copyfile(path, target)
    return folder


def _files(font: Font) -> list[Path]:
    return [font.files[style] for style in STYLES if style in font.files]


def type_of(path: Path, problems: Problems) -> Type | None:
    """The font of a file; None, with a problem, for a file that is no font."""
    try:
        return _load(path, path.stat().st_mtime_ns)
    except (OSError, ValueError, struct.error) as error:
        problems.error(
            Place(str(path)),
            f"the font cannot be used: {error}",
            "use another copy of the font: a static .ttf file",
        )
        return None


@lru_cache(maxsize=64)
def _load(path: Path, _changed: int) -> Type:
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob(read(path)))
    if not face.glyph_count or not face.unicodes:
        raise ValueError("it has no characters")
    if "fvar" in face.table_tags:
        raise ValueError("it is a variable font, of which only the default weight would print")
    font = uharfbuzz.Font(face)
    os2 = bytes(face.reference_table("OS/2").data)
    weight, selection = struct.unpack(">H", os2[4:6])[0], struct.unpack(">H", os2[62:64])[0]
    tag = uharfbuzz.OTMetricsTag
    em = face.upem
    return Type(
        path=path,
        family=face.get_name(16) or face.get_name(1) or path.stem,
        weight=weight,
        slanted=bool(selection & 1),
        cap_height=(font.get_metric_position_with_fallback(tag.CAP_HEIGHT) or 0.66 * em) / em,
        characters=frozenset(face.unicodes),
        upem=em,
        postscript=re.sub(r"[^!-~]|[\[\](){}<>/%#]", "", face.get_name(6) or path.stem) or "Font",
        box=struct.unpack(">4h", bytes(face.reference_table("head").data)[36:44]),
        is_coloured=not {"COLR", "CBDT", "sbix", "SVG "}.isdisjoint(face.table_tags),
        _font=font,
    )


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def _path_of(font: Any, glyph: int, x: float, y: float, scale: float) -> str:
    from uharfbuzz import DrawFuncs

    if glyph < 0:
        return ""
    parts: list[str] = []

    def at(px: float, py: float) -> str:
        return f"{round(x + px * scale, 4):g} {round(y - py * scale, 4):g}"

    draw = DrawFuncs()
    draw.set_move_to_func(lambda px, py, _: parts.append("M" + at(px, py)))
    draw.set_line_to_func(lambda px, py, _: parts.append("L" + at(px, py)))
    draw.set_quadratic_to_func(
        lambda ax, ay, px, py, _: parts.append(f"Q{at(ax, ay)} {at(px, py)}")
    )
    draw.set_cubic_to_func(
        lambda ax, ay, bx, by, px, py, _: parts.append(f"C{at(ax, ay)} {at(bx, by)} {at(px, py)}")
    )
    draw.set_close_path_func(lambda _: parts.append("Z"))
    font.draw_glyph(glyph, draw, None)
    return "".join(parts)
