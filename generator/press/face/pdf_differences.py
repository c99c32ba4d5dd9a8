"""Rewrites parts of a drawing that PDF draws differently from SVG, so that both draw the same.

In: the root of an imported drawing, with lengths in its own units. Out: the same drawing. Strokes
and dashes of length 0 become tiny lines, so that their caps are drawn. Gradients of length 0 become
their last colour (SVG 2, 14.2.2). Elements painted with a radial gradient that PDF does not
support, and elements masked by colours, are put behind a filter that changes nothing, because typst
prints filters as pictures.
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.model.decimals import short
from generator.press.face.colours import rgb_of
from generator.press.face.svg_geometry import NUMBER, path_commands
from generator.press.face.use_copies import SVG, XLINK, linked

# length of a tiny line, as a share of the drawing's size: a few thousandths of a mm on a card
HAIR = 1 / 20_000
WHOLE = "as-picture"  # the id of the filter that changes nothing
DEEPEST = 8  # maximum number of gradients in a chain of links

_MARKERS = ("marker-start", "marker-mid", "marker-end")
_CAP = re.compile(r"stroke-linecap\s*:\s*(\w+)")
_DASHES = re.compile(r"(stroke-dasharray\s*:\s*)([^;}]+)")
_MASK = re.compile(r"mask\s*:\s*url\(\s*['\"]?#([^'\")\s]+)")
_COLOUR = re.compile(r"(?:^|;)\s*(?:fill|stroke|stop-color|color)\s*:\s*([^;]+)")
_PAINT = re.compile(r"(?:fill|stroke)\s*:\s*url\(\s*['\"]?#([^'\")\s]+)")


def make_exact(root: Any, size: float) -> None:
    """Rewrite a drawing in place; `size` is its longer side in its units."""
    hair = size * HAIR
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if dashes := element.get("stroke-dasharray"):
            element.set("stroke-dasharray", _dashes(dashes, hair))
        if "stroke-dasharray" in (style := element.get("style", "")):
            element.set("style", _DASHES.sub(lambda m: m[1] + _dashes(m[2], hair), style))
        if element.tag in _SHAPES and _has_caps(element):
            _SHAPES[element.tag](element, hair)
    _remove_markers(root)
    _gradients(root)


def _remove_markers(root: Any) -> None:
    """Remove markers from shapes that cannot have them, such as rectangles (SVG 2, 11.6)."""
    if next(root.iter(f"{SVG}marker"), None) is None:
        return
    for shape in root.iter(*(f"{SVG}{name}" for name in ("rect", "circle", "ellipse"))):
        for name in _MARKERS:
            shape.set(name, "none")
        if "marker" in shape.get("style", ""):
            kept = (p for p in shape.get("style").split(";") if not p.strip().startswith("marker"))
            shape.set("style", ";".join(kept))


# -- strokes ----------------------------------------------------------------------------------


def _has_caps(element: Any) -> bool:
    """Whether the stroke of an element has round or square ends."""
    for node in (element, *element.iterancestors()):
        cap = _CAP.findall(node.get("style", ""))[-1:] or [node.get("stroke-linecap")]
        if cap[0]:
            return cap[0] in ("round", "square")
    return False


def _dashes(text: str, hair: float) -> str:
    """Give each dash of length 0 a tiny length, which is taken from the following gap."""
    parts = text.replace(",", " ").split()
    try:
        lengths = [float(part) for part in parts]
    except ValueError:  # "none", or values in per cent or with units
        return text
    if 0.0 not in lengths[::2] and not (len(lengths) % 2 and 0.0 in lengths):
        return text
    if len(lengths) % 2:
        lengths *= 2
    for i in range(0, len(lengths), 2):
        if lengths[i] == 0 and lengths[i + 1] > hair:
            lengths[i], lengths[i + 1] = hair, lengths[i + 1] - hair
    return " ".join(f"{length:.6g}" for length in lengths)


def _number_text(value: float) -> str:
    return short(value, 6)


def _line(element: Any, hair: float) -> None:
    ends = [element.get(key, "0").strip() or "0" for key in ("x1", "y1", "x2", "y2")]
    try:
        x1, y1, x2, y2 = map(float, ends)
    except ValueError:
        return
    if (x1, y1) == (x2, y2):
        element.set("x2", _number_text(x2 + hair))


def _corners(element: Any, hair: float) -> None:
    numbers = re.findall(NUMBER, element.get("points", ""))
    points = {(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=False)}
    if len(points) == 1:
        x, y = points.pop()
        element.set(
            "points",
            f"{_number_text(x)},{_number_text(y)} {_number_text(x + hair)},{_number_text(y)}",
        )


def _path(element: Any, hair: float) -> None:
    """Give each part of a path with length 0 a tiny length."""
    text = element.get("d", "")
    commands = path_commands(text)
    if commands is None:
        return
    parts: list[list[tuple[str, list[float]]]] = []
    for name, numbers in commands:
        if name in "Mm" or not parts or parts[-1][-1][0] in "Zz":
            parts.append([])
        parts[-1].append((name, numbers))
    changed = False
    x = y = start_x = start_y = 0.0
    for part in parts:
        moves = False
        for name, numbers in part:
            at = (x, y)
            if name in "Zz":
                x, y = start_x, start_y
            elif name in "Hh":
                x = numbers[0] + (x if name == "h" else 0)
            elif name in "Vv":
                y = numbers[0] + (y if name == "v" else 0)
            else:
                base = (x, y) if name.islower() else (0.0, 0.0)
                ends = numbers[5:] if name in "Aa" else numbers
                pairs = zip(ends[::2], ends[1::2], strict=True)
                points = [(base[0] + across, base[1] + down) for across, down in pairs]
                moves = moves or (name not in "Mm" and any(p != at for p in points))
                x, y = points[-1]
                if name in "Mm":
                    start_x, start_y = x, y
            moves = moves or (name not in "Mm" and (x, y) != at)
        if len(part) > 1 and not moves and part[0][0] in "Mm":
            part[1:] = [("h", [hair]), ("M", [start_x, start_y])]
            changed = True
    if changed:
        rewritten = (
            name + " ".join(map(_number_text, numbers)) for part in parts for name, numbers in part
        )
        element.set("d", "".join(rewritten))


_SHAPES = {
    f"{SVG}line": _line,
    f"{SVG}path": _path,
    f"{SVG}polyline": _corners,
    f"{SVG}polygon": _corners,
}


# -- gradients --------------------------------------------------------------------------------


def _gradients(root: Any) -> None:
    named = {e.get("id"): e for e in root.iter(f"{SVG}linearGradient", f"{SVG}radialGradient")}
    pictured: set[str] = set()
    for id, gradient in named.items():
        chain = list(_chain(gradient, named))
        if gradient.tag == f"{SVG}linearGradient":
            if _is_point(chain):
                _flatten(gradient, chain)
        elif is_unsupported(chain) and id:
            pictured.add(id)
    masks = {e.get("id") for e in root.iter(f"{SVG}mask") if e.get("id") and is_coloured(e, named)}
    painted = [
        element
        for element in root.iter()
        if isinstance(element.tag, str)
        and (pictured & set(_paints(element)) or masks & set(_masks(element)))
    ]
    if painted:
        _picture(root, painted)


def _chain(gradient: Any, named: dict[str | None, Any]) -> Iterator[Any]:
    """A gradient, followed by the linked gradients that provide missing attributes and stops."""
    for _ in range(DEEPEST):
        yield gradient
        link = linked(gradient)
        gradient = named.get(link) if link else None
        if gradient is None:
            return


def _attribute(chain: list[Any], key: str, usual: str) -> str:
    return next((e.get(key).strip() for e in chain if e.get(key) is not None), usual)


def _share(text: str) -> float | None:
    try:
        return float(text.removesuffix("%")) * (0.01 if text.endswith("%") else 1)
    except ValueError:
        return None


def _is_point(chain: list[Any]) -> bool:
    """Whether a linear gradient has length 0."""
    x1, y1, y2 = (_share(_attribute(chain, key, "0")) for key in ("x1", "y1", "y2"))
    x2 = _share(_attribute(chain, "x2", "100%"))
    return None not in (x1, y1, x2, y2) and (x1, y1) == (x2, y2)


def _flatten(gradient: Any, chain: list[Any]) -> None:
    """Reduce a gradient to its last colour."""
    stops: list[Any] = next((s for e in chain if (s := e.findall(f"{SVG}stop"))), [])
    if not stops:
        return
    last = gradient.makeelement(f"{SVG}stop", dict(stops[-1].attrib))
    last.attrib.pop("id", None)
    for stop in gradient.findall(f"{SVG}stop"):
        gradient.remove(stop)
    for key in ("href", XLINK, "gradientTransform", "spreadMethod", "gradientUnits"):
        gradient.attrib.pop(key, None)
    gradient.append(last)
    for key, value in (("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "0")):
        gradient.set(key, value)
    gradient.set("gradientUnits", "userSpaceOnUse")


def is_unsupported(chain: list[Any]) -> bool:
    """Whether PDF does not support a radial gradient, because it repeats or begins at a circle."""
    spreads = _attribute(chain, "spreadMethod", "pad") != "pad"
    return spreads or _share(_attribute(chain, "fr", "0")) != 0


def is_coloured(mask: Any, named: dict[str | None, Any]) -> bool:
    """Whether a mask depends on the lightness of colours or pictures, which PDF weights
    differently. `named` has the gradients of the drawing by their ids.
    """
    declarations = f"{mask.get('mask-type', '')};{mask.get('style', '')}"
    if "alpha" in declarations:
        return False
    for element in mask.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag == f"{SVG}image" or _is_tinted(element):
            return True
        for id in _paints(element):
            chain = _chain(named[id], named) if id in named else ()
            if any(_is_tinted(stop) for each in chain for stop in each.iter(f"{SVG}stop")):
                return True
    return False


def _is_tinted(element: Any) -> bool:
    """Whether an element is painted in a colour other than grey."""
    written = [element.get(key, "") for key in ("fill", "stroke", "stop-color", "color")]
    for colour in (*written, *_COLOUR.findall(element.get("style", ""))):
        rgb = rgb_of(colour.strip())
        if rgb is not None and max(rgb[:3]) != min(rgb[:3]):
            return True
    return False


def _masks(element: Any) -> list[str]:
    """The ids of an element's masks."""
    return _MASK.findall(f"mask:{element.get('mask')};{element.get('style', '')}")


def _picture(root: Any, painted: list[Any]) -> None:
    """Put elements behind a filter that changes nothing, so that they print as pictures."""
    for element in painted:
        if element is root or next(element.iterancestors(*_DEFINED), None) is not None:
            continue
        element = next(element.iterancestors(f"{SVG}text"), element)
        around = element.getparent()
        if around.get("filter", "").endswith(f"{WHOLE})"):
            continue
        holder = root.makeelement(f"{SVG}g", {"filter": f"url(#{WHOLE})"})
        holder.tail, element.tail = element.tail, None
        around.replace(element, holder)
        holder.append(element)
        # the id moves to the group, so that copies of the element are pictures too
        if id := element.attrib.pop("id", None):
            holder.set("id", id)
    whole = root.makeelement(f"{SVG}filter", _WHOLE)
    whole.append(root.makeelement(f"{SVG}feOffset", {"dx": "0", "dy": "0"}))
    root.insert(0, whole)


_WHOLE = {
    "id": WHOLE,
    "color-interpolation-filters": "sRGB",
    "x": "-50%",
    "y": "-50%",
    "width": "200%",
    "height": "200%",
}
_DEFINED = tuple(f"{SVG}{name}" for name in ("clipPath", "pattern", "mask", "marker"))


def _paints(element: Any) -> list[str]:
    """The ids of the gradients and patterns in an element's fill and stroke."""
    written = ";".join(f"{key}:{element.get(key)}" for key in ("fill", "stroke"))
    return _PAINT.findall(f"{written};{element.get('style', '')}")
