"""Rewrites the CSS declarations of a drawing as SVG 1.1, the only form that typst reads.

In: an element, a declaration or an attribute. Out: the same meaning in a form that typst draws, or
a fault and its fix. typst itself drops unknown declarations silently.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from unicodedata import bidirectional

from generator.model.decimals import drawn
from generator.model.units import MM_PER as _MM_PER
from generator.press.face.cascade import declared
from generator.press.face.css_colours import DEGREES, LONGEST, WORDS, colour, with_hex

SVG = "{http://www.w3.org/2000/svg}"
MM_PER = {**_MM_PER, "pc": 25.4 / 6, "px": 25.4 / 96, "q": 0.25}
LENGTH = re.compile(
    r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z]*)\s*", re.IGNORECASE
)
Fault = tuple[str, str]  # a message, and the fix
Box = tuple[float, float, float, float]  # x, y, width, height

_PAINTS = {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
_SET_BACK = ("initial", "unset", "revert")
_TYPED = {
    "uppercase": "type the words in capitals",
    "lowercase": "type the words in lower case",
    "capitalize": "type the first letters in capitals",
}
_WITHOUT = {  # the effect on the print if a paint is not understood
    "fill": "it prints in the fill colour of the element around it, black by default",
    "stroke": "it prints with the stroke of the element around it, none by default",
    "color": "it prints in the colour of the element around it, black by default",
    "lighting-color": "it prints white",
}
_HANDED_DOWN = ("fill", "stroke", "color")
# the initial value of every other paint is black
_INITIAL = {"stroke": "none", "lighting-color": "#fff"}
_LENGTHS = {
    "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height",
    "stroke-width", "stroke-dasharray", "stroke-dashoffset", "font-size", "letter-spacing",
    "word-spacing",
}  # fmt: skip
# Properties that typst draws differently from browsers, each with a pattern of the values and the
# fix.
_NOT_DRAWN: dict[str, tuple[str, str]] = {
    "font-variant": (r".*(?:caps|unicase).*", "use capitals of a smaller font size"),
    "font-variant-caps": (r"(?!normal).*", "use capitals of a smaller font size"),
    "mask": (r".*gradient\(.*", "use a <mask>"),
    "outline": (r"(?!none|0|initial|unset).*", "use a stroke"),
    "text-orientation": (r"(?!mixed|initial|unset).*", "place each letter below the one before"),
    "text-decoration-line": (r"(?!none|initial|unset).*", "use text-decoration"),
    "text-decoration-style": (r"(?!solid|initial|unset).*", "draw the line as a path"),
    "animation": (
        r"(?!none|initial|unset).*",
        "write the values to print into the shapes themselves",
    ),
    "all": (r".*", "set each property back by its own name"),
    "offset-path": (r"(?!none|initial|unset).*", "move the shape with transform"),
    "display": (r"contents", "write the effects of the group on the shapes in it"),
    "mix-blend-mode": (r"plus-.*", "use screen, or write the final colours"),
}
_NOT_DRAWN |= {
    "mask-image": (r"(?!none|initial|unset).*", "write mask instead of mask-image"),
    "-webkit-mask": _NOT_DRAWN["mask"], "-webkit-mask-image": _NOT_DRAWN["mask"],
    "animation-name": _NOT_DRAWN["animation"],
}  # fmt: skip
PICTURED = "a filter prints as a picture of 288 dpi"
SHARP = "draw the effect if its edges must be sharp"
_EFFECT = re.compile(
    r"\b(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(",
    re.IGNORECASE,
)
_ODD_LINES = {"double", "wavy", "dotted", "dashed"}
_BY_LIGHT = {"hue", "saturation", "color", "luminosity"}
READ = {*_PAINTS, *_LENGTHS, *_NOT_DRAWN, "clip-path", "vector-effect", "unicode-bidi",
        "text-decoration", "stroke-linejoin", "text-transform", "filter"}  # fmt: skip
_UNKNOWN_LENGTH = re.compile(
    r"(?:calc|min|max|clamp)\(|[\d.](?:rem|[sld]?v(?:w|h|min|max|i|b)|ch|r?lh|cap|ic)\b",
    re.IGNORECASE,
)
_SHAPE = re.compile(r"\s*(circle|ellipse|polygon|inset|rect|xywh|path|shape)\(", re.IGNORECASE)
TURNED = "convert it to paths, or write it as attributes"

_GEOMETRY = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "image": ("x", "y", "width", "height"),
    "use": ("x", "y", "width", "height"),
    "svg": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "path": ("d",),
}
_MOVE_OF = {
    "linearGradient": "gradientTransform",
    "radialGradient": "gradientTransform",
    "pattern": "patternTransform",
}
_MOVES = ("translate", "rotate", "scale", "transform")
_PLACES = re.compile(
    r"(?:^|[;{\s])(?:x|y|r[xy]?|c[xy]|d|width|height|translate|rotate|scale|transform(?:-origin)?)"
    r"\s*:|(?:^|[;{\s])(?:direction(?=\s*:\s*rtl)|background(?:-color)?)\s*:",
    re.IGNORECASE,
)
_CALL = re.compile(r"[\s,]*([a-z0-9]+)\(([^()]*)\)\s*", re.IGNORECASE)
_PATH = re.compile(r"""path\(\s*(?:\w+\s*,\s*)?(["'])(.*)\1\s*\)""", re.DOTALL | re.IGNORECASE)
_PER_UNIT = {
    **DEGREES,
    **{unit: mm / MM_PER["px"] for unit, mm in MM_PER.items()},
}  # fmt: skip
# The allowed numbers of arguments of each transform function, and its form in SVG.
_FUNCTIONS: dict[str, tuple[tuple[int, ...], str]] = {
    "matrix": ((6,), "matrix({})"),
    "translate": ((1, 2), "translate({})"),
    "translatex": ((1,), "translate({} 0)"),
    "translatey": ((1,), "translate(0 {})"),
    "scale": ((1, 2), "scale({})"),
    "scalex": ((1,), "scale({} 1)"),
    "scaley": ((1,), "scale(1 {})"),
    "rotate": ((1, 3), "rotate({})"),
    "rotatez": ((1,), "rotate({})"),
    "skewx": ((1,), "skewX({})"),
    "skewy": ((1,), "skewY({})"),
}
_SIDES = {"left": 0.0, "top": 0.0, "center": 50.0, "right": 100.0, "bottom": 100.0}


_SIZES = r"(?:[\d.]+(?:[a-z]+|%)|(?:xx?-)?small|medium|(?:x{1,3}-)?large|smaller|larger)"
_FONT = re.compile(
    rf"\s*((?:[a-z\d-]+\s+){{0,5}}?)({_SIZES})(?:\s*/\s*[\w.%]+)?\s+([^\s/].*)",
    re.IGNORECASE | re.DOTALL,
)
_STRONG = ("L", "R", "AL")
_OTHER_SIDE = {"start": "end", "end": "start", "middle": "middle"}


def attribute(name: str, written: str) -> tuple[str, Fault | None]:
    """Rewrite a property or attribute for typst ("" to leave it out); also return its fault."""
    if "var(" in written:
        return written, None
    if name in _PAINTS:
        plain, bang, rest = written.partition("!")
        paint = colour(plain) if plain.strip() else plain
        if paint in _SET_BACK:
            is_handed = paint != "initial" and name in _HANDED_DOWN
            paint = "inherit" if is_handed else _INITIAL.get(name, "#000")
        if paint is None:
            instead = _WITHOUT.get(name, "it prints black")
            message = f"the colour {cut_short(plain.strip())!r} is unknown: {instead}"
            return "", (message, "write it like #c82828")
        return (paint + bang + rest if paint != plain.strip() else written), None
    if name in _LENGTHS and _UNKNOWN_LENGTH.search(written):
        message = f"{name} is {cut_short(written.strip())!r}, a length that cannot be printed"
        return written, (message, "write it in px or mm")
    if name in ("clip-path", "-webkit-clip-path") and _SHAPE.match(written):
        message = f"{name}: {cut_short(written.strip())} is not drawn"
        return written, (message, "use a <clipPath>")
    if name == "vector-effect" and "non-scaling-stroke" in written:
        message = "vector-effect: non-scaling-stroke is ignored: the line scales with its drawing"
        return written, (message, "write the final stroke-width, or convert the stroke to a path")
    if name == "filter" and _EFFECT.search(written):
        return with_hex(written), (PICTURED, SHARP)
    if name == "text-transform" and written.strip() not in ("none", "inherit"):
        return written, (
            f"text-transform: {cut_short(written.strip())} is not drawn",
            _TYPED.get(written.strip(), "type the words that way"),
        )
    if name == "text-shadow" and written.strip() != "none":
        return written, ("text-shadow is not drawn", "draw the shadow as another text below")
    if name in _NOT_DRAWN or name in ("text-decoration", "mix-blend-mode", "stroke-linejoin"):
        return _as_drawn(name, written)
    if name == "unicode-bidi" and "override" in written:
        return written, ("unicode-bidi: bidi-override is not drawn", "convert the text to paths")
    return written, None


def _as_drawn(name: str, written: str) -> tuple[str, Fault | None]:
    """Rewrite values that typst draws differently; returns the same as `attribute`."""
    value = written.partition("!")[0].strip().lower()
    pattern, fix = _NOT_DRAWN.get(name, ("$", ""))
    if value not in ("", "inherit") and re.fullmatch(pattern, value, re.DOTALL):
        return written, (f"{name}: {cut_short(value)} is not drawn", fix)
    if name == "stroke-linejoin" and value in ("miter-clip", "arcs"):
        return "miter", None  # browsers also draw this value as a mitre
    if name == "text-decoration" and (odd := _ODD_LINES & set(value.split())):
        message = f"text-decoration: {cut_short(value)} is drawn as a plain line"
        return written, (message, f"draw the {min(odd)} line as a path")
    if name == "mix-blend-mode" and value in _BY_LIGHT:
        message = f"mix-blend-mode: {value} looks different in each PDF viewer"
        return written, (
            message,
            "use multiply or screen, or write the final colours",
        )
    return written, None


@lru_cache(maxsize=1024)
def body(css: str) -> tuple[str, tuple[Fault, ...]]:
    """Rewrite the declarations of a style for typst; also return their faults.

    An unknown paint is not a fault if the style declares a known paint before it as a fallback.
    """
    parts, faults, painted = [], [], set()
    for part in css.split(";"):
        name, colon, written = part.partition(":")
        key = name.strip().lower()
        read, fault = attribute(key, written) if colon else (written, None)
        if fault and key not in painted:
            faults.append(fault)
        elif read and key in _PAINTS:
            painted.add(key)
        if read or not colon:
            parts.append(part if read == written else f"{name}:{read}")
    return ";".join(parts), tuple(faults)


def longhands(font: str) -> str:
    """Split the shorthand `font:` into separate properties; a shorthand without a size stays
    unchanged.
    """
    match = _FONT.fullmatch(font)
    if match is None:
        return f"font:{font}"
    words = match[1].lower().split()
    style = next((w for w in words if w in ("italic", "oblique")), "normal")
    heavy = ("bold", "bolder", "lighter")
    weight = next((w for w in words if w in heavy or w.isdigit()), "normal")
    variant = "small-caps" if "small-caps" in words else "normal"
    return (
        f"font-style:{style};font-weight:{weight};font-variant:{variant};font-size:{match[2]};"
        f"font-family:{match[3]}"
    )


def background(root: Any) -> str:
    """Return the background colour that the root of a drawing declares, or ""."""
    properties = declared(root.get("style", ""))
    for name in ("background-color", "background"):
        paint = colour(properties.get(name, "").partition("!")[0]) if properties.get(name) else None
        if paint and paint not in (*WORDS.values(),) and not paint.startswith("url("):
            return paint
    return ""


def read_from_the_right(text: Any) -> None:
    """Anchor a right-to-left text at its right end, which is its start according to CSS.

    A line that does not begin with a right-to-left letter gets invisible direction marks, so that
    its punctuation goes to the left.
    """
    if inherited(text, "direction") != "rtl":
        return
    for element in [text, *text.iter(f"{SVG}tspan", f"{SVG}textPath")]:
        properties = declared(element.get("style", ""))
        own = properties.get("text-anchor") or element.get("text-anchor")
        anchor = own or (inherited(element, "text-anchor") or "start" if element is text else "")
        if anchor in _OTHER_SIDE:
            properties["text-anchor"] = _OTHER_SIDE[anchor]
            if element is text:
                # importing the result again then changes nothing
                properties["direction"] = "ltr"
            element.set("style", ";".join(f"{name}:{text}" for name, text in properties.items()))
        is_begun = element is text or "x" in element.attrib or "y" in element.attrib
        words = "".join(element.itertext())
        sides = map(bidirectional, words)
        if is_begun and words.strip() and next((s for s in sides if s in _STRONG), "L") == "L":
            element.text = "\u202b" + (element.text or "").lstrip()
            if len(element):
                element[-1].tail = (element[-1].tail or "").rstrip() + "\u202c"
            else:
                element.text = element.text.rstrip() + "\u202c"


def inherited(element: Any, name: str) -> str:
    """The value of a property on an element or its nearest ancestor; "" if no element declares the
    property.
    """
    for node in (element, *element.iterancestors()):
        style = node.get("style", "")
        value: str = (declared(style).get(name) if name in style else "") or node.get(name) or ""
        if value:
            return value.strip()
    return ""


def apply_geometry(element: Any, view: Box) -> Iterator[Fault]:
    """Write the geometry in an element's style as attributes; yield faults.

    Percentages refer to `view`, the box of the drawing's units.
    """
    style = element.get("style", "")
    if not _PLACES.search(style):
        return
    properties = {
        name.lower(): text.partition("!")[0].strip() for name, text in declared(style).items()
    }
    for name in _GEOMETRY.get(element.tag.removeprefix(SVG), ()):
        if name not in properties:
            continue
        path = _PATH.fullmatch(properties[name]) if name == "d" else None
        if properties[name] in ("auto", "none"):
            element.attrib.pop(name, None)
        elif path or (name != "d" and _is_length(properties[name])):
            element.set(name, path[2] if path else properties[name])
        else:
            yield f"{name}: {cut_short(properties[name])} is not drawn", TURNED
    local = element.tag.removeprefix(SVG)
    attribute = _MOVE_OF.get(local, "transform")
    if attribute != "transform" and attribute in element.attrib:
        element.set("transform", element.attrib.pop(attribute))
    yield from declared_moves(element, view, "0 0")
    if attribute != "transform" and "transform" in element.attrib:
        element.set(attribute, element.attrib.pop("transform"))


def declared_moves(element: Any, view: Box, about: str) -> Iterator[Fault]:
    """Write the transforms in a style as an attribute; yield faults.

    By default the transforms rotate and scale about the point `about` of `view`.
    """
    properties = {
        name.lower(): text.partition("!")[0].strip()
        for name, text in declared(element.get("style", "")).items()
    }
    if any(name in properties for name in (*_MOVES, "transform-origin")) or (
        element.get("transform") and about != "0 0"
    ):
        yield from _move(element, properties, view, about)


def _move(element: Any, properties: dict[str, str], view: Box, about: str) -> Iterator[Fault]:
    is_own = properties.get("transform-box") in ("fill-box", "stroke-box")
    at = box_of(element) if is_own else (0.0, 0.0, view[2], view[3])
    moves = []
    for name in _MOVES:
        if name in properties and properties[name] != "none":
            css = properties[name] if name == "transform" else f"{name}({properties[name]})"
            move = _as_attribute(css, at)
            if move is None:
                yield f"{name}: {cut_short(properties[name])} is not drawn", TURNED
            else:
                moves.append(move)
    if "transform" not in properties:
        moves.append(element.get("transform", ""))
    about = properties.get("transform-origin", element.get("transform-origin", about))
    origin = _origin(about, at)
    if origin is None and any(moves):
        yield f"transform-origin: {cut_short(about)} is not drawn", TURNED
    if origin is not None and any(origin):
        there, back = (
            f"translate({drawn(sign * origin[0])} {drawn(sign * origin[1])})" for sign in (1, -1)
        )
        moves = [there, *moves, back]
    element.attrib.pop("transform-origin", None)
    element.set("transform", " ".join(filter(None, moves)))
    left = [p for p in element.get("style", "").split(";") if p.partition(":")[0].strip().lower()
            not in (*_MOVES, "transform-origin", "transform-box")]  # fmt: skip
    element.set("style", ";".join(left))


def _as_attribute(css: str, box: Box | None) -> str | None:
    """Write a CSS transform as an SVG attribute; None if SVG cannot express it."""
    calls, at = [], 0
    while at < len(css):
        call = _CALL.match(css, at)
        takes, form = _FUNCTIONS.get(call[1].lower(), ((), "")) if call else ((), "")
        if call is None or not takes:
            return None
        at = call.end()
        words = re.split(r"[\s,]+", call[2].strip())
        moves = call[1].lower().startswith("translate")
        sides = (3, 3) if call[1].lower() == "translatey" else (2, 3)
        numbers = [
            number_of(word, box[side] if box and moves else None)
            for word, side in zip(words, (*sides, 0, 0, 0, 0), strict=False)
        ]
        if len(words) not in takes or None in numbers:
            return None
        calls.append(form.format(" ".join(drawn(n) for n in numbers if n is not None)))
    return " ".join(calls)


def _origin(text: str, box: Box | None) -> tuple[float, float] | None:
    """Read the origin of a transform; None if the text cannot be read."""
    words = text.replace(",", " ").split()[:2]
    if words and (words[0] in ("top", "bottom") or words[1:] in (["left"], ["right"])):
        words = [*(words[1:] or ["center"]), words[0]]
    if len(words) == 1:
        words.append("center")
    if box is None or not words:
        return None
    shares = [f"{_SIDES[word]:g}%" if word in _SIDES else word for word in words]
    x, y = number_of(shares[0], box[2]), number_of(shares[1], box[3])
    return None if x is None or y is None else (box[0] + x, box[1] + y)


def number_of(word: str, whole: float | None = None) -> float | None:
    """Read a length in px, an angle in degrees, a number, or a percentage of `whole`; else None."""
    if word.endswith("%"):
        share = LENGTH.fullmatch(word[:-1]) if len(word) <= LONGEST else None
        return float(share[1]) / 100 * whole if share and whole is not None else None
    match = LENGTH.fullmatch(word) if len(word) <= LONGEST else None
    per_unit = _PER_UNIT.get(match[2].lower()) if match else None
    if match is None or per_unit is None:
        return None
    number = float(match[1]) * per_unit
    return number if math.isfinite(number) else None


def _is_length(text: str) -> bool:
    return text.endswith("%") or number_of(text) is not None


def box_of(element: Any) -> Box | None:
    """The box of a rectangle, image, circle or ellipse; None for any other shape."""
    name = element.tag.removeprefix(SVG)
    keys = {"rect": "x y width height", "image": "x y width height", "circle": "cx cy r r",
            "ellipse": "cx cy rx ry"}.get(name)  # fmt: skip
    if keys is None:
        return None
    numbers = [number_of(element.get(key, "0")) for key in keys.split()]
    a, b, c, d = (0.0 if number is None else number for number in numbers)
    return (a, b, c, d) if keys.startswith("x") else (a - c, b - d, 2 * c, 2 * d)


def cut_short(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 40 else text[:39] + "…"
