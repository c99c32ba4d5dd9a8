"""Filter functions of CSS, such as `drop-shadow()`, in the form that resvg reads.

In: the root of an SVG, with the colours in filters as #rrggbbaa. Out: the same tree, in which blurs
and shadows are `<filter>` elements made of basic filter steps.
"""

import re
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.cascade import declared
from generator.press.face.css_colours import as_hex
from generator.press.face.css_declarations import inherited, number_of
from generator.press.face.svg_geometry import bounds_of
from generator.press.face.use_copies import SVG

_GROWING = re.compile(r"\b(blur|drop-shadow)\(([^()]*)\)", re.IGNORECASE)
_CURRENT = "currentColor"


def write_functions(root: Any) -> None:
    """Write blurs and shadows as `<filter>` elements whose regions are large enough. resvg clips
    filter functions at a distance of a tenth of the element's size; browsers never clip them.
    """
    n_filters = 0
    for element in list(root.iter(f"{SVG}*")):
        style = declared(element.get("style", ""))
        value = style.get("filter", element.get("filter", ""))
        calls = [_parsed(*call) for call in _GROWING.findall(value)]
        if not calls or None in calls:
            continue
        reach = sum(max(abs(x), abs(y)) + 3 * blur for x, y, blur, _ in filter(None, calls))
        for kind, inside in _GROWING.findall(value):
            x, y, blur, paint = _parsed(kind, inside) or (0.0, 0.0, 0.0, "")
            id = f"protoplay-effect-{n_filters}"
            n_filters += 1
            effect = root.makeelement(f"{SVG}filter", {"id": id, **_region(element, reach)})
            step = {"stdDeviation": drawn(blur)}
            if kind.lower() != "blur":
                if paint.lower() == "currentcolor":
                    paint = inherited(element, "color") or "#000"
                step |= {"dx": drawn(x), "dy": drawn(y), "flood-color": paint}
            name = "feGaussianBlur" if kind.lower() == "blur" else "feDropShadow"
            effect.append(root.makeelement(f"{SVG}{name}", step))
            root.insert(0, effect)
            value = value.replace(f"{kind}({inside})", f"url(#{id})", 1)
        element.attrib.pop("filter", None)
        element.set("style", ";".join(f"{n}:{v}" for n, v in {**style, "filter": value}.items()))


def write_shadows(root: Any) -> None:
    """Replace each `<feDropShadow>` with its steps, because resvg draws its colour wrong in sRGB.

    (Filter Effects 1, 9.20)
    """
    for i, shadow in enumerate(list(root.iter(f"{SVG}feDropShadow"))):
        name = f"protoplay-shadow-{i}"
        source = shadow.attrib.pop("in", "")
        if not source:
            before = shadow.getprevious()
            source = "SourceGraphic"
            if before is not None:
                source = before.get("result") or f"{name}-source"
                before.set("result", source)
        result = shadow.attrib.pop("result", "")
        blur, x, y = (shadow.attrib.pop(key, "2") for key in ("stdDeviation", "dx", "dy"))
        steps = [
            ("feGaussianBlur", {"in": source, "stdDeviation": blur}),
            ("feOffset", {"dx": x, "dy": y, "result": name}),
            ("feFlood", {}),
            ("feComposite", {"operator": "in", "in2": name, "result": f"{name}-painted"}),
            ("feMerge", {"result": result} if result else {}),
        ]
        for step, attributes in steps:
            made = root.makeelement(f"{SVG}{step}", {**shadow.attrib, **attributes})
            shadow.addprevious(made)
        for each in (f"{name}-painted", source):
            made.append(root.makeelement(f"{SVG}feMergeNode", {"in": each}))
        shadow.getparent().remove(shadow)


def _parsed(kind: str, inside: str) -> tuple[float, float, float, str] | None:
    """Read the offset, blur and colour of a call; None if the call cannot be read."""
    words = inside.split()
    numbers = [number_of(word) for word in words]
    paints = [word for word, n in zip(words, numbers, strict=True) if n is None]
    lengths = [n for n in numbers if n is not None]
    if kind.lower() == "blur":
        return (0.0, 0.0, lengths[0] if lengths else 0.0, "") if not paints else None
    if len(paints) > 1 or len(lengths) not in (2, 3) or any(as_hex(p) is None for p in paints):
        return None
    blur = lengths[2] if len(lengths) > 2 else 0.0
    return lengths[0], lengths[1], blur, paints[0] if paints else _CURRENT


def _region(element: Any, reach: float) -> dict[str, str]:
    """Return the attributes of a filter whose region extends `reach` beyond the element."""
    region = {"color-interpolation-filters": "sRGB"}
    bounds = bounds_of(element)
    if bounds is None:
        return {**region, "x": "-1", "y": "-1", "width": "3", "height": "3"}
    left, top, right, bottom = bounds
    reach += max(right - left, bottom - top) / 2
    sides = (left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach)
    keys = ("x", "y", "width", "height")
    region["filterUnits"] = "userSpaceOnUse"
    return region | dict(zip(keys, map(drawn, sides), strict=True))
