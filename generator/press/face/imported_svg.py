"""A foreign drawing that is prepared for print, with its size and its placement on a face or in a
drawing.

In: the `<g>` of a drawing and its view box. Out: SVG that shows it in a given box.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.svg_lengths import View, px_of
from generator.press.face.svg_tree import swap
from generator.press.face.use_copies import SVG

# length in characters from which a linked drawing is written only once for all faces
LARGE = 4000
# The attributes that an `<image>` passes on when a drawing replaces it, and the initial values of
# properties that the drawing must not inherit.
_OF_IMAGES = (
    "id", "transform", "style", "opacity", "clip-path", "mask", "filter", "display", "visibility"
)  # fmt: skip
_INITIAL = {
    "fill": "#000", "stroke": "none", "color": "#000", "stroke-width": "1", "fill-opacity": "1",
    "stroke-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
    "font-weight": "normal", "font-style": "normal", "text-anchor": "start",
    "letter-spacing": "normal", "word-spacing": "normal", "text-decoration": "none",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImportedSvg:
    """A drawing prepared for print: `svg` is one `<g>` in the units of its `view` box."""

    svg: str
    view: View
    width: float | None  # mm, as the author declared it; None if only a viewBox is given
    height: float | None
    images: tuple[Path, ...]
    is_sampled: bool = False  # whether a picture in it is embedded at a reduced resolution

    @property
    def shared(self) -> str:
        """Return the drawing; a large drawing is put into an isolated group.

        typst writes an isolated group only once, however many faces use it.
        """
        if len(self.svg) < LARGE:
            return self.svg
        return f'<g xmlns="{SVG[1:-1]}" style="isolation:isolate">{self.svg}</g>'

    def draw(self, x: float, y: float, width: float, height: float) -> str:
        """Stretch the drawing's view box to fill a box in mm."""
        sx, sy = width / self.view[2], height / self.view[3]
        tx, ty = x - self.view[0] * sx, y - self.view[1] * sy
        if abs(sx - 1) + abs(sy - 1) < 1e-6 and abs(tx) + abs(ty) < 1e-6:
            return self.svg
        scale = f"{sx:.6f}" if abs(sx - sy) < 1e-9 else f"{sx:.6f} {sy:.6f}"
        return f'<g transform="translate({drawn(tx)} {drawn(ty)}) scale({scale})">{self.svg}</g>'


def put_in_place(image: Any, inner: ImportedSvg, width: float, height: float) -> None:
    """Replace an `<image>` with the linked drawing, in user units."""
    from lxml import etree

    corner = [px_of(image.get(key)) for key in ("x", "y")]
    svg = etree.Element(f"{SVG}svg")
    for key, value in zip(("x", "y", "width", "height"), (*corner, width, height), strict=True):
        svg.set(key, drawn(value or 0.0))
    svg.set("viewBox", " ".join(drawn(value) for value in inner.view))
    if ratio := image.get("preserveAspectRatio"):
        svg.set("preserveAspectRatio", ratio)
    # a linked drawing is a separate document and inherits nothing
    for key, usual in _INITIAL.items():
        svg.set(key, usual)
    svg.append(etree.fromstring(inner.shared))
    holder = etree.Element(f"{SVG}g")
    for key in _OF_IMAGES:
        if value := image.get(key):
            holder.set(key, value)
    holder.append(svg)
    swap(image, holder)
