"""Checks the texts of a foreign drawing, and replaces their fonts by fonts of the pack.

In: elements of an SVG, with style sheets written into them. Out: the same elements with font
families that typst and resvg find, or paths with `--outlines`. Text that does not print is reported
with its place.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.model.pack import Style
from generator.model.problems import Place, Problem, Problems
from generator.press.face.cascade import declared
from generator.press.face.css_declarations import (
    cut_short,
    inherited,
    longhands,
    number_of,
    read_from_the_right,
)
from generator.press.face.lettering import line_length
from generator.press.face.svg_lengths import FONT_SHORTHAND
from generator.press.face.svg_letters import part_ligatures, stretch
from generator.press.face.svg_tree import remove, swap
from generator.press.face.use_copies import SVG
from generator.press.text.fonts import PLAIN, Types
from generator.press.text.measure import missing_glyphs

STAYS_TEXT = "--outlines cannot convert this text to paths"
LONGEST_TEXT = 10_000  # maximum length in characters of one <text>
# Elements with text that is not drawn, or that is reported elsewhere.
_OTHER_WORDS = (
    "style", "script", "title", "desc", "metadata", "flowRoot", "foreignObject"
)  # fmt: skip
_INHERITED = ("", "inherit", "unset")
_LETTERED = tuple(f"{SVG}{name}" for name in ("text", "tspan", "textPath", "use"))
_STYLES: dict[tuple[bool, bool], Style] = {
    (False, False): "regular", (True, False): "bold",
    (False, True): "italic", (True, True): "bolditalic",
}  # fmt: skip
_REGULAR: Style = "regular"
BOLD = 600  # a text of at least this weight is set in bold
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}")
_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:\s*(\w+)")
_FAMILY = re.compile(r"font-family\s*:\s*([^;}]+)")


def as_written(_part: str, at: Place) -> Place:
    """Return `at`; this is the default for drawings that are printed as they were written."""
    return at


@dataclass(slots=True)
class Origin:
    """The origin of the current drawing; it changes with every face."""

    face: str = ""  # the piece and side, for messages; "" if no face is drawn
    # finds the place of a part in the user's files
    locate: Callable[[str, Place], Place] = as_written


@dataclass(slots=True)
class SvgWords:
    """Prepares fonts and texts of drawings for one pack."""

    types: Types
    problems: Problems
    outlines: bool  # whether texts become paths
    origin: Origin
    # pairs of a file and a font family
    _reported_fonts: set[tuple[str, str]] = field(default_factory=set)

    def replace_fonts(self, element: Any, at: Place) -> None:
        """Replace font families in an element's attributes and style with families of the pack."""
        is_seen = next(element.iter(*_LETTERED), None) is not None
        family = element.get("font-family", "")
        if family.strip() in _INHERITED:
            element.attrib.pop("font-family", None)
        else:
            element.attrib.update(self._font(family, at if is_seen else None))
        if (style := element.get("style")) and "font" in style:
            element.set("style", self._css_fonts(style, at if is_seen else None))

    def _css_fonts(self, css: str, at: Place | None) -> str:
        css = FONT_SHORTHAND.sub(lambda m: m[1] + longhands(m[2]), css)
        css = _FAMILY.sub(
            lambda m: m[0] if m[1].strip() in _INHERITED
            else ";".join(f"{n}:{v}" for n, v in self._font(m[1], at, "'").items()),
            css,
        )  # fmt: skip
        return re.sub(r"-inkscape-font-specification:[^;]*;?", "", css)

    def _font(self, families: str, at: Place | None, quote: str = "") -> dict[str, str]:
        """The properties that select the first family or font file that the pack has; otherwise
        `body` is selected with a warning. A family is reported once per file, at the first text
        that uses it. `at` is None if the element contains no text.
        """
        wanted = [name.strip().strip("'\"") for name in families.split(",")]
        for name in wanted:
            own = self.types.own(name)
            file = self.types.of_file(name) if own is None else (own, _REGULAR)
            if file is None:
                continue
            _, style = file
            type = self.types.get(*file)
            font = {"font-family": f"{quote}{type.family}{quote}"}
            if style != "regular":
                slant = "italic" if type.slanted else "normal"
                font |= {"font-weight": str(type.weight), "font-style": slant}
            return font
        first = wanted[0].casefold()
        if at is not None and first not in PLAIN and (at.file, first) not in self._reported_fonts:
            self._reported_fonts.add((at.file, first))
            names = ", ".join(sorted(self.types.families))
            self.problems.warning(
                at,
                f"the font {wanted[0]!r} is not in the pack; the body font is used",
                f"name its file under fonts: (now: {names}), or convert the text to paths",
            )
        return {"font-family": f"{quote}{self.types.get('body', 'regular').family}{quote}"}

    def prepare_text(self, element: Any, at: Place) -> None:
        """Check one `<text>`, and write it as paths if texts become outlines."""
        text = "".join(element.itertext())
        if len(text) > LONGEST_TEXT:
            message = f"a text has {len(text):,} characters; the limit is {LONGEST_TEXT:,}"
            self.problems.error(at, message, "split it, or use the textbox filter")
            remove(element)
            return
        for part in element.iter(f"{SVG}*"):
            self.replace_fonts(part, at)
        self._check_flow(element, at)
        read_from_the_right(element)
        family = self._pack_family(element)
        missing = self.types.missing(family, text)
        for _, message, fix in missing_glyphs(missing, text, f"the font {family!r}"):
            here = self.origin.locate(" ".join(text.split()), at)
            self.problems.error(here, f"{message} in {quoted_words(element)}", fix)
        self._check_styles(element, at)
        if placeholder := _PLACEHOLDER.search(text):
            message = f"{placeholder[0]!r} prints as it is written: it is in several pieces"
            here = self.origin.locate(placeholder[0], at)
            self.problems.warning(here, message, "type it again in one piece, in a template")
        for part in element.iter(f"{SVG}text", f"{SVG}tspan"):
            if "textLength" in part.attrib and len(part) and not stretch(part, self.types):
                name = part.tag.removeprefix(SVG)
                message = f"textLength of a <{name}> with child elements is ignored"
                self.problems.warning(at, message, "set it on the child elements")
        part_ligatures(element, self.types)
        if self.outlines and not text.isspace() and text:
            self._convert_to_paths(element, at)

    def _check_flow(self, element: Any, at: Place) -> None:
        """Report a text that a drawing program would break into lines; it prints on one line."""
        properties = {**element.attrib, **declared(element.get("style", ""))}
        width = number_of(properties.get("inline-size", "").strip())
        is_shaped = properties.get("shape-inside", "auto").strip() not in ("auto", "none")
        has_lines = any("x" in part.attrib or "y" in part.attrib for part in element)
        if has_lines or not (width or is_shaped):
            return
        length = line_length(element, self.types)
        if is_shaped or length is None or width is None or length[0] > width:
            message = f"flowed text prints on one line: {quoted_words(element)}"
            fix = "Inkscape: Text › Convert to Text; or use the textbox filter"
            self.problems.error(at, message, fix)

    def _check_styles(self, element: Any, at: Place) -> None:
        """Report letters in a style that their font has no file for."""
        for part in element.iter(f"{SVG}text", f"{SVG}tspan", f"{SVG}textPath"):
            words = " ".join([part.text or "", *(child.tail or "" for child in part)]).split()
            if not words:
                continue
            family = self._pack_family(part)
            has = self.types.families[family]
            weight = inherited(part, "font-weight")
            heavy = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= BOLD)
            slanted = inherited(part, "font-style").startswith(("italic", "oblique"))
            style = _STYLES[heavy, slanted]
            if style in has:
                continue
            near: tuple[Style, ...] = ("italic", "bold") if heavy and slanted else ()
            instead = next((name for name in near if name in has), "regular")
            message = f"the font {family!r} has no {style}; {cut_short(' '.join(words))!r} "
            problem = Problem(
                at, f"{message}prints in {instead}", "name a file for this style under fonts:",
                "warning", alters_print=True,
            )  # fmt: skip
            key = ("style", at.file, family, style)
            self.problems.add_once(key, self.origin.face or at.file, problem)

    def _convert_to_paths(self, element: Any, at: Place) -> None:
        from generator.press.face.lettering import text_as_paths

        group = text_as_paths(element, self.types)
        if group is not None:
            swap(element, group)
            return
        message = f"{STAYS_TEXT}: {quoted_words(element)}"
        fix = "convert it to paths (Inkscape: Path › Object to Path)"
        problem = Problem(at, message, fix, "warning")
        self.problems.add_once(("text", at, message), self.origin.face or at.file, problem)

    def _pack_family(self, element: Any) -> str:
        """The pack's name of the font family of a text."""
        for node in [element, *element.iterancestors()]:
            written = node.get("font-family") or ""
            if (style := node.get("style")) and (match := _FAMILY.search(style)):
                written = match[1]
            for name in written.split(","):
                if name.strip() and (family := self.types.named(name)) is not None:
                    return family
        return "body"


def words_outside_texts(root: Any, hidden: Collection[Any]) -> Iterator[tuple[Any, str]]:
    """Yield elements with words outside any `<text>`, and these words, which do not print."""
    left = [(root, False)]
    while left:
        element, in_text = left.pop()
        name = str(element.tag).removeprefix(SVG)
        if "}" in name or name in _OTHER_WORDS or element in hidden:
            continue
        in_text = name == "text" or (in_text and name in ("tspan", "textPath", "a"))
        words = " ".join([element.text or "", *(child.tail or "" for child in element)]).split()
        if not in_text and any(map(str.isprintable, "".join(words))):
            yield element, " ".join(words)
        left.extend((child, in_text) for child in element)


def hidden_elements(root: Any) -> set[Any]:
    """Elements that are hidden, such as a layer that is switched off."""
    hidden = set()
    for element in root.iter(f"{SVG}*"):
        styled = _DISPLAY.findall(element.get("style", ""))
        if (styled[-1] if styled else element.get("display")) == "none":
            hidden.add(element)
    return hidden


def html_shows(element: Any) -> bool:
    """Whether HTML in a drawing contains words, pictures or drawings."""
    names = {str(each.tag).rpartition("}")[2] for each in element.iter()}
    return bool("".join(element.itertext()).strip() or names & {"img", "svg", "canvas", "image"})


def quoted_words(element: Any) -> str:
    """The words of an element for a message: in quotes, shortened."""
    return repr(cut_short(" ".join("".join(element.itertext()).split())))
