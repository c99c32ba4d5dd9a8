"""The functions that face templates and drawings call: text boxes, icons, pictures, colours.

One `Canvas` serves all faces of a run. Its public methods are what pack authors write (`{{ text |
textbox(4, 50, 55, 30) }}`, `draw.icon("lion", …)`). Lengths are mm from the trim's top left, text
sizes are points. Faults of a text, an icon or a picture become problems at the slot or cell that it
came from.
"""

import difflib
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.model.decimals import drawn
from generator.model.grids import ACROSS, FIRST, Grid, grid_of
from generator.model.pack import Panel, Shape, Side
from generator.model.problems import Place, Problem
from generator.model.units import NotALength, measured
from generator.press.face import colours, images, outline, textures
from generator.press.face.borrowed import BorrowedFaces
from generator.press.face.easel import Easel, font_of
from generator.press.face.picture_files import PictureFiles
from generator.press.face.surface import Ink, Surface, Written
from generator.press.text import text_pictures
from generator.press.text.text_box import ALIGNS, VALIGNS, Box, Look
from generator.press.text.text_drawing import svg_of
from generator.press.text.text_pictures import PictureRef
from generator.reading.booklets import MOST_PAGES
from generator.templating.face_slots import choice_of
from generator.templating.sandbox import say

if TYPE_CHECKING:  # only rule sheets and player aids need these modules, which are slow to load
    from generator.press.face.rule_sheets import RuleSheets
    from generator.press.text.folding import PageBox
    from generator.press.text.strip_drawing import Inks

MOST_REMEMBERED = 20_000  # number of set texts to keep
MOST_ACROSS = 10_000  # maximum number of columns or rows that a template may give a grid
# these are also common names of columns, so templates reach them only as `draw.…`
_BY_DRAW_ALONE = ("number", "choice", "grid", "shares", "whole", "pages")


class Canvas:
    """The drawing functions for templates and drawings, as described in the module's docstring."""

    def __init__(self, easel: Easel, pictures: PictureFiles, borrowed: BorrowedFaces) -> None:
        self._easel = easel
        self._pictures = pictures
        self._borrowed = borrowed
        # earlier texts as SVG, by their settings
        self._texts: dict[tuple[object, ...], str] = {}
        self._rule_sheets: RuleSheets | None = None

    # ---- texts

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
        """Set a text with markup into a box, at `size` points or the largest size that fits.

        The text shrinks to `min` points (default: the component's `min_text`). A text that still
        does not fit runs over the box and is reported. `turn` rotates the text clockwise about the
        box's middle, in degrees. By default a text outside the safe zone is reported; `safe=False`
        allows it.
        """
        if text is None or (isinstance(text, str) and not text):
            return Ink("")
        easel, surface = self._easel, self._easel.now
        place = easel.place(text)
        x, y, w, h = (measured(length, "mm") for length in (x, y, w, h))
        size = measured(size, "pt")
        least = surface.piece.component.min_text_pt if min is None else measured(min, "pt")
        if not surface.held:
            # a bundled face computes a size that is too small to read on a tiny piece
            size = max(size, least)
        look = Look(
            size_pt=size,
            min_pt=least if least < size else size,
            align=easel.word_of(align, ALIGNS, "align", "left"),
            valign=easel.word_of(valign, VALIGNS, "valign", "top"),
            family=easel.family(font_of(text, font), place),
            bold=bold,
            italic=italic,
            leading=leading,
            columns=easel.n_columns(columns),
            column_gap=gap,
        )
        box = Box(x, y, w, h)
        colour = self._text_colour(fill)
        key = (str(text), box, look, colour, turn, safe, surface.piece.component.id)
        if (cached := self._texts.get(key)) is not None:
            return easel.ink(cached)
        n_before = len(easel.problems.added)
        svg = self._boxed(text, place, box, look, colour, turn, safe)
        # Faults must be reported for every piece, so only faultless texts are kept.
        if len(easel.problems.added) == n_before and len(self._texts) < MOST_REMEMBERED:
            self._texts[key] = svg
        return easel.ink(svg)

    def leaflet(
        self,
        file: object,
        x: float,
        y: float,
        w: float,
        h: float,
        page: float = 1,
        pages: float = 1,
        begin: str = "",
        until: str = "",
        omit: str = "",
        changed: str = "",
        size: float = 11.0,
        min: float = 8.0,
        columns: int = 1,
        gap: float = 5.0,
        font: str = "body",
        fill: str = colours.DARK,
        accent: str = colours.DARK,
    ) -> Ink:
        """Set one page of a Markdown file that fills a box of this size on each of `pages` pages.

        All pages have one text size: `size` points, or the largest size below it that fits, down to
        `min`. The printed text goes from the heading `begin` up to the heading `until`, without the
        words in `omit` (divided by |). `changed` is a sentence; a last line after this sentence
        lists every parameter that does not have its usual value. Headings are in the colour
        `accent`.
        """
        from generator.press.face.rule_sheets import Part, Setting
        from generator.press.text.strips import Frame

        if not file:
            return Ink("")
        easel = self._easel
        i_page, n_pages = int(page) - 1, int(pages)
        if not 0 <= i_page < n_pages <= MOST_PAGES:
            message = f"there is no page {i_page + 1} of {n_pages}"
            fix = f"page counts from 1 to pages, and pages is at most {MOST_PAGES}"
            easel.wrong(page, easel.now.place, message, fix)
            return Ink("")
        x, y, w, h, gap = (measured(length, "mm") for length in (x, y, w, h, gap))
        size, min = measured(size, "pt"), measured(min, "pt")
        frame = Frame(w, h, easel.n_columns(columns), gap)
        family = easel.family(font_of(file, font), easel.place(file))
        setting = Setting(frame, n_pages, size, min, family)
        part = Part(begin, until, omit, changed)
        inks = self._inks(fill, accent)
        return self._sheets.leaflet(file, (x, y), i_page, part, setting, inks)

    def sections(
        self,
        sections: Sequence[tuple[object, object]],
        x: float,
        y: float,
        w: float,
        h: float,
        size: float = 10.0,
        min: float | None = None,
        columns: int = 1,
        gap: float = 3.0,
        font: str = "body",
        fill: str = colours.DARK,
        accent: str = colours.DARK,
    ) -> Ink:
        """Set texts below headings into a box, all at `size` points or the largest size that fits.

        `sections` are pairs of a heading and a text; empty pairs are left out. Headings are in the
        colour `accent`. As in `textbox`, a text that does not fit at `min` extends beyond the box
        and is reported.
        """
        from generator.press.face.rule_sheets import Setting
        from generator.press.text.strip_drawing import Inks
        from generator.press.text.strips import Frame

        easel = self._easel
        least = easel.now.piece.component.min_text_pt if min is None else measured(min, "pt")
        size = measured(size, "pt")
        chosen = next((font_of(text, font) for _, text in sections if text), font)
        x, y, w, h, gap = (measured(length, "mm") for length in (x, y, w, h, gap))
        frame = Frame(w, h, easel.n_columns(columns), gap)
        family = easel.family(chosen, easel.now.place)
        setting = Setting(frame, 1, size if size > least else least, least, family)
        strong = self.readable(accent)
        inks = Inks(self.colour(fill), strong, strong, strong)
        return self._sheets.sections(sections, (x, y), setting, inks)

    def pages(
        self,
        page: object = None,
        pages: object = None,
        file: object = None,
        begin: str = "",
        until: str = "",
        omit: str = "",
    ) -> "list[PageBox]":
        """Return the pages of a rule sheet on this side: one page for a flat piece, two for a
        folded leaf. Each page has `number`, `pages`, `x`, `y`, `width`, `height`, `turn`, and the
        bleeds `left`, `top`, `right` and `bottom`. The values of `page` and `pages` are checked. If
        most letters of the `file`, from `begin` to `until`, run from right to left, the leaf is
        folded for reading from the right; `omit` lists words that do not print, not even in
        headings.
        """
        from generator.press.face.rule_sheets import Part

        return self._sheets.pages(page, pages, file, Part(begin, until, omit))

    def width(self, text: object, size: float, bold: bool = False, font: str = "body") -> float:
        """The length of a text on one line, in mm; only the printed part of markup is measured."""
        box = Box(0.0, 0.0, 10000.0, 10000.0)
        look = Look(size, size, bold=bold, family=font)
        return self._easel.setter.set(str(text), box, look).ink.width

    # ---- icons, pictures and faces

    def icon(self, name: object, x: float, y: float, size: float, fill: str = "") -> Ink:
        """Draw an icon in a square of `size` mm; an empty name draws nothing."""
        if not name:
            return Ink("")
        easel = self._easel
        fill = self.colour(fill or colours.DARK)
        x, y, size = (measured(length, "mm") for length in (x, y, size))
        svg = self._borrowed.draw_icon(str(name), x, y, size, fill)
        if not svg:
            # an icon with a broken file is reported at that file
            if str(name) not in easel.icons.names:
                easel.checks.icon(str(name), easel.place(name), easel.now)
            svg = text_pictures.crossed(x, y, size, size)
        return easel.ink(svg)

    def icon_names(self) -> list[str]:
        """The names of all icons that templates can use."""
        return sorted(self._easel.icons.names)

    def has_icon(self, name: object) -> bool:
        """Whether a word names an icon."""
        return str(name) in self._easel.icons.names

    def image(
        self, file: object, x: float, y: float, w: float, h: float, fit: str = "cover"
    ) -> Ink:
        """Draw a picture of the pack in a box: `fit` is cover, contain or stretch.

        A missing file leaves a crossed box and a problem; a picture below 200 dpi is reported.
        """
        if not file:
            return Ink("")
        easel = self._easel
        chosen_fit: images.Fit = easel.word_of(fit, tuple(images.FITS), "fit", "cover")
        box = Box(*(measured(length, "mm") for length in (x, y, w, h)))
        return easel.ink(self._pictures.draw(file, box, chosen_fit, easel.pack.folder))

    def whole(
        self, file: object, fit: str = "cover", bleed: object = None, make_bleed: str = ""
    ) -> Ink:
        """Draw a picture over the whole face and its bleed.

        `bleed` is the bleed that the file has on each side. By default the picture is fitted into
        the face with its bleed; if `make_bleed` is set, it is fitted into the trim. `make_bleed` is
        mirror or stretch, which makes the missing bleed from the picture's edge.
        """
        if not file:
            return Ink("")
        easel, surface = self._easel, self._easel.now
        chosen_fit: images.Fit = easel.word_of(fit, tuple(images.FITS), "fit", "cover")
        edge: images.Edge = easel.word_of(make_bleed or "", images.EDGES, "make_bleed", "")
        wanted = surface.bleed
        has = 0.0 if edge else wanted
        if bleed is not None and bleed != "":
            try:
                has = max(measured(bleed, "mm"), 0.0)
            except NotALength as fault:
                easel.wrong(bleed, easel.place(bleed), f"bleed: {fault}", "write it as 3mm")
        box = Box(-has, -has, surface.shape.width + 2 * has, surface.shape.height + 2 * has)
        lacking = round(wanted - has, 4)
        if lacking > 0 and not edge:
            message = f"the picture {str(file)!r} has {has:g} mm of bleed"
            message += f"; the face needs {wanted:g} mm"
            fix = "write make_bleed: mirror (or stretch), or bleed: 0mm in the component"
            problem = Problem(easel.place(file), message, fix, "warning")
            easel.problems.add_once(("bleed", str(file)), surface.who, problem)
        beyond = max(lacking, 0.0) if edge else 0.0
        folder = easel.pack.folder
        svg = self._pictures.draw(file, box, chosen_fit, folder, beyond, edge if beyond else "")
        return easel.ink(_without_excess_bleed(svg, surface) if lacking < 0 else svg)

    def piece(
        self,
        id: object,
        x: float,
        y: float,
        w: float | None = None,
        side: str = "front",
        turn: float = 0.0,
    ) -> Ink:
        """Draw the face of a piece of the pack, cut out: "tiles/river-bird", `w` mm wide.

        By default the face has its real size. `turn` rotates the face clockwise, in degrees; after
        a quarter turn, the top left corner is still at (x, y).
        """
        easel = self._easel
        place = easel.place(id)
        which: Side = easel.word_of(side, ("front", "back"), "side", "front")
        face = self._borrowed.get(PictureRef("piece", str(id), (), which), place)
        if face is None:
            return easel.ink(text_pictures.crossed(x, y, w or 10.0, w or 10.0))
        width = face.width if w is None else w
        height = width * face.height / face.width
        if turn % 180 == 90:
            width, height = height, width
        return easel.ink(text_pictures.place_picture(face, x, y, width, height, turn))

    def drawing(self, w: float | None = None, h: float | None = None) -> Any:
        """Return a new `svgwrite.Drawing` of the face with its bleed, in mm from the trim's corner.

        With `w` and `h` the drawing has that size and begins at (0, 0), as a picture for a rule
        sheet.
        """
        import svgwrite

        surface = self._easel.now
        if w is not None and h is not None:
            size = (f"{drawn(w)}mm", f"{drawn(h)}mm")
            return svgwrite.Drawing(size=size, viewBox=f"0 0 {drawn(w)} {drawn(h)}", debug=False)
        edge = drawn(-surface.bleed)
        width, height = drawn(surface.width), drawn(surface.height)
        return svgwrite.Drawing(
            size=(f"{width}mm", f"{height}mm"),
            viewBox=f"{edge} {edge} {width} {height}",
            debug=False,
        )

    # ---- colours

    def colour(self, name: object, default: str = colours.DARK) -> str:
        """Look up a colour by its palette name, or read "#rrggbb" or a CSS name."""
        return self._easel.colour(name, default)

    def ground(self, name: object, default: str = colours.PAPER) -> str:
        """Return the colour for a large area: white when printing with little ink."""
        return colours.LIGHT if self._easel.low_ink else self.colour(name, default)

    def on(self, colour: str) -> str:
        """Return the dark or white ink, whichever contrasts better with a colour."""
        return colours.ink_on(self.colour(colour))

    def readable(self, colour: str) -> str:
        """Return a colour, darkened until letters in it read well on white paper."""
        return colours.readable(self.colour(colour))

    def mix(self, colour: str, other: str, share: float) -> str:
        """Mix a colour with a share (0 to 1) of another colour."""
        return colours.mix(self.colour(colour), self.colour(other), share)

    def texture(
        self, name: object, path: str, colour: str, opacity: float = 0.25, scale: float = 1.0
    ) -> Ink:
        """Fill path data with a texture: dots, waves, grass …; an empty name draws nothing."""
        text = str(name or "")
        if not text or text == "none":
            return Ink("")
        easel, surface = self._easel, self._easel.now
        if text not in textures.TEXTURES:
            near = difflib.get_close_matches(text, textures.TEXTURES, 1)
            names = ", ".join(textures.TEXTURES)
            fix = f"did you mean {near[0]!r}?" if near else f"textures: {names}"
            easel.wrong(name, easel.place(name), f"there is no texture {text!r}", fix)
            return Ink("")
        surface.n_ids += 1
        id = f"t{surface.n_ids}"
        field = (-surface.bleed, -surface.bleed, surface.width, surface.height)
        colour = self.colour(colour)
        return easel.ink(textures.draw(text, path, field, colour, opacity, scale, id))

    # ---- outlines

    def outline(self, grow: float = 0.0, corner: float | None = None, wobble: float = 0.0) -> str:
        """Path data of the piece's outline grown by `grow` mm (shrunk if negative)."""
        return outline.path(self._easel.now.shape, grow, corner, wobble)

    def panel(
        self, x: float, y: float, w: float, h: float, corner: float = 2.0, wobble: float = 0.0
    ) -> str:
        """Path data of a rectangle with rounded corners; `wobble` makes the rectangle look cut by
        hand.
        """
        return outline.path(
            Shape("polygon", w, h, outline=outline.rectangle(x, y, w, h)), 0.0, corner, wobble
        )

    def disc(self, cx: float, cy: float, r: float, wobble: float = 0.0) -> str:
        """Path data of a circle; `wobble` makes the circle look cut by hand."""
        return outline.disc(cx, cy, r, wobble)

    def panels(self, *needed: str) -> list[Panel]:
        """The parts of a folded piece (tuckbox, standee, die): name, x, y, width, height, turn.

        A shape that lacks a needed part is reported.
        """
        easel = self._easel
        panels = list(easel.now.shape.panels)
        for name in needed:
            if all(panel.name != name for panel in panels):
                message = f"this face needs a shape with a part {name!r}"
                parts = ", ".join(panel.name for panel in panels)
                fix = f"this shape has {parts}" if parts else "this shape is flat and has no parts"
                easel.wrong(name, easel.now.place, message, fix)
                return []
        return panels

    def grid(
        self,
        w: float,
        h: float,
        columns: object,
        rows: object,
        heading: object = "",
        first: object = "",
        *,
        bounded: bool = False,
    ) -> Grid:
        """Return the grid of a board of w × h mm, with `x`, `y`, `cell`, `frame` and `places`.

        `columns`, `rows` and `first` are the values of slots with these names, which are read like
        `number`. Unless `bounded` is true, there may be more columns and rows than a slot allows.
        """
        least, most = ACROSS[1], ACROSS[2] if bounded else MOST_ACROSS
        across = self.number(columns, "columns", ACROSS[0], least, most)
        down = self.number(rows, "rows", ACROSS[0], least, most)
        begin = self.number(first, "first", *FIRST)
        return grid_of(w, h, int(across), int(down), bool(heading), int(begin))

    # ---- values of slots

    def number(
        self,
        value: object,
        what: str,
        default: float,
        least: float,
        most: float,
        whole: bool = True,
    ) -> float:
        """Read the number in the slot named `what`.

        If the slot is empty, FALSE or not a number, the result is `default`. A 0 below `least` also
        gives the default. Any other number outside `least` to `most` gives the nearer limit and is
        reported. A text is also reported.
        """
        return self._easel.number(value, what, default, least, most, whole)

    def shares(self, value: object, what: str, n: int) -> list[float]:
        """Read the first `n` numbers, separated by |, in the slot named `what`.

        Each missing number is 1. A part that is not a number above 0 counts as 1 and is reported.
        """
        parts = say(value).split("|") if say(value).strip() else []
        shares, is_wrong = [1.0] * n, False
        for i, part in enumerate(parts[:n]):
            share = math.nan
            with suppress(ValueError):
                share = float(part)
            if 0 < share < math.inf:
                shares[i] = share
            else:
                is_wrong = True
        if is_wrong:
            used = " | ".join(f"{share:g}" for share in shares)
            self._easel.instead(value, what, used, "write numbers above 0, such as 2 | 1 | 1")
        return shares

    def choice(self, value: object, what: str, known: Sequence[str]) -> str:
        """Read the word in the slot named `what`.

        An empty slot gives the first of the words in `known`. An unknown word also gives the first
        word, and is reported. TRUE, on, 1 and x mean yes; FALSE, off and 0 mean no. If `none` is a
        known word, no means none, and yes means the first other word.
        """
        word, is_other = choice_of(value, known)
        if is_other:
            self._easel.instead(value, what, word, f"{what} is one of {', '.join(known)}")
        return word

    # ---- internals

    @property
    def _sheets(self) -> "RuleSheets":
        if self._rule_sheets is None:
            from generator.press.face.rule_sheets import RuleSheets

            self._rule_sheets = RuleSheets(self._easel, self._pictures, self._borrowed)
        return self._rule_sheets

    def _inks(self, fill: str, accent: str) -> "Inks":
        """The colours of a rule sheet."""
        from generator.press.text.strip_drawing import Inks

        strong = self.readable(accent)
        pale, thin = (colours.mix(strong, colours.LIGHT, share) for share in (0.86, 0.45))
        return Inks(self.colour(fill), strong, thin, self.ground(pale))

    def _boxed(
        self,
        written: object,
        place: Place,
        box: Box,
        look: Look,
        colour: str,
        turn: float,
        safe: bool,
    ) -> str:
        """Set a text into its rotated box, and report its faults."""
        easel, surface = self._easel, self._easel.now
        text = written if isinstance(written, Written) else str(written)
        setting = easel.setter.set(str(text), box, look)
        easel.checks.text(setting, text, place, surface)
        if safe and not surface.is_figure and setting.n_lines and not setting.overflow:
            check = partial(easel.checks.safe_zone, setting, box, turn, text, place, surface)
            if surface.held:  # the corner of the trim is unknown until the drawing is complete
                surface.unchecked.append(check)
            else:
                check()
        svg = svg_of(setting, colour, self._borrowed.draw_icon, easel.outlines)
        if turn:
            middle = f"{drawn(box.x + box.width / 2)} {drawn(box.y + box.height / 2)}"
            svg = f'<g transform="rotate({drawn(turn)} {middle})">{svg}</g>'
        return svg

    def _text_colour(self, fill: str) -> str:
        colour = self.colour(fill)
        # When printing with little ink, the dark area behind light letters is left out.
        if self._easel.low_ink and self._easel.now.held and colours.lightness(colour) > 0.5:
            return colours.DARK
        return colour


def _without_excess_bleed(svg: str, surface: Surface) -> str:
    """Cut off a picture at the face's bleed if the picture has more bleed than the face."""
    surface.n_ids += 1
    id = f"w{surface.n_ids}"
    edge, width, height = drawn(-surface.bleed), drawn(surface.width), drawn(surface.height)
    clip = f'<clipPath id="{id}"><path d="M{edge} {edge}h{width}v{height}h-{width}z"/></clipPath>'
    return f'{clip}<g clip-path="url(#{id})">{svg}</g>'


def functions(canvas: Canvas) -> Mapping[str, Any]:
    """Return the canvas's methods by the names that templates call.

    Methods whose names are common names of columns are reached only as `draw.…`, so that such a
    name stays undefined if a row has no such column.
    """
    names = [name for name in dir(Canvas) if not name.startswith("_")]
    return {name: getattr(canvas, name) for name in names if name not in _BY_DRAW_ALONE}
