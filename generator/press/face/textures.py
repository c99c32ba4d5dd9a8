"""Textures: small repeating drawings that accompany colours.

In: an outline, its box and a colour. Out: SVG. Textures distinguish fields in greyscale and for
people with colour blindness. Each texture covers its field as one path, because PDF patterns show
seams in print and shift over large fields.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from generator.model.decimals import drawn
from generator.model.units import PAPERS

Field = tuple[float, float, float, float]  # x, y, width, height in mm
WIDEST = max(max(sides) for sides in PAPERS.values())
LINE = 0.45  # mm; line width at scale 1


def _rows(field: Field, step: float) -> list[tuple[int, float]]:
    """Numbered rows over a field, on a grid that begins at 0, so that adjacent fields match."""
    first = math.floor(field[1] / step)
    return [(i, i * step) for i in range(first, math.ceil((field[1] + field[3]) / step) + 1)]


def _columns(field: Field, step: float) -> list[tuple[int, float]]:
    first = math.floor(field[0] / step)
    return [(i, i * step) for i in range(first, math.ceil((field[0] + field[2]) / step) + 1)]


def _dots(field: Field, s: float) -> str:
    # A row of dots is a dashed line with dashes of length 0 and round ends.
    x0, x1 = math.floor(field[0] / (4 * s)) * 4 * s, field[0] + field[2] + s
    return "".join(
        f"M{drawn(x0 + i % 2 * 2 * s)} {drawn(y)}H{drawn(x1)}" for i, y in _rows(field, 2 * s)
    )


def _waves(field: Field, s: float) -> str:
    parts = []
    for _, y in _rows(field, 2.6 * s):
        x = math.floor(field[0] / (8 * s)) * 8 * s
        n = math.ceil((field[0] + field[2] - x) / (4 * s))
        first = f"q{drawn(2 * s)} {drawn(-1.7 * s)} {drawn(4 * s)} 0"
        parts.append(f"M{drawn(x)} {drawn(y)}{first}" + f"t{drawn(4 * s)} 0" * (n - 1))
    return "".join(parts)


def _zigzag(field: Field, s: float) -> str:
    parts = []
    for _, y in _rows(field, 3.6 * s):
        x = math.floor(field[0] / (4 * s)) * 4 * s
        n = math.ceil((field[0] + field[2] - x) / (4 * s))
        tooth = f"l{drawn(2 * s)} {drawn(-2 * s)}l{drawn(2 * s)} {drawn(2 * s)}"
        parts.append(f"M{drawn(x)} {drawn(y)}" + tooth * n)
    return "".join(parts)


def _stripes(field: Field, s: float) -> str:
    top, height = drawn(field[1]), drawn(field[3])
    return "".join(f"M{drawn(x)} {top}v{height}" for _, x in _columns(field, 3 * s))


def _bars(field: Field, s: float) -> str:
    left, width = drawn(field[0]), drawn(field[2])
    return "".join(f"M{left} {drawn(y)}h{width}" for _, y in _rows(field, 3 * s))


def _diagonal(field: Field, s: float) -> str:
    x, y, width, height = field
    wide = (x - height, y, width + height, height)
    up = drawn(height)
    return "".join(
        f"M{drawn(at)} {drawn(y + height)}l{up} -{up}" for _, at in _columns(wide, 4 * s)
    )


def _cross(field: Field, s: float) -> str:
    x, y, width, height = field
    wide = (x - height, y, width + height, height)
    down = drawn(height)
    return _diagonal(field, s) + "".join(
        f"M{drawn(at)} {drawn(y)}l{down} {down}" for _, at in _columns(wide, 4 * s)
    )


def _scattered(stamp: Callable[[float, int], str], step: float) -> Callable[[Field, float], str]:
    """Return a texture of small stamps, with every other row shifted by half a step."""

    def draw(field: Field, s: float) -> str:
        return "".join(
            f"M{drawn(x + i % 2 * step * s / 2)} {drawn(y)}{stamp(s, i // 2 + k)}"
            for i, y in _rows(field, step * s / 2)
            for k, x in _columns(field, step * s)
        )

    return draw


def _lines(s: float, *steps: tuple[str, tuple[float, ...]]) -> str:
    return "".join(
        letter + " ".join(drawn(value * s) for value in values) for letter, values in steps
    )


def _tuft(s: float, _: int) -> str:
    return _lines(
        s,
        ("q", (-0.1, -1.4, -1.1, -2.2)),
        ("m", (1.4, 2.2)),
        ("v", (-2.7,)),
        ("m", (0.3, 2.7)),
        ("q", (0.1, -1.4, 1.1, -2.2)),
    )


def _leaf(s: float, i: int) -> str:
    turn = 1 if i % 2 else -1
    return _lines(
        s,
        ("c", (turn * -0.1, -1.6, turn * 0.9, -2.5, turn * 2.4, -2.4)),
        ("c", (turn * 0.1, 1.6, turn * -0.9, 2.5, turn * -2.4, 2.4)),
    )


def _bubble(s: float, i: int) -> str:
    r = 1.05 if i % 2 else 0.7
    return _lines(s, ("a", (r, r))) + " 0 1 1 " + _lines(s, ("", (2 * r, 0))) + _ring_back(s, r)


def _ring_back(s: float, r: float) -> str:
    return _lines(s, ("a", (r, r))) + " 0 1 1 " + _lines(s, ("", (-2 * r, 0)))


def _scale(s: float, _: int) -> str:
    return _lines(s, ("a", (2.5, 2.5))) + " 0 0 0 " + _lines(s, ("", (5, 0)))


def _spark(s: float, _: int) -> str:
    return _lines(
        s,
        ("v", (2.6,)),
        ("m", (-1.3, -1.3)),
        ("h", (2.6,)),
        ("m", (-2.2, -0.9)),
        ("l", (1.8, 1.8)),
        ("m", (0, -1.8)),
        ("l", (-1.8, 1.8)),
    )


def _check(s: float, _: int) -> str:
    return _lines(s, ("h", (2,)), ("v", (2,)), ("h", (-2,))) + "z"


# name → (a function that draws it, whether the path is filled instead of stroked)
TEXTURES: dict[str, tuple[Callable[[Field, float], str], bool]] = {
    "dots": (_dots, False),
    "waves": (_waves, False),
    "stripes": (_stripes, False),
    "bars": (_bars, False),
    "diagonal": (_diagonal, False),
    "cross": (_cross, False),
    "zigzag": (_zigzag, False),
    "grass": (_scattered(_tuft, 7.0), False),
    "leaves": (_scattered(_leaf, 7.0), True),
    "bubbles": (_scattered(_bubble, 6.0), False),
    "scales": (_scattered(_scale, 5.0), False),
    "stars": (_scattered(_spark, 7.0), False),
    "checks": (_scattered(_check, 4.0), True),
}


@lru_cache(maxsize=512)
def draw(
    name: str, path: str, field: Field, colour: str, opacity: float, scale: float, id: str
) -> str:
    """Fill an outline (SVG path data) inside `field` with a texture.

    At `scale` 1 the texture repeats every few mm. `id` names the outline in the face's SVG.
    """
    drawing, is_filled = TEXTURES[name]
    # Small stamps over a whole board would take megabytes, so large fields get a coarser texture.
    scale = max(scale, max(field[2], field[3]) / WIDEST)
    data = drawing(field, scale)
    look = f'fill="{colour}"'
    if not is_filled:
        width = 1.1 * scale if name == "dots" else LINE * scale
        # 0.001 mm long, because pdfium, and so Chrome, spaces dashes of length 0 wrongly.
        dots = f' stroke-dasharray="0.001 {drawn(4 * scale - 0.001)}"'
        dash = dots if name == "dots" else ""
        look = (
            f'fill="none" stroke="{colour}" stroke-width="{drawn(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{dash}'
        )
    return (
        f'<clipPath id="{id}"><path d="{path}"/></clipPath>'
        f'<g clip-path="url(#{id})"><path d="{data}" {look} opacity="{drawn(opacity)}"/></g>'
    )
