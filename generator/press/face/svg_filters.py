"""Filters of a foreign drawing that would take minutes or gigabytes to draw.

In: elements of an SVG. Out: what is too large, in words, and the scale that a filter is drawn at.
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.press.face.svg_ids import URL
from generator.press.face.svg_scales import ShownScales

MOST_FILTERS = 200  # filter steps in one drawing
_LARGEST_VALUES: dict[str, dict[str, float]] = {  # what a filter may ask for
    "feTurbulence": {"numOctaves": 12},
    "feConvolveMatrix": {"order": 15},
    "feGaussianBlur": {"stdDeviation": 500},
    "feDropShadow": {"stdDeviation": 500},
}
MOST_SPREAD = 2.0  # mm of feMorphology; what it takes grows with the square


def filter_excess(name: str, element: Any) -> str:
    """What is wrong with a filter that would take minutes or gigabytes; "" for any other."""
    for key, most in _LARGEST_VALUES.get(name, {}).items():
        for number, value in _numbers(element.get(key, "")):
            if not abs(value) <= most:
                return f'{key}="{number}" of {name} is above the limit of {most:g}'
    return ""


def morphology_excess(element: Any, unit: float) -> str:
    """The same for a feMorphology in a drawing whose unit prints `unit` mm."""
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
    """How much the elements with each filter are stretched on the page, by the filter's id."""
    scales: dict[str, float] = {}
    for element in shown.root.iter():
        own = URL.findall(element.get("filter", "") + element.get("style", ""))
        if own:
            scale = max(shown.of(element) or (1.0, 1.0))
            for id in set(own):
                scales[id] = max(scales.get(id, 0.0), scale)
    return scales
