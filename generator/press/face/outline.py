"""The trim outline of a shape, and the same outline grown or shrunk, as points and as SVG paths.

Lengths in mm, origin at the trim box's top left. A hexagon with a pointy top in its box:

        0
     5     1
     4     2
        3
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from generator.model.decimals import drawn
from generator.model.pack import Points, Shape

CIRCLE_STEPS = 48
# The bulge of the middle of each side of a hand-cut outline, as shares of the wobble.
_BOWS = (0.9, -0.5, 0.7, -0.8, 0.4, -0.6, 1.0, -0.3)


def corners(shape: Shape) -> Points:
    """The corner points of an outline, clockwise; 48 points approximate a circle."""
    w, h = shape.width, shape.height
    if shape.kind == "hex":
        if shape.flat_top:
            return ((w / 4, 0), (w * 3 / 4, 0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0, h / 2))
        return ((w / 2, 0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0, h * 3 / 4), (0, h / 4))
    if shape.kind == "circle":
        turns = [2 * math.pi * i / CIRCLE_STEPS for i in range(CIRCLE_STEPS)]
        return tuple((w / 2 * (1 + math.sin(t)), h / 2 * (1 - math.cos(t))) for t in turns)
    if shape.kind in ("polygon", "dieline") and shape.outline:
        return clockwise(shape.outline)
    return ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))


@lru_cache(maxsize=1024)
def path(shape: Shape, grow: float = 0.0, corner: float | None = None, wobble: float = 0.0) -> str:
    """SVG path data of the outline moved out by `grow` mm, or in if `grow` is negative.

    `corner` is the radius of the corners in mm; by default it is the shape's own radius, which
    grows with the outline. `wobble` bends the sides by up to about that many mm, as if cut by hand.
    """
    if shape.kind == "circle":
        return disc(shape.width / 2, shape.height / 2, shape.width / 2 + grow, wobble)
    points = moved(corners(shape), grow)
    radius = max(shape.corner + grow, 0.0) if corner is None else corner
    if shape.kind == "dieline":
        radius = 0.0
    return rounded(points, radius, wobble)


@lru_cache(maxsize=1024)
def disc(cx: float, cy: float, radius: float, wobble: float = 0.0) -> str:
    """SVG path data of a circle; `wobble` bends it by up to about that many mm."""
    if wobble:
        return _closed_curve(_wobbled_circle(cx, cy, radius, wobble))
    arc = f"A{drawn(radius)} {drawn(radius)} 0 1 1 "
    left, right = f"{drawn(cx - radius)} {drawn(cy)}", f"{drawn(cx + radius)} {drawn(cy)}"
    return f"M{left}{arc}{right}{arc}{left}Z"


@lru_cache(maxsize=256)
def mirrored(shape: Shape) -> Shape:
    """The shape seen from behind, turned like the page of a book."""
    outline = tuple((shape.width - x, y) for x, y in reversed(shape.outline))
    folds = tuple(((shape.width - a, b), (shape.width - c, d)) for (a, b), (c, d) in shape.folds)
    panels = tuple(replace(p, x=shape.width - p.x - p.width) for p in shape.panels)
    return replace(shape, outline=outline, folds=folds, panels=panels)


def moved(points: Points, grow: float) -> Points:
    """Move every side of a clockwise polygon out by `grow`; corners are mitred."""
    if not grow:
        return points
    result = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        ax, ay = _normal(before, (x, y))
        bx, by = _normal((x, y), after)
        # The corner slides along the bisector until its distance from both sides is `grow`.
        scale = grow / max(1 + ax * bx + ay * by, 0.2)
        result.append((x + (ax + bx) * scale, y + (ay + by) * scale))
    return tuple(result)


def rounded(points: Sequence[tuple[float, float]], radius: float, wobble: float = 0.0) -> str:
    """A closed polygon as a path with rounded corners and, with `wobble`, bent sides."""
    parts = []
    n = len(points)
    leaving = points[0]
    for i, here in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % n]
        start = _toward(here, before, radius)
        end = _toward(here, after, radius)
        if i == 0:
            parts.append(f"M{drawn(start[0])} {drawn(start[1])}")
        else:
            parts.append(_side(leaving, start, i - 1, wobble))
        if radius > 0:
            parts.append(f"Q{drawn(here[0])} {drawn(here[1])} {drawn(end[0])} {drawn(end[1])}")
        leaving = end if radius > 0 else here
    first = _toward(points[0], points[-1], radius)
    if wobble:
        parts.append(_side(leaving, first, n - 1, wobble))
    return "".join(parts) + "Z"


def rectangle(x: float, y: float, width: float, height: float) -> Points:
    """The corners of a box, clockwise from its top left."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def inside(points: Points, x: float, y: float) -> float:
    """The distance from (x, y) to the edge of a polygon, mm; negative outside."""
    within = False
    nearest = math.inf
    for i, (bx, by) in enumerate(points):
        ax, ay = points[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
        nearest = min(nearest, _distance(x, y, ax, ay, bx, by))
    return nearest if within else -nearest


def _distance(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if not length else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    share = min(max(share, 0.0), 1.0)
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def clockwise(points: Points) -> Points:
    """The points in clockwise order, y down."""
    area = sum(
        points[i - 1][0] * points[i][1] - points[i][0] * points[i - 1][1]
        for i in range(len(points))
    )
    return points if area > 0 else tuple(reversed(points))


def _normal(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    return dy / length, -dx / length


def _toward(a: tuple[float, float], b: tuple[float, float], distance: float) -> tuple[float, float]:
    length = math.dist(a, b) or 1.0
    share = min(distance / length, 0.5)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _side(a: tuple[float, float], b: tuple[float, float], i: int, wobble: float) -> str:
    if not wobble:
        return f"L{drawn(b[0])} {drawn(b[1])}"
    nx, ny = _normal(a, b)
    first = _BOWS[i % len(_BOWS)] * wobble
    second = _BOWS[(i + 3) % len(_BOWS)] * wobble
    cx, cy = a[0] + (b[0] - a[0]) / 3 + nx * first, a[1] + (b[1] - a[1]) / 3 + ny * first
    ex, ey = b[0] + (a[0] - b[0]) / 3 + nx * second, b[1] + (a[1] - b[1]) / 3 + ny * second
    return f"C{drawn(cx)} {drawn(cy)} {drawn(ex)} {drawn(ey)} {drawn(b[0])} {drawn(b[1])}"


def _wobbled_circle(cx: float, cy: float, radius: float, wobble: float) -> Points:
    turns = [(math.pi * i / 4, radius + bow * wobble / 2) for i, bow in enumerate(_BOWS)]
    return tuple((cx + r * math.sin(turn), cy - r * math.cos(turn)) for turn, r in turns)


def _closed_curve(points: Points) -> str:
    """A smooth closed curve through the points (Catmull–Rom, written as cubic Béziers)."""
    n = len(points)
    parts = [f"M{drawn(points[0][0])} {drawn(points[0][1])}"]
    for i in range(n):
        p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        parts.append(
            f"C{drawn(p1[0] + (p2[0] - p0[0]) / 6)} {drawn(p1[1] + (p2[1] - p0[1]) / 6)} "
            f"{drawn(p2[0] - (p3[0] - p1[0]) / 6)} {drawn(p2[1] - (p3[1] - p1[1]) / 6)} "
            f"{drawn(p2[0])} {drawn(p2[1])}"
        )
    return "".join(parts) + "Z"
