"""Lengths and scales of a foreign drawing: the page, boxes, font sizes and percentages.

In: elements of an SVG. Out: numbers in user units or mm, or the same tree with relative lengths
written as user units.
"""

import math
import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.css_declarations import LENGTH, MM_PER, Fault, cut_short, longhands
from generator.press.face.images import Fit
from generator.press.face.use_copies import SVG, XLINK, linked

# greatest relative difference at which a page and a viewBox have the same proportions
ROUNDED = 0.02
_ALIGNED = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
MEDIUM = "16"  # user units; the initial font size (CSS Fonts 4)
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip
_RELATIVE = re.compile(r"([+-]?(?:\d{1,9}\.?\d*|\.\d+))(%|em|rem|ex)")
_FONT_SIZE = re.compile(r"(?:^|;)\s*font-size\s*:\s*([^;]+?)\s*(?=;|$)")
FONT_SHORTHAND = re.compile(r"(^|[;{\s])font\s*:([^;}!]+)", re.IGNORECASE)
View = tuple[float, float, float, float]  # x, y, width, height in a drawing's units
# the view, and the width and height in mm if they are declared
Size = tuple[View, float | None, float | None]
_PLACED = ("rect", "circle", "ellipse", "line", "image", "use", "text", "tspan", "svg")
_UNITS = {
    "linearGradient": "gradientUnits", "radialGradient": "gradientUnits",
    "pattern": "patternUnits", "mask": "maskUnits", "filter": "filterUnits",
}  # fmt: skip
_VIEWPORTS = (f"{SVG}svg", f"{SVG}symbol")
_Boxes = dict[Any, tuple[float, float] | None]  # element → the size that its percentages refer to
MOST_COPIES = 100  # maximum number of copies of symbols in one drawing
# The length that a percentage refers to: the width, the height, the diagonal (SVG 2, 8.9).
_SHARES = {
    "x": "x", "x1": "x", "x2": "x", "cx": "x", "rx": "x", "width": "x",
    "y": "y", "y1": "y", "y2": "y", "cy": "y", "ry": "y", "height": "y",
    "r": "d", "fx": "x", "fy": "y", "fr": "d",
    "stroke-width": "d", "stroke-dasharray": "d", "stroke-dashoffset": "d",
}  # fmt: skip
_STROKES = {key: whole for key, whole in _SHARES.items() if key.startswith("stroke")}
_STROKE_STYLE = re.compile(r"((?:^|;)\s*stroke-(?:width|dash\w+)\s*:)([^;]*%[^;]*)")
_PER_CENT = re.compile(r"([+-]?(?:\d{1,99}(?:\.\d{,99})?|\.\d{1,99}))%")


def sides_of(element: Any, width: float, height: float) -> tuple[float, float]:
    """The size of an `<image>` whose picture is `width` × `height`.

    A missing side is calculated.
    """
    across, down = px_of(element.get("width")), px_of(element.get("height"))
    if across is not None and down is None:
        down = across * height / width if width else height
    elif down is not None and across is None:
        across = down * width / height if height else width
    return (width if across is None else across, height if down is None else down)


def measure_letters(root: Any) -> None:
    """Write relative font sizes as user units (CSS Fonts 4, 2.5)."""
    sizes: dict[Any, float] = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if "font" in element.get("style", ""):
            short = FONT_SHORTHAND.sub(lambda m: m[1] + longhands(m[2]), element.get("style"))
            element.set("style", short)
        around = sizes.get(element.getparent(), float(MEDIUM))
        style = _FONT_SIZE.search(element.get("style", ""))
        written = style[1] if style else element.get("font-size")
        size = None if written is None else _letter_size(written, around, sizes.get(root))
        sizes[element] = around if size is None else size
        if element is root and written is None:
            root.set("font-size", MEDIUM)
        if written is None or size is None or px_of(written) is not None:
            continue
        if style:
            text = element.get("style")
            element.set("style", f"{text[: style.start(1)]}{drawn(size)}px{text[style.end(1) :]}")
        else:
            element.set("font-size", drawn(size))


def _letter_size(written: str, around: float, root: float | None) -> float | None:
    """A font size in user units; None if it cannot be read."""
    word = written.strip().lower()
    if word in _SIZES:
        return _SIZES[word]
    if word in ("larger", "smaller"):
        return around * 1.2 if word == "larger" else around / 1.2
    if (px := px_of(word)) is not None:
        return px
    if match := _RELATIVE.fullmatch(word):
        of = {"%": around / 100, "em": around, "rem": root or around, "ex": around / 2}
        return float(match[1]) * of[match[2]]
    return None


def measure_shares(root: Any, width: float, height: float) -> None:
    """Write percentages as user units, because the document becomes a part of another document.

    If a `<symbol>` has parts in per cent of the `<use>` that shows it, the symbol gets a copy for
    each size.
    """
    boxes: _Boxes = {}
    _measure(root, (width, height), boxes)
    symbols = {
        symbol.get("id"): symbol
        for symbol in root.iter(f"{SVG}symbol")
        if symbol.get("id") and view_of(symbol) is None and _has_shares(symbol)
    }
    copies: dict[tuple[str, float, float], Any] = {}
    for use in list(root.iter(f"{SVG}use")) if symbols else ():
        symbol, box = symbols.get(linked(use)), boxes.get(use)
        if symbol is None or box is None or len(copies) >= MOST_COPIES:
            continue
        size = px_of(use.get("width")) or box[0], px_of(use.get("height")) or box[1]
        copy = copies.get((linked(use), *size))
        if copy is None:
            copy = copies[(linked(use), *size)] = deepcopy(symbol)
            copy.set("id", f"{linked(use)}-{len(copies)}")
            symbol.addnext(copy)
            _measure(copy, size, boxes)
        use.attrib.pop(XLINK, None)
        use.set("href", f"#{copy.get('id')}")
    for id, symbol in symbols.items():
        if any(id == copied for copied, _, _ in copies):
            symbol.getparent().remove(symbol)


def _measure(top: Any, size: tuple[float, float], boxes: _Boxes) -> None:
    """Write the percentages within an element as user units.

    The element is a viewport of that size.
    """
    _set_shares(top, size, _STROKES)
    boxes[top] = size
    for element in top.iter(f"{SVG}*"):
        if element is top:
            continue
        box = next((boxes[node] for node in element.iterancestors() if node in boxes), None)
        if box is not None and element.tag != f"{SVG}symbol":
            _set_shares(element, box, _SHARES if _is_placed(element) else _STROKES)
        boxes[element] = _inner_box(element, box) if element.tag in _VIEWPORTS else box


def _is_placed(element: Any) -> bool:
    """Whether the position of an element is in the units of its parent."""
    name = element.tag.removeprefix(SVG)
    units = _UNITS.get(name)
    return name in _PLACED or (units is not None and element.get(units) == "userSpaceOnUse")


def _set_shares(element: Any, box: tuple[float, float], keys: Mapping[str, str]) -> None:
    """Write the percentages in an element's attributes and style as user units."""
    wholes = {"x": box[0], "y": box[1], "d": math.hypot(*box) / math.sqrt(2)}
    for key, value in element.attrib.items():
        if "%" not in value:
            continue
        if key in keys:
            element.set(key, _in_units(value, wholes[keys[key]]))
        elif key == "style":
            style = _STROKE_STYLE.sub(lambda m: m[1] + _in_units(m[2], wholes["d"]), value)
            element.set(key, style)


def _in_units(shares: str, whole: float) -> str:
    """Convert lengths in per cent of `whole` to user units."""
    return _PER_CENT.sub(lambda share: drawn(float(share[1]) / 100 * whole), shares.strip())


def _inner_box(element: Any, box: tuple[float, float] | None) -> tuple[float, float] | None:
    """The size to which percentages in a nested `<svg>` or a `<symbol>` refer; None if unknown."""
    view = view_of(element)
    across, down = px_of(element.get("width")), px_of(element.get("height"))
    if element.tag == f"{SVG}symbol" and view is None:
        return None  # the size depends on the `<use>`
    # such an element is as large as the drawing around it
    if box is not None and element.tag == f"{SVG}svg":
        across, down = across or box[0], down or box[1]
    own = (across, down) if across and down else None
    return (view[2], view[3]) if view else own


def _has_shares(symbol: Any) -> bool:
    return any("%" in value for element in symbol.iter() for value in element.attrib.values())


def declared_size(root: Any) -> tuple[Size | None, Fault]:
    """The size that a drawing declares, or None and a fault."""
    width, height = length_mm(root.get("width")), length_mm(root.get("height"))
    view = view_of(root)
    if view is None and (written := root.get("viewBox", "").strip()):
        message = f'viewBox="{cut_short(written)}" is not four numbers'
        return None, (message, 'write it as viewBox="0 0 63 88"')
    if view is None and width is not None and height is not None:
        per_unit = MM_PER["px"]  # if there is no viewBox, a user unit is a pixel
        view = (0.0, 0.0, width / per_unit, height / per_unit)
    if view is None:
        message, fix = "the SVG has neither a size nor a viewBox", 'add viewBox="0 0 63 88"'
        for key in ("height", "width"):
            if length_mm(root.get(key)) is None and (written := root.get(key, "").strip()):
                size = f'{key}="{cut_short(written)}"'
                message = f"the SVG has no viewBox, and {size} is not a length on paper"
                fix = f'write it in mm, as {key}="63mm"'
        return None, (message, fix)
    if view[2] <= 0 or view[3] <= 0 or width == 0 or height == 0:
        return None, ("the SVG has no area: its width or height is 0", "write how large it is")
    return (page_of(root, view, width, height), width, height), ("", "")


def page_of(root: Any, view: View, width: float | None, height: float | None) -> View:
    """The part of a drawing that is visible on its page, in user units (SVG 2, 8.6)."""
    align, _, fit = root.get("preserveAspectRatio", "xMidYMid").strip().partition(" ")
    if align == "none" or not width or not height:
        return view
    unit = unit_scale((width, height), view, "cover" if "slice" in fit else "contain")
    across, down = width / unit, height / unit
    if max(abs(across / view[2] - 1), abs(down / view[3] - 1)) < ROUNDED:
        return view
    left, top = (_ALIGNED.get(align[i : i + 3], 0.5) for i in (1, 5))
    return view[0] + (view[2] - across) * left, view[1] + (view[3] - down) * top, across, down


def size_on_screen(size: Size) -> tuple[float, float]:
    """The width and height of a drawing in browsers, px.

    If no size is declared, its units are px.
    """
    view, width, height = size
    across, down = (None if side is None else side / MM_PER["px"] for side in (width, height))
    if across is None:
        across = view[2] if down is None else down * view[2] / view[3]
    return across, across * view[3] / view[2] if down is None else down


def fit_of(element: Any) -> Fit:
    """The way in which an `<image>` or `<svg>` fits its box; "stretch" also if the overflow is cut
    off.
    """
    ratio = element.get("preserveAspectRatio", "")
    return "stretch" if "none" in ratio or "slice" in ratio else "contain"


def unit_scale(box: tuple[float, float], view: View, fit: Fit) -> float:
    """The length of a drawing's unit after the drawing is fitted into a box."""
    units = box[0] / view[2], box[1] / view[3]
    return min(units) if fit == "contain" else max(units)


def length_mm(text: str | None) -> float | None:
    """Read an SVG length as mm; None for percentages, unknown units and ""."""
    match = LENGTH.fullmatch(text or "")
    if not match:
        return None
    unit = match[2].lower() or "px"
    length = float(match[1]) * MM_PER.get(unit, math.inf)
    return length if math.isfinite(length) else None


def px_of(text: str | None) -> float | None:
    mm = length_mm(text)
    return None if mm is None else mm / MM_PER["px"]


def view_of(root: Any) -> View | None:
    try:
        values = [float(v) for v in root.get("viewBox", "").replace(",", " ").split()]
    except ValueError:
        return None
    is_box = len(values) == 4 and all(map(math.isfinite, values))
    return (values[0], values[1], values[2], values[3]) if is_box else None
