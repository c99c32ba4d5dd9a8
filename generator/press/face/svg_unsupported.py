"""Finds parts of a drawing that browsers draw but our PDF does not.

In: the root of an SVG, with style sheets written into its elements. Out: each such element, with
its fault and the fix.
"""

from collections.abc import Iterator
from typing import Any

from generator.press.face.css_declarations import Fault, inherited
from generator.press.face.passive import MOVING
from generator.press.face.svg_text import lost_effects
from generator.press.face.use_copies import SVG


def unsupported_parts(root: Any) -> Iterator[tuple[Any, Fault]]:
    """Yield the elements that browsers show differently from the print, in any order."""
    moving = next(root.iter(*(f"{SVG}{name}" for name in MOVING)), None)
    if moving is not None:
        name = moving.tag.removeprefix(SVG)
        message = f"<{name}> is ignored: the drawing prints as it is before the animation"
        yield moving, (message, "write the values to print into the shapes themselves")
    for part, effect in lost_effects(root):
        message = f"{effect} of a <{part.tag.removeprefix(SVG)}> is ignored"
        yield part, (message, "make it a <text> of its own")
    for element in root.iter(f"{SVG}*"):
        name = element.tag.removeprefix(SVG)
        style = f"{element.get('style', '')};"
        if element.get("pathLength") and inherited(element, "stroke-dasharray") not in ("", "none"):
            message = "pathLength is ignored: the dashes print in the drawing's own units"
            yield element, (message, "write the dash lengths in these units")
        if name not in ("linearGradient", "radialGradient", "mask"):
            continue
        if inherited(element, "color-interpolation").lower() != "linearrgb":
            continue
        ignored = "color-interpolation: linearRGB is ignored"
        if name != "mask":
            yield (
                element,
                (f"{ignored}: colours between stops differ", "add more stops, or remove it"),
            )
        elif "alpha" not in f"{element.get('mask-type', '')}{style}":
            fix = "use darker greys in the mask, or remove it"
            yield element, (f"{ignored}: the mask lets more through", fix)
