"""Prepares icons from icon sites to take one colour. In: the root of an icon's SVG and its box.

Out: the same tree without a background, with its only colour replaced by `currentColor`, and a
remark if the icon has several colours.
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.press.face import colours
from generator.press.face.cascade import cascade

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]  # x, y, width, height

TINT = "currentColor"
COVERS = 0.98  # a shape that covers this share of the width and height is a background
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "text")
_PAINTS = ("fill", "stroke", "stop-color")
_UNSEEN = ("none", "transparent")
_FREE = ("defs", "clipPath", "mask", "symbol", "pattern", "marker")
_STEP = re.compile(r"([MmLlHhVvZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)")
_CURVED = re.compile(r"[CcSsQqTtAa]")
_DECLARED = re.compile(r"([\w-]+)\s*:\s*([^;]+)")


def ready(root: Any, box: Box) -> str:
    """Prepare an icon in place; return the reason why it cannot be printed in one colour, or ""."""
    faults = cascade(root)
    _drop_ground(root, box)
    return _tint(root) or (f"in its style sheet, {faults[0][0]}" if faults else "")


def _tint(root: Any) -> str:
    """Replace an icon's only colour; return a remark if the icon has several colours."""
    written = [paint for element in _painted(root) for paint in _paints_of(element)]
    own = {_plain(paint) for paint in written if _plain(paint) not in (*_UNSEEN, "")}
    if TINT in own or not own:
        return ""
    if any(paint.startswith("url(") for paint in own):
        return "it has a gradient or a pattern"
    takes_tint = any(_inherits(element) for element in _painted(root) if element is not root)
    if takes_tint and own == {"#ffffff"}:  # white details on a coloured ground, such as eyes
        return ""
    strong = own - {"#ffffff"} or own
    if len(strong) + takes_tint > 1:
        if takes_tint and strong == {"#000000"}:  # shapes without a colour are also black
            _replace(root, strong)
            return ""
        return f"it has {len(strong) + takes_tint} colours"
    if not takes_tint or strong == {"#ffffff"}:
        _replace(root, strong)
    return ""


def _drop_ground(root: Any, box: Box) -> None:
    """Remove the background, which consists of shapes that cover the whole icon behind the
    figure.
    """
    shapes = [element for element in _painted(root) if element is not root and _is_shape(element)]
    for shape in shapes[:-1]:
        if not _covers(shape, box):
            return
        shape.getparent().remove(shape)


def _covers(shape: Any, box: Box) -> bool:
    if any(node.get("transform") for node in (shape, *shape.iterancestors())):
        return False
    points = list(_corners(shape))
    if len(points) < 2:
        return False
    xs, ys = zip(*points, strict=True)
    reach_x = min(max(xs), box[0] + box[2]) - max(min(xs), box[0])
    reach_y = min(max(ys), box[1] + box[3]) - max(min(ys), box[1])
    return bool(reach_x >= COVERS * box[2] and reach_y >= COVERS * box[3])


def _corners(shape: Any) -> Iterator[tuple[float, float]]:
    """The corners of the box around a rectangle, a circle or a straight path."""

    def value(key: str, usual: float = 0.0) -> float:
        match = re.match(r"\s*([+-]?[\d.]+)\s*(%?)", shape.get(key, ""))
        return usual if match is None else 1e6 if match[2] else float(match[1])

    match shape.tag.removeprefix(SVG):
        case "rect":
            yield value("x"), value("y")
            yield value("x") + value("width"), value("y") + value("height")
        case "circle" | "ellipse":
            across, down = value("rx", value("r")), value("ry", value("r"))
            yield value("cx") - across, value("cy") - down
            yield value("cx") + across, value("cy") + down
        case "path" if not _CURVED.search(shape.get("d", "")):
            yield from _straight(shape.get("d", ""))


def _straight(path: str) -> Iterator[tuple[float, float]]:
    """Yield the corners of a path that is one outline of 4 straight sides; yield nothing for other
    paths.
    """
    x = y = 0.0
    letter, n_outlines = "", 0
    numbers: list[float] = []
    corners = []
    for word, number in _STEP.findall(path):
        if word:
            letter, numbers = word, []
            n_outlines += word in "Mm"
            continue
        numbers.append(float(number))
        is_relative = letter.islower()
        if letter in "Hh":
            x = numbers.pop() + (x if is_relative else 0.0)
        elif letter in "Vv":
            y = numbers.pop() + (y if is_relative else 0.0)
        elif len(numbers) == 2:
            x = numbers[0] + (x if is_relative else 0.0)
            y = numbers[1] + (y if is_relative else 0.0)
            numbers = []
        else:
            continue
        corners.append((x, y))
    if n_outlines == 1 and len(set(corners)) == 4:
        yield from corners


def _painted(root: Any) -> Iterator[Any]:
    """Yield the root, its groups and shapes, in order, without definitions such as clip paths."""
    left = [root]
    while left:
        element = left.pop()
        name = str(element.tag).removeprefix(SVG)
        if "}" in name or name in _FREE:
            continue
        yield element
        left.extend(reversed(element))


def _is_shape(element: Any) -> bool:
    return element.tag.removeprefix(SVG) in _SHAPES


def _declared(element: Any) -> dict[str, str]:
    style = dict(_DECLARED.findall(element.get("style", "")))
    return {key: style.get(key) or element.get(key, "") for key in _PAINTS}


def _paints_of(element: Any) -> list[str]:
    return [paint.strip() for paint in _declared(element).values() if paint]


def _inherits(element: Any) -> bool:
    """Whether neither a shape nor any of its ancestors declares a fill."""
    if not _is_shape(element):
        return False
    return not any(_declared(node)["fill"] for node in (element, *element.iterancestors()))


def _plain(paint: str) -> str:
    """Normalise a paint for comparison: "#rrggbb", a lower-case word, or `currentColor`."""
    paint = paint.replace("!important", "").strip()
    if paint.lower() == TINT.lower():
        return TINT
    rgb = colours.rgb_of(paint)
    return colours.hex_of(rgb) if rgb else paint.lower().replace("inherit", "")


def _replace(root: Any, own: set[str]) -> None:
    """Replace the colours `own` with `currentColor`."""
    for element in _painted(root):
        for key in _PAINTS:
            if _plain(element.get(key, "")) in own:
                element.set(key, TINT)
        if style := element.get("style"):
            element.set("style", _DECLARED.sub(lambda match: _tinted(match, own), style))


def _tinted(match: "re.Match[str]", own: set[str]) -> str:
    is_own = match[1] in _PAINTS and _plain(match[2]) in own
    return f"{match[1]}:{TINT}" if is_own else match[0]
