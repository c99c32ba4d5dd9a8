"""Removes parts of a drawing that print nothing: empty groups, and parts far outside the page.

In: the root of a finished SVG, with lengths in user units. Out: the same tree without these parts.
resvg makes each layer as large as its contents, and draws an empty group as a point at 0,0. If
nested layers extend far to the left, resvg loses parts that are on the page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.press.face.cascade import INK, declared
from generator.press.face.svg_geometry import (
    IDENTITY,
    NUMBER,
    Bounds,
    Matrix,
    around,
    bounds_of,
    matrix_of,
    moved,
    path_commands,
    times,
)
from generator.press.face.svg_tree import remove
from generator.press.face.use_copies import SVG, XLINK, linked

_GROUPS = (f"{SVG}g", f"{SVG}a")
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "svg")
_DRAWN = frozenset(f"{SVG}{name}" for name in (*_SHAPES, "g", "a", "text", "use", "svg"))
_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
_START = re.compile(rf"\s*M\s*({NUMBER})[\s,]*({NUMBER})")
_SHORT = 60  # number of characters; shorter paths may have no length and are checked
_BOX = "objectBoundingBox"
_LONGEST_LETTER = 3.0  # em; the width of the widest letter that is expected


def clear_pasteboard(root: Any, page: tuple[float, float, float, float]) -> None:
    """Remove parts farther from `page` (x, y, width, height) than its shorter side is long.

    Elements stay if other elements refer to them, or if their bounds are uncertain.
    """
    links = _links_of(root)
    x, y, width, height = page
    far = min(width, height)
    drawing = _Drawing(root, links, (x - far, y - far, x + width + far, y + height + far))
    drawing.clear(root, IDENTITY, _Pen())
    _remove_empty(root, links)


def _links_of(root: Any) -> set[str]:
    """The ids to which elements of a drawing refer."""
    links = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            if key in ("href", XLINK):
                links.add(value.strip().removeprefix("#"))
            elif "url(" in value:
                links.update(_URL.findall(value))
    return links


@dataclass(frozen=True, slots=True)
class _Pen:
    """The inherited properties that decide how far ink extends, in user units."""

    stroke: float = 1.0  # stroke width
    miter: float = 4.0
    letters: float = 16.0  # font size
    spacing: float = 0.0  # letter spacing
    is_certain: bool = True

    def within(self, element: Any) -> "_Pen":
        """The properties that the contents of an element inherit."""
        properties = {**element.attrib, **declared(element.get("style", ""))}
        numbers = [
            _number(properties.get(name), now)
            for name, now in (
                ("stroke-width", self.stroke),
                ("stroke-miterlimit", self.miter),
                ("font-size", self.letters),
                ("letter-spacing", self.spacing),
                ("word-spacing", self.spacing),
            )
        ]
        has_markers = any(str(name).startswith("marker") for name in properties)
        if has_markers or "writing-mode" in properties or None in numbers:
            return _Pen(is_certain=False)
        stroke, miter, letters, spacing, more = (abs(n) for n in numbers if n is not None)
        return _Pen(stroke, miter, letters, max(spacing, more), self.is_certain)


def _number(text: str | None, now: float) -> float | None:
    if text is None or text.strip() in ("inherit", "normal", ""):
        return now
    try:
        return float(text.strip().removesuffix("px"))
    except ValueError:
        return None


@dataclass(slots=True)
class _Drawing:
    """A drawing from which parts are removed."""

    root: Any
    links: set[str]  # ids that elements of the drawing refer to
    page: Bounds  # the page and its surroundings
    _by_id: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look up all ids once."""
        self._by_id = {e.get("id"): e for e in self.root.iter() if e.get("id")}

    def clear(self, group: Any, matrix: Matrix, pen: _Pen) -> None:
        """Clear a group whose children are transformed by `matrix`; keep contents that determine
        the box of the group.
        """
        if self._is_measured(group):
            return
        for child in list(group):
            if child.tag not in _DRAWN or child.get("id") in self.links:
                continue
            own = times(matrix, matrix_of(child.get("transform", "")))
            inner = pen.within(child)
            if child.tag in _GROUPS:
                self.clear(child, own, inner)
            elif not self._is_near(child, own, inner) and not self._is_needed(child):
                remove(child)

    def _is_needed(self, element: Any) -> bool:
        return any(each.get("id") in self.links for each in element.iter())

    def _is_measured(self, element: Any) -> bool:
        """Whether the look of an element depends on the bounding box of its contents."""
        properties = {**element.attrib, **declared(element.get("style", ""))}
        if "filter" in properties:
            return True
        for name in ("clip-path", "mask"):
            for id in _URL.findall(properties.get(name, "")):
                cut = self._by_id.get(id)
                if cut is None:
                    continue
                if name == "mask" and cut.get("maskUnits", _BOX) == _BOX:
                    return True
                if _BOX in (cut.get("clipPathUnits"), cut.get("maskContentUnits")):
                    return True
        return False

    def _is_near(self, element: Any, matrix: Matrix, pen: _Pen) -> bool:
        """Whether an element may reach the page or its surroundings."""
        if not pen.is_certain or self._is_measured(element):
            return True
        name = element.tag.removeprefix(SVG)
        if name == "svg" and "visible" in (element.get("overflow", "") + element.get("style", "")):
            return True
        bounds = reach = None
        start = _START.match(element.get("d", ""))
        if start and self._is_on_page(float(start[1]), float(start[2]), matrix):
            return True
        if name in _SHAPES:
            bounds, reach = bounds_of(element), pen.stroke / 2 * max(pen.miter, 1.5)
        elif name == "text":
            bounds, reach = _bounds_of_text(element, pen)
        if bounds is None or reach is None:
            return True
        left, top, right, bottom = bounds
        left, top, right, bottom = moved(
            (left - reach, top - reach, right + reach, bottom + reach), matrix
        )
        return not (
            right < self.page[0]
            or bottom < self.page[1]
            or left > self.page[2]
            or top > self.page[3]
        )

    def _is_on_page(self, x: float, y: float, matrix: Matrix) -> bool:
        """Whether a point lies on the page or near it; faster than checking a whole path."""
        x, y, _, _ = moved((x, y, x, y), matrix)
        return self.page[0] <= x <= self.page[2] and self.page[1] <= y <= self.page[3]


def _bounds_of_text(text: Any, pen: _Pen) -> tuple[Bounds | None, float]:
    """A box around the starts of a text's lines, and the distance that its letters reach from
    there.
    """
    size, spacing = pen.letters, pen.spacing
    parts = list(text.iter())
    for part in parts:
        inner = pen.within(part)
        size, spacing = max(size, inner.letters), max(spacing, inner.spacing)
        is_odd = {"dx", "dy", "textLength"} & set(part.attrib)
        if is_odd or not inner.is_certain or part.tag not in (f"{SVG}text", f"{SVG}tspan"):
            return None, 0.0
    begins_at_0 = bool((text.text or "").strip())
    try:
        xs, ys = (
            [
                float(n)
                for part in parts
                for n in re.split(r"[\s,]+", part.get(key, "").strip())
                if n
            ]
            + [0.0] * (key not in text.attrib and (begins_at_0 or key not in parts[-1].attrib))
            for key in ("x", "y")
        )
    except ValueError:
        return None, 0.0
    letters = len("".join(text.itertext()))
    reach = (letters + 1) * (size * _LONGEST_LETTER + spacing)
    return around([*zip(xs, ys, strict=False), (max(xs), max(ys)), (min(xs), min(ys))]), reach


# -- empty groups -----------------------------------------------------------------------------


def _remove_empty(root: Any, links: set[str]) -> None:
    """Remove groups that draw nothing; parts that other elements refer to move into a `<defs>`."""
    targets = {e.get("id"): e for e in root.iter() if e.get("id") in links}
    empty: set[Any] = set()
    for element in reversed(list(root.iter())):
        is_group = element.tag in (*_GROUPS, f"{SVG}symbol")
        if is_group and not _is_in_text(element) and not any(_inked(element, empty)):
            empty.add(element)
    for use in list(root.iter(f"{SVG}use")):
        target = targets.get(linked(use))
        if target is not None and target in empty and use.get("id") not in links:
            remove(use)
    for element in empty:
        if element is root or element.tag not in _GROUPS or "filter" in element.attrib:
            continue
        if "filter" in element.get("style", "") or INK in element.attrib:
            continue
        if any(each.get("id") in links for each in element.iter()):
            if element.get("id") not in links:
                element.tag = f"{SVG}defs"
        else:
            remove(element)


def _is_in_text(element: Any) -> bool:
    return any(node.tag == f"{SVG}text" for node in element.iterancestors())


def _inked(group: Any, empty: set[Any]) -> Iterator[bool]:
    """Whether each part of a group may draw something."""
    if INK in group.attrib or "filter" in group.attrib or "filter" in group.get("style", ""):
        yield True
    for child in group:
        if child.tag not in _DRAWN or child in empty:
            continue
        properties = {**child.attrib, **declared(child.get("style", ""))}
        yield not (properties.get("display") == "none" or _is_nothing(child))


def _is_nothing(shape: Any) -> bool:
    """Whether a shape has no size."""
    match shape.tag.removeprefix(SVG):
        case "rect":
            return "0" in (shape.get("width", "0").strip(), shape.get("height", "0").strip())
        case "circle":
            return bool(shape.get("r", "0").strip() == "0")
        case "text":
            return not "".join(shape.itertext()).strip()
        case "path":
            path = shape.get("d", "")
            commands = path_commands(path) if len(path) < _SHORT else None
            return commands is not None and all(name in "Mm" for name, _ in commands)
    return False
