"""What a face template or a drawing can call: text boxes, icons, pictures, colours, outlines.

One `Brush` serves all faces of a run; `begin` tells it which face comes next. Its public methods
are what pack authors write (`{{ text | textbox(4, 50, 55, 30) }}`, `draw.icon("lion", …)`); all
lengths are mm from the trim's top left, text sizes are points. What is wrong with a text, an icon
or a picture is a problem at the slot or cell it came from.
"""

import difflib
import hashlib
import math
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.model.decimals import drawn
from generator.model.grids import ACROSS, FIRST, Grid, grid_of
from generator.model.pack import Pack, Panel, Shape, Side
from generator.model.problems import Place, Problem, Problems
from generator.model.units import NotALength, measured
from generator.press.face import colours, images, outline, textures
from generator.press.face.foreign_svg import Adopter, where_it_stands
from generator.press.face.icons import Icons
from generator.press.face.images import LEAST_DPI
from generator.press.face.surface import Ink, Surface, Written, seen_from
from generator.press.face.text_checks import Judge, quoted
from generator.press.text import text_pictures
from generator.press.text.fonts import Types
from generator.press.text.markup import parse
from generator.press.text.text_box import (
    ALIGNS,
    VALIGNS,
    Box,
    Look,
    Setter,
    svg_of,
)
from generator.press.text.text_pictures import Drawn, Shown
from generator.reading.booklets import MOST_PAGES
from generator.reading.near_files import ON_THE_WEB, near_file
from generator.reading.schema_components import SUFFIXES
from generator.system.files import TooLarge, as_on_disk, composed, files_within, in_words, read
from generator.templating.expressions import pack_context
from generator.templating.face_slots import choice_of, number_of
from generator.templating.figures import filled
from generator.templating.sandbox import say

if TYPE_CHECKING:  # only rule sheets and aides need these, and they take a while to load
    from generator.press.face.rule_sheet_page import Graphic
    from generator.press.text import markdown
    from generator.press.text.folding import PageBox
    from generator.press.text.leaflet import Flow, Frame, Inks, Picture, Put
    from generator.press.text.markup import Bit

MOST_REMEMBERED = 20_000  # texts that were set
LARGEST_TEXT = 200_000  # bytes of a Markdown file
MOST_ACROSS = 10_000  # columns or rows of a grid that a template draws
_BY_DRAW_ALONE = ("number", "choice", "grid", "shares", "whole", "pages")  # names of columns, often


@dataclass(frozen=True, slots=True)
class Borrow:
    """Who draws other faces of the pack, and its figures, for a face that shows them.

    Both take a place for what is wrong, and return None after a problem.
    """

    face: Callable[[str, Side, Place], Drawn | None]
    figure: Callable[[str, dict[str, str], Place], Drawn | None]


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
        self._finish = images.Finish(grey, low_ink, pack.sheet.max_dpi)
        self._outlines = outlines
        self._icons = Icons(pack, problems)
        # Faces in sentences, and where they are written, by the name of their icon.
        self._inline: dict[str, tuple[Shown, Place]] = {}
        known = set(self._icons.names)
        self._known_icons = known  # and those faces
        self._setter = Setter(types, known, pack.keywords)
        self._borrow: Borrow | None = None
        self._lent: dict[str, str] = {}  # faces that were shown, by their names
        self._types = types
        self._judge = Judge(problems, self._icons.names)
        self._surface: Surface | None = None
        self._adopter = Adopter(
            types, problems, self._finish, self._outside, outlines,
            named=self._named,
            near=partial(self._near, suffixes=SUFFIXES),
        )  # fmt: skip
        self._set: dict[tuple[object, ...], str] = {}
        self._flows: dict[Hashable, Flow] = {}
        self._run_left: dict[Hashable, bool] = {}  # files, by whether their letters run to the left
        self._files: list[Path] = []  # of the pack, once one was looked for

    # What the pipeline calls -----------------------------------------------------------------

    def _has_markup(self, text: str) -> bool:
        """Whether a textbox would print a text otherwise than it stands."""
        if "*" not in text and ":" not in text:
            return False
        bits = [bit for line in parse(text, self._icons.names, False, False, []) for bit in line]
        return any(bit.icon or bit.style != "regular" for bit in bits)

    def _begin(self, surface: Surface) -> None:
        self._surface = surface
        self._adopter.who = surface.who
        self._adopter.locate = where_it_stands

    @property
    def _now(self) -> Surface:
        assert self._surface is not None, "no face was begun"
        return self._surface

    def _outside(self, file: Path) -> bool:
        return not file.is_relative_to(self._pack.folder.resolve())

    def _named(self, file: Path) -> str:
        """A file as places name it: as seen from the pack's folder."""
        return seen_from(file, self._pack.folder)

    def _ink(self, svg: str) -> Ink:
        surface = self._now
        if not surface.held or not svg:
            return Ink(svg)
        surface.ink.append(svg)
        return Ink(f'<g data-ink="{len(surface.ink) - 1}"/>')

    def _place(self, value: object) -> Place:
        """Where a value was written: its cell, its slot, or the line of code that draws with it."""
        if isinstance(value, Written):
            return value.place_of(str(value))
        return self._now.line() or self._now.place

    def _wrong(self, value: object, place: Place, message: str, fix: str) -> None:
        """Tell a wrong value once for every way a face is written, and on how many it is.

        Where it stands in cells, the first of them is named.
        """
        surface = self._now
        is_cell = place in surface.piece.row.places.values()
        key = ("wrong", str(value), message, surface.place if is_cell else place)
        self._problems.add_once(key, surface.who, Problem(place, message, fix))

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
        surface = self._now
        place = self._place(text)
        x, y, w, h = (measured(length, "mm") for length in (x, y, w, h))
        size = measured(size, "pt")
        least = surface.piece.component.min_text_pt if min is None else measured(min, "pt")
        if not surface.held:
            size = max(size, least)  # a bundled face on a tiny piece asks for less than can be read
        look = Look(
            size_pt=size,
            min_pt=least if least < size else size,
            align=self._one_of(align, ALIGNS, "align", "left"),
            valign=self._one_of(valign, VALIGNS, "valign", "top"),
            family=self._family(font_of(text, font), place),
            bold=bold,
            italic=italic,
            leading=leading,
            columns=self._at_least_one(columns),
            column_gap=gap,
        )
        box = Box(x, y, w, h)
        colour = self._text_colour(fill)
        key = (str(text), box, look, colour, turn, safe, surface.piece.component.id)
        if (known := self._set.get(key)) is not None:
            return self._ink(known)
        n_told = len(self._problems.added)
        svg = self._boxed(text, place, box, look, colour, turn, safe)
        # What is wrong is told for every piece, so only a faultless text is remembered.
        if len(self._problems.added) == n_told and len(self._set) < MOST_REMEMBERED:
            self._set[key] = svg
        return self._ink(svg)

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

        All pages have the same size of text: `size` points, or the largest below that fits, down to
        `min`. Printed is what stands after the heading `begin` and before the heading `until`,
        without the words in `omit` (divided by |). After the words in `changed` a last line names
        every parameter that has not its usual value. Headings are in the colour `accent`.
        """
        from generator.press.text.leaflet import Frame, Inks, every

        if not file:
            return Ink("")
        i_page, n_pages = int(page) - 1, int(pages)
        if not 0 <= i_page < n_pages <= MOST_PAGES:
            found = f"page {i_page + 1} of {n_pages}"
            fix = f"page counts from 1 up to pages, at most {MOST_PAGES}"
            self._wrong(page, self._now.place, found, fix)
            return Ink("")
        x, y, w, h, gap = (measured(length, "mm") for length in (x, y, w, h, gap))
        size, min = measured(size, "pt"), measured(min, "pt")
        frame = Frame(w, h, self._at_least_one(columns), gap)
        asked = (begin, until, omit, changed)
        flow, path = self._flow_of(file, asked, frame, n_pages, size, min, font)
        if any(flow.pages) and not flow.pages[i_page]:
            self._tell_empty(i_page + 1, n_pages, flow.needed, (path, asked))
        if any(put.strip.pictures for side in flow.pages for put in every(side)):
            self._now.borrows = True  # where the pages end depends on all their pictures
        strong = self.readable(accent)
        pale, thin = (colours.mix(strong, colours.LIGHT, share) for share in (0.86, 0.45))
        inks = Inks(self.colour(fill), strong, thin, self.ground(pale))

        def picture(one: "Picture", line: int, x: float, y: float) -> str:
            return self._shown(one, Place(self._named(path), line), x, y, path.parent)

        return self._strips(flow.pages[i_page], x, y, inks, picture)

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
        """Set texts below headings into a box, all at one size: `size` or the largest that fits.

        `sections` are pairs of a heading and a text; what is empty is left out. Headings are in
        the colour `accent`. As in `textbox`, what does not fit at `min` runs over and is reported.
        """
        from generator.press.text.leaflet import SMALL, Frame, Inks, Layouter
        from generator.press.text.markdown import Block

        least = self._now.piece.component.min_text_pt if min is None else measured(min, "pt")
        size = measured(size, "pt")
        chosen = next((font_of(text, font) for _, text in sections if text), font)
        x, y, w, h, gap = (measured(length, "mm") for length in (x, y, w, h, gap))
        frame = Frame(w, h, self._at_least_one(columns), gap)
        blocks: list[Block] = []
        for i, (head, text) in enumerate(sections):
            if head:
                blocks.append(Block("head", i, str(head), SMALL))
            if text:
                blocks.append(Block("words", i, str(text)))
        family = self._family(chosen, self._now.place)
        layouter = Layouter(self._setter, family, lambda *_: (0.0, 0.0))
        size = size if size > least else least
        flow = layouter.flow(blocks, frame, 1, size, least, spill=True)
        places = [self._place(text or head) for head, text in sections]
        for put in flow.pages[0]:
            self._judge_strip(put, places[put.strip.line])
        if not flow.is_whole:
            lost = quoted(str(sections[flow.lost_line][1]))
            found = f"{lost} runs out of its box at {flow.size_pt:g} pt"
            fix = "shorten the texts, or give them more room"
            told = Problem(places[flow.lost_line], found, fix, "warning")
            self._problems.add_once(("text", told), self._now.who, told)
        strong = self.readable(accent)
        inks = Inks(self.colour(fill), strong, strong, strong)
        return self._strips(flow.pages[0], x, y, inks, lambda *_: "")

    def icon(self, name: object, x: float, y: float, size: float, fill: str = "") -> Ink:
        """Draw an icon in a square of `size` mm; no name draws nothing."""
        if not name:
            return Ink("")
        fill = self.colour(fill or colours.DARK)
        x, y, size = (measured(length, "mm") for length in (x, y, size))
        svg = self._draw_icon(str(name), x, y, size, fill)
        if not svg:
            if str(name) not in self._icons.names:  # one that is broken is reported at its file
                self._judge.icon(str(name), self._place(name), self._now)
            svg = text_pictures.crossed(x, y, size, size)
        return self._ink(svg)

    def image(
        self, file: object, x: float, y: float, w: float, h: float, fit: str = "cover"
    ) -> Ink:
        """Draw a picture of the pack in a box: `fit` is cover, contain or stretch.

        A missing one leaves a crossed box and a problem; one below 200 dpi is reported.
        """
        if not file:
            return Ink("")
        known: images.Fit = self._one_of(fit, tuple(images.FITS), "fit", "cover")
        box = Box(*(measured(length, "mm") for length in (x, y, w, h)))
        return self._ink(self._picture(file, box, known, self._pack.folder))

    def whole(
        self, file: object, fit: str = "cover", bleed: object = None, make_bleed: str = ""
    ) -> Ink:
        """Draw a picture over the whole face, its bleed included.

        `bleed` is what the file itself has on each side; left out, the picture is fitted into the
        face with its bleed, or, where the bleed is made, into the trim. `make_bleed` is mirror or
        stretch: what the file lacks is made from its edge.
        """
        if not file:
            return Ink("")
        surface = self._now
        known: images.Fit = self._one_of(fit, tuple(images.FITS), "fit", "cover")
        edge: images.Edge = self._one_of(make_bleed or "", images.EDGES, "make_bleed", "")
        wanted = surface.bleed
        has = 0.0 if edge else wanted
        if bleed is not None and bleed != "":
            try:
                has = max(measured(bleed, "mm"), 0.0)
            except NotALength as fault:
                self._wrong(bleed, self._place(bleed), f"bleed: {fault}", "write it as 3mm")
        box = Box(-has, -has, surface.shape.width + 2 * has, surface.shape.height + 2 * has)
        lacking = round(wanted - has, 4)
        if lacking > 0 and not edge:
            found = (
                f"the picture {str(file)!r} has {has:g} mm of bleed, the face needs {wanted:g} mm"
            )
            fix = "write make_bleed: mirror (or stretch), or bleed: 0mm in the component"
            told = Problem(self._place(file), found, fix, "warning")
            self._problems.add_once(("bleed", str(file)), surface.who, told)
        beyond = max(lacking, 0.0) if edge else 0.0
        svg = self._picture(file, box, known, self._pack.folder, beyond, edge if beyond else "")
        if lacking < 0:  # the file has more than the face shows
            surface.n_ids += 1
            id = f"w{surface.n_ids}"
            sides = (drawn(-wanted), drawn(surface.width), drawn(surface.height))
            path = f"M{sides[0]} {sides[0]}h{sides[1]}v{sides[2]}h-{sides[1]}z"
            clip = f'<clipPath id="{id}"><path d="{path}"/></clipPath>'
            svg = f'{clip}<g clip-path="url(#{id})">{svg}</g>'
        return self._ink(svg)

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
            self._wrong(name, self._place(name), f"{text!r} is no colour of the palette", fix)
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
        return outline.path(
            Shape("polygon", w, h, outline=outline.rectangle(x, y, w, h)), 0.0, corner, wobble
        )

    def disc(self, cx: float, cy: float, r: float, wobble: float = 0.0) -> str:
        """Path data of a circle, cut by hand where `wobble` is given."""
        return outline.disc(cx, cy, r, wobble)

    def panels(self, *needed: str) -> list[Panel]:
        """The parts of a folded piece (tuckbox, standee, die): name, x, y, width, height, turn.

        A shape without a part that is needed is told.
        """
        panels = list(self._now.shape.panels)
        for name in needed:
            if all(panel.name != name for panel in panels):
                found = f"this face needs a shape with a part {name!r}"
                has = ", ".join(panel.name for panel in panels) or "no parts, it is flat"
                self._wrong(name, self._now.place, found, f"this shape has {has}")
                return []
        return panels

    def pages(
        self,
        page: object = None,
        pages: object = None,
        file: object = None,
        begin: str = "",
        until: str = "",
        omit: str = "",
    ) -> "list[PageBox]":
        """The pages of a rule sheet on this side; of a flat piece one, of a folded leaf one a half.

        Each has `number`, `pages`, `x`, `y`, `width`, `height`, `turn`, and the bleeds `left`,
        `top`, `right` and `bottom`. What `page` and `pages` say is checked. Where most letters of
        the `file`, from `begin` to `until`, run to the left, the leaf is folded that way round;
        `omit` holds the marks that do not print, in headings too.
        """
        from generator.press.text.folding import PageBox, is_folded

        surface = self._now
        shape, bleed = surface.shape, surface.bleed
        if is_folded(shape):
            return self._pages_of_leaf(page, pages, self._runs_left(file, begin, until, omit))
        if shape.panels:
            found = "a rule sheet is printed on a flat piece or a folded leaf, not on a net"
            parts = ", ".join(panel.name for panel in shape.panels)
            fix = f"this shape has the parts {parts}; give it a size, or shape: {{folded: […]}}"
            self._wrong(None, surface.place, found, fix)
            return []
        number = int(self.number(page, "page", 1, 1, MOST_PAGES))
        of = int(self.number(pages, "pages", 1, 1, MOST_PAGES))
        edges = (bleed, bleed, bleed, bleed)
        return [PageBox(number, of, 0.0, 0.0, shape.width, shape.height, 0, *edges)]

    def _pages_of_leaf(self, page: object, pages: object, runs_left: bool) -> "list[PageBox]":
        """The pages on a side of a folded leaf, in folding order."""
        from generator.press.text.folding import is_one_text, page_boxes, pages_of, unlike

        surface = self._now
        piece, component = surface.piece, surface.piece.component
        n = pages_of(piece)
        first = int(self.number(page, "page", 1, 1, MOST_PAGES))
        of = int(self.number(pages, "pages", n, 1, MOST_PAGES))
        if (first - 1) % n:
            found = f"page {first} is not the first page of a folded leaf, which has {n}"
            fix = "leave page out; of several leaves the first pages are "
            fix += f"{', '.join(str(1 + n * i) for i in range(3))} …, on front and back alike"
            self._wrong(page, surface.places.get("page", surface.place), found, fix)
            return []
        if is_one_text(component) and component.front and component.back:
            name = unlike(component.front, component.back)
            if name:
                found = "front and back of this leaf print one text, but are not alike in "
                found += f"{name!r}: their pages would not join"
                fix = "write the same on both sides: front: &rules {…}, back: *rules"
                self._wrong(name, component.back.place, found, fix)
        last = n * math.ceil(of / n) if piece.row.leaf is None else n
        if of < last and first <= of:
            blank = f"page {last} stays blank"
            if of + 1 < last:
                blank = f"pages {of + 1} to {last} stay blank"
            found = f"{component.title} has {last} pages, and its text runs over {of}: {blank}"
            place = surface.places.get("pages", surface.place)
            self._problems.warning(place, found, f"write pages: {last}, or leave it so")
        boxes = page_boxes(piece, surface.side, surface.shape, surface.bleed, first, of, runs_left)
        return list(boxes)

    def _runs_left(self, file: object, begin: str, until: str, omit: str) -> bool:
        """Whether most letters of a Markdown text are of scripts that run to the left."""
        from generator.press.text.bidi import runs_left

        if not file:
            return False
        path = as_on_disk(self._pack.folder / str(file)).resolve()
        key = (path, path.stat().st_mtime_ns if path.is_file() else 0, begin, until, omit)
        if key not in self._run_left:
            blocks = self._blocks(path, self._place(file), (begin, until, omit, "")) or ()
            texts = (text for b in blocks for text in (b.text, *(c for row in b.rows for c in row)))
            self._run_left[key] = runs_left("\n".join(texts))
        return self._run_left[key]

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
            self._wrong(name, self._place(name), f"there is no texture {text!r}", fix)
            return Ink("")
        surface = self._now
        surface.n_ids += 1
        bleed = surface.bleed
        field = (-bleed, -bleed, surface.width, surface.height)
        return self._ink(
            textures.draw(
                text, path, field, self.colour(colour), opacity, scale, f"t{surface.n_ids}"
            )
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

    def number(
        self,
        value: object,
        what: str,
        default: float,
        least: float,
        most: float,
        whole: bool = True,
    ) -> float:
        """The number of the slot named `what`; `default` where it is empty, FALSE or holds none.

        So it is where it holds a 0 that is too small. What else lies outside `least` and `most` is
        drawn as the nearer of them. That, and what is no number, is reported.
        """
        drawn, is_other = number_of(value, default, least, most, whole)
        if is_other:
            fix = f"write a {'whole ' if whole else ''}number from {least:,} to {most:,}"
            self._instead(value, what, f"{drawn:,g}", fix)
        return drawn

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
        """Where the fields of a board of w × h lie: its `x`, `y`, `cell`, `frame`, `places`.

        `columns`, `rows` and `first` are what slots so named hold, read as `number` reads them;
        where they are not `bounded`, columns and rows may be more than a slot may ask for.
        """
        least, most = ACROSS[1], ACROSS[2] if bounded else MOST_ACROSS
        across = self.number(columns, "columns", ACROSS[0], least, most)
        down = self.number(rows, "rows", ACROSS[0], least, most)
        begin = self.number(first, "first", *FIRST)
        return grid_of(w, h, int(across), int(down), bool(heading), int(begin))

    def shares(self, value: object, what: str, n: int) -> list[float]:
        """The first `n` of the numbers, parted by |, in the slot named `what`; 1 for each left out.

        One that is no number above 0 is drawn as 1 and reported.
        """
        parts = say(value).split("|") if say(value).strip() else []
        found, wrong = [1.0] * n, False
        for i, part in enumerate(parts[:n]):
            share = math.nan
            with suppress(ValueError):
                share = float(part)
            if 0 < share < math.inf:
                found[i] = share
            else:
                wrong = True
        if wrong:
            drawn = " | ".join(f"{share:g}" for share in found)
            self._instead(value, what, drawn, "write numbers above 0, as 2 | 1 | 1")
        return found

    def choice(self, value: object, what: str, known: Sequence[str]) -> str:
        """Which of the known words the slot named `what` holds; the first where it is empty.

        So it is where it holds another word, which is reported. TRUE, on, 1 and x are yes; FALSE,
        off and 0 are no. No is none too, and yes then the first word that is not.
        """
        word, is_other = choice_of(value, known)
        if is_other:
            self._instead(value, what, word, f"{what} is one of {', '.join(known)}")
        return word

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

        Without `w` it is as large as life. `turn` turns it clockwise; a quarter turn keeps its top
        left where it is.
        """
        place = self._place(id)
        which: Side = (
            "back" if self._one_of(side, ("front", "back"), "side", "front") == "back" else "front"
        )
        face = self._borrowed_face(Shown("piece", str(id), (), which), place)
        if face is None:
            return self._ink(text_pictures.crossed(x, y, w or 10.0, w or 10.0))
        width = face.width if w is None else w
        height = width * face.height / face.width
        if turn % 180 == 90:
            width, height = height, width
        return self._ink(text_pictures.lay(face, x, y, width, height, turn))

    def drawing(self, w: float | None = None, h: float | None = None) -> Any:
        """A new `svgwrite.Drawing` of the face with its bleed, in mm from the trim's corner.

        With `w` and `h` it is that large and begins at 0, 0: a picture for a rule sheet.
        """
        import svgwrite

        surface = self._now
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

    # Behind them -----------------------------------------------------------------------------

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
        """Set a text into its box, turned; what is wrong with it is reported."""
        text = written if isinstance(written, Written) else str(written)
        setting = self._setter.set(str(text), box, look)
        self._judge.text(setting, text, place, self._now)
        if safe and not self._now.is_figure and setting.n_lines and not setting.overflow:
            judged = partial(self._judge.safe_zone, setting, box, turn, text, place, self._now)
            if self._now.held:  # where the trim lies, its drawing tells once it is whole
                self._now.unjudged.append(judged)
            else:
                judged()
        svg = svg_of(setting, colour, self._draw_icon, self._outlines)
        if turn:
            middle = f"{drawn(box.x + box.width / 2)} {drawn(box.y + box.height / 2)}"
            svg = f'<g transform="rotate({drawn(turn)} {middle})">{svg}</g>'
        return svg

    def _tell_empty(self, page: int, n_pages: int, n_full: int, text: tuple[Path, object]) -> None:
        """Tell that a text ends before this page; of flat leaves not where it is the last back."""
        surface = self._now
        place = surface.places.get("pages", surface.place)
        ends = f"{text[0].name} ends on page {n_full}"
        if surface.shape.panels:
            first = n_full + 1
            empty = f"pages {first} to {n_pages} are" if first < n_pages else f"page {n_pages} is"
            found = f"{surface.piece.component.title}: {empty} empty, for {ends}"
            self._problems.warning(place, found, "print fewer pages, or a larger size")
        elif n_full < n_pages - 1 or n_pages == 2:
            found = f"page {page} is empty: {ends}"
            told = Problem(place, found, "print fewer pages, or a larger size", "warning")
            self._problems.add_once(("empty", *text), surface.who, told)

    def _strips(
        self,
        page: "Sequence[Put]",
        x: float,
        y: float,
        inks: "Inks",
        picture: "Callable[[Picture, int, float, float], str]",
    ) -> Ink:
        from generator.press.text.leaflet import draw

        svg = draw(page, x, y, inks, self._setter, self._draw_icon, picture, self._outlines)
        return self._ink(svg)

    def _flow_of(
        self,
        file: object,
        asked: tuple[str, str, str, str],
        frame: "Frame",
        n_pages: int,
        size: float,
        least: float,
        font: str,
    ) -> "tuple[Flow, Path]":
        """A Markdown file over its pages, laid out once while file and question are the same."""
        place = self._place(file)
        path = as_on_disk(self._pack.folder / str(file)).resolve()
        family = self._family(font_of(file, font), place)
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        key = (path, changed, frame, n_pages, asked, size, least, family)
        flow = self._flows.get(key)
        if flow is None:
            n_told = len(self._problems.added)
            flow = self._flow(path, place, asked, frame, n_pages, size, least, family)
            if len(self._problems.added) == n_told:
                self._flows[key] = flow
        return flow, path

    def _flow(
        self,
        path: Path,
        place: Place,
        asked: tuple[str, str, str, str],
        frame: "Frame",
        n_pages: int,
        size: float,
        least: float,
        family: str,
    ) -> "Flow":
        """Read and lay out a Markdown file; nothing on any page after a problem."""
        from generator.press.text.leaflet import Flow, Layouter, every

        blocks = self._blocks(path, place, asked)
        if blocks is None:
            return Flow(((),) * n_pages, size, 1)

        def size_of(one: Shown, line: int) -> tuple[float, float]:
            place = Place(self._named(path), line)
            if one.kind == "file":
                return 0.0, self._ratio(path.parent / one.name, place)
            face = self._borrowed(one, place)
            return (face.width, face.height) if face is not None else (20.0, 20.0)

        layouter = Layouter(self._setter, family, size_of)
        flow = layouter.flow(blocks, frame, n_pages, size, least)
        for put in (put for side in flow.pages for put in every(side)):
            self._judge_strip(put, Place(self._named(path), put.strip.line))
        if not flow.is_whole:
            needed = f"it needs {flow.needed} at {flow.size_pt:g} pt"
            piece = self._now.piece
            who = piece.id if piece.row.leaf is None else piece.component.id
            self._problems.error(
                Place(self._named(path), flow.lost_line),
                f"{who}: from here on {path.name} does not fit on "
                f"{n_pages} page{'s' if n_pages > 1 else ''}, {needed}",
                self._room_for(flow.needed),
            )
        return flow

    def _room_for(self, n_pages: int) -> str:
        """How a rule sheet gets so many pages."""
        surface = self._now
        if surface.piece.row.leaf is not None:
            return f"shorten it, write pages: {4 * math.ceil(n_pages / 4)}, or let it print smaller"
        if surface.shape.panels:
            return "shorten it, make a booklet of it (booklet: true), or let it print smaller"
        return "shorten it, add a page, or let it print smaller"

    def _blocks(
        self, path: Path, place: Place, asked: tuple[str, str, str, str]
    ) -> "list[markdown.Block] | None":
        """The blocks of a Markdown file that are asked for; None after a problem."""
        from generator.press.text import markdown

        text = self._markdown(path, place)
        if text is None:
            return None
        begin, until, omit, changed = asked
        for words in omit.split("|"):
            if words.strip():
                text = re.sub(rf"[^\S\n]*{re.escape(words.strip())}", "", text)
        text = filled(text, pack_context(self._pack), Place(self._named(path)), self._problems)

        if long := markdown.too_much(text):
            line, found, fix = long
            self._problems.error(Place(self._named(path), line), found, fix)
            return None

        def warn(line: int, found: str, fix: str) -> None:
            self._problems.warning(Place(self._named(path), line), found, fix)

        def icon_of(face: Shown, line: int) -> str:
            return self._icon_of(face, Place(self._named(path), line))

        blocks = markdown.parts(markdown.read(text, warn, icon_of), begin, until)
        if isinstance(blocks, str):
            self._problems.error(
                place, f"{path.name} has no heading {blocks!r}", "write it as it stands there"
            )
            return None
        unusual = [p for p in self._pack.parameters.values() if p.value != p.default]
        if changed and unusual:
            named = (
                f"{p.name.replace('_', ' ')} **{say(p.value)}** ({say(p.default)})" for p in unusual
            )
            blocks.append(markdown.Block("words", 0, f"**{changed}** {', '.join(named)}"))
        return blocks

    def _web_page(
        self, file: object, asked: tuple[str, str, str, str], title: str, accent: str
    ) -> str | None:
        """The same text as one web page; None after a problem."""
        from generator.press.face.rule_sheet_page import Page

        place = self._place(file)
        path = as_on_disk(self._pack.folder / str(file)).resolve()
        blocks = self._blocks(path, place, asked)
        if blocks is None:
            return None

        def icon(name: str) -> tuple[str, str]:
            said = self._inline[name][0].name if name in self._inline else name
            return self._draw_icon(name, 0.0, 0.0, 1.0, "currentColor"), said

        def graphic(one: Shown, line: int) -> "Graphic | None":
            return self._graphic(one, Place(self._named(path), line), path.parent)

        def read(text: str) -> "list[list[Bit]]":
            return self._setter.read(text, False, False, [], None)

        def left_out(_element: object, found: str, fix: str) -> None:
            self._problems.warning(Place(self._named(path)), found, fix)

        page = Page(icon, graphic, read, left_out)
        strong = self.readable(accent)
        shine = colours.mix(self.colour(accent), colours.LIGHT, 0.6)
        language = self._pack.language or "en"
        name = title or self._pack.name
        return page.write(blocks, name, language, strong, shine, self._lent)

    def _graphic(self, one: Shown, place: Place, folder: Path) -> "Graphic | None":
        from generator.press.face.rule_sheet_page import Graphic

        if one.kind == "file":
            width = one.width or 90.0
            height = width * self._ratio(folder / one.name, place)
            box = Box(0.0, 0.0, width, height)
            svg = self._picture(Written(one.name, place), box, "contain", folder)
            name = f"file-{hashlib.sha256(svg.encode()).hexdigest()[:10]}"
            return Graphic(svg, width, height, name, one.alt)
        lent = self._borrowed(one, place)
        if lent is None:
            return None
        width, height = lent.width, lent.height
        if one.turn % 180 == 90:
            width, height = height, width
        svg = text_pictures.lay(lent, 0.0, 0.0, width, height, one.turn)
        name = lent.name + (f"-{one.turn:g}" if one.turn else "")
        return Graphic(svg, width, height, name, one.alt or one.name.rpartition("/")[2])

    def _markdown(self, path: Path, place: Place) -> str | None:
        fault, fix = "", ""
        try:
            if self._outside(path):
                fault = "it lies outside the pack"
            else:
                return composed(read(path, LARGEST_TEXT).decode("utf-8-sig"))
        except TooLarge:
            fault = f"it has more than {LARGEST_TEXT:,} bytes"
        except FileNotFoundError:
            fault, fix = "no such file", self._near(path)
        except UnicodeDecodeError as error:
            fault, fix = f"not UTF-8 at byte {error.start}", "save it as UTF-8"
        except OSError as error:
            fault = in_words(error)
        self._wrong(path, place, f"{path.name} cannot be printed: {fault}", fix)
        return None

    def _ratio(self, path: Path, place: Place) -> float:
        """A picture's height by its width; a missing one is reported where it is drawn."""
        path = as_on_disk(path)
        try:
            if path.suffix.lower() == ".svg":
                opened = self._adopter.opened(read(path), place)
                return opened[1][0][3] / opened[1][0][2] if opened else 0.5
            width, height = images.size_of(path)
            return height / width
        except (OSError, ValueError, SyntaxError):
            return 0.5

    def _judge_strip(self, put: "Put", place: Place) -> None:
        for words in put.strip.words:
            wrapped = words.wrapped
            if words.i == 0:
                setting = self._setter.place(wrapped, 0, len(wrapped.lines), 0.0, 0.0)
                shown = " ".join(run.text for run in setting.runs)
                self._judge.text(setting, shown, place, self._now)

    # Faces within faces ----------------------------------------------------------------------

    def _icon_of(self, face: Shown, place: Place) -> str:
        """The name under which a face stands in a sentence, like an icon."""
        names = {told: name for name, told in self._inline.items()}
        name = names.get((face, place), f"face-{len(names) + 1}-of-the-pack")
        self._inline[name] = (face, place)
        self._known_icons.add(name)
        return name

    def _borrowed(self, one: Shown, place: Place) -> Drawn | None:
        if one.kind == "piece":
            return self._borrowed_face(one, place)
        assert self._borrow is not None, "no maker lends faces"
        return self._borrow.figure(one.name, dict(one.slots), place)

    def _borrowed_face(self, one: Shown, place: Place) -> Drawn | None:
        assert self._borrow is not None, "no maker lends faces"
        lent = self._borrow.face(one.name, one.side, place)
        if lent is not None:
            self._lent[lent.name] = lent.svg
        return lent

    def _shown(self, one: "Picture", place: Place, x: float, y: float, folder: Path) -> str:
        """A picture of a rule sheet at its place on the page; a crossed box where it is missing."""
        if one.shown.kind == "file":
            file = Written(one.shown.name, place)
            return self._picture(file, Box(x, y, one.width, one.height), "contain", folder)
        face = self._borrowed(one.shown, place)
        if face is None:
            return text_pictures.crossed(x, y, one.width, one.height)
        self._now.images.extend(face.images)
        return text_pictures.lay(face, x, y, one.width, one.height, one.shown.turn)

    def _draw_icon(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        if name in self._inline:
            face, place = self._inline[name]
            lent = self._borrowed(face, place)
            if lent is None:
                return text_pictures.crossed(x, y, size, size)
            scale = size / max(lent.width, lent.height)
            wide, high = lent.width * scale, lent.height * scale
            left, top = x + (size - wide) / 2, y + (size - high) / 2
            if face.turn % 180 == 90:
                left, top, wide, high = x + (size - high) / 2, y + (size - wide) / 2, high, wide
            return text_pictures.lay(lent, left, top, wide, high, face.turn)
        icon = self._icons.get(name)
        return icon.draw(x, y, size, fill) if icon is not None else ""

    def _picture(
        self,
        file: object,
        box: Box,
        fit: images.Fit,
        folder: Path,
        beyond: float = 0.0,
        edge: images.Edge = "",
    ) -> str:
        """A picture of the pack in a box of mm, and `beyond` it what is made of its `edge`."""
        x, y, w, h = box.x, box.y, box.width, box.height
        place = self._place(file)
        path = as_on_disk(folder / str(file)).resolve()
        try:
            if self._outside(path):
                raise ValueError("it lies outside the pack")
            changed = path.stat().st_mtime_ns
            self._now.images.append(path)
            if path.suffix.lower() == ".svg":
                if edge:
                    raise ValueError("the bleed of an SVG cannot be made; draw it with bleed")
                return self._drawing(path, place, box, fit)
            room = images.Room(round(w, 3), round(h, 3), fit, beyond, edge)
            picture = images.load(path, self._finish, changed, room)
        except (OSError, ValueError, SyntaxError) as error:
            fault, fix = in_words(error) if isinstance(error, OSError) else str(error), ""
            if ON_THE_WEB.match(str(file)):
                fault, fix = "pictures are never fetched from the web", "copy it into the pack"
            elif isinstance(error, FileNotFoundError):
                fault, fix = "no such file", self._near(path, SUFFIXES)
            if isinstance(error, OSError) and isinstance(file, Written) and (cell := file.empty()):
                place, fault = cell, "the cell is empty"
                fix = "write a picture's file name there"
            found = f"the picture {str(file)!r} cannot be printed: {fault}"
            self._problems.add_once(("picture", path), self._now.who, Problem(place, found, fix))
            return text_pictures.crossed(x, y, w, h)
        dpi = picture.dpi(w, h, fit)
        if dpi < LEAST_DPI:
            found = f"the picture {str(file)!r} prints at {dpi:.0f} dpi, {LEAST_DPI} look sharp"
            pixels = f"{picture.width} × {picture.height} pixels"
            fix = f"{pixels} on {w:.3g} × {h:.3g} mm: use a larger one"
            told = Problem(place, found, fix, "warning")
            self._problems.add_once(("dpi", path, round(dpi)), self._now.who, told)
        if picture.lost:
            found = f"the picture {str(file)!r}: {picture.lost}"
            told = Problem(place, found, "give it colours of which one is lighter", "warning")
            self._problems.add_once(("greys", path), self._now.who, told)
        if picture.remark:
            found = f"the picture {str(file)!r}: {picture.remark}"
            told = Problem(place, found, "save it as sRGB, or with its profile", "warning")
            self._problems.add_once(("colours", path), self._now.who, told)
        if picture.is_sampled:
            self._now.is_sampled = True
        if edge and beyond:
            wide = (x - beyond, y - beyond, w + 2 * beyond, h + 2 * beyond)
            return picture.draw(*wide, "contain" if fit == "contain" else "stretch")
        return picture.draw(x, y, w, h, fit)

    def _near(self, path: Path, suffixes: Sequence[str] = ()) -> str:
        """A file of the pack whose name is like that of one that is missing."""
        own = self._pack.folder.resolve()
        if not self._files:
            self._files = list(files_within(own))
        known = (file.relative_to(own).as_posix() for file in self._files)
        asked = path.relative_to(own).as_posix() if path.is_relative_to(own) else path.name
        return near_file(asked, known, suffixes)

    def _drawing(self, path: Path, place: Place, box: Box, fit: images.Fit) -> str:
        surface = self._now
        surface.n_ids += 1
        data = read(path)
        adopted = self._adopter.adopt(
            data,
            Place(self._named(path)),
            path.parent,
            f"a{surface.n_ids}-",
            box=(box.width, box.height),
            fit=fit,
        )
        if adopted is None:
            raise ValueError("see the problem in that file")
        surface.images.extend(adopted.images)
        surface.is_sampled |= adopted.is_sampled
        if self._low_ink:
            from generator.press.face.low_ink import thinned

            adopted = thinned(adopted)
        view = " ".join(drawn(value) for value in adopted.view)
        return (
            f'<svg x="{drawn(box.x)}" y="{drawn(box.y)}" width="{drawn(box.width)}" '
            f'height="{drawn(box.height)}" viewBox="{view}" '
            f'preserveAspectRatio="{images.FITS[fit]}">{adopted.shared}</svg>'
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
        if isinstance(font, Written):  # its own slot, not that of the text
            place = font.place
        self._wrong(font, place, f"no font {font!r}", f"fonts: {listed}")
        return "body"

    def _instead(self, value: object, what: str, drawn: str, fix: str) -> None:
        """Tell of a slot for which something else is drawn."""
        own = None if isinstance(value, Written) else self._now.places.get(what)
        said = f"{what} is {say(value)!r}, and is drawn as {drawn}"
        self._wrong(value, own or self._place(value), said, fix)

    def _one_of(self, value: str, known: tuple[str, ...], what: str, default: str) -> Any:
        if value in known:
            return value
        found, fix = f"{what} is {value!r}", f"{what} is one of {', '.join(known)}"
        self._wrong(value, self._now.place, found, fix)
        return default

    def _at_least_one(self, columns: float) -> int:
        if columns >= 1:
            return int(columns)
        self._wrong(columns, self._now.place, f"{columns} columns", "one column or more")
        return 1


def font_of(text: object, font: str) -> str:
    """The font a text is set in: the one asked for, else the one its slot names."""
    return text.family if font == "body" and isinstance(text, Written) else font


def functions(brush: Brush) -> Mapping[str, Any]:
    """The brush's methods by the names templates call them.

    What tables call their columns is called as `draw.` alone, so that a name stays undefined where
    a row has no such column.
    """
    names = [name for name in dir(Brush) if not name.startswith("_")]
    return {name: getattr(brush, name) for name in names if name not in _BY_DRAW_ALONE}
