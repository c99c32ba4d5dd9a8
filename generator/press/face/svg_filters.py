"""Limits the cost of filters in a foreign drawing, finds their scale, and corrects their lights.

In: elements of an SVG. Out: a description of values that are too large, the scale at which a filter
is drawn, and the same tree with lights that resvg draws as browsers do.
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.press.face.cascade import declared
from generator.press.face.colours import hex_of, rgb_of
from generator.press.face.css_colours import as_hex
from generator.press.face.css_declarations import inherited
from generator.press.face.svg_ids import URL
from generator.press.face.svg_scales import ShownScales
from generator.press.face.use_copies import SVG

MOST_FILTERS = 200  # maximum number of filter steps in one drawing
# the largest allowed values of each filter's attributes
_LARGEST_VALUES: dict[str, dict[str, float]] = {
    "feTurbulence": {"numOctaves": 12},
    "feConvolveMatrix": {"order": 15},
    "feGaussianBlur": {"stdDeviation": 500},
    "feDropShadow": {"stdDeviation": 500},
}
_COLOUR = "lighting-color"
_LIGHTS = (f"{SVG}feDiffuseLighting", f"{SVG}feSpecularLighting")
# mm; the largest radius of feMorphology, whose cost grows with the square of the radius
MOST_SPREAD = 2.0


def filter_excess(name: str, element: Any) -> str:
    """Describe why a filter would take minutes or gigabytes; "" for a cheap filter."""
    for key, most in _LARGEST_VALUES.get(name, {}).items():
        for number, value in _numbers(element.get(key, "")):
            if not abs(value) <= most:
                return f'{key}="{number}" of {name} is above the limit of {most:g}'
    return ""


def morphology_excess(element: Any, unit: float) -> str:
    """Do the same for a feMorphology in a drawing whose unit prints as `unit` mm."""
    for number, value in _numbers(element.get("radius", "")):
        if not abs(value) * unit <= MOST_SPREAD:
            message = f'radius="{number}" of feMorphology is {abs(value) * unit:.3g} mm on paper'
            return f"{message}, above the limit of {MOST_SPREAD:g} mm"
    return ""


def _numbers(text: str) -> Iterator[tuple[str, float]]:
    for number in re.findall(r"[-+.\deE]+", text[:200]):
        try:
            yield number, float(number)
        except ValueError:
            continue


def filter_scales(shown: ShownScales) -> dict[str, float]:
    """The printed scale of the elements with each filter, by the filter's id."""
    scales: dict[str, float] = {}
    for element in shown.root.iter():
        own = URL.findall(element.get("filter", "") + element.get("style", ""))
        if own:
            scale = max(shown.of(element) or (1.0, 1.0))
            for id in set(own):
                scales[id] = max(scales.get(id, 0.0), scale)
    return scales


def write_lights(root: Any) -> None:
    """Convert the colours of lights to linear RGB if the filter computes in linear RGB, because
    resvg does not convert them.
    """
    for light in root.iter(*_LIGHTS):
        if inherited(light, "color-interpolation-filters") == "sRGB":
            continue
        style = declared(light.get("style", ""))
        rgb = rgb_of((as_hex(style.pop(_COLOUR, light.get(_COLOUR, ""))) or "")[:7])
        if rgb is not None:
            light.set(_COLOUR, hex_of((_linear(rgb[0]), _linear(rgb[1]), _linear(rgb[2]))))
            if "style" in light.attrib:
                light.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))


def _linear(value: int) -> int:
    """Convert a channel of sRGB to linear RGB, both 0 to 255 (IEC 61966-2-1)."""
    share = value / 255
    return round(255 * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4))
