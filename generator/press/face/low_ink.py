"""Prints with little ink, by turning large filled areas of a pack's own drawing into outlines.

In: an imported drawing. Out: the same drawing, in which every filled shape larger than `LARGEST`
mm² is white with an outline in its colour. Light letters become dark and small light shapes get an
outline, so that they remain visible on white paper. Elements marked `data-ink="full"` do not
change.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.model.decimals import drawn
from generator.press.face import colours
from generator.press.face.imported_svg import ImportedSvg
from generator.press.face.svg_geometry import Matrix, matrix_of, times
from generator.press.face.use_copies import SVG

LARGEST = 6.0  # mm²; filled shapes with a larger area become outlines
MOST_INK = 0.115  # greatest mean ink of a whole face; 1 is all black
PALEST = 0.94  # greatest share of white that is mixed into a shape
PER_MM = 4.0  # pixels per mm of the picture in which the ink of a face is measured
LINE = 0.3  # mm; width of the outline that replaces a fill
SHAPES = {"rect", "circle", "ellipse", "path", "polygon", "polyline"}
FULL = "full"
# luminance, from 0 black to 1 white, above which a colour is not visible on white paper
LIGHT = 0.6

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_N_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_PAINTS = ("fill", "stroke", "stop-color", "flood-color")
_PAINTED = re.compile(r"((?:^|;)\s*(?:fill|stroke|stop-color|flood-color)\s*:)([^;]+)")
_STYLE = re.compile(r"(?:^|;)\s*fill\s*:\s*([^;]+)")


def thinned(drawing: ImportedSvg) -> ImportedSvg:
    """Replace the large filled areas of the drawing by outlines."""
    from lxml import etree

    root = etree.fromstring(drawing.svg)
    per_unit = (drawing.width or drawing.view[2]) / drawing.view[2]
    _thin(root, (per_unit, 0.0, 0.0, per_unit, 0.0, 0.0), "#000000")
    text = etree.tostring(root, encoding="unicode")
    return replace(drawing, svg=text)


def _thin(element: Any, matrix: Matrix, inherited: str) -> None:
    if not isinstance(element.tag, str):
        return
    name = element.tag.removeprefix(SVG)
    if name in ("defs", "clipPath", "mask", "pattern", "symbol", "marker"):
        return
    if element.get("data-ink") == FULL:
        return
    matrix = times(matrix, matrix_of(element.get("transform", "")))
    fill = fill_of(element) or inherited
    if name in ("text", "tspan", "textPath"):
        if colours.rgb_of(fill) and colours.lightness(fill) > LIGHT:
            _set_fill(element, colours.DARK)
    elif name in SHAPES and fill != "none":
        _thin_shape(element, name, matrix, fill)
    for child in element:
        _thin(child, matrix, fill)


def _thin_shape(element: Any, name: str, matrix: Matrix, fill: str) -> None:
    # the outline of a shape filled with a gradient is grey
    colour = fill if colours.rgb_of(fill) else "#777777"
    large = area_of(element, name, matrix) > LARGEST
    light = colours.lightness(colour) > LIGHT
    if not large and not light:
        return
    scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) or 1.0
    line = colours.mix(colour, colours.DARK, 0.6) if light else colour
    _set_fill(element, "#ffffff")
    if not element.get("stroke") and "stroke:" not in element.get("style", ""):
        element.set("stroke", line)
        element.set("stroke-width", drawn(LINE / scale))


def fill_of(element: Any) -> str:
    """The fill that an element declares; "" if it inherits its fill."""
    if match := _STYLE.search(element.get("style", "")):
        return str(match[1]).strip()
    return str(element.get("fill", "")).strip()


def _set_fill(element: Any, colour: str) -> None:
    style = element.get("style", "")
    if _STYLE.search(style):
        element.set("style", _STYLE.sub(f";fill:{colour}", style).lstrip(";"))
    else:
        element.set("fill", colour)


def area_of(element: Any, name: str, matrix: Matrix) -> float:
    """The area of the box around a shape, in mm²."""
    points = list(_points(element, name))
    if len(points) < 2:
        return 0.0
    xs, ys = zip(*points, strict=True)
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    return float(across * down * scale)


def _points(element: Any, name: str) -> Iterator[tuple[float, float]]:
    def value(key: str) -> float:
        match = _NUMBER.match(element.get(key, "0").strip())
        return float(match[0]) if match else 0.0

    if name == "rect":
        share = 0.01 if "%" in element.get("width", "") else 1.0
        yield 0.0, 0.0
        yield (value("width") * share or 1e3), (value("height") * share or 1e3)
    elif name in ("circle", "ellipse"):
        yield 0.0, 0.0
        yield 2 * (value("rx") or value("r")), 2 * (value("ry") or value("r"))
    elif name in ("polygon", "polyline"):
        numbers = [float(n) for n in _NUMBER.findall(element.get("points", ""))]
        yield from zip(numbers[::2], numbers[1::2], strict=False)
    else:
        yield from path_points(element.get("d", ""))


def path_points(path: str) -> Iterator[tuple[float, float]]:
    """The absolute end points and control points of path data, which are enough for a
    bounding box.
    """
    x = y = start_x = start_y = 0.0
    for letter, text in _COMMAND.findall(path):
        kind, relative = letter.lower(), letter.islower()
        if kind == "z":
            x, y = start_x, start_y
            continue
        numbers = [float(n) for n in _NUMBER.findall(text)]
        size = _N_NUMBERS[kind]
        for i in range(0, len(numbers) - size + 1, size):
            chunk = numbers[i : i + size]
            dx, dy = (x, y) if relative else (0.0, 0.0)
            if kind == "h":
                x = chunk[0] + dx
            elif kind == "v":
                y = chunk[0] + dy
            else:
                if kind == "a":
                    yield from _bulge((x, y), (chunk[5] + dx, chunk[6] + dy), chunk)
                pairs = chunk[5:] if kind == "a" else chunk
                for k in range(0, len(pairs), 2):
                    yield pairs[k] + dx, pairs[k + 1] + dy
                x, y = pairs[-2] + dx, pairs[-1] + dy
            yield x, y
            if kind == "m" and i == 0:
                start_x, start_y = x, y


def _bulge(
    start: tuple[float, float], end: tuple[float, float], arc: list[float]
) -> Iterator[tuple[float, float]]:
    """Two points that enclose the part of an arc beyond its chord; they are exact for half a
    circle.
    """
    half = math.dist(start, end) / 2
    radius = max(abs(arc[0]), abs(arc[1]), half)
    rise = radius - math.sqrt(radius**2 - half**2)
    if arc[3]:  # the longer arc between the two points
        rise = 2 * radius - rise
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    yield x - rise, y - rise
    yield x + rise, y + rise


def within_limit(svg: str, width: float, height: float, fonts: Sequence[Path]) -> str:
    """Make the shapes of a face paler until its mean ink is at most `MOST_INK`.

    `width` and `height` are in mm. Texts and pictures do not change. Icons change only if paler
    shapes are not enough. A face that cannot be drawn is returned unchanged.
    """
    pale = svg
    share = 0.0
    try:
        ink = _mean_ink(svg, width, height, fonts)
        if ink <= MOST_INK:
            return svg
        least = _mean_ink(paled(svg, 1.0), width, height, fonts)
        with_icons = least > MOST_INK * 0.97
        if with_icons:
            least = _mean_ink(paled(svg, 1.0, with_icons), width, height, fonts)
        for _ in range(3):
            needed = (ink - MOST_INK * 0.97) / max(ink - least, 1e-6)
            share = min(share + (1 - share) * max(needed, 0.0), PALEST)
            pale = paled(svg, share, with_icons)
            ink = _mean_ink(pale, width, height, fonts)
            if ink <= MOST_INK or share == PALEST:
                break
    except ValueError:
        return pale
    return pale


def _mean_ink(svg: str, width: float, height: float, fonts: Sequence[Path]) -> float:
    """The mean ink of a face, 0 white to 1 black; raises `ValueError` if resvg cannot draw it."""
    import io

    import resvg_py
    from PIL import Image, ImageStat

    scale = min(PER_MM, 600 / max(width, height))
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=max(25.4 * scale, 10.0),
        background="white",
        skip_system_fonts=True,
        font_files=[str(path) for path in fonts],
    )
    image = Image.open(io.BytesIO(bytes(png))).convert("RGB")
    return 1 - sum(ImageStat.Stat(image).mean) / 3 / 255


def paled(svg: str, share: float, with_icons: bool = False) -> str:
    """Mix a `share` (0 to 1) of white into the paints of a face's shapes."""
    from lxml import etree

    root = etree.fromstring(svg, etree.XMLParser(huge_tree=True))
    _pale(root, share, False, with_icons)
    return str(etree.tostring(root, encoding="unicode"))


def _pale(element: Any, share: float, is_filled: bool, with_icons: bool) -> None:
    if not isinstance(element.tag, str):
        return
    if element.get("data-ink") == FULL:
        return
    name = element.tag.removeprefix(SVG)
    is_icon = name == "g" and element.get("color") and not with_icons
    if name in ("clipPath", "mask", "text", "tspan", "textPath", "image") or is_icon:
        return
    is_filled = is_filled or bool(fill_of(element))
    if name in SHAPES and not is_filled:
        element.set("fill", "#000000")
    # A fill that a group passes to its texts does not change, because texts do not become paler.
    words = name == "g" and fill_of(element) and next(element.iter(f"{SVG}text"), None) is not None
    for key in _PAINTS if not words else ():
        if colours.rgb_of(paint := element.get(key, "")):
            element.set(key, colours.mix(paint, colours.LIGHT, share))
    if (style := element.get("style")) and not words:
        element.set("style", _PAINTED.sub(lambda match: _paled_paint(match, share), style))
    for child in element:
        _pale(child, share, is_filled, with_icons)


def _paled_paint(match: "re.Match[str]", share: float) -> str:
    paint = match[2].strip()
    return (
        f"{match[1]}{colours.mix(paint, colours.LIGHT, share) if colours.rgb_of(paint) else paint}"
    )
