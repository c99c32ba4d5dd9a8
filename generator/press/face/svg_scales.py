"""The printed scale of the parts of a drawing. In: the root of an SVG, with lengths in user units.

Out: for each element, the largest scale at which the drawing shows it, whether in its own place, by
`<use>`, in a pattern or in a mask.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.press.face.cascade import declared
from generator.press.face.svg_geometry import bounds_of, matrix_of, stretch_of
from generator.press.face.svg_ids import URL
from generator.press.face.svg_lengths import fit_of, px_of, unit_scale, view_of
from generator.press.face.use_copies import SVG, linked

Scale = tuple[float, float]  # factors across and down
NOT_SHOWN: Scale = (0.0, 0.0)
_ONE: Scale = (1.0, 1.0)
_BOX = "objectBoundingBox"
_PAINTING = ("fill", "stroke", "mask")
_SHAPES = tuple(
    f"{SVG}{name}"
    for name in (
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image"
    )
)  # fmt: skip
_Lists = dict[str, list[Any]]


def _lists() -> _Lists:
    return defaultdict(list)


@dataclass(slots=True)
class ShownScales:
    """The scales of the elements of one drawing."""

    root: Any
    # `<use>` elements by the id of the element that they show
    _uses: _Lists = field(default_factory=_lists)
    _painted: _Lists = field(default_factory=_lists)  # elements by the id of their paint or mask
    # patterns, by the id of the pattern whose content they use
    _alike: _Lists = field(default_factory=_lists)
    _known: dict[Any, Scale | None] = field(default_factory=dict)

    def _note_links(self) -> None:
        for element in self.root.iter(f"{SVG}*"):
            if element.tag == f"{SVG}use":
                self._uses[linked(element)].append(element)
            elif element.tag == f"{SVG}pattern" and linked(element):
                self._alike[linked(element)].append(element)
            properties = {**element.attrib, **declared(element.get("style", ""))}
            for name in _PAINTING:
                for id in URL.findall(properties.get(name, "")):
                    self._painted[id].append(element)

    def of(self, element: Any) -> Scale | None:
        """The length of an element's unit in units of the drawing; None if the length is unknown.

        For an element that is shown several times, this is the largest length. The result is
        `NOT_SHOWN` for an element that is never shown.
        """
        if not self._known:
            self._note_links()
        if element not in self._known:
            self._known[element] = None  # stops the recursion for an element that shows itself
            self._known[element] = _largest(self._shown(element))
        return self._known[element]

    def _shown(self, element: Any) -> Iterator[Scale | None]:
        """Yield the scale of an element in each place where it is shown."""
        own = stretch_of(matrix_of(element.get("transform", "")[:1000]))
        parent = element.getparent()
        name = element.tag.removeprefix(SVG)
        if parent is None:
            yield own
        elif name == "pattern":
            yield from self._as_pattern(element, element)
        elif name == "mask":
            for masked in self._painted[element.get("id")]:
                is_shared = element.get("maskContentUnits") == _BOX
                yield _times(self.of(masked), _box_of(masked) if is_shared else _ONE)
        elif name in ("marker", "filter"):
            yield None
        elif name not in ("defs", "symbol", "clipPath"):
            yield _times(self.of(parent), own, _fit(element, element))
        for use in self._uses[element.get("id")] if element.get("id") else ():
            yield _times(self.of(use), own, _fit(element, use))

    def _as_pattern(self, pattern: Any, content: Any) -> Iterator[Scale | None]:
        """Yield the scale of a pattern's content for each element painted with the pattern.

        `content` is the pattern that has the content; `pattern` is the same pattern, or a pattern
        that links to it.
        """
        move = pattern.get("patternTransform", content.get("patternTransform", ""))
        own = stretch_of(matrix_of(move[:1000]))
        for painted in self._painted[pattern.get("id")]:
            shapes = [painted] if painted.tag in _SHAPES else list(painted.iter(*_SHAPES))
            for shape in shapes:
                yield _times(self.of(shape), own, _tile(pattern, content, shape))
        for like in self._alike[pattern.get("id")] if pattern.get("id") else ():
            if len(like) == 0 and like is not content:
                yield from self._as_pattern(like, content)


def _largest(scales: Iterator[Scale | None]) -> Scale | None:
    across, down = NOT_SHOWN
    for scale in scales:
        if scale is None:
            return None
        across, down = max(across, scale[0]), max(down, scale[1])
    return across, down


def _times(*scales: Scale | None) -> Scale | None:
    across, down = _ONE
    for scale in scales:
        if scale is None:
            return None
        across, down = across * scale[0], down * scale[1]
    return across, down


def _fit(element: Any, sized_by: Any) -> Scale | None:
    """The scale of a `<symbol>` or nested `<svg>` in the size that `sized_by` gives it."""
    name = element.tag.removeprefix(SVG)
    view = view_of(element) if name in ("symbol", "svg") else None
    if view is None or element.getparent() is None:
        return _ONE
    sides = [px_of(sized_by.get(key)) or px_of(element.get(key)) for key in ("width", "height")]
    return _fitted(sides, view, element)


def _fitted(sides: list[float | None], view: tuple[float, ...], element: Any) -> Scale | None:
    across, down = sides
    if not across or not down or view[2] <= 0 or view[3] <= 0:
        return None
    if "none" in element.get("preserveAspectRatio", ""):
        return across / view[2], down / view[3]
    unit = unit_scale((across, down), (view[0], view[1], view[2], view[3]), fit_of(element))
    return unit, unit


def _tile(pattern: Any, content: Any, shape: Any) -> Scale | None:
    """The scale of a pattern's content when it fills its tile on a shape."""
    attributes = {**content.attrib, **pattern.attrib}
    view = view_of(pattern) or view_of(content)
    if view is None:
        return _box_of(shape) if attributes.get("patternContentUnits") == _BOX else _ONE
    box = _box_of(shape) if attributes.get("patternUnits", _BOX) == _BOX else _ONE
    sides = [_share_or_px(attributes.get(key, "")) for key in ("width", "height")]
    if box is None or None in sides:
        return None
    tile = [side * whole for side, whole in zip(sides, box, strict=True) if side is not None]
    return _fitted([*tile], view, pattern if "preserveAspectRatio" in pattern.attrib else content)


def _share_or_px(text: str) -> float | None:
    if text.strip().endswith("%"):
        try:
            return float(text.strip()[:-1]) / 100
        except ValueError:
            return None
    return px_of(text)


def _box_of(shape: Any) -> Scale | None:
    """The width and height of a shape."""
    bounds = bounds_of(shape)
    return None if bounds is None else (bounds[2] - bounds[0], bounds[3] - bounds[1])
