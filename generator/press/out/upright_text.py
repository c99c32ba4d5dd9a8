"""Writes the upright text of a face directly into the PDF; typst draws the other parts.

In: a face's SVG and the pack's fonts. Out: the layers of the face, from the lowest up. A layer is
either a drawing, which many faces of a pack share and which is therefore converted once, or
`Words`, which are PDF operators with letters placed by HarfBuzz. Text that is turned, or in scripts
with joined letters, stays in the drawing around it. SVG lengths are mm, PDF lengths are points.
"""

import hashlib
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape

from generator.model.decimals import short
from generator.press.out.pdf_forms import Foreign, Late
from generator.press.text.fonts import Type
from generator.system.files import read

PT = 72 / 25.4  # points per mm
# greatest number of layers of one face that typst draws; further layers are merged
MOST_DRAWINGS = 6

Looks = Mapping[tuple[str, int, bool], Type]  # keys are family, weight, and whether slanted
Glyphs = dict[int, str]  # number of the glyph in the font → its characters

_GROUP = re.compile(
    r'<g font-family="([^"]*)"(?: font-weight="(\d+)")?( font-style="italic")? '
    r'font-size="([\d.]+)" fill="#([0-9a-f]{6})">((?:<text [^<>]*>[^<]*</text>)+)</g>'
)
_TEXT = re.compile(
    r'<text x="(-?[\d.]+)" y="(-?[\d.]+)"'
    r'(?: font-family="([^"]*)" font-weight="(\d+)" font-style="(normal|italic)")?'
    r'(?: word-spacing="(-?[\d.]+)")?>([^<]*)</text>'
)
# Matches Latin, Greek, Cyrillic, punctuation, currencies, arrows and signs, whose letters are
# separate.
_SIDE_BY_SIDE = re.compile(
    "[ -~\u00a0-\u00ac\u00ae-\u024f\u0386-\u03ff\u0400-\u0481\u048a-\u052f"
    "\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u23ff\u2500-\u27bf]*"
)
_SPACES = re.compile(" {2,}")
_REFERENCE = re.compile(r'(?:url\(#|href="#)([^")]+)')
_ID = re.compile(r'\bid="([^"]+)"')


@dataclass(slots=True, eq=False)
class Typeface:
    """A font file in PDFs: shapes runs, and embeds the glyphs that a document uses."""

    type: Type
    late: Late = field(init=False)
    _glyphs: dict[str, tuple[int, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Prepare the object that is written when a document ends and its glyphs are known."""
        self.late = Late(lambda glyphs: embedded(self.type, glyphs))

    def run(self, text: str, per_space: float, glyphs: Glyphs) -> tuple[str, float] | None:
        """Return the operator that shows a run (ISO 32000-1, 9.4.3), and its length in em.

        The result is None if the shape of the run is complex. `per_space` em are added to every
        space; `glyphs` receives the glyphs and their characters.
        """
        if not self.type.characters.issuperset(map(ord, text)):
            return None
        shaped, units = self.type.line(text)
        glyphs_known = self._glyphs
        for glyph in set(shaped).difference(glyphs_known):
            if "@" in glyph or "," in glyph:
                return None
            glyphs_known[glyph] = self._written(glyph)
        if len(shaped) == len(text):
            glyphs.update(zip([glyphs_known[glyph][0] for glyph in shaped], text, strict=True))
        else:  # a ligature, such as fi
            slowly = self.type.shaped(text)
            if slowly is None:
                return None
            glyphs.update((glyph, character) for glyph, character, _ in slowly)
        parts = [glyphs_known[glyph][1] for glyph in shaped]
        length = units / self.type.upem
        if per_space:
            spaces = [
                i for i, glyph in enumerate(shaped) if glyphs.get(glyphs_known[glyph][0]) == " "
            ]
            for i in spaces:
                parts[i] += f">{-per_space * 1000:.2f}<"
            length += per_space * len(spaces)
        return f"[<{''.join(parts)}>]TJ", length

    def _written(self, glyph: str) -> tuple[int, str]:
        """The number of a glyph, and the operator that shows it and advances to the next one."""
        number, _, advance = glyph.partition("+")
        code = int(number)
        kern = (self.type.width_of(code) - int(advance)) * 1000 / self.type.upem
        return code, f"{code:04x}>{short(kern, 2)}<" if kern else f"{code:04x}"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Operators that write text of a face: fonts are `/t0` …, inks `/c0` (RGB) and `/c1` (grey).

    The origin is the face's lower left corner.
    """

    content: bytes
    fonts: tuple[tuple[Typeface, Glyphs], ...]


@dataclass(slots=True)
class TextSplitter:
    """Splits faces into drawings and text, with one pack's fonts."""

    looks: Mapping[tuple[str, int, bool], Typeface]

    def layers(self, svg: str, width: float, height: float, bleed: float) -> list[str | Words]:
        """The layers of a face from the lowest up; sizes with bleed, as in `Face`."""
        start, end = svg.index(">") + 1, svg.rindex("</svg>")
        if "mix-blend-mode" in svg or "<style" in svg or not self.looks:
            return [svg]
        layers: list[str | Words] = []
        drawings: list[str] = []
        at = start

        def draw(until: int) -> None:
            drawing = svg[at:until].strip()
            if drawing:
                drawings.append(drawing)
                layers.append(f"{svg[:start]}{drawing}</svg>")

        for group in _GROUP.finditer(svg, start, end):
            if not _is_whole(svg[at : group.start()]):
                continue  # the text is inside a turned or clipped group
            words = self._words(group, width, height, bleed)
            if words is not None:
                draw(group.start())
                layers.append(words)
                at = group.end()
        draw(end)
        is_odd = any(not _holds_its_ids(drawing) for drawing in drawings)
        return [svg] if is_odd or len(drawings) > MOST_DRAWINGS else layers

    def _words(
        self, group: "re.Match[str]", width: float, height: float, bleed: float
    ) -> Words | None:
        """The text of a group; None if a part of it must be drawn, or extends beyond the face."""
        family, weight, slant, size, fill, inside = group.groups()
        own = (unescape(family), int(weight or 400), slant is not None)
        points = float(size) * PT
        em = float(size)
        parts = [f"q {_ink(fill)}\nBT"]
        fonts: dict[Typeface, tuple[int, Glyphs]] = {}
        current = -1
        end = 0
        for text in _TEXT.finditer(inside):
            if text.start() != end:
                return None
            end = text.end()
            look = own
            if text[3] is not None:
                look = (unescape(text[3]), int(text[4]), text[5] == "italic")
            typeface = self.looks.get(look)
            string = _SPACES.sub(" ", unescape(text[7])).strip(" ")
            if typeface is None or not _SIDE_BY_SIDE.fullmatch(string):
                return None
            if typeface not in fonts:
                fonts[typeface] = (len(fonts), {})
            number, glyphs = fonts[typeface]
            run = typeface.run(string, float(text[6] or 0) / em, glyphs)
            if run is None:
                return None
            x, y = float(text[1]) + bleed, float(text[2]) + bleed
            reach = 0.25 * em  # greatest distance that ink extends beside and below the letters
            if x < reach or x + run[1] * em + reach > width:
                return None
            if y < em or y + reach > height:
                return None
            if number != current:
                current = number
                parts.append(f"/t{number} {points:.4f} Tf")
            parts.append(f"1 0 0 1 {x * PT:.3f} {(height - y) * PT:.3f} Tm{run[0]}")
        if end != len(inside):
            return None
        parts.append("ET\nQ\n")
        used = tuple((typeface, glyphs) for typeface, (_, glyphs) in fonts.items())
        return Words("\n".join(parts).encode(), used)


def _ink(fill: str) -> str:
    """The operator that selects an ink, as typst writes it; greys have a separate colour space."""
    red, green, blue = (int(fill[i : i + 2], 16) / 255 for i in (0, 2, 4))
    if red == green == blue:
        return f"/c1 cs {red:.5f} scn"
    return f"/c0 cs {red:.5f} {green:.5f} {blue:.5f} scn"


def _is_whole(part: str) -> bool:
    """Whether every tag that is opened in a part of an SVG is closed in it."""
    return part.count("<") - 2 * part.count("</") - part.count("/>") == 0


def _holds_its_ids(drawing: str) -> bool:
    """Whether a drawing contains all elements that it refers to."""
    if "#" not in drawing:
        return True
    return set(_REFERENCE.findall(drawing)) <= set(_ID.findall(drawing))


# -- fonts ------------------------------------------------------------------------------------


def embedded(type: Type, glyphs: Mapping[int, str]) -> Foreign:
    """Return a font for a PDF with only these glyphs, their original numbers and their
    characters.
    """
    name = f"{_tag(glyphs)}+{type.postscript}"
    file = _subset(type, glyphs)
    packed = zlib.compress(file, 9)
    units = 1000 / type.upem
    left, low, right, high = (round(v * units) for v in type.box)
    data = Foreign((f"<</Length1 {len(file)}/Filter/FlateDecode>>".encode(),), packed)
    described = Foreign(
        (
            f"<</Type/FontDescriptor/FontName/{name}/Flags {4 + 64 * type.slanted}"
            f"/FontBBox[{left} {low} {right} {high}]/ItalicAngle {-12 * type.slanted}"
            f"/Ascent {high}/Descent {low}/CapHeight {round(type.cap_height * 1000)}"
            f"/StemV {80 if type.weight < 600 else 140}/FontFile2 ".encode(),
            data,
            b">>",
        )
    )
    widths = " ".join(f"{g}[{type.width_of(g) * units:.4g}]" for g in sorted(glyphs))
    font = Foreign(
        (
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDToGIDMap/Identity/DW 0"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[{widths}]"
            "/FontDescriptor ".encode(),
            described,
            b">>",
        )
    )
    mapping = Foreign((b"<</Filter/FlateDecode>>",), zlib.compress(_to_unicode(glyphs), 9))
    return Foreign(
        (
            f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
            "/DescendantFonts[".encode(),
            font,
            b"]/ToUnicode ",
            mapping,
            b">>",
        )
    )


def _tag(glyphs: Mapping[int, str]) -> str:
    """Make six capitals that distinguish subsets of one font."""
    number = int(hashlib.sha256(repr(sorted(glyphs)).encode()).hexdigest(), 16)
    return "".join(chr(65 + number // 26**i % 26) for i in range(6))


def _subset(type: Type, glyphs: Mapping[int, str]) -> bytes:
    """Remove the shapes of all other glyphs from the font file."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = (
        uharfbuzz.SubsetFlags.RETAIN_GIDS
        | uharfbuzz.SubsetFlags.NO_HINTING
        | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
    )
    tags = ("GSUB", "GPOS", "GDEF", "BASE", "MATH", "name", "post", "OS/2", "cmap", "DSIG", "STAT")
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in tags)
    whole = read(type.path)
    try:
        return bytes(uharfbuzz.subset(uharfbuzz.Face(uharfbuzz.Blob(whole)), wanted).blob.data)
    except RuntimeError:  # a damaged font that can be read but not reduced to a subset
        return whole


def _to_unicode(glyphs: Mapping[int, str]) -> bytes:
    """The map from glyphs to text (ISO 32000-1, 9.10.3), for searching and copying."""
    lines = [
        f"<{glyph:04x}><{character.encode('utf-16-be').hex()}>"
        for glyph, character in sorted(glyphs.items())
    ]
    blocks = "".join(
        f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar\n"
        for part in (lines[i : i + 100] for i in range(0, len(lines), 100))
    )
    return (
        "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo"
        "<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n"
        "/CMapType 2 def\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n"
        f"{blocks}endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend"
    ).encode()
