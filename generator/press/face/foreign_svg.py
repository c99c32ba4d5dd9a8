"""Foreign SVG made fit for print: what Inkscape, Illustrator or a hand wrote, checked and mended.

In: the bytes of an SVG and where they came from. Out: one `<g>` in the SVG's own units, whole in
itself: pictures embedded, linked drawings inlined, fonts mapped to the pack's, and names made
unique so that several drawings never clash. What typst would drop or draw wrong is a problem
here, since it says nothing itself.
"""

import base64
import binascii
import math
import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

from generator.model.decimals import drawn
from generator.model.problems import Place, Problem, Problems
from generator.press.face.cascade import cascade
from generator.press.face.css_declarations import LENGTH as _LENGTH
from generator.press.face.css_declarations import (
    MM_PER,
    READ,
    attribute,
    background,
    body,
    box_of,
    cut_short,
    lay,
    longhands,
    read_from_the_right,
)
from generator.press.face.images import LEAST_DPI, Finish, Fit, Picture, Room, decode
from generator.press.face.nested_svg import size_symbols, turn_outside, turn_page
from generator.press.face.passive import MOVING, disarm, may_act
from generator.press.face.pdf_differences import WHOLE, is_coloured, make_exact
from generator.press.face.svg_text import lay_texts, stretched_parts
from generator.press.face.switch import choose
from generator.press.face.use_copies import SVG, XLINK, excess
from generator.press.text.fonts import PLAIN, Types
from generator.press.text.measure import undrawn
from generator.reading.near_files import ON_THE_WEB
from generator.system.files import as_on_disk, in_words, read

STAYS_TEXT = "with --outlines this text stays text"
DEEPEST = 4  # drawings linked from drawings
LONGEST_TEXT = 10_000  # characters of one <text>
MOST_ATTRIBUTES = 1_000  # of one element; lxml looks each of them up among all
MOST_FILTERS = 200  # steps of filters in one drawing
_MOST: dict[str, dict[str, float]] = {  # what a filter may ask for
    "feTurbulence": {"numOctaves": 12},
    "feConvolveMatrix": {"order": 15},
    "feGaussianBlur": {"stdDeviation": 500},
    "feDropShadow": {"stdDeviation": 500},
}
MOST_SPREAD = 2.0  # mm of feMorphology; what it takes grows with the square
ROUNDED = 0.02  # a page and a viewBox that differ by less have one proportion
_ALIGNED = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
MEDIUM = "16"  # user units: the usual size of letters (CSS Fonts 4)
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip
_RELATIVE = re.compile(r"([+-]?(?:\d{1,9}\.?\d*|\.\d+))(%|em|rem|ex)")
_FONT_SIZE = re.compile(r"(?:^|;)\s*font-size\s*:\s*([^;]+?)\s*(?=;|$)")
# What an `<image>` that is a drawing keeps, and what is not handed down to a document of its own.
_OF_IMAGES = (
    "id", "transform", "style", "opacity", "clip-path", "mask", "filter", "display", "visibility"
)  # fmt: skip
_INITIAL = {
    "fill": "#000", "stroke": "none", "color": "#000", "stroke-width": "1", "fill-opacity": "1",
    "stroke-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
    "font-weight": "normal", "font-style": "normal", "text-anchor": "start",
    "letter-spacing": "normal", "word-spacing": "normal", "text-decoration": "none",
}  # fmt: skip
LARGE = 4000  # characters of a linked drawing that is written once for all faces

_ROOT_ONLY = {
    "width",
    "height",
    "viewBox",
    "x",
    "y",
    "version",
    "preserveAspectRatio",
    "baseProfile",
}
_URL = re.compile(r"url\(\s{,9}['\"]?\s{,9}#([^'\")(\s]+)\s{,9}['\"]?\s{,9}\)")
_NEEDED = re.compile(_URL.pattern + r"(?!\s*(?!url\()[#\w])")  # no colour stands behind it
_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:\s*(\w+)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_DECLARED = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
# Paper is light: what is declared for dark screens does not hold.
_DARK = re.compile(
    r"@media(?![^{}]{,200}\bnot\b)[^{};]{,200}prefers-color-scheme\s*:\s*dark[^{}]{,200}"
    r"\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}",
    re.IGNORECASE,
)
_TRANSFORM = re.compile(r"(scale|matrix)\s*\(([^)]*)\)")
_UNSEEN_BY_TYPST = re.compile(
    r":(?:nth-[\w-]+|not|is|where|has|last-child|only-child|hover|before|after)\b|[~+]"
)
_FAMILY = re.compile(r"font-family\s*:\s*([^;}]+)")
_SHORTHAND = re.compile(r"(^|[;{\s])font\s*:([^;}!]+)", re.IGNORECASE)


View = tuple[float, float, float, float]  # x, y, width, height in a drawing's units
Size = tuple[View, float | None, float | None]  # with the width and height in mm, where declared


@dataclass(frozen=True, slots=True)
class Adopted:
    """A mended drawing: `svg` is one `<g>` whose units are those of the view box."""

    svg: str
    view: View
    width: float | None  # mm, as its author declared it; None where only a viewBox is given
    height: float | None
    images: tuple[Path, ...]
    is_sampled: bool = False  # a picture in it is embedded with fewer pixels than it has

    @property
    def shared(self) -> str:
        """The drawing as a group of its own where it is large.

        typst writes an isolated group once, however many faces have it.
        """
        if len(self.svg) < LARGE:
            return self.svg
        return f'<g xmlns="{SVG[1:-1]}" style="isolation:isolate">{self.svg}</g>'

    def draw(self, x: float, y: float, width: float, height: float) -> str:
        """Stretch the drawing's view box over a box of mm."""
        sx, sy = width / self.view[2], height / self.view[3]
        tx, ty = x - self.view[0] * sx, y - self.view[1] * sy
        if abs(sx - 1) + abs(sy - 1) < 1e-6 and abs(tx) + abs(ty) < 1e-6:
            return self.svg
        scale = f"{sx:.6f}" if abs(sx - sy) < 1e-9 else f"{sx:.6f} {sy:.6f}"
        return f'<g transform="translate({drawn(tx)} {drawn(ty)}) scale({scale})">{self.svg}</g>'


def _nothing_near(_path: Path) -> str:
    """The fix where nobody knows the files of the pack."""
    return ""


def where_it_stands(_part: str, at: Place) -> Place:
    """The place of a part of a drawing that is printed as it was written."""
    return at


# What holds words that are no text, or is told otherwise.
_WORDS_OF_THEIR_OWN = (
    "style", "script", "title", "desc", "metadata", "flowRoot", "foreignObject"
)  # fmt: skip
# What links somewhere, or moves on screens alone: paper misses nothing where it leads nowhere.
_LEADS_ON = (
    "a", "animate", "animateColor", "animateMotion", "animateTransform", "mpath", "set"
)  # fmt: skip
_AS_AROUND = ("", "inherit", "unset")
_LETTERED = tuple(f"{SVG}{name}" for name in ("text", "tspan", "textPath", "use"))
_PLACED = ("rect", "circle", "ellipse", "line", "image", "use", "text", "tspan")
# What a length in per cent is a share of: the width, the height, the diagonal (SVG 2, 8.9).
_SHARES = {
    "x": "x", "x1": "x", "x2": "x", "cx": "x", "rx": "x", "width": "x",
    "y": "y", "y1": "y", "y2": "y", "cy": "y", "ry": "y", "height": "y",
    "r": "d", "stroke-width": "d",
}  # fmt: skip
_PER_CENT = re.compile(r"([+-]?(?:\d{1,99}(?:\.\d{,99})?|\.\d{1,99}))%")


@dataclass(slots=True)
class Adopter:
    """Mends drawings for one pack; what is wrong goes to `problems` at the drawing's place."""

    types: Types
    problems: Problems
    finish: Finish
    outside: Callable[[Path], bool]  # whether a file lies outside what the pack may read
    outlines: bool = False  # text becomes paths
    locate: Callable[[str, Place], Place] = where_it_stands  # where a part was written
    named: Callable[[Path], str] = str  # a file as places name it
    near: Callable[[Path], str] = _nothing_near  # which file may be meant by one that is not there
    who: str = ""  # the face that is drawn
    _fonts_told: set[tuple[str, str]] = field(default_factory=set)  # files, and what they lack
    _is_sampled: bool = False  # whether one of them has pixels to spare
    _n_linked: int = 0  # pictures met in the drawing being mended
    _unit: float | None = None  # mm of a unit of that drawing, where it is known
    _scale: float = 1.0  # how many of its units are one of the linked drawing being mended

    def adopt(
        self,
        data: bytes,
        place: Place,
        folder: Path,
        prefix: str,
        box: tuple[float, float] | None = None,
        fit: Fit = "contain",
    ) -> Adopted | None:
        """Mend one drawing; None (and a problem) when nothing of it can be printed.

        `prefix` goes before every id; links are taken from `folder`. `box` is what it is
        fitted into, mm, where it prints at another size than its own.
        """
        opened = self.opened(data, place)
        if opened is None:
            return None
        view, width, _ = opened[1]
        self._n_linked, self._scale, self._is_sampled = 0, 1.0, False
        self._unit = width / view[2] if width else None
        if box is not None:
            self._unit = _stretch(box, view, fit)
        return self._adopted(*opened, place, folder, prefix, 0)

    def opened(self, data: bytes, place: Place) -> tuple[Any, Size] | None:
        """The root of a drawing and its size; None (and a problem) when it cannot be read."""
        root = self._parse(data, place)
        size = None if root is None else self._size(root, place)
        return None if size is None else (root, size)

    def _adopted(
        self, root: Any, size: Size, place: Place, folder: Path, prefix: str, depth: int
    ) -> Adopted:
        for sheet in root.iter(f"{SVG}style"):
            sheet.text = _DARK.sub("", sheet.text or "")
        sheet = next(root.iter(f"{SVG}style"), root)
        for found, fix in cascade(root):
            self.problems.warning(_line_of(sheet, place), found, fix)
        for element, (found, fix) in choose(root):
            self.problems.warning(_line_of(element, place), found, fix)
        _measure_letters(root)
        view = _view_of(root) or size[0]
        self._lay(root, view, place)
        size_symbols(root)
        lay_texts(root)
        self._tell_unfollowed(root, place)
        for found, fix in turn_page(root, size[0], _on_screen(size)):
            self.problems.warning(_line_of(root, place), found, fix)
        _measure_shares(root, view[2], view[3])
        turn_outside(root)
        if ground := background(root):
            box = " ".join(map(drawn, (*size[0][:2], size[0][2], size[0][3], -size[0][2])))
            shape = root.makeelement(f"{SVG}path", {"d": "M{} {}h{}v{}h{}z".format(*box.split())})
            shape.set("style", f"fill:{ground};stroke:none")
            root.insert(0, shape)
        images: list[Path] = []
        self._mend(root, place, folder, prefix, depth, images)
        make_exact(root, max(view[2:]))
        _prefix_names(root, prefix)
        from lxml import etree

        root.tag = f"{SVG}g"
        if not root.get("font-family"):
            # Text that names no font would be drawn in none.
            root.set("font-family", self.types.get("body", "regular").family)
        for name in _ROOT_ONLY:
            root.attrib.pop(name, None)
        said = (f"{e.get('mix-blend-mode', '')};{e.get('style', '')}" for e in root.iter())
        if any(each[0] != ";" or "mix-blend-mode" in each for each in said):
            # A drawing blends with nothing below it; viewers of PDF take paper for a part of it.
            root.set("style", f"{root.get('style', '')};isolation:isolate".removeprefix(";"))
        etree.cleanup_namespaces(root)
        text = etree.tostring(root, encoding="unicode", with_tail=False)
        if may_act(text):  # what of it may not leave the press is told where it stands
            disarm(root, lambda e, *said: self.problems.warning(_line_of(e, place), *said))
            text = etree.tostring(root, encoding="unicode", with_tail=False)
        return Adopted(text, *size, tuple(images), self._is_sampled)

    def _lay(self, root: Any, view: View, place: Place) -> None:
        """Write where elements lie as their attributes; what is left of it is told."""
        for element in root.iter():
            if element is not root and "style" in element.attrib:
                at = _line_of(element, place)
                if "var(" in element.get("style"):
                    element.set("style", self._resolved(element.get("style"), at))
                for found, fix in lay(element, view):
                    self.problems.warning(at, found, fix)

    def _tell_unfollowed(self, root: Any, place: Place) -> None:
        """Tell of what browsers follow and no PDF of ours does."""
        moving = next(root.iter(*(f"{SVG}{name}" for name in MOVING)), None)
        if moving is not None:
            found = f"<{moving.tag.removeprefix(SVG)}> is not followed: the drawing prints as it is"
            fix = "write what is to print into the shapes themselves"
            self.problems.warning(_line_of(moving, place), f"{found} before it moves", fix)
        for element in stretched_parts(root):
            found = "textLength of a <tspan> that has parts of its own is not followed"
            self.problems.warning(_line_of(element, place), found, "give it to those parts")
        for element in root.iter(f"{SVG}*"):
            at, name = _line_of(element, place), element.tag.removeprefix(SVG)
            said = f"{element.get('style', '')};"
            if element.get("pathLength") and (
                element.get("stroke-dasharray") or "dasharray" in said
            ):
                found = "pathLength is not followed: the dashes print in the drawing's own unit"
                self.problems.warning(at, found, "write the dashes in that unit")
            if name.endswith("Gradient") and "linearrgb" in (
                element.get("color-interpolation", "") + said
            ).lower().replace("color-interpolation-filters", ""):
                found = "color-interpolation: linearRGB is not followed: the colours between differ"
                self.problems.warning(at, found, "add stops between, or leave it out")

    def _parse(self, data: bytes, place: Place) -> Any:
        from lxml import etree

        parser = etree.XMLParser(no_network=True, remove_comments=True, remove_pis=True)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            line, column = error.position
            at = Place(place.file, line, column) if not place.line else place
            fix = "save it as plain SVG, in UTF-8"
            if "EntityRef" in str(error.msg):
                fix = "write & as &amp;"
            self.problems.error(at, f"not a readable SVG: {error.msg}", fix)
            return None
        if root.tag != f"{SVG}svg":
            found = f"expected an <svg> element, found <{etree.QName(root).localname}>"
            if root.tag == "svg":
                found = "<svg> lacks its namespace, without which it is no drawing"
            elif etree.QName(root).localname == "svg":
                found = f"<svg> is of the namespace {etree.QName(root).namespace!r}, not of SVG's"
            fix = 'begin with <svg xmlns="http://www.w3.org/2000/svg" …>'
            self.problems.error(_line_of(root, place), found, fix)
            return None
        for element in root.xpath(f"descendant-or-self::*[count(@*) > {MOST_ATTRIBUTES}]")[:1]:
            found = f"an element has {len(element.attrib):,} attributes"
            fix = f"{MOST_ATTRIBUTES:,} are the most; save it as plain SVG"
            self.problems.error(_line_of(element, place), found, fix)
            return None
        return root

    def _size(self, root: Any, place: Place) -> Size | None:
        width, height = length_mm(root.get("width")), length_mm(root.get("height"))
        view = _view_of(root)
        if view is None and (said := root.get("viewBox", "").strip()):
            found = f'viewBox="{cut_short(said)}" is not four numbers'
            self.problems.error(_line_of(root, place), found, 'as in viewBox="0 0 63 88"')
            return None
        if view is None and width is not None and height is not None:
            per_unit = MM_PER["px"]  # without a viewBox a user unit is a pixel
            view = (0.0, 0.0, width / per_unit, height / per_unit)
        if view is None:
            found, fix = "the SVG has neither a size nor a viewBox", 'add viewBox="0 0 63 88"'
            for key in ("height", "width"):
                if length_mm(root.get(key)) is None and (said := root.get(key, "").strip()):
                    found = (
                        f'the SVG has no viewBox, and {key}="{cut_short(said)}" is no size on paper'
                    )
                    fix = f'write it in mm, as {key}="63mm"'
            self.problems.error(_line_of(root, place), found, fix)
            return None
        if view[2] <= 0 or view[3] <= 0 or width == 0 or height == 0:
            found = "the SVG has no size: its width or height is 0"
            self.problems.error(_line_of(root, place), found, "write how large it is")
            return None
        return _page_of(root, view, width, height), width, height

    def _mend(
        self, root: Any, place: Place, folder: Path, prefix: str, depth: int, images: list[Path]
    ) -> None:
        elements = list(root.iter())
        n_filters = sum(str(e.tag).startswith(f"{SVG}fe") for e in elements)
        if n_filters > MOST_FILTERS:
            found = f"{n_filters:,} steps of filters, more than {MOST_FILTERS}"
            self.problems.error(place, found, "draw them as a picture")
        if copies := excess(elements):
            self.problems.error(_line_of(copies[0], place), copies[1], "draw it with fewer copies")
            for element in root.findall(f".//{SVG}use"):
                _remove(element)
        gradients = {e.get("id"): e for e in elements if str(e.tag).endswith("Gradient")}
        hidden = _hidden_in(root)
        for holder, words in _outside_texts(root, hidden):
            found = f"words outside a <text> do not print: {cut_short(words)!r}"
            fix = "put them into a <text>, or use our textbox filter"
            self.problems.warning(_line_of(holder, place), found, fix)
        scales = _scales_of_filters(root) if n_filters else {}
        ids = _first_of_each_id(root, elements)
        unseen = {each for element in hidden for each in element.iter()}
        for element in elements:
            if not isinstance(element.tag, str):
                continue
            name = element.tag.removeprefix(SVG)
            at = _line_of(element, place)
            if "}" in name:
                # An editor's own notes; Illustrator keeps whole copies of the drawing in them.
                if element is not root:
                    _remove(element)
                continue
            said = _too_much(name, element)
            if name == "feMorphology":
                held_by = element.getparent().get("id", "")
                unit = (self._unit or 1.0) * self._scale
                said = _too_far(element, unit * scales.get(held_by, 1.0))
            if said:
                self.problems.error(at, said, "make it smaller, or draw it as a picture")
                _remove(element)
                continue
            match name:
                case "flowRoot":
                    self._flowed(element, at)
                case "foreignObject":
                    self._foreign(element, at)
                case "script":
                    _remove(element)
                case "image":
                    self._n_linked += 1
                    self._image(element, at, folder, f"{prefix}i{self._n_linked}-", depth, images)
                case "use" | "feImage":
                    self._use(element, at)
                case "text":
                    self._text(element, at)
                case "radialGradient":
                    self._gradient(element, at)
                case "mask" if is_coloured(element, gradients):
                    self.problems.warning(
                        at,
                        "what is masked by colours prints as a picture of 288 dpi, not as lines",
                        "mask by white and black, or by mask-type: alpha",
                    )
                case "pattern" if element.find(f".//{SVG}text") is not None:
                    self.problems.warning(
                        at,
                        "text inside a pattern is drawn wrong in PDF",
                        "turn that text into paths (Inkscape: Path › Object to Path)",
                    )
                case "filter" if not element.get("id", "").endswith(WHOLE):
                    self.problems.warning(
                        at, "a filter prints as a picture of 288 dpi, not as lines", "or draw it"
                    )
            self._fonts(element, at)
            for key, value in element.attrib.items():
                if "var(" in value:
                    value = self._resolved(value, at)
                    element.set(key, value)
                if (key == "style" or key in READ) and name not in MOVING:
                    self._declared(element, key, value, at if element not in unseen else None)
                if element in unseen or name in _LEADS_ON:
                    continue
                asked = _NEEDED.findall(value) if "url(" in value else []
                if key in ("href", XLINK) and value.startswith("#") and value != "#":
                    asked = [value[1:]]
                for id in set(asked) - ids:
                    found = f'nothing in the drawing has the id "{cut_short(id)}"'
                    self.problems.warning(at, found, f"<{name}> asks for it, and may not print")

    def _declared(self, element: Any, key: str, text: str, at: Place | None) -> None:
        """Write an attribute as typst reads it; what it does not draw is told at `at`."""
        if key == "style":
            read, faults = body(text)
        else:
            read, fault = attribute(key, text)
            faults = (fault,) if fault else ()
        if not read:
            del element.attrib[key]
        elif read != text:
            element.set(key, read)
        for found, fix in faults:
            if at is not None:
                self.problems.warning(at, found, fix)

    def _resolved(self, text: str, at: Place) -> str:
        """The text without CSS variables that are not declared; each is told."""

        def left_out(match: "re.Match[str]") -> str:
            found = f"the CSS variable {match[1]} is not declared in the drawing"
            self.problems.warning(at, found, "write the value itself")
            return "inherit"

        return _VARIABLE.sub(left_out, text)

    def _flowed(self, element: Any, at: Place) -> None:
        if "".join(element.itertext()).strip():
            self.problems.error(
                at,
                f"flowed text does not print: {_shown(element)}",
                "Inkscape: Text › Convert to Text, or use our textbox filter",
            )
        _remove(element)

    def _foreign(self, element: Any, at: Place) -> None:
        self.problems.error(
            at,
            f"a foreignObject (HTML inside the SVG) does not print: {_shown(element)}",
            "use <text>, or our textbox filter",
        )
        _remove(element)

    def _gradient(self, element: Any, at: Place) -> None:
        if element.get("spreadMethod", "pad") != "pad" or element.get("fr", "0") not in ("0", "0%"):
            self.problems.warning(
                at,
                "a radial gradient with spreadMethod or fr prints as a picture of 288 dpi, "
                "not as lines",
                "use a gradient that ends at its edge",
            )

    def _use(self, element: Any, at: Place) -> None:
        link = element.get("href") or element.get(XLINK) or ""
        if link and not link.startswith("#"):
            self.problems.error(
                at, f"a link into another file does not print: {link}", "copy that drawing in"
            )
            _remove(element)

    def _image(
        self, element: Any, at: Place, folder: Path, prefix: str, depth: int, images: list[Path]
    ) -> None:
        link = (element.get("href") or element.get(XLINK) or "").strip()
        element.attrib.pop(XLINK, None)
        fault = fix = ""
        try:
            if link.startswith("data:"):
                data = _data_of(link)
                fault = self._embed(element, data, "", at, at, folder, prefix, depth, images)
            elif ON_THE_WEB.match(link):
                fault = "it is on the web, and nothing is fetched from there"
            elif not link:
                fault = "it names no file"
            else:
                file = _linked(folder, link)
                if self.outside(file):
                    fault = "it lies outside the pack"
                else:
                    data = read(file)
                    images.append(file)
                    inside = Place(self.named(file))
                    fault = self._embed(
                        element, data, file.suffix, at, inside, file.parent, prefix, depth, images
                    )
        except (OSError, ValueError, SyntaxError) as error:
            fault = in_words(error) if isinstance(error, OSError) else str(error)
            if isinstance(error, FileNotFoundError):
                fault, fix = "no such file", self.near(_linked(folder, link))
        if fault:
            shown = link if len(link) < 60 else link[:57] + "…"
            found = f"the picture {shown!r} cannot be printed: {fault}"
            at = self.locate(link, at)
            if self.who:
                key = ("picture", _linked(folder, link))
                self.problems.add_once(key, self.who, Problem(at, found, fix))
            else:
                self.problems.error(at, found, fix)
            _cross_out(element)

    def _embed(
        self,
        element: Any,
        data: bytes,
        suffix: str,
        at: Place,
        inside: Place,
        folder: Path,
        prefix: str,
        depth: int,
        images: list[Path],
    ) -> str:
        """Put a picture's bytes into the `<image>`; a drawing replaces it. Return the fault.

        `at` is where the link stands; what is wrong in a drawing is told at its place `inside`.
        """
        if suffix.lower() != ".svg" and b"<svg" not in data[:2000]:
            room = self._room_of(element)
            picture = decode(data, self.finish, room)
            element.set("href", picture.uri)
            self._judge(element, picture, room, at)
            sides = _sides(element, picture.width, picture.height)
            for key, side in zip(("width", "height"), sides, strict=True):
                if _px(element.get(key)) is None:
                    element.set(key, drawn(side))
            return ""
        if depth >= DEEPEST:
            return f"drawings are linked more than {DEEPEST} deep"
        opened = self.opened(data, inside)
        if opened is None:
            return "it is not a usable SVG"
        view = opened[1][0]
        box = [_px(element.get(key)) for key in ("x", "y")]
        width, height = _sides(element, view[2], view[3])
        across, down = _scale_of(element)
        outer = self._scale
        self._scale *= _stretch((width * across, height * down), view, _fit_of(element))
        try:
            inner = self._adopted(*opened, inside, folder, prefix, depth + 1)
        finally:
            self._scale = outer
        images.extend(inner.images)
        from lxml import etree

        svg = etree.Element(f"{SVG}svg")
        for key, value in zip(("x", "y", "width", "height"), (*box, width, height), strict=True):
            svg.set(key, drawn(value or 0.0))
        svg.set("viewBox", " ".join(drawn(value) for value in inner.view))
        if ratio := element.get("preserveAspectRatio"):
            svg.set("preserveAspectRatio", ratio)
        for key, usual in _INITIAL.items():  # a document of its own: nothing is handed down to it
            svg.set(key, usual)
        svg.append(etree.fromstring(inner.shared))
        holder = etree.Element(f"{SVG}g")
        for key in _OF_IMAGES:
            if value := element.get(key):
                holder.set(key, value)
        holder.append(svg)
        _swap(element, holder)
        return ""

    def _room_of(self, element: Any) -> Room | None:
        """The box of mm that an `<image>` prints in; None where that is not known."""
        sides = (_px(element.get("width")), _px(element.get("height")))
        if self._unit is None or not sides[0] or not sides[1]:
            return None
        scale = _scale_of_pattern(element)
        if scale is None:
            return None
        across, down = scale
        unit = self._unit * self._scale
        width, height = round(sides[0] * across * unit, 3), round(sides[1] * down * unit, 3)
        return Room(width, height, _fit_of(element)) if width and height else None

    def _judge(self, element: Any, picture: Picture, room: Room | None, at: Place) -> None:
        """Report guessed colours, and a picture that prints at fewer dots than look sharp."""
        if picture.is_sampled:
            self._is_sampled = True
        if picture.lost:
            found = f"a picture in the drawing: {picture.lost}"
            told = Problem(at, found, "give it colours of which one is lighter", "warning")
            self.problems.add_once(("greys", at), self.who or at.file, told)
        if picture.remark:
            found = f"a picture in the drawing: {picture.remark}"
            told = Problem(at, found, "save it as sRGB, or with its profile", "warning")
            self.problems.add_once(("colours", at), self.who or at.file, told)
        if room is None:
            return
        dpi = picture.dpi(room.width, room.height, room.fit)
        if dpi < LEAST_DPI:
            found = f"a picture in the drawing prints at {dpi:.0f} dpi, {LEAST_DPI} look sharp"
            fix = (
                f"{picture.width} × {picture.height} pixels on "
                f"{room.width:.3g} × {room.height:.3g} mm: use a larger one"
            )
            told = Problem(at, found, fix, "warning")
            self.problems.add_once(("dpi", at, round(dpi)), self.who or at.file, told)

    def _fonts(self, element: Any, at: Place) -> None:
        is_seen = next(element.iter(*_LETTERED), None) is not None
        family = element.get("font-family", "")
        if family.strip() in _AS_AROUND:
            element.attrib.pop("font-family", None)
        else:
            element.set("font-family", self._family(family, at if is_seen else None))
        if (style := element.get("style")) and "font" in style:
            element.set("style", self._css_fonts(style, at if is_seen else None))

    def _css_fonts(self, css: str, at: Place | None) -> str:
        css = _SHORTHAND.sub(lambda m: m[1] + longhands(m[2]), css)
        css = _FAMILY.sub(
            lambda m: m[0] if m[1].strip() in _AS_AROUND
            else f"font-family:'{self._family(m[1], at)}'",
            css,
        )  # fmt: skip
        return re.sub(r"-inkscape-font-specification:[^;]*;?", "", css)

    def _family(self, families: str, at: Place | None) -> str:
        """The real name of the first family the pack has; `body` and a problem if none.

        Each is told once a file, at the first text that asks for it; `at` is None without a text.
        """
        wanted = [name.strip().strip("'\"") for name in families.split(",")]
        for name in wanted:
            known = self.types.own(name)
            if known is not None:
                return self.types.get(known, "regular").family
        first = wanted[0].casefold()
        if at is not None and first not in PLAIN and (at.file, first) not in self._fonts_told:
            self._fonts_told.add((at.file, first))
            named = ", ".join(sorted(self.types.families))
            self.problems.warning(
                at,
                f"the font {wanted[0]!r} is not in the pack; drawn in the body font",
                f"add it under fonts: (now: {named}), or turn the text into paths",
            )
        return self.types.get("body", "regular").family

    def _text(self, element: Any, at: Place) -> None:
        text = "".join(element.itertext())
        if len(text) > LONGEST_TEXT:
            found = f"a text of {len(text):,} characters, more than {LONGEST_TEXT:,}"
            self.problems.error(at, found, "part it, or use our textbox filter")
            _remove(element)
            return
        read_from_the_right(element)
        known = self._type_of(element)
        if self.outlines and not text.isspace() and text:
            self._as_paths(element, at)
        missing = self.types.missing(known, text)
        for _, words, fix in undrawn(missing, text, f"the font {known!r}"):
            here = self.locate(" ".join(text.split()), at)
            self.problems.error(here, f"{words} in {_shown(element)}", fix)

    def _as_paths(self, element: Any, at: Place) -> None:
        from generator.press.face.lettering import lettered

        group = lettered(element, self.types)
        if group is not None:
            _swap(element, group)
            return
        found = f"{STAYS_TEXT}: {_shown(element)}"
        fix = "turn it into paths (Inkscape: Path › Object to Path)"
        told = Problem(at, found, fix, "warning")
        self.problems.add_once(("text", at, found), self.who or at.file, told)

    def _type_of(self, element: Any) -> str:
        for node in [element, *element.iterancestors()]:
            written = node.get("font-family") or ""
            if (style := node.get("style")) and (match := _FAMILY.search(style)):
                written = match[1]
            for name in written.split(","):
                if name.strip() and (known := self.types.named(name)) is not None:
                    return known
        return "body"


def _outside_texts(root: Any, hidden: Collection[Any]) -> Iterator[tuple[Any, str]]:
    """Elements with words that nothing draws, for they stand in no text, and these words."""
    left = [(root, False)]
    while left:
        element, in_text = left.pop()
        name = str(element.tag).removeprefix(SVG)
        if "}" in name or name in _WORDS_OF_THEIR_OWN or element in hidden:
            continue
        in_text = name == "text" or (in_text and name in ("tspan", "textPath", "a"))
        words = " ".join([element.text or "", *(child.tail or "" for child in element)]).split()
        if not in_text and any(map(str.isprintable, "".join(words))):
            yield element, " ".join(words)
        left.extend((child, in_text) for child in element)


def _first_of_each_id(root: Any, elements: list[Any]) -> set[str]:
    """The ids of a drawing; where several elements have one, links mean the first.

    An editor's own notes, which are taken out, have none.
    """
    ids: set[str] = set()
    notes: set[Any] = set()
    for element in elements:
        if element not in notes and not str(element.tag).startswith(SVG):
            notes.update(element.iter())
        id = None if element in notes else element.get("id")
        if id in ids:
            del element.attrib["id"]
        elif id is not None:
            ids.add(id)
    return ids


def _hidden_in(root: Any) -> set[Any]:
    """Elements that are not drawn, with all in them, as a layer that was switched off."""
    hidden = set()
    for element in root.iter(f"{SVG}*"):
        styled = _DISPLAY.findall(element.get("style", ""))
        if (styled[-1] if styled else element.get("display")) == "none":
            hidden.add(element)
    return hidden


def _sides(element: Any, width: float, height: float) -> tuple[float, float]:
    """How large an `<image>` is whose own picture is so large; one side alone gives the other."""
    across, down = _px(element.get("width")), _px(element.get("height"))
    if across is not None and down is None:
        down = across * height / width if width else height
    elif down is not None and across is None:
        across = down * width / height if height else width
    return (width if across is None else across, height if down is None else down)


def _measure_letters(root: Any) -> None:
    """Write sizes of letters that go by those around them as user units (CSS Fonts 4, 2.5)."""
    sizes: dict[Any, float] = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if "font" in element.get("style", ""):
            short = _SHORTHAND.sub(lambda m: m[1] + longhands(m[2]), element.get("style"))
            element.set("style", short)
        around = sizes.get(element.getparent(), float(MEDIUM))
        style = _FONT_SIZE.search(element.get("style", ""))
        written = style[1] if style else element.get("font-size")
        size = None if written is None else _letter_size(written, around, sizes.get(root))
        sizes[element] = around if size is None else size
        if element is root and written is None:
            root.set("font-size", MEDIUM)
        if written is None or size is None or _px(written) is not None:
            continue
        if style:
            text = element.get("style")
            element.set("style", f"{text[: style.start(1)]}{drawn(size)}px{text[style.end(1) :]}")
        else:
            element.set("font-size", drawn(size))


def _letter_size(written: str, around: float, root: float | None) -> float | None:
    """A size of letters in user units; None where it is not understood."""
    word = written.strip().lower()
    if word in _SIZES:
        return _SIZES[word]
    if word in ("larger", "smaller"):
        return around * 1.2 if word == "larger" else around / 1.2
    if (px := _px(word)) is not None:
        return px
    if match := _RELATIVE.fullmatch(word):
        of = {"%": around / 100, "em": around, "rem": root or around, "ex": around / 2}
        return float(match[1]) * of[match[2]]
    return None


def _measure_shares(root: Any, width: float, height: float) -> None:
    """Write lengths in per cent as user units: the document becomes a part of another one."""
    boxes: dict[Any, tuple[float, float] | None] = {}  # of the drawings in it, which have their own
    boxes[root] = width, height
    for element in root.iter(*(f"{SVG}{name}" for name in (*_PLACED, "svg", "symbol"))):
        if element is root:
            continue
        within = next((node for node in element.iterancestors() if node in boxes), root)
        box = boxes[within]
        is_symbol = element.tag == f"{SVG}symbol"
        if box is not None and not is_symbol:
            diagonal = math.hypot(*box) / math.sqrt(2)
            for key, value in element.attrib.items():
                whole = {"x": box[0], "y": box[1], "d": diagonal}.get(_SHARES.get(key, ""))
                if whole is not None and (share := _PER_CENT.fullmatch(value.strip())):
                    element.set(key, drawn(float(share[1]) / 100 * whole))
        if is_symbol or element.tag == f"{SVG}svg":
            view = _view_of(element)
            across, down = _px(element.get("width")), _px(element.get("height"))
            if box is not None and not is_symbol:  # as large as what it stands in
                across, down = across or box[0], down or box[1]
            own = (across, down) if across and down else None
            boxes[element] = (view[2], view[3]) if view else own


def _scale_of(element: Any) -> tuple[float, float]:
    """How much an element is stretched across and down by what is around it.

    Transforms, and drawings within the drawing.
    """
    across = down = 1.0
    for node in (element, *element.iterancestors()):
        if node.tag == f"{SVG}svg" and node.getparent() is not None:
            view, width, height = _view_of(node), _px(node.get("width")), _px(node.get("height"))
            if view and width and height and view[2] > 0 and view[3] > 0:
                unit = _stretch((width, height), view, _fit_of(node))
                across, down = across * unit, down * unit
        for kind, numbers in _TRANSFORM.findall(node.get("transform", "")[:1000]):
            try:
                values = [float(v) for v in numbers.replace(",", " ").split()]
            except ValueError:
                continue
            if kind == "scale" and values:
                across, down = across * abs(values[0]), down * abs(values[-1])
            elif kind == "matrix" and len(values) == 6:
                across *= math.hypot(values[0], values[1])
                down *= math.hypot(values[2], values[3])
    return across, down


def _scale_of_pattern(image: Any) -> tuple[float, float] | None:
    """The scale of a picture, also of one that a pattern measured by what it fills copies.

    None where nothing tells the size of that.
    """
    id, root = image.get("id"), image.getroottree().getroot()
    drawn_by = image
    if id and next(image.iterancestors(f"{SVG}defs"), None) is not None:
        uses = (
            use for use in root.iter(f"{SVG}use") if f"#{id}" in (use.get("href"), use.get(XLINK))
        )
        drawn_by = next(uses, image)
    pattern = next(drawn_by.iterancestors(f"{SVG}pattern"), None)
    if pattern is None or pattern.get("patternContentUnits") != "objectBoundingBox":
        return _scale_of(image)
    asked = f"url(#{pattern.get('id')})"
    filled = next((e for e in root.iter() if e.get("fill") == asked), None)
    box = None if filled is None else box_of(filled)
    if box is None:
        return None
    across, down = _scale_of(drawn_by)
    more = _scale_of(filled)
    return across * more[0] * box[2], down * more[1] * box[3]


def _page_of(root: Any, view: View, width: float | None, height: float | None) -> View:
    """The part of a drawing's units that its page shows (SVG 2, 8.6: larger, or cut off)."""
    align, _, fit = root.get("preserveAspectRatio", "xMidYMid").strip().partition(" ")
    if align == "none" or not width or not height:
        return view
    unit = _stretch((width, height), view, "cover" if "slice" in fit else "contain")
    across, down = width / unit, height / unit
    if max(abs(across / view[2] - 1), abs(down / view[3] - 1)) < ROUNDED:
        return view
    left, top = (_ALIGNED.get(align[i : i + 3], 0.5) for i in (1, 5))
    return view[0] + (view[2] - across) * left, view[1] + (view[3] - down) * top, across, down


def _on_screen(size: Size) -> tuple[float, float]:
    """How wide and high browsers show a drawing, px; one without a size as its units say."""
    view, width, height = size
    across, down = (None if side is None else side / MM_PER["px"] for side in (width, height))
    if across is None:
        across = view[2] if down is None else down * view[2] / view[3]
    return across, across * view[3] / view[2] if down is None else down


def _fit_of(element: Any) -> Fit:
    """How an `<image>` or `<svg>` is fitted into its box; "stretch" where it is cut off, too."""
    ratio = element.get("preserveAspectRatio", "")
    return "stretch" if "none" in ratio or "slice" in ratio else "contain"


def _stretch(box: tuple[float, float], view: View, fit: Fit) -> float:
    """How long a unit of a drawing becomes that is fitted into a box."""
    units = box[0] / view[2], box[1] / view[3]
    return min(units) if fit == "contain" else max(units)


def _line_of(element: Any, place: Place) -> Place:
    """Where an element stands: on a line of the drawing's file, or where that is asked for."""
    return place if place.line else Place(place.file, element.sourceline or 0)


def _too_much(name: str, element: Any) -> str:
    """What a filter asks for that would take minutes or gigabytes; "" where it does not."""
    for key, most in _MOST.get(name, {}).items():
        for number, value in _numbers(element.get(key, "")):
            if not abs(value) <= most:
                return f'{key}="{number}" of {name} is more than {most:g}'
    return ""


def _too_far(element: Any, unit: float) -> str:
    """The same of a feMorphology in a drawing whose unit prints `unit` mm."""
    for number, value in _numbers(element.get("radius", "")):
        if not abs(value) * unit <= MOST_SPREAD:
            found = f'radius="{number}" of feMorphology is {abs(value) * unit:.3g} mm on paper'
            return f"{found}, more than {MOST_SPREAD:g}"
    return ""


def _numbers(text: str) -> Iterator[tuple[str, float]]:
    for number in re.findall(r"[-+.\deE]+", text[:200]):
        try:
            yield number, float(number)
        except ValueError:
            continue


def _scales_of_filters(root: Any) -> dict[str, float]:
    """How much what a filter is drawn on is stretched by the transforms around it, by its id."""
    scales: dict[str, float] = {}
    for element in root.iter():
        own = _URL.findall(element.get("filter", "") + element.get("style", ""))
        if own:
            scale = max(_scale_of(element))
            for id in set(own):
                scales[id] = max(scales.get(id, 0.0), scale)
    return scales


def length_mm(text: str | None) -> float | None:
    """Read an SVG length as mm; None for percentages, other units and nothing."""
    match = _LENGTH.fullmatch(text or "")
    if not match:
        return None
    unit = match[2].lower() or "px"
    length = float(match[1]) * MM_PER.get(unit, math.inf)
    return length if math.isfinite(length) else None


def _px(text: str | None) -> float | None:
    mm = length_mm(text)
    return None if mm is None else mm / MM_PER["px"]


def _view_of(root: Any) -> View | None:
    try:
        values = [float(v) for v in root.get("viewBox", "").replace(",", " ").split()]
    except ValueError:
        return None
    is_box = len(values) == 4 and all(map(math.isfinite, values))
    return (values[0], values[1], values[2], values[3]) if is_box else None


def _linked(folder: Path, link: str) -> Path:
    """The file that a link means: as it is written, else as addresses are written."""
    if link.lower().startswith("file:"):
        link = re.sub(r"/{2,}", "/", link[len("file:") :])
        if os.name == "nt":
            link = link.lstrip("/")
    file = as_on_disk(folder / link)
    if not file.is_file() and ("%" in link or "#" in link or "?" in link):
        file = as_on_disk(folder / unquote(re.split("[?#]", link)[0]))
    return file.resolve()


def _data_of(link: str) -> bytes:
    head, _, body = link.partition(",")
    if head.endswith(";base64"):
        try:
            return base64.b64decode(re.sub(r"\s+", "", body), validate=False)
        except binascii.Error as error:
            raise ValueError(f"its data are damaged ({error})") from error
    return unquote_to_bytes(body)


def _prefix_names(root: Any, prefix: str) -> None:
    """Make ids unique by `prefix`.

    A drawing that stands alone (an empty prefix) keeps its names.
    """
    if not prefix:
        return
    known: set[str] = {e.get("id") for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    own = {id for id in known if not id.startswith(prefix)}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        for key, value in element.attrib.items():
            if key == "id" and value in own:
                element.set(key, prefix + value)
            elif key == "class":  # no sheet is left to ask for it
                del element.attrib[key]
            elif key in ("href", XLINK) and value[:1] == "#" and value[1:] in own:
                element.attrib.pop(XLINK, None)
                element.set("href", f"#{prefix}{value[1:]}")
            elif "url(" in value:
                element.set(key, _URL.sub(lambda m: _url(m, own, prefix), value))


def _url(match: re.Match[str], own: set[str], prefix: str) -> str:
    return f"url(#{prefix if match[1] in own else ''}{match[1]})"


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _swap(element: Any, other: Any) -> None:
    parent = element.getparent()
    assert parent is not None, "an image is never the root"
    other.tail = element.tail
    parent.replace(element, other)


def _cross_out(element: Any) -> None:
    """Put a crossed box where a picture is missing, so that its loss is seen on paper."""
    x, y, width, height = (_px(element.get(k)) or 0.0 for k in ("x", "y", "width", "height"))
    thin = drawn(max(width, height) / 100 or 1.0)
    cross = element.makeelement(
        f"{SVG}path",
        {
            "d": f"M{x} {y}h{width}v{height}h{-width}z"
            f"l{width} {height}m0 {-height}l{-width} {height}",
            "fill": "none",
            "stroke": "#cc0066",
            "stroke-width": thin,
        },
    )
    if transform := element.get("transform"):
        cross.set("transform", transform)
    _swap(element, cross)


def _shown(element: Any) -> str:
    return repr(cut_short(" ".join("".join(element.itertext()).split())))
