"""Prepares foreign SVG for print: drawings from Inkscape or Illustrator, or written by hand.

In: the bytes of an SVG and their place. Out: one `<g>` in the SVG's own units that needs no other
file. Pictures are embedded, linked drawings are inlined, and fonts are replaced by the pack's
fonts. Ids are unique, so that several drawings never clash. typst silently drops everything that it
does not support; such parts are reported here.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.model.decimals import drawn
from generator.model.problems import Place, Problem, Problems
from generator.press.face.cascade import cascade
from generator.press.face.css_declarations import (
    PICTURED,
    READ,
    SHARP,
    apply_geometry,
    attribute,
    background,
    body,
    cut_short,
)
from generator.press.face.css_filters import write_functions, write_shadows
from generator.press.face.images import LEAST_DPI, Finish, Fit, Picture, Room, decode
from generator.press.face.imported_svg import ImportedSvg, put_in_place
from generator.press.face.nested_svg import size_symbols, turn_outside, turn_page
from generator.press.face.passive import MOVING, disarm, may_act
from generator.press.face.pasteboard import clear_pasteboard
from generator.press.face.pdf_differences import WHOLE, is_coloured, make_exact
from generator.press.face.svg_filters import (
    MOST_FILTERS,
    filter_excess,
    filter_scales,
    morphology_excess,
    write_lights,
)
from generator.press.face.svg_ids import NEEDED, make_ids_unique, prefix_ids
from generator.press.face.svg_lengths import (
    Size,
    View,
    declared_size,
    fit_of,
    measure_letters,
    measure_shares,
    px_of,
    sides_of,
    size_on_screen,
    unit_scale,
    view_of,
)
from generator.press.face.svg_links import (
    GZIP,
    cross_out,
    data_of,
    is_drawing,
    linked_file,
    put_in_sheet,
)
from generator.press.face.svg_scales import NOT_SHOWN, ShownScales
from generator.press.face.svg_text import lay_texts
from generator.press.face.svg_tree import (
    LINKED_SHEETS,
    remove,
    style_sheets,
    without_prefix,
)
from generator.press.face.svg_unsupported import unsupported_parts
from generator.press.face.svg_words import (
    Origin,
    SvgWords,
    hidden_elements,
    html_shows,
    quoted_words,
    words_outside_texts,
)
from generator.press.face.switch import choose
from generator.press.face.use_copies import SVG, XLINK, excess
from generator.press.text.fonts import Types
from generator.reading.near_files import ON_THE_WEB
from generator.system.files import in_words, read

DEEPEST = 4  # maximum number of levels of drawings that link to other drawings
# maximum number of attributes of one element, because lxml looks them up in quadratic time
MOST_ATTRIBUTES = 1_000
_ROOT_ONLY = (
    "width", "height", "viewBox", "x", "y", "version", "preserveAspectRatio", "baseProfile"
)  # fmt: skip
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
# Matches rules for dark screens, which do not apply to light paper.
_DARK = re.compile(
    r"@media(?![^{}]{,200}\bnot\b)[^{};]{,200}prefers-color-scheme\s*:\s*dark[^{}]{,200}"
    r"\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}",
    re.IGNORECASE,
)
# Elements for links and movement on screens; a broken reference in them does not change the print.
_LINKING = (
    "a", "animate", "animateColor", "animateMotion", "animateTransform", "mpath", "set"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Source:
    """The source of a drawing."""

    place: Place
    folder: Path  # the folder for relative links
    prefix: str  # the prefix of every id in the drawing
    depth: int = 0  # number of outer drawings, each of which links to the next


@dataclass(frozen=True, slots=True)
class _Parts:
    """Properties of the whole drawing that the checks of a single element need."""

    ids: Collection[str]
    gradients: dict[str | None, Any]
    filter_scales: dict[str, float]
    hidden: Collection[Any]  # hidden elements and everything inside them


@dataclass(slots=True)
class SvgImporter:
    """Imports drawings for one pack; faults are added to `problems` at the drawing's place."""

    types: Types
    problems: Problems
    finish: Finish
    outside: Callable[[Path], bool]  # whether a file lies outside the folder that the pack may read
    outlines: bool = False  # whether texts become paths
    named: Callable[[Path], str] = str  # returns the name of a file in messages
    # suggests a file whose name is similar to the name of a missing file
    near: Callable[[Path], str] = lambda _path: ""
    origin: Origin = field(default_factory=Origin)
    _words: SvgWords = field(init=False)
    _images: list[Path] = field(default_factory=list)  # files used by the current drawing
    # whether a picture in the drawing is embedded at a reduced resolution
    _is_sampled: bool = False
    _n_linked: int = 0  # number of pictures in the current drawing so far
    _unit: float | None = None  # mm per unit of the current drawing; None if unknown
    # the printed scales of the parts of the current drawing or linked drawing
    _shown: ShownScales = field(init=False)
    _scale: float = 1.0  # units of the outer drawing per unit of the linked drawing inside it

    def __post_init__(self) -> None:
        """Create the part that handles texts."""
        self._words = SvgWords(self.types, self.problems, self.outlines, self.origin)

    def load(
        self,
        data: bytes,
        place: Place,
        folder: Path,
        prefix: str,
        box: tuple[float, float] | None = None,
        fit: Fit = "contain",
    ) -> ImportedSvg | None:
        """Import one drawing; return None and report a problem if no part of it can be printed.

        `prefix` goes before every id; links are relative to `folder`. `box` is the size in mm into
        which the drawing is fitted, if it does not print at its own size.
        """
        opened = self.open(data, place)
        if opened is None:
            return None
        view, width, _ = opened[1]
        self._n_linked, self._scale, self._is_sampled = 0, 1.0, False
        self._images = []
        self._unit = width / view[2] if width else None
        if box is not None:
            self._unit = unit_scale(box, view, fit)
        return self._imported(*opened, _Source(place, folder, prefix))

    def open(self, data: bytes, place: Place) -> tuple[Any, Size] | None:
        """Return the root of a drawing and its size, or None after a problem."""
        root = self._parse(data, place)
        if root is None:
            return None
        size, fault = declared_size(root)
        if size is None:
            self.problems.error(_line_of(root, place), *fault)
            return None
        return root, size

    def _imported(self, root: Any, size: Size, source: _Source) -> ImportedSvg:
        place = source.place
        for link in list(root.iter(*LINKED_SHEETS)):
            file, fault = put_in_sheet(link, source.folder, self.outside)
            self._images += [file] if file else []
            if fault:
                self.problems.warning(_line_of(link, place), *fault)
        for sheet in root.iter(f"{SVG}style"):
            sheet.text = _DARK.sub("", sheet.text or "")
        sheet = next(root.iter(f"{SVG}style"), root)
        for message, fix in cascade(root):
            self.problems.warning(_line_of(sheet, place), message, fix)
        for element, (message, fix) in choose(root):
            self.problems.warning(_line_of(element, place), message, fix)
        measure_letters(root)
        view = view_of(root) or size[0]
        self._apply_geometry(root, view, place)
        size_symbols(root)
        lay_texts(root)
        for element, (message, fix) in unsupported_parts(root):
            self.problems.warning(_line_of(element, place), message, fix)
        for message, fix in turn_page(root, size[0], size_on_screen(size)):
            self.problems.warning(_line_of(root, place), message, fix)
        measure_shares(root, view[2], view[3])
        turn_outside(root)
        if ground := background(root):
            box = " ".join(map(drawn, (*size[0][:2], size[0][2], size[0][3], -size[0][2])))
            shape = root.makeelement(f"{SVG}path", {"d": "M{} {}h{}v{}h{}z".format(*box.split())})
            shape.set("style", f"fill:{ground};stroke:none")
            root.insert(0, shape)
        self._prepare(root, source)
        make_exact(root, max(view[2:]))
        write_functions(root)
        write_shadows(root)
        write_lights(root)
        clear_pasteboard(root, size[0])
        prefix_ids(root, source.prefix)
        text = self._as_group(root, place)
        return ImportedSvg(text, *size, tuple(self._images), self._is_sampled)

    def _as_group(self, root: Any, place: Place) -> str:
        """Write a finished drawing as the text of one `<g>`."""
        from lxml import etree

        root.tag = f"{SVG}g"
        if not root.get("font-family"):
            # typst draws no text without a font.
            root.set("font-family", self.types.get("body", "regular").family)
        for name in _ROOT_ONLY:
            root.attrib.pop(name, None)
        modes = (f"{e.get('mix-blend-mode', '')};{e.get('style', '')}" for e in root.iter())
        if any(mode[0] != ";" or "mix-blend-mode" in mode for mode in modes):
            # A drawing must not blend with other parts of the face; PDF viewers would blend it with
            # the paper.
            root.set("style", f"{root.get('style', '')};isolation:isolate".removeprefix(";"))
        etree.cleanup_namespaces(root)
        text = etree.tostring(root, encoding="unicode", with_tail=False)
        if may_act(text):  # reported here, because only this function knows the line in the file
            disarm(root, lambda e, *fault: self.problems.warning(_line_of(e, place), *fault))
            text = etree.tostring(root, encoding="unicode", with_tail=False)
        return str(text)

    def _apply_geometry(self, root: Any, view: View, place: Place) -> None:
        """Write the geometry in styles as attributes; report values that cannot be attributes."""
        for element in root.iter():
            if element is not root and "style" in element.attrib:
                at = _line_of(element, place)
                if "var(" in element.get("style"):
                    element.set("style", self._without_variables(element.get("style"), at))
                for message, fix in apply_geometry(element, view):
                    self.problems.warning(at, message, fix)

    def _parse(self, data: bytes, place: Place) -> Any:
        from lxml import etree

        if data.startswith(GZIP):
            fix = "save it uncompressed (Inkscape: Plain SVG)"
            self.problems.error(place, "it is a compressed SVG", fix)
            return None
        parser = etree.XMLParser(no_network=True, remove_comments=True)
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
            message = f"expected an <svg> element, found <{etree.QName(root).localname}>"
            if root.tag == "svg":
                message = "<svg> has no namespace"
            elif etree.QName(root).localname == "svg":
                space = etree.QName(root).namespace
                message = f"<svg> has the namespace {space!r}, expected that of SVG"
            fix = 'begin with <svg xmlns="http://www.w3.org/2000/svg" …>'
            self.problems.error(_line_of(root, place), message, fix)
            return None
        for element in root.xpath(f"descendant-or-self::*[count(@*) > {MOST_ATTRIBUTES}]")[:1]:
            message = f"an element has {len(element.attrib):,} attributes"
            message += f"; the limit is {MOST_ATTRIBUTES:,}"
            self.problems.error(_line_of(element, place), message, "save it as plain SVG")
            return None
        links = style_sheets(root)
        root = without_prefix(root)
        root[:0] = links
        return root

    # ---- element by element

    def _prepare(self, root: Any, source: _Source) -> None:
        """Prepare or remove every element; report everything that changes on paper."""
        place = source.place
        elements = list(root.iter())
        n_filters = sum(str(e.tag).startswith(f"{SVG}fe") for e in elements)
        if n_filters > MOST_FILTERS:
            message = f"the drawing has {n_filters:,} filter steps; the limit is {MOST_FILTERS}"
            self.problems.error(place, message, "use a picture of it")
        if copies := excess(elements):
            self.problems.error(_line_of(copies[0], place), copies[1], "use fewer copies")
            for element in root.findall(f".//{SVG}use"):
                remove(element)
        gradients = {e.get("id"): e for e in elements if str(e.tag).endswith("Gradient")}
        hidden = hidden_elements(root)
        for holder, words in words_outside_texts(root, hidden):
            message = f"words outside a <text> do not print: {cut_short(words)!r}"
            fix = "put them into a <text>, or use the textbox filter"
            self.problems.warning(_line_of(holder, place), message, fix)
        self._shown = ShownScales(root)
        scales = filter_scales(self._shown) if n_filters else {}
        ids = make_ids_unique(root, elements)
        unseen = {each for element in hidden for each in element.iter()}
        parts = _Parts(ids, gradients, scales, unseen)
        for element in elements:
            if not isinstance(element.tag, str):
                continue
            name = element.tag.removeprefix(SVG)
            if "}" in name:
                # Notes of an editor are removed; Illustrator stores whole copies of the drawing in
                # them.
                if element is not root:
                    remove(element)
                continue
            at = _line_of(element, place)
            if self._is_within_limits(element, name, at, parts):
                self._prepare_kind(element, name, at, source)
                self._warn_of_pictures(element, name, at, parts)
                self._words.replace_fonts(element, at)
                self._prepare_attributes(element, name, at, parts)

    def _is_within_limits(self, element: Any, name: str, at: Place, parts: _Parts) -> bool:
        """Whether a filter takes a limited time; any other filter is removed and reported."""
        excess_message = filter_excess(name, element)
        if name == "feMorphology":
            scale = parts.filter_scales.get(element.getparent().get("id", ""), 1.0)
            unit = (self._unit or 1.0) * self._scale
            excess_message = morphology_excess(element, unit * scale)
        if excess_message:
            fix = "use a smaller value, or a picture of this part"
            self.problems.error(at, excess_message, fix)
            remove(element)
        return not excess_message

    def _prepare_kind(self, element: Any, name: str, at: Place, source: _Source) -> None:
        """Prepare an element according to its kind."""
        match name:
            case "flowRoot":
                self._remove_flowed(element, at)
            case "foreignObject":
                self._remove_html(element, at)
            case "script":
                remove(element)
            case "image":
                self._n_linked += 1
                inner = replace(source, prefix=f"{source.prefix}i{self._n_linked}-")
                self._prepare_image(element, at, inner)
            case "use" | "feImage":
                self._prepare_use(element, at)
            case "text":
                self._words.prepare_text(element, at)

    def _warn_of_pictures(self, element: Any, name: str, at: Place, parts: _Parts) -> None:
        """Report elements that print as pictures instead of lines, or that print wrongly."""
        message = fix = ""
        match name:
            case "radialGradient" if element.get("spreadMethod", "pad") != "pad" or element.get(
                "fr", "0"
            ) not in ("0", "0%"):
                message = "a radial gradient with spreadMethod or fr"
                fix = "use a gradient that ends at its edge"
            case "mask" if is_coloured(element, parts.gradients):
                message = "a mask of colours"
                fix = "use a mask of white and black, or mask-type: alpha"
            case "filter" if not element.get("id", "").endswith(WHOLE):
                self.problems.warning(at, PICTURED, SHARP)
            case "pattern" if element.find(f".//{SVG}text") is not None:
                self.problems.warning(
                    at,
                    "text inside a pattern prints wrongly in PDF",
                    "convert that text to paths (Inkscape: Path › Object to Path)",
                )
        if message:
            self.problems.warning(
                at, f"{message} prints as a picture of 288 dpi, not as lines", fix
            )

    def _prepare_attributes(self, element: Any, name: str, at: Place, parts: _Parts) -> None:
        """Rewrite attributes for typst; report broken links and attributes that typst does not
        draw.
        """
        is_hidden = element in parts.hidden
        for key, value in element.attrib.items():
            if "var(" in value:
                value = self._without_variables(value, at)
                element.set(key, value)
            if (key == "style" or key in READ) and name not in MOVING:
                self._prepare_declarations(element, key, value, None if is_hidden else at)
            if is_hidden or name in _LINKING:
                continue
            links = NEEDED.findall(value) if "url(" in value else []
            if key in ("href", XLINK) and value.startswith("#") and value != "#":
                links = [value[1:]]
            for id in set(links) - set(parts.ids):
                message = f'<{name}> uses the id "{cut_short(id)}", which is not in the drawing'
                fix = "it may not print; correct the id"
                if name == "use":
                    fix = "nothing prints there; correct the id, or take the <use> out"
                self.problems.warning(at, message, fix)

    def _prepare_declarations(self, element: Any, key: str, text: str, at: Place | None) -> None:
        """Rewrite an attribute for typst; report at `at` the parts that it does not draw."""
        if key == "style":
            read, faults = body(text)
        else:
            read, fault = attribute(key, text)
            faults = (fault,) if fault else ()
        if not read:
            del element.attrib[key]
        elif read != text:
            element.set(key, read)
        for message, fix in faults:
            if at is not None:
                self.problems.warning(at, message, fix)

    def _without_variables(self, text: str, at: Place) -> str:
        """Remove undeclared CSS variables from a text, and report each variable."""

        def left_out(match: "re.Match[str]") -> str:
            message = f"the CSS variable {match[1]} is not declared in the drawing"
            self.problems.warning(at, message, "write the value itself")
            return "inherit"

        return _VARIABLE.sub(left_out, text)

    def _remove_flowed(self, element: Any, at: Place) -> None:
        if "".join(element.itertext()).strip():
            self.problems.error(
                at,
                f"flowed text does not print: {quoted_words(element)}",
                "Inkscape: Text › Convert to Text, or use the textbox filter",
            )
        remove(element)

    def _remove_html(self, element: Any, at: Place) -> None:
        remove(element)
        if not html_shows(element):
            if "backdrop-filter" in "".join(e.get("style", "") for e in element.iter()):
                message = "a blurred background does not print"
                self.problems.warning(at, message, "draw what is to be seen there as shapes")
            return
        self.problems.error(
            at,
            f"a foreignObject (HTML inside the SVG) does not print: {quoted_words(element)}",
            "use <text>, or the textbox filter",
        )

    def _prepare_use(self, element: Any, at: Place) -> None:
        link = element.get("href") or element.get(XLINK) or ""
        if link and not link.startswith("#"):
            message = f"a link into another file does not print: {cut_short(link)}"
            self.problems.error(at, message, "copy that drawing into this file")
            remove(element)

    # ---- pictures in the drawing

    def _prepare_image(self, element: Any, at: Place, source: _Source) -> None:
        """Embed the file that an `<image>` links to, or a crossed box if the file cannot be
        used.
        """
        folder = source.folder
        link = (element.get("href") or element.get(XLINK) or "").strip()
        element.attrib.pop(XLINK, None)
        fault = fix = ""
        try:
            if link.startswith("data:"):
                fault = self._embed(element, data_of(link), "", at, replace(source, place=at))
            elif ON_THE_WEB.match(link):
                fault = "it is a web address, and protoplay downloads nothing"
            elif not link:
                fault = "it names no file"
            else:
                file = linked_file(folder, link)
                if self.outside(file):
                    fault = "it lies outside the pack"
                else:
                    data = read(file)
                    self._images.append(file)
                    inside = replace(source, place=Place(self.named(file)), folder=file.parent)
                    fault = self._embed(element, data, file.suffix, at, inside)
        except (OSError, ValueError, SyntaxError) as error:
            fault = in_words(error) if isinstance(error, OSError) else str(error)
            if isinstance(error, FileNotFoundError):
                fault, fix = "no such file", self.near(linked_file(folder, link))
        if fault:
            name = link if len(link) < 60 else link[:57] + "…"
            message = f"the picture {name!r} cannot be printed: {fault}"
            at = self.origin.locate(link, at)
            if self.origin.face:
                key = ("picture", linked_file(folder, link))
                self.problems.add_once(key, self.origin.face, Problem(at, message, fix))
            else:
                self.problems.error(at, message, fix)
            cross_out(element)

    def _embed(self, element: Any, data: bytes, suffix: str, at: Place, source: _Source) -> str:
        """Put a picture's bytes into the `<image>`, or replace it with a drawing; return the fault.

        `at` is the place of the link; faults of a linked drawing are reported at its own place.
        """
        if not is_drawing(data, suffix):
            room = self._room_of(element)
            picture = decode(data, self.finish, room)
            element.set("href", picture.uri)
            self._check_picture(picture, room, at)
            sides = sides_of(element, picture.width, picture.height)
            for key, side in zip(("width", "height"), sides, strict=True):
                if px_of(element.get(key)) is None:
                    element.set(key, drawn(side))
            return ""
        if source.depth >= DEEPEST:
            return f"drawings are linked more than {DEEPEST} levels deep"
        opened = self.open(data, source.place)
        if opened is None:
            return "it is not a usable SVG"
        view = opened[1][0]
        width, height = sides_of(element, view[2], view[3])
        outer = self._unit, self._scale, self._shown
        scale = self._shown.of(element)
        if scale is None or scale == NOT_SHOWN:
            self._unit = None
        else:
            box = width * scale[0], height * scale[1]
            self._scale *= unit_scale(box, view, fit_of(element))
        try:
            inner = self._imported(*opened, replace(source, depth=source.depth + 1))
        finally:
            self._unit, self._scale, self._shown = outer
        put_in_place(element, inner, width, height)
        return ""

    def _room_of(self, element: Any) -> Room | None:
        """The box in mm in which an `<image>` prints.

        The result is None if the box is unknown or the image does not print. If the drawing shows
        the image several times, the result is the largest box.
        """
        sides = (px_of(element.get("width")), px_of(element.get("height")))
        if self._unit is None or not sides[0] or not sides[1]:
            return None
        scale = self._shown.of(element)
        if scale is None or scale == NOT_SHOWN:
            return None
        across, down = scale
        unit = self._unit * self._scale
        width, height = round(sides[0] * across * unit, 3), round(sides[1] * down * unit, 3)
        return Room(width, height, fit_of(element)) if width and height else None

    def _check_picture(self, picture: Picture, room: Room | None, at: Place) -> None:
        """Report a picture with assumed colours, or with too few dots per inch."""
        if picture.is_sampled:
            self._is_sampled = True
        faults: list[tuple[tuple[object, ...], str, str]] = []
        if picture.lost:
            faults.append((("greys", at), picture.lost, "use colours of different lightness"))
        if picture.remark:
            fix = "save it as sRGB, or with its profile"
            faults.append((("colours", at), picture.remark, fix))
        dpi = picture.dpi(room.width, room.height, room.fit) if room else LEAST_DPI
        if room and dpi < LEAST_DPI:
            message = f"it prints at {dpi:.0f} dpi; {LEAST_DPI} dpi or more looks sharp"
            fix = (
                f"it has {picture.width} × {picture.height} pixels for {room.width:.3g} × "
                f"{room.height:.3g} mm: use a larger picture"
            )
            faults.append((("dpi", at, round(dpi)), message, fix))
        for key, message, fix in faults:
            problem = Problem(at, f"a picture in the drawing: {message}", fix, "warning")
            self.problems.add_once(key, self.origin.face or at.file, problem)


def _line_of(element: Any, place: Place) -> Place:
    """The line of an element in the drawing's file; `place` itself if it already names a line."""
    return place if place.line else Place(place.file, element.sourceline or 0)
