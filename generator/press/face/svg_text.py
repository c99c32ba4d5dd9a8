"""The layout of texts in a drawing, rewritten in the few ways that typst and resvg support.

In: the root of an SVG. Out: the same tree. `white-space: pre` becomes `xml:space`, the path of a
`<textPath>` becomes an element, a baseline shift of a whole `<text>` moves to a `<tspan>` inside,
and the `textLength` of a `<tspan>` that holds only another one moves to that one.
"""

from collections.abc import Iterator
from typing import Any

from generator.press.face.cascade import declared
from generator.press.face.use_copies import SVG, XLINK

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PATH = "protoplay-line-"  # the beginning of the ids of text paths
_LENGTHS = ("textLength", "lengthAdjust")


def lay_texts(root: Any) -> None:
    """Rewrite the texts of a drawing in place."""
    for i, element in enumerate(list(root.iter(f"{SVG}text", f"{SVG}tspan", f"{SVG}textPath"))):
        properties = declared(element.get("style", "")) if "style" in element.attrib else {}
        space = properties.get("white-space", element.get("white-space", "")).strip()
        if space.startswith(("pre", "break-spaces")):
            element.set(_SPACE, "preserve")
        if element.tag == f"{SVG}text":
            _shift(element, properties)
        elif element.tag == f"{SVG}textPath":
            if line := element.attrib.pop("path", ""):
                element.attrib.pop(XLINK, None)
                element.set("href", f"#{_PATH}{i}")
                defs = root.makeelement(f"{SVG}defs", {})
                defs.append(root.makeelement(f"{SVG}path", {"id": f"{_PATH}{i}", "d": line}))
                root.insert(0, defs)
        elif "textLength" in element.attrib:
            _hand_down(element)


def stretched_parts(root: Any) -> Iterator[Any]:
    """The `<tspan>` elements that have a `textLength` and child elements."""
    for element in root.iter(f"{SVG}tspan"):
        if "textLength" in element.attrib and len(element):
            yield element


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
    """Move the `textLength` of a `<tspan>` that holds only another one to that one."""
    while len(part) == 1 and not (part.text or "").strip() and not (part[0].tail or "").strip():
        if part[0].tag != f"{SVG}tspan":
            return
        for key in _LENGTHS:
            value = part.attrib.pop(key, None)
            if value is not None:
                part[0].set(key, value)
        part = part[0]
