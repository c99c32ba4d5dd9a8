"""A map: places on the table shaded by how much they are used, over the printed board."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from generator.play.measure.metrics import SpaceUse
from generator.play.report.charts.drawing import (
    WIDTH,
    Chart,
    Point,
    box,
    short,
    steps,
    svg,
    text,
    tooltip,
)
from generator.play.report.numbers import number, with_half

TALLEST = 480.0
HEAT = (0.0, 0.6, 0.85, 1.15, 1.5)  # uses ÷ the layer's mean, above which the next shade begins
HEAT_KEY = (
    *("never", "under 0.6 × the mean", "0.6 to 0.85 ×", "about the mean"),
    *("1.15 to 1.5 ×", "over 1.5 × the mean"),
)
MOST_PLACES = 120  # lines of the table under a map


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies under a map: a picture, and the mm it covers from (left, top)."""

    href: str
    left: float
    top: float
    width: float
    height: float


def heat(
    id: str, heading: str, spaces: Sequence[SpaceUse], ground: Ground | None = None, note: str = ""
) -> Chart:
    """Places on the table, shaded by their use against the mean of their layer."""
    at, scale, height = _fitted(spaces, ground)
    parts = [] if ground is None else [_under(ground, at, scale)]
    layers = list(dict.fromkeys(s.layer for s in spaces))
    means = {layer: _mean([s for s in spaces if s.layer == layer]) for layer in layers}
    radius = _radius([at(*s.outline[0]) for s in spaces if len(s.outline) == 1])
    for space in sorted(spaces, key=lambda s: -min(3, len(s.outline))):  # areas lie undermost
        parts.append(_place(space, [at(*p) for p in space.outline], radius, means))
    height += 14
    for k, word in enumerate(HEAT_KEY):
        x, y = 8 + (k % 3) * (WIDTH / 3), height + 22 * (k // 3)
        parts.append(box(x, y, 22, 14, f"heat h{k}"))
        parts.append(text(x + 29, y + 11.5, word, "small"))
    height += 50
    told = ", ".join(f"{layer} {number(means[layer])}" for layer in layers)
    parts.append(text(8, height + 6, f"mean uses a game: {told}", "small"))
    order = sorted(spaces, key=lambda s: (layers.index(s.layer), -s.times.value, s.name))
    rows = tuple(
        (s.name, with_half(s.times, False), with_half(s.used)) for s in order[:MOST_PLACES]
    )
    summary = "; ".join(f"{s.name} {number(s.times.value)}" for s in order[:5])
    picture = svg(height + 14, parts, heading, summary)
    return Chart(id, heading, picture, ("", "uses a game", "games in which it is used"), rows, note)


def _fitted(
    spaces: Sequence[SpaceUse], ground: Ground | None
) -> tuple[Callable[[float, float], Point], float, float]:
    """Where mm lie in the picture, how large one is there, and the height of all."""
    xs = [x for s in spaces for x, _ in s.outline]
    ys = [y for s in spaces for _, y in s.outline]
    if ground is not None:
        xs += [ground.left, ground.left + ground.width]
        ys += [ground.top, ground.top + ground.height]
    pad = 0.04 * max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    left, top = min(xs) - pad, min(ys) - pad
    wide, high = max(xs) + pad - left, max(ys) + pad - top
    scale = min(WIDTH / wide, TALLEST / high)
    shift = (WIDTH - wide * scale) / 2
    return lambda x, y: (shift + (x - left) * scale, (y - top) * scale), scale, high * scale


def _under(ground: Ground, at: Callable[[float, float], Point], scale: float) -> str:
    x, y = at(ground.left, ground.top)
    size = f'width="{short(ground.width * scale)}" height="{short(ground.height * scale)}"'
    return (
        f'<image class="ground" x="{short(x)}" y="{short(y)}" {size} href="{escape(ground.href)}"/>'
    )


def _mean(spaces: Sequence[SpaceUse]) -> float:
    return math.fsum(s.times.value for s in spaces) / len(spaces)


def _place(
    space: SpaceUse, points: Sequence[Point], radius: float, means: Mapping[str, float]
) -> str:
    """A spot, a way or an area in its shade."""
    shade = f"h{shade_of(space.times.value, means[space.layer])}"
    tip = tooltip(f"{space.name}: {number(space.times.value)} uses a game")
    if len(points) == 1:
        x, y = points[0]
        circle = f'cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"'
        return f'<circle class="heat {shade}" {circle}>{tip}</circle>'
    d = steps(points)
    if len(points) == 2:
        casing = f'<path class="casing" d="M{d}"/>'
        return casing + f'<path class="way {shade}" d="M{d}">{tip}</path>'
    return f'<path class="heat {shade}" d="M{d}Z">{tip}</path>'


def shade_of(times: float, mean: float) -> int:
    """The place in `HEAT_KEY` of so much use, against the mean.

    >>> [shade_of(times, 2.0) for times in (0, 0.9, 1.5, 2, 2.9, 4)]
    [0, 1, 2, 3, 4, 5]
    """
    return sum(times > limit * mean for limit in HEAT) if mean > 0 else 0


def _radius(spots: Sequence[Point]) -> float:
    """A little less than half the way between the two nearest spots."""
    if len(spots) < 2:
        return 14.0
    near = min(math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i])
    return min(22.0, max(4.0, 0.42 * near))
