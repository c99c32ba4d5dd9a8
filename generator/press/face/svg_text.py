"""How the words of a drawing lie, in the few ways that typst and resvg read.

In: the root of an SVG. Out: the same, with `white-space: pre` as `xml:space`, the path of a
`<textPath>` as an element, shifts of a whole `<text>` on a part of it, and the length of a part
that holds nothing but another one on that.
"""

from collections.abc import Iterator
from typing import Any

from generator.press.face.cascade import declared
from generator.press.face.use_copies import SVG, XLINK

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PATH = "protoplay-line-"  # begins the ids of the paths of texts
_LENGTHS = ("textLength", "lengthAdjust")


def lay_texts(root: Any) -> None:
    """Rewrite the texts of a drawing in place."""
    for i, element in enumerate(list(root.iter(f"{SVG}text", f"{SVG}tspan", f"{SVG}textPath"))):
        said = declared(element.get("style", "")) if "style" in element.attrib else {}
        space = said.get("white-space", element.get("white-space", "")).strip()
        if space.startswith(("pre", "break-spaces")):
            element.set(_SPACE, "preserve")
        if element.tag == f"{SVG}text":
            _shift(element, said)
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
    """The parts of texts with a length of their own and parts in them."""
    for element in root.iter(f"{SVG}tspan"):
        if "textLength" in element.attrib and len(element):
            yield element


def _shift(text: Any, said: dict[str, str]) -> None:
    """Put what a whole text holds into a part of it that is raised or lowered."""
    shift = said.pop("baseline-shift", text.get("baseline-shift", "")).strip()
    if shift in ("", "baseline", "0"):
        return
    text.attrib.pop("baseline-shift", None)
    if "style" in text.attrib:
        text.set("style", ";".join(f"{name}:{value}" for name, value in said.items()))
    part = text.makeelement(f"{SVG}tspan", {"baseline-shift": shift})
    part.text, text.text = text.text, None
    part.extend(list(text))
    text.append(part)


def _hand_down(part: Any) -> None:
    """Give the length of a part that holds one other part, and no letters, to that."""
    while len(part) == 1 and not (part.text or "").strip() and not (part[0].tail or "").strip():
        if part[0].tag != f"{SVG}tspan":
            return
        for key in _LENGTHS:
            value = part.attrib.pop(key, None)
            if value is not None:
                part[0].set(key, value)
        part = part[0]
