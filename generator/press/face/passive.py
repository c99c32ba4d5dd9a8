"""Removes all active parts from a printed SVG: programs, animations and links.

In: an SVG as a tree, or as text. Out: the same SVG with only the elements, attributes and styles
that are listed here, which draw shapes, letters and pictures. All other parts are removed, such as
event handlers and references to other addresses. A list of allowed parts needs no knowledge of
harmful parts.
"""

import re
from collections.abc import Callable
from typing import Any

from generator.press.face.svg_tree import remove
from generator.press.face.use_copies import SVG, XLINK


def _named(text: str) -> frozenset[str]:
    return frozenset(text.split())


XML = "{http://www.w3.org/XML/1998/namespace}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
FILTERS = _named(
    "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting "
    "feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR "
    "feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight "
    "feSpecularLighting feSpotLight feTile feTurbulence"
)
ELEMENTS = FILTERS | _named(
    "svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text "
    "tspan textPath image style linearGradient radialGradient stop pattern clipPath mask marker "
    "filter"
)
WORDS = frozenset(("title", "desc"))  # elements that contain only text
PROPERTIES = _named(
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation "
    "color-interpolation-filters color-rendering cx cy d direction display dominant-baseline "
    "enable-background fill fill-opacity fill-rule filter flood-color flood-opacity "
    "font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch "
    "font-style font-variant font-variation-settings font-weight height image-rendering "
    "isolation kerning letter-spacing lighting-color line-height marker-end marker-mid "
    "marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events r "
    "rx ry shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align "
    "text-anchor text-decoration text-orientation text-rendering transform transform-box "
    "transform-origin unicode-bidi vector-effect visibility white-space width word-spacing "
    "writing-mode x y"
)
ATTRIBUTES = PROPERTIES | _named(
    "amplitude azimuth baseFrequency bias class clipPathUnits data-ink diffuseConstant "
    "divisor dx dy edgeMode elevation exponent filterRes filterUnits fr from fx fy "
    "gradientTransform gradientUnits id in in2 intercept k1 k2 k3 k4 kernelMatrix "
    "kernelUnitLength lang lengthAdjust limitingConeAngle markerHeight markerUnits "
    "markerWidth maskContentUnits maskUnits method mode numOctaves offset operator order "
    "orient pathLength patternContentUnits patternTransform patternUnits points pointsAtX "
    "pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits radius refX refY "
    "requiredExtensions result role rotate scale seed side slope spacing specularConstant "
    "specularExponent spreadMethod startOffset stdDeviation stitchTiles style surfaceScale "
    "systemLanguage tableValues targetX targetY textLength type values version viewBox x1 x2 "
    "xChannelSelector y1 y2 yChannelSelector z zoomAndPan baseProfile"
) | {f"{XML}space", f"{XML}lang", f"{INKSCAPE}label", f"{INKSCAPE}groupmode", "xmlns"}  # fmt: skip
LINKS = frozenset(("href", XLINK))
PICTURE = re.compile(r"\s*data:image/(?:png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z")
# Matches references in a value that lead out of the drawing; only references within the drawing are
# allowed.
_WAYS = (
    r"\\", "@", r"url\((?!\s*+(?P<quote>['\"]?)#[^'\")(]*+(?P=quote)\s*+\))",
    r"image-set\s*+\(", r"image\s*+\(", r"src\s*+\(", r"attr\s*+\(", r"expression\s*+\(",
    r"element\s*+\(", r"cross-fade\s*+\(", r"paint\s*+\(", r"env\s*+\(",
    r"javascript\s*+:", r"vbscript\s*+:", r"livescript\s*+:", "-moz-binding",
    r"behaviour\s*+:", r"behavior\s*+:",
)  # fmt: skip
_REACHES = re.compile("|".join(_WAYS), re.IGNORECASE)
# The same patterns, compiled separately for lower-case text, which is faster.
_LOWER_WAYS = tuple(map(re.compile, _WAYS))
# letters that a pattern without case treats as s, k and i
_ODD_LETTERS = "\u017f\u212a\u0130\u0131"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# In a style sheet, such a reference may follow a backslash; braces are harmless.
_FETCHES = re.compile(
    "|".join(
        [
            *(way for way in _WAYS if way != "@"),
            r"@(?!media\b|supports\b|layer\b|page\b|keyframes\b|-webkit-keyframes\b)",
            "<",
        ]
    ),
    re.IGNORECASE,
)
MOVING = frozenset(
    ["animate", "animateColor", "animateMotion", "animateTransform", "discard", "mpath", "set"]
)
_ACTIVE = frozenset(
    ["script", "handler", "listener", "iframe", "object", "embed", "audio", "video", "canvas"]
)
# Matches for names of elements and attributes anywhere in a text; extra matches are harmless.
_DATA = re.compile(r"\"data:image/(?:png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]*+\"")
_TAGS = re.compile(r"<\s*+/?\s*+([^\s/>]*+)")
_NAMES = re.compile(r"(?<![^\s\"'<>/=])([^\s\"'<>/=]+)\s*+=\s*+[\"']")
_ACTS = re.compile(r"[\s\"'/]on[a-z]+\s*+=", re.IGNORECASE)
_HREF = re.compile(r"href\s*+=\s*+[\"']\s*+(?!#)[^\"'\s]")
_PLAIN = ELEMENTS | frozenset(("",))
_PLAIN_NAMES = (ATTRIBUTES - {f"{XML}space", f"{XML}lang"}) | {
    "xml:space", "xml:lang", "href", "xlink:href", "xmlns:xlink",
}  # fmt: skip

# arguments: the element, a description of the removed part, the fix
Report = Callable[[Any, str, str], None]


def disarm(root: Any, report: Report) -> bool:
    """Remove everything that a printed drawing may not contain.

    Return whether anything was removed.

    Programs, references to other addresses and unknown elements are reported. An editor's own notes
    are not.
    """
    changed = False
    gone: set[Any] = set()  # removed elements and all their descendants
    for element in list(root.iter()):
        if not isinstance(element.tag, str):
            remove(element)
            changed = True
            continue
        if element in gone:
            continue
        if element.tag == f"{SVG}a" and element is not root:
            _unlink(element, report)
            changed = True
        name = element.tag.removeprefix(SVG)
        if "}" in name or name not in ELEMENTS:
            assert element is not root, name
            gone.update(element.iter())
            _unknown(element, name, report)
            changed = True
            continue
        if name in WORDS and len(element):
            changed = True
            element.text = "".join(element.itertext())
            del element[:]
        kept = {}
        for key in element.attrib:
            # Only needed attributes are read, because reading takes longer with more attributes.
            is_read = key in ATTRIBUTES or key in LINKS or _runs(key)
            value = element.get(key) if is_read else ""
            fault = _fault(name, key, value)
            if fault is None:
                kept[key] = value
            elif fault:
                report(element, fault, "remove it; it has no use on paper")
        if len(kept) < len(element.attrib):
            changed = True
            element.attrib.clear()  # faster than removing many attributes one by one
            element.attrib.update(kept)
        if "style" in element.attrib:
            changed |= _style(element, report)
        if name == "style":
            changed |= _sheet(element, report)
    return changed


def _unlink(element: Any, report: Report) -> None:
    """Replace a link with a group that has the same contents."""
    for key in LINKS:
        link = element.attrib.pop(key, "")
        if re.match(r"\s*[a-z]+script", re.sub(r"[\s\x00-\x1f]", "", link), re.IGNORECASE):
            message = f"the link {_short(link)!r} of <a> is left out: it runs a program"
            report(element, message, "remove it")
    is_text = any(e.tag == f"{SVG}text" for e in element.iterancestors())
    element.tag = f"{SVG}tspan" if is_text else f"{SVG}g"


def _sheet(element: Any, report: Report) -> bool:
    """Remove rules that refer to other addresses from a sheet; return whether it changed."""
    text = "".join(element.itertext())
    if not len(element) and not _FETCHES.search(text):
        return False
    rules = re.findall(r"[^{}]*\{[^{}]*\}", _COMMENT.sub("", text))
    kept = [rule for rule in rules if not _FETCHES.search(rule)]
    message = "a rule of <style> is left out: it refers to another file or address"
    report(element, message, "remove @import, @font-face and addresses in url()")
    del element[:]
    element.text = "".join(kept)
    return True


def _unknown(element: Any, name: str, report: Report) -> None:
    """Remove an element that is not allowed, and report it."""
    local = name.rpartition("}")[2]
    is_html = name.startswith("{http://www.w3.org/1999/xhtml}")
    if local in _ACTIVE or is_html:
        what = "a program" if local == "script" else "HTML"
        report(element, f"<{local}> is left out: {what} does not print", "remove it")
    elif local in MOVING and "}" not in name:
        if any(_runs(key) or "script:" in value for key, value in element.attrib.items()):
            report(element, f"<{local}> is left out: it runs a program", "remove it")
    elif "}" not in name and local not in _QUIET and not "".join(element.itertext()).strip():
        lost, fix = _LOST.get(local, ("the element is unknown", "draw it as shapes"))
        report(element, f"<{_short(local)}> is left out: {lost}", fix)
    remove(element)


# The use of the part reports a loss on paper; a lost font, for example, is reported by its texts.
_QUIET = frozenset(
    ("metadata", "view", "cursor", "hkern", "vkern", "color-profile", "font", "font-face")
)
_LOST = {
    "tref": ("the words that it links do not print", "write its words here"),
    "meshgradient": (
        "what it paints prints without that paint", "use a linear or a radial gradient"
    ),
}  # fmt: skip


def _fault(name: str, key: str, value: str) -> str | None:
    """The reason why an attribute is removed; "" if nothing is lost, None if the attribute is
    allowed.
    """
    local = key.rpartition("}")[2]
    if key in LINKS:
        if value.strip().startswith("#") or not value.strip():
            return None
        if name in ("image", "feImage") and PICTURE.match(value):
            return None
        return f"the link {_short(value)!r} of <{name}> is left out"
    if key not in ATTRIBUTES:
        return f"{local}={_short(value)!r} is left out: it runs a program" if _runs(key) else ""
    if key not in _NAMING and _REACHES.search(value):
        return f"{local}={_short(value)!r} is left out: it refers to another file or address"
    return None


# attributes that are unused or checked elsewhere
_NAMING = frozenset(("style", "class", "id", f"{INKSCAPE}label"))


def _runs(key: str) -> bool:
    return key[:2].lower() == "on"


def _style(element: Any, report: Report) -> bool:
    """Remove unknown properties and references to other addresses; return whether it changed."""
    kept = []
    is_whole = True
    for part in element.get("style").split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if not colon or not name:
            continue
        is_whole &= name in PROPERTIES
        if _REACHES.search(value):
            is_whole = False
            message = f"{_short(name)}: {_short(value.strip())} is left out: "
            report(element, f"{message}it refers to another file or address", "remove it")
        elif name in PROPERTIES:
            kept.append(f"{name}:{value.strip()}")
    if not is_whole and kept:
        element.set("style", ";".join(kept))
    elif not kept:
        del element.attrib["style"]
    return not is_whole


def reaches_out(text: str) -> bool:
    """Whether a text refers to another file or address; fast for long texts."""
    if any(letter in text for letter in _ODD_LETTERS):
        return _REACHES.search(text) is not None
    lower = text.lower()
    return any(way.search(lower) for way in _LOWER_WAYS)


def may_act(svg: str) -> bool:
    """Whether `disarm` may have something to report about a text; faster than `is_passive`."""
    if "data:" in svg:
        svg = _DATA.sub('"#"', svg)
    return (
        _HREF.search(svg) is not None
        or _ACTS.search(svg) is not None
        or not _PLAIN.issuperset(_TAGS.findall(svg))
        or reaches_out(svg)
    )


def is_passive(svg: str) -> bool:
    """Whether a text certainly contains only allowed parts; False if only parsing can tell."""
    if "data:" in svg:
        svg = _DATA.sub('"#"', svg)
    return (
        not _HREF.search(svg)
        and not reaches_out(svg)
        and "<!" not in svg
        and "<?" not in svg
        and _PLAIN.issuperset(_TAGS.findall(svg))
        and _PLAIN_NAMES.issuperset(_NAMES.findall(svg))
    )


def sealed(svg: str, report: Report) -> str:
    """Reduce the text of an SVG to allowed parts; a text without other parts stays unchanged.

    Raises `ValueError` if the text is not XML.
    """
    if is_passive(svg):
        return svg
    from lxml import etree

    parser = etree.XMLParser(
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
        resolve_entities=False,
    )
    try:
        root = etree.fromstring(svg.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"not a readable SVG: {error.msg}") from None
    return etree.tostring(root, encoding="unicode") if disarm(root, report) else svg


def sealed_parts(body: str, report: Report) -> str:
    """Do the same as `sealed` for the contents of an SVG, without its root."""
    if is_passive(body):
        return body
    whole = sealed(
        f'<svg xmlns="{SVG[1:-1]}" xmlns:xlink="{XLINK[1:].partition("}")[0]}">{body}</svg>', report
    )
    return whole[whole.index(">") + 1 : whole.rindex("</svg>")] if "</svg>" in whole else ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
