"""Draws distributions, with columns for one and smoothed outlines for several."""

import math
from collections.abc import Sequence

from generator.play.measures.tally import Histogram
from generator.play.telling.charts.drawing import (
    Chart,
    Scale,
    area,
    box,
    grid_across,
    grid_up,
    inside,
    legend,
    stretched,
    svg,
    text,
    tick,
    ticks,
    upright,
)
from generator.play.telling.numbers import number, percent, seen

# position of the columns: left in percent, top and bottom in px
LEFT, TOP, BOTTOM = 14.0, 20.0, 150.0
RIGHT = 99.0
MOST_BARS = 40
RIDGE = 62.0  # px of height of an outline with its name


def histogram(
    id: str,
    topic: str,
    title: str,
    data: Histogram,
    unit: str,
    *,
    band: tuple[int, int] | None = None,
    counts: str = "games",
    note: str = "",
    technical: str = "",
) -> Chart:
    """Draw the columns of a distribution, its median, and the target band behind them."""
    width, cells = data.binned(MOST_BARS)
    grain, half = data.grain, width / 2 if width == data.grain else 0.0
    low, high = cells[0][0], cells[-1][0] + width
    if band:
        low, high = min(low, band[0]), max(high, band[1] + 1)
    total = data.n
    names = [_named(v, width, grain) for v, _ in cells]
    x = Scale(low, high, LEFT, RIGHT)
    y = Scale(0, max(count for _, count in cells) / total * 1.1, BOTTOM, TOP)
    parts = []
    if band:
        parts.append(box(x(band[0]), TOP, x(band[1] + 1) - x(band[0]), BOTTOM - TOP, "band"))
    parts += grid_up(y, LEFT, RIGHT, True)
    gap = 0.3 if len(cells) < 50 else 0.0
    for (value, count), name in zip(cells, names, strict=True):
        left, right, top = x(value), x(value + width), y(count / total)
        tip = f"{name} {unit}: {percent(count / total)}"
        parts.append(box(left + gap / 2, top, right - left - gap, BOTTOM - top, "bar", tip))
    marks = [t for t in ticks(low, high, 5) if t < high and (grain < 1 or t == round(t))]
    if half and grain < 1:
        marks = [v for v, _ in cells[:: math.ceil(len(cells) / 6)]]
    parts += [tick(x(t + half), BOTTOM + 16, seen(t)) for t in marks]
    middle = data.quantile(0.5)
    at = x(middle + half)
    parts.append(upright(at, TOP - 6, BOTTOM, "fair"))
    parts.append(inside(at, TOP - 6, f"half by {seen(middle)}", "small"))
    parts.append(text((LEFT + RIGHT) / 2, BOTTOM + 33, unit, "small", "middle"))
    rows = tuple(
        (name, f"{c:,}", percent(c / total)) for (_, c), name in zip(cells, names, strict=True)
    )
    five, most = (seen(data.quantile(q)) for q in (0.05, 0.95))
    summary = f"median {seen(middle)} {unit}, 90 % from {five} to {most}"
    key = [("band", f"your target, {band[0]} to {band[1]} {unit}")] if band else []
    picture = svg(BOTTOM + 38, parts, title, summary) + legend(key)
    return Chart(id, topic, title, picture, (unit, counts, "share"), rows, note, technical)


def _named(start: float, width: float, grain: float) -> str:
    """Return the values of a bin in words."""
    if width == grain:
        return seen(start)
    if grain < 1:
        return f"{seen(start)} to under {seen(start + width)}"
    return f"{seen(start)}–{seen(start + width - 1)}"


def ridges(
    id: str,
    topic: str,
    title: str,
    labels: Sequence[str],
    data: Sequence[Histogram],
    unit: str,
    note: str = "",
) -> Chart:
    """Draw one smoothed outline per label over a common axis, each scaled to its own height."""
    low = min(h.values[0] for h in data)
    high = max(h.values[-1] for h in data)
    x = Scale(low, high if high > low else low + 1, 1.0, 99.0)
    bottom = 4 + RIDGE * len(labels)
    parts = grid_across(x, 4, bottom, False)
    outlines, marks = [], []
    for i, (label, h) in enumerate(zip(labels, data, strict=True)):
        base = 4 + RIDGE * (i + 1)
        curve = _smooth(h, x.low, x.high)
        top = max(v for _, v in curve) or 1.0
        points = [(x(a), base - v / top * (RIDGE - 12)) for a, v in curve]
        outline = [(points[0][0], base), *points, (points[-1][0], base)]
        outlines.append(area(outline, f"ridge s{i % 4 + 1}"))
        middle = h.quantile(0.5)
        marks.append(upright(x(middle), base - 18, base, "axis"))
        far = x(middle) < 40  # the name is placed beside the low part of the outline
        anchor = "end" if far else "start"
        marks.append(text(99 if far else 1, base - RIDGE + 16, label, "label", anchor))
        words = f"half have {seen(middle)} or more"
        marks.append(text(99 if far else 1, base - RIDGE + 32, words, "small", anchor))
    parts += [stretched(bottom, outlines), *marks]
    parts.append(text(50, bottom + 32, unit, "small", "middle"))
    rows = tuple(
        (label, number(h.mean), *(seen(h.quantile(q)) for q in (0.05, 0.5, 0.95)))
        for label, h in zip(labels, data, strict=True)
    )
    summary = "; ".join(
        f"{label}: median {seen(h.quantile(0.5))}" for label, h in zip(labels, data, strict=True)
    )
    picture = svg(bottom + 38, parts, title, summary)
    headers = (unit, "mean", "5 % below", "median", "5 % above")
    return Chart(id, topic, title, picture, headers, rows, note)


def _smooth(h: Histogram, low: float, high: float, cells: int = 90) -> list[tuple[float, float]]:
    """Return a Gaussian kernel estimate on a grid, with Silverman's bandwidth but at least half a
    unit.
    """
    n, mean = h.n, h.mean
    spread = math.sqrt(sum(c * (v - mean) ** 2 for v, c in h.counts.items()) / n)
    wide = max(0.5 * h.grain, 0.9 * spread * n ** (-0.2), (high - low) / cells)
    near = sorted(h.counts.items())
    points = []
    for k in range(cells + 1):
        a = low + (high - low) * k / cells
        weight = sum(
            c * math.exp(-0.5 * ((a - v) / wide) ** 2) for v, c in near if abs(a - v) < 4 * wide
        )
        points.append((a, weight / n))
    return points
