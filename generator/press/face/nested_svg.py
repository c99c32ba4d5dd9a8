"""Places drawings within a drawing: nested `<svg>`, `<symbol>`, and a transform of the outermost
`<svg>`.

In: the root of an SVG whose styles are written as attributes. Out: the same tree, written so that
typst and resvg place the contents where browsers do (SVG 2, 5.5, 5.6 and 8.2; CSS Transforms 1,
2.2).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.cascade import declared
from generator.press.face.css_declarations import Box, Fault, declared_moves, number_of
from generator.press.face.use_copies import SVG, XLINK, linked

_PAGE = "protoplay-page"  # the id of the clip path of a transformed drawing
_SIDES = ("width", "height")
_AS_A_WHOLE = (
    "transform", "transform-origin", "opacity", "filter", "mix-blend-mode", "isolation"
)  # fmt: skip
_INSIDE = ("clip-path", "mask")  # attributes that are measured in the units inside the drawing


def size_symbols(root: Any) -> None:
    """Give each `<use>` the position of its `<symbol>`, and the size of the symbol if the `<use>`
    has no size.
    """
    symbols = {s.get("id"): s for s in root.iter(f"{SVG}symbol") if s.get("id")}
    for use in root.iter(f"{SVG}use") if symbols else ():
        symbol = symbols.get(linked(use))
        if symbol is None:
            continue
        for side in _SIDES:
            own = symbol.get(side)
            if own not in (None, "auto") and use.get(side) in (None, "auto"):
                use.set(side, own)
        if "x" in symbol.attrib or "y" in symbol.attrib:
            x, y = (number_of(symbol.get(key, "0")) or 0.0 for key in ("x", "y"))
            move = f"{use.get('transform', '')} translate({drawn(x)} {drawn(y)})"
            use.set("transform", move.strip())


def turn_outside(root: Any) -> None:
    """Move transforms and effects of a nested `<svg>` to an outer group, because typst would apply
    them twice. If a `<use>` shows the drawing, the group goes around the `<use>`, which may have a
    different size. Percentages are converted to user units first.
    """
    uses: dict[str, list[Any]] | None = None
    for svg in list(root.iter(f"{SVG}svg")):
        if svg is root:
            continue
        if cut := _taken_from(svg, _INSIDE):
            _put_within(svg, cut)
        taken = _taken_from(svg, _AS_A_WHOLE)
        if not taken:
            continue
        if uses is None:
            uses = {}
            for use in root.iter(f"{SVG}use"):
                uses.setdefault(linked(use), []).append(use)
        for use in uses.get(svg.get("id", ""), ()):
            x, y = (number_of(use.attrib.pop(key, "0").strip()) or 0.0 for key in ("x", "y"))
            outer = root.makeelement(f"{SVG}g", {})
            for key in [key for key in use.attrib if key not in (*_SIDES, "href", XLINK)]:
                outer.set(key, use.attrib.pop(key))
            move = f"{outer.get('transform', '')} translate({drawn(x)} {drawn(y)})"
            outer.set("transform", move.strip())
            _put_around(use, taken)
            _put_around(use.getparent(), dict(outer.attrib))
        _put_around(svg, taken)


def _taken_from(svg: Any, names: Sequence[str]) -> dict[str, str]:
    """Remove attributes and style properties of these names from an element, and return them."""
    taken = {key: svg.attrib.pop(key) for key in names if key in svg.attrib}
    properties = declared(svg.get("style", ""))
    moved = [f"{name}:{text}" for name, text in properties.items() if name.lower() in names]
    if moved:
        kept = (f"{n}:{text}" for n, text in properties.items() if n.lower() not in names)
        svg.set("style", ";".join(kept))
        taken["style"] = ";".join(moved)
    return taken


def _put_within(element: Any, attributes: dict[str, str]) -> None:
    """Put the contents of an element into a new group."""
    holder = element.makeelement(f"{SVG}g", attributes)
    holder.extend(list(element))
    element.append(holder)


def _put_around(element: Any, attributes: dict[str, str]) -> None:
    """Put an element into a new group."""
    holder = element.makeelement(f"{SVG}g", attributes)
    holder.tail, element.tail = element.tail, None
    element.getparent().replace(element, holder)
    holder.append(element)


def turn_page(root: Any, page: Box, px: tuple[float, float]) -> Iterator[Fault]:
    """Apply the transform of the outermost `<svg>` to its contents, about its middle, in px.

    `page` is its view box in its own units, and `px` its width and height on a screen.
    """
    yield from declared_moves(root, (0.0, 0.0, *px), "50% 50%")
    move = root.attrib.pop("transform", "").strip()
    if not move:
        return
    scales = (px[0] / page[2], px[1] / page[3])
    there = f"translate({drawn(page[0])} {drawn(page[1])})"
    back = f"translate({drawn(-page[0])} {drawn(-page[1])})"
    grown, shrunk = (
        f"scale({' '.join(f'{scale:.6g}' for scale in each)})"
        for each in (scales, [1 / scale for scale in scales])
    )
    whole = f"{there} {shrunk} {move} {grown} {back}"
    _put_within(root, {"transform": whole, "clip-path": f"url(#{_PAGE})"})
    cut = root.makeelement(f"{SVG}clipPath", {"id": _PAGE})
    sides = dict(zip(("x", "y", "width", "height"), map(drawn, page), strict=True))
    cut.append(root.makeelement(f"{SVG}rect", sides))
    root.insert(0, cut)
