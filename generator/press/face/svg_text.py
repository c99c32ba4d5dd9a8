"""Rewrites the texts of a drawing in the few forms that typst and resvg support.

In: the root of an SVG. Out: the same tree. `white-space: pre` becomes `xml:space`. The path of a
`<textPath>` becomes an element. A baseline shift of a whole `<text>` moves to a `<tspan>` inside.
If an element with a `textLength` holds only a `<tspan>`, the `textLength` moves to the `<tspan>`.
Hidden parts are removed. The opacity of a part becomes the opacity of its fill and stroke. Outlines
painted with gradients or patterns are written so that typst draws them at their width.
"""

import math
from collections.abc import Iterator
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.cascade import declared
from generator.press.face.css_declarations import inherited
from generator.press.face.svg_tree import remove
from generator.press.face.use_copies import SVG, XLINK

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PATH = "protoplay-line-"  # the beginning of the ids of text paths
_LENGTHS = ("textLength", "lengthAdjust")
_PARTS = (f"{SVG}text", f"{SVG}tspan", f"{SVG}textPath")
_OPACITIES = ("fill-opacity", "stroke-opacity")
_NEARLY = 0.999  # opacity of a stroke that makes typst draw the outline of letters as a path


def lay_texts(root: Any) -> None:
    """Rewrite the texts of a drawing in place."""
    for text in root.iter(f"{SVG}text"):
        _remove_hidden(text)
        _fade_parts(text)
        _paint_outlines(text)
    for i, element in enumerate(list(root.iter(*_PARTS))):
        properties = declared(element.get("style", "")) if "style" in element.attrib else {}
        space = properties.get("white-space", element.get("white-space", "")).strip()
        if space.startswith(("pre", "break-spaces")):
            element.set(_SPACE, "preserve")
        if element.tag == f"{SVG}text":
            _shift(element, properties)
            if "textLength" in element.attrib:
                _hand_down(element)
        elif element.tag == f"{SVG}textPath":
            if line := element.attrib.pop("path", ""):
                element.attrib.pop(XLINK, None)
                element.set("href", f"#{_PATH}{i}")
                defs = root.makeelement(f"{SVG}defs", {})
                defs.append(root.makeelement(f"{SVG}path", {"id": f"{_PATH}{i}", "d": line}))
                root.insert(0, defs)
        elif "textLength" in element.attrib:
            _hand_down(element)


def lost_effects(root: Any) -> Iterator[tuple[Any, str]]:
    """Yield parts of texts with an effect that only browsers draw, and the effect's property."""
    for part in root.iter(f"{SVG}tspan", f"{SVG}textPath"):
        properties = _properties(part)
        for name in ("filter", "mix-blend-mode"):
            if properties.get(name, "none").strip() not in ("none", "normal", "inherit"):
                yield part, name


def _properties(element: Any) -> dict[str, str]:
    """The properties of an element; its style overrides its attributes."""
    return {**element.attrib, **declared(element.get("style", ""))}


def _set(element: Any, **properties: str) -> None:
    """Declare properties ("_" stands for "-"), replacing the element's own values."""
    style = declared(element.get("style", ""))
    for key, value in properties.items():
        name = key.replace("_", "-")
        style.pop(name, None)
        element.attrib.pop(name, None)
        if value:
            element.set(name, value)
    if "style" in element.attrib:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))


def _remove_hidden(text: Any) -> None:
    """Remove the hidden parts of a text, because resvg would also hide the text after them."""
    for part in list(text.iter(*_PARTS[1:])):
        if part is not text and _properties(part).get("display", "").strip() == "none":
            remove(part)


def _fade_parts(text: Any) -> None:
    """Write the opacity of a text's parts as the opacity of their fill and stroke."""
    parts = [part for part in text.iter(*_PARTS[1:]) if "opacity" in _properties(part)]
    if not parts:
        return
    shares = {part: _share(_properties(part)["opacity"]) for part in parts}
    faded: list[tuple[Any, dict[str, str]]] = []
    for part in text.iter(*_PARTS[1:]):
        share = math.prod(shares.get(node, 1.0) for node in (part, *part.iterancestors()))
        if share < 1:
            opacities = (_share(inherited(part, name) or "1") * share for name in _OPACITIES)
            names = (name.replace("-", "_") for name in _OPACITIES)
            faded.append((part, dict(zip(names, map(drawn, opacities), strict=True))))
    for part, opacities_of_part in faded:
        _set(part, **opacities_of_part)
    for part in parts:
        _set(part, opacity="")


def _share(text: str) -> float:
    """Read an opacity from 0 to 1; 1 if the text cannot be read."""
    try:
        share = float(text.strip().removesuffix("%")) / (100 if "%" in text else 1)
    except ValueError:
        return 1.0
    return min(max(share, 0.0), 1.0)


def _paint_outlines(text: Any) -> None:
    """Make typst draw outlines that are painted with a gradient or a pattern as paths.

    typst does so if the stroke is slightly transparent and the fill exists, even if the fill is
    invisible.
    """
    parts = list(text.iter(*_PARTS))
    if not any("url(" in inherited(part, "stroke") for part in parts):
        return
    declarations = []
    for part in parts:
        fill = inherited(part, "fill") or "#000"
        solid, stroke = (_share(inherited(part, name) or "1") for name in _OPACITIES)
        if "url(" in inherited(part, "stroke"):
            stroke *= _NEARLY
            if fill == "none":
                fill, solid = "#000", 0.0
        opacities = {"fill_opacity": drawn(solid), "stroke_opacity": drawn(stroke)}
        declarations.append({"fill": fill, **opacities})
    for part, declaration in zip(parts, declarations, strict=True):
        _set(part, **declaration)


def _shift(text: Any, properties: dict[str, str]) -> None:
    """Move the contents of a raised or lowered text into a `<tspan>` with the shift."""
    shift = properties.pop("baseline-shift", text.get("baseline-shift", "")).strip()
    if shift in ("", "baseline", "0"):
        return
    text.attrib.pop("baseline-shift", None)
    if "style" in text.attrib:
        text.set("style", ";".join(f"{name}:{value}" for name, value in properties.items()))
    part = text.makeelement(f"{SVG}tspan", {"baseline-shift": shift})
    part.text, text.text = text.text, None
    part.extend(list(text))
    text.append(part)


def _hand_down(part: Any) -> None:
    """Move the `textLength` of an element that contains only a `<tspan>` to the `<tspan>`."""
    while len(part) == 1 and not (part.text or "").strip() and not (part[0].tail or "").strip():
        if part[0].tag != f"{SVG}tspan":
            return
        for key in _LENGTHS:
            value = part.attrib.pop(key, None)
            if value is not None:
                part[0].set(key, value)
        part = part[0]
