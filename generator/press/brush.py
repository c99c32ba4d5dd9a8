"""What a face template or a drawing can call: text boxes, icons, pictures, colours, outlines.

One `Brush` serves all faces of a run; `begin` tells it which face comes next. Its public methods
are what pack authors write (`{{ text | textbox(4, 50, 55, 30) }}`, `draw.icon("lion", …)`); all
lengths are mm from the trim's top left, text sizes are points. What is wrong with a text, an icon
or a picture is a problem at the slot or cell it came from.
"""

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from generator.pack import Pack, Panel, Shape, Side
from generator.press import colours, images, outline, textures
from generator.press.adopt import Adopter
from generator.press.expand import Piece
from generator.press.fonts import Types
from generator.press.icons import Icons
from generator.press.text import (
    ALIGNS,
    MM_PER_PT,
    VALIGNS,
    Box,
    Look,
    Setter,
    Setting,
    number,
    svg_of,
)
from generator.problems import Place, Problems

MOST_REMEMBERED = 20_000  # texts that were set


class Ink(Markup):
    """Finished SVG: a template prints it as it stands, a drawing adds it as it is."""

    def get_xml(self) -> ElementTree.Element:
        """The element that svgwrite puts into its document."""
        return ElementTree.fromstring(f"<g>{self}</g>")


class Written(str):
    """A text that remembers where in the user's files it was written."""

    place: Place

    def __new__(cls, text: str, place: Place) -> "Written":
        """Keep `place` beside the text."""
        written = super().__new__(cls, text)
        written.place = place
        return written


@dataclass(slots=True)
class Page:
    """The face being drawn."""

    piece: Piece
    side: Side
    place: Place  # of the face, where no better place is known
    shape: Shape
    bleed: float
    held: bool  # keep finished ink aside, out of reach of the mender
    ink: list[str] = field(default_factory=list)
    images: list[Path] = field(default_factory=list)
    n_ids: int = 0


class Brush:
    """Draws for templates and drawings; see the module's docstring."""

    def __init__(
        self,
        pack: Pack,
        types: Types,
        problems: Problems,
        low_ink: bool = False,
        grey: bool = False,
        outlines: bool = False,
    ) -> None:
        self._pack = pack
        self._problems = problems
        self._low_ink = low_ink
        self._grey = grey
        self._outlines = outlines
        self._icons = Icons(pack, problems)
        self._setter = Setter(types, self._icons.names, pack.keywords)
        self._types = types
        self._page: Page | None = None
        self._adopter = Adopter(types, problems, grey, self._outside)
        self._corners: dict[Shape, Any] = {}
        self._set: dict[tuple[object, ...], str] = {}

    # What the pipeline calls -----------------------------------------------------------------

    def _begin(self, page: Page) -> None:
        self._page = page

    @property
    def _now(self) -> Page:
        assert self._page is not None, "no face was begun"
        return self._page

    def _outside(self, file: Path) -> bool:
        return not file.is_relative_to(self._pack.folder.resolve())

    def _ink(self, svg: str) -> Ink:
        page = self._now
        if not page.held or not svg:
            return Ink(svg)
        page.ink.append(svg)
        return Ink(f'<g data-ink="{len(page.ink) - 1}"/>')

    def _place(self, value: object) -> Place:
        return value.place if isinstance(value, Written) else self._now.place

    def _who(self) -> str:
        page = self._now
        return f"{page.piece.id}, {page.side}"

    # What pack authors call ------------------------------------------------------------------

    def textbox(
        self,
        text: object,
        x: float,
        y: float,
        w: float,
        h: float,
        size: float = 9.0,
        min: float | None = None,
        align: str = "left",
        valign: str = "top",
        font: str = "body",
        fill: str = colours.DARK,
        bold: bool = False,
        italic: bool = False,
        columns: int = 1,
        gap: float = 3.0,
        leading: float = 1.2,
        turn: float = 0.0,
        safe: bool = True,
    ) -> Ink:
        """Set a text with markup into a box, at `size` points or the largest below that fits.

        It shrinks to `min` points (default: the component's `min_text`), then runs over and is
        reported. `turn` turns it clockwise about the box's middle; `safe=False` allows it outside
        the safe zone.
        """
        if text is None or (isinstance(text, str) and not text):
            return Ink("")
        page = self._now
        place = self._place(text)
        least = page.piece.component.min_text_pt if min is None else min
        if not page.held:
            size = max(size, least)  # a bundled face on a tiny piece asks for less than can be read
        look = Look(
            size_pt=size,
            min_pt=least if least < size else size,
            align=self._one_of(align, ALIGNS, "align", "left"),
            valign=self._one_of(valign, VALIGNS, "valign", "top"),
            family=self._family(font, place),
            bold=bold,
            italic=italic,
            leading=leading,
            columns=self._at_least_one(columns),
            column_gap=gap,
        )
        box = Box(x, y, w, h)
        colour = self._text_colour(fill)
        key = (str(text), box, look, colour, turn, safe, page.piece.component.id)
        if (known := self._set.get(key)) is not None:
            return self._ink(known)
        n_problems = len(self._problems)
        setting = self._setter.set(key[0], box, look)
        self._judge(setting, str(text), place, least, size)
        if safe and setting.n_lines and not setting.overflow:
            self._stay_inside(setting, box, turn, str(text), place)
        svg = svg_of(setting, colour, self._draw_icon, self._outlines)
        if turn:
            middle = f"{number(x + w / 2)} {number(y + h / 2)}"
            svg = f'<g transform="rotate({number(turn)} {middle})">{svg}</g>'
        # What is wrong is told for every piece, so only a faultless text is remembered.
        if len(self._problems) == n_problems and len(self._set) < MOST_REMEMBERED:
            self._set[key] = svg
        return self._ink(svg)

    def icon(self, name: object, x: float, y: float, size: float, fill: str = "") -> Ink:
        """Draw an icon in a square of `size` mm; no name draws nothing."""
        if not name:
            return Ink("")
        fill = self.colour(fill or colours.DARK)
        svg = self._draw_icon(str(name), x, y, size, fill)
        if not svg:
            self._no_icon(str(name), self._place(name))
            svg = (
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(size)}" '
                f'height="{number(size)}" fill="none" stroke="#cc0066" stroke-width=".3"/>'
            )
        return self._ink(svg)

    def image(
        self, file: object, x: float, y: float, w: float, h: float, fit: str = "cover"
    ) -> Ink:
        """Draw a picture of the pack in a box: `fit` is cover, contain or stretch.

        A missing one leaves a crossed box and a problem; one below 200 dpi is reported.
        """
        if not file:
            return Ink("")
        place = self._place(file)
        fit = self._one_of(fit, tuple(images.FITS), "fit", "cover")
        path = (self._pack.folder / str(file)).resolve()
        try:
            if self._outside(path):
                raise ValueError("it lies outside the pack")
            changed = path.stat().st_mtime_ns
            self._now.images.append(path)
            if path.suffix.lower() == ".svg":
                return self._ink(self._drawing(path, place, Box(x, y, w, h), fit))
            picture = images.load(path, self._grey, changed)
        except (OSError, ValueError, SyntaxError) as error:
            fault = "no such file" if isinstance(error, FileNotFoundError) else str(error)
            self._problems.error(
                place, f"{self._who()}: the picture {str(file)!r} cannot be printed: {fault}"
            )
            return self._ink(
                f'<path d="M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}z'
                f'l{number(w)} {number(h)}m0 {number(-h)}l{number(-w)} {number(h)}" '
                f'fill="none" stroke="#cc0066" stroke-width=".3"/>'
            )
        dpi = picture.dpi(w, h, fit)  # type: ignore[arg-type]  # _one_of has checked it
        if dpi < images.LEAST_DPI:
            self._problems.warning(
                place,
                f"{self._who()}: the picture {str(file)!r} prints at {dpi:.0f} dpi, "
                f"{images.LEAST_DPI} look sharp",
                f"{picture.width} × {picture.height} pixels on {w:g} × {h:g} mm: use a larger one",
            )
        return self._ink(picture.draw(x, y, w, h, fit))  # type: ignore[arg-type]  # as above

    def colour(self, name: object, default: str = colours.DARK) -> str:
        """The colour of that palette name, or written as "#rrggbb" or a CSS name."""
        text = str(name or "")
        if not text:
            return default
        found = self._pack.palette.get(text, text)
        rgb = colours.rgb_of(found)
        if rgb is None:
            near = difflib.get_close_matches(text, self._pack.palette, 1)
            known = ", ".join(self._pack.palette)
            fix = f"did you mean {near[0]!r}?" if near else f"palette: {known or 'empty'}"
            self._problems.error(
                self._place(name), f"{self._who()}: {text!r} is no colour of the palette", fix
            )
            return default
        return colours.hex_of(rgb)

    def ground(self, name: object, default: str = colours.PAPER) -> str:
        """The colour of a large area: white when printing with little ink."""
        return colours.LIGHT if self._low_ink else self.colour(name, default)

    def on(self, colour: str) -> str:
        """The dark or white ink that shows best on a colour."""
        return colours.ink_on(self.colour(colour))

    def readable(self, colour: str) -> str:
        """A colour, darkened until letters in it read well on white paper."""
        return colours.readable(self.colour(colour))

    def mix(self, colour: str, other: str, share: float) -> str:
        """A colour with a share (0 to 1) of another in it."""
        return colours.mix(self.colour(colour), self.colour(other), share)

    def outline(self, grow: float = 0.0, corner: float | None = None, wobble: float = 0.0) -> str:
        """Path data of the piece's outline grown by so many mm (shrunk, when negative)."""
        return outline.path(self._now.shape, grow, corner, wobble)

    def panel(
        self, x: float, y: float, w: float, h: float, corner: float = 2.0, wobble: float = 0.0
    ) -> str:
        """Path data of a rectangle with rounded corners and hand-cut sides."""
        return outline.path(Shape("polygon", w, h, outline=_at(x, y, w, h)), 0.0, corner, wobble)

    def disc(self, cx: float, cy: float, r: float, wobble: float = 0.0) -> str:
        """Path data of a circle, cut by hand where `wobble` is given."""
        return outline.disc(cx, cy, r, wobble)

    def panels(self) -> list[Panel]:
        """The parts of a folded piece (tuckbox, standee, die): name, x, y, width, height, turn."""
        return list(self._now.shape.panels)

    def texture(
        self, name: object, path: str, colour: str, opacity: float = 0.25, scale: float = 1.0
    ) -> Ink:
        """Fill path data with a texture: dots, waves, stripes, grass …; no name draws nothing."""
        text = str(name or "")
        if not text or text == "none":
            return Ink("")
        if text not in textures.TEXTURES:
            near = difflib.get_close_matches(text, textures.TEXTURES, 1)
            known = ", ".join(textures.TEXTURES)
            fix = f"did you mean {near[0]!r}?" if near else f"there are {known}"
            self._problems.error(
                self._place(name), f"{self._who()}: there is no texture {text!r}", fix
            )
            return Ink("")
        page = self._now
        page.n_ids += 1
        bleed = page.bleed
        field = (-bleed, -bleed, page.shape.width + 2 * bleed, page.shape.height + 2 * bleed)
        return self._ink(
            textures.draw(text, path, field, self.colour(colour), opacity, scale, f"t{page.n_ids}")
        )

    def icon_names(self) -> list[str]:
        """The icons there are."""
        return sorted(self._icons.names)

    def has_icon(self, name: object) -> bool:
        """Whether a word names an icon."""
        return str(name) in self._icons.names

    def width(self, text: object, size: float, bold: bool = False, font: str = "body") -> float:
        """How long a text is on one line, mm; markup counts as what it prints."""
        box = Box(0.0, 0.0, 10000.0, 10000.0)
        return self._setter.set(str(text), box, Look(size, size, bold=bold, family=font)).ink.width

    def drawing(self) -> Any:
        """A new `svgwrite.Drawing` of the face with its bleed, in mm from the trim's corner."""
        import svgwrite

        page = self._now
        width, height = page.shape.width + 2 * page.bleed, page.shape.height + 2 * page.bleed
        return svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=f"{number(-page.bleed)} {number(-page.bleed)} {number(width)} {number(height)}",
            debug=False,
        )

    # Behind them -----------------------------------------------------------------------------

    def _draw_icon(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        icon = self._icons.get(name)
        return icon.draw(x, y, size, fill) if icon is not None else ""

    def _no_icon(self, name: str, place: Place) -> None:
        near = difflib.get_close_matches(name, self._icons.names, 1)
        fix = f"did you mean {near[0]!r}?" if near else "put it in the pack's icons/ folder"
        self._problems.error(place, f"{self._who()}: there is no icon {name!r}", fix)

    def _drawing(self, path: Path, place: Place, box: Box, fit: str) -> str:
        page = self._now
        page.n_ids += 1
        data = path.read_bytes()
        adopted = self._adopter.adopt(data, Place(str(path)), path.parent, f"a{page.n_ids}-")
        if adopted is None:
            raise ValueError("see the problem in that file")
        page.images.extend(adopted.images)
        view = " ".join(number(value) for value in adopted.view)
        return (
            f'<svg x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" '
            f'height="{number(box.height)}" viewBox="{view}" '
            f'preserveAspectRatio="{images.FITS[fit]}">{adopted.svg}</svg>'
        )

    def _text_colour(self, fill: str) -> str:
        colour = self.colour(fill)
        # Light letters stood on a dark area that is not printed now.
        if self._low_ink and self._now.held and colours.lightness(colour) > 0.5:
            return colours.DARK
        return colour

    def _family(self, font: str, place: Place) -> str:
        known = self._types.named(font)
        if known is not None:
            return known
        listed = ", ".join(sorted(self._types.families))
        self._problems.error(place, f"{self._who()}: no font {font!r}", f"fonts: {listed}")
        return "body"

    def _one_of(self, value: str, known: tuple[str, ...], what: str, default: str) -> Any:
        if value in known:
            return value
        self._problems.error(
            self._now.place,
            f"{self._who()}: {what} is {value!r}",
            f"{what} is one of {', '.join(known)}",
        )
        return default

    def _at_least_one(self, columns: float) -> int:
        if columns >= 1:
            return int(columns)
        self._problems.error(
            self._now.place, f"{self._who()}: {columns} columns", "one column or more"
        )
        return 1

    def _judge(self, setting: Setting, text: str, place: Place, least: float, size: float) -> None:
        """Report what is wrong with a text that was set."""
        if setting.missing:
            listed = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in setting.missing)
            self._problems.error(
                place,
                f"{self._who()}: the font has no glyph for {listed} in {_short(text)}",
                "name a font that has it under fonts:",
            )
        for name in setting.unknown:
            self._no_icon(name, place)
        if setting.lacking:
            styles = ", ".join(setting.lacking)
            self._problems.warning(
                place,
                f"{self._who()}: the font has no {styles}; {_short(text)} is set in its regular",
                "name a file for it under fonts:",
            )
        if setting.overflow:
            self._problems.warning(
                place,
                f"{self._who()}: {_short(text)} sticks {setting.overflow:.1f} mm out of its box "
                f"at {setting.size_pt:g} pt",
                "shorten it, or give it more room",
            )
        elif setting.broken:
            self._problems.warning(
                place,
                f"{self._who()}: a word of {_short(text)} is longer than its line and was cut",
                "shorten it, or put a soft hyphen where it may break",
            )
        smallest = self._now.piece.component.min_text_pt
        if setting.n_lines and setting.size_pt < smallest - 1e-6:
            self._problems.warning(
                place,
                f"{self._who()}: {_short(text)} is set at {setting.size_pt:.1f} pt, "
                f"below {smallest:g} pt",
                "give it a larger size, or lower min_text of the component",
            )

    def _stay_inside(
        self, setting: Setting, box: Box, turn: float, text: str, place: Place
    ) -> None:
        """Report text outside the safe zone, where a crooked cut may touch it."""
        page = self._now
        component = page.piece.component
        if component.safe <= 0 or page.shape.kind == "dieline":
            return
        ink = setting.ink
        if not turn and page.shape.kind == "rect":
            inside = min(
                ink.x,
                ink.y,
                page.shape.width - ink.x - ink.width,
                page.shape.height - ink.y - ink.height,
            )
        else:
            corners = self._corners.get(page.shape)
            if corners is None:
                corners = self._corners[page.shape] = outline.corners(page.shape)
            inside = min(
                outline.inside(corners, *_turned(x, y, box, turn)) for x, y in _bounds(setting)
            )
        if inside < component.safe - 0.05:
            where = "outside the trim" if inside < 0 else f"{inside:.1f} mm from the trim"
            self._problems.warning(
                place,
                f"{self._who()}: {_short(text)} lies {where}, the safe zone begins at "
                f"{component.safe:g} mm",
                "move it in, or shrink it",
            )


def _at(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _bounds(setting: Setting) -> list[tuple[float, float]]:
    """The corners of every run and icon."""
    em = setting.size_pt * MM_PER_PT
    points: list[tuple[float, float]] = []
    for run in setting.runs:
        top = run.baseline - run.type.cap_height * em
        points += _at(run.x, top, run.advance, run.baseline - top)
    for mark in setting.marks:
        points += _at(mark.x, mark.y, mark.size, mark.size)
    return points


def _turned(x: float, y: float, box: Box, degrees: float) -> tuple[float, float]:
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    angle = math.radians(degrees)
    dx, dy = x - cx, y - cy
    return (
        cx + dx * math.cos(angle) - dy * math.sin(angle),
        cy + dx * math.sin(angle) + dy * math.cos(angle),
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 32 else line[:31] + "…")


def functions(brush: Brush) -> Mapping[str, Any]:
    """The brush's methods by the names templates call them."""
    names = [name for name in dir(Brush) if not name.startswith("_")]
    return {name: getattr(brush, name) for name in names}
