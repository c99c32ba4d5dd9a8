"""Distributions: columns of one, smoothed outlines of several."""

import math
from collections.abc import Sequence

from generator.play.measure.tally import Histogram
from generator.play.report.charts.drawing import (
    RIGHT,
    WIDTH,
    Chart,
    Scale,
    area,
    box,
    grid_across,
    grid_up,
    line,
    svg,
    text,
    ticks,
)
from generator.play.report.numbers import number, percent

LEFT, TOP, BOTTOM = 46.0, 22.0, 178.0  # of the columns
RIDGE_LEFT = 132.0  # where the outlines begin
MOST_BARS = 48


def histogram(
    id: str,
    title: str,
    data: Histogram,
    unit: str,
    *,
    band: tuple[int, int] | None = None,
    middle_label: str = "half of the games by",
    note: str = "",
) -> Chart:
    """Columns of a distribution, its median, and the target band behind them."""
    width, cells = _binned(data)
    low, high = cells[0][0], cells[-1][0] + width
    if band:
        low, high = min(low, band[0]), max(high, band[1] + 1)
    total = data.n
    names = [f"{v}" if width == 1 else f"{v}–{v + width - 1}" for v, _ in cells]
    x = Scale(low, high, LEFT, WIDTH - RIGHT)
    y = Scale(0, max(count for _, count in cells) / total * 1.1, BOTTOM, TOP)
    parts = []
    if band:
        parts.append(box(x(band[0]), TOP, x(band[1] + 1) - x(band[0]), BOTTOM - TOP, "band"))
        parts.append(text(x(band[0]) + 6, 36, f"target {band[0]}–{band[1]}", "small"))
    parts += grid_up(y, LEFT, WIDTH - RIGHT, True)
    gap = 1.0 if len(cells) < 60 else 0.0
    for (value, count), name in zip(cells, names, strict=True):
        left, right, top = x(value), x(value + width), y(count / total)
        tip = f"{name} {unit}: {percent(count / total)}"
        parts.append(box(left + gap / 2, top, right - left - gap, BOTTOM - top, "bar", tip))
    for t in ticks(low, high, 8):
        if t == round(t) and t < high:
            at = x(t + width / 2 if width == 1 else t)
            parts.append(text(at, 196, number(t), "tick", "middle"))
    middle = data.quantile(0.5)
    at = x(middle + 0.5) if width == 1 else x(middle)
    parts.append(line(at, 16, at, BOTTOM, "fair"))
    side, anchor = (-5, "end") if at > WIDTH - 180 else (5, "start")
    parts.append(text(at + side, 14, f"{middle_label} {middle}", "small", anchor))
    rows = tuple(
        (name, f"{c:,}", percent(c / total)) for (_, c), name in zip(cells, names, strict=True)
    )
    summary = f"median {middle} {unit}, 90 % from {data.quantile(0.05)} to {data.quantile(0.95)}"
    return Chart(id, title, svg(204, parts, title, summary), (unit, "games", "share"), rows, note)


def _binned(data: Histogram) -> tuple[int, list[tuple[int, int]]]:
    """At most `MOST_BARS` equal cells of a histogram: their width, each one's start and count."""
    values = data.values
    span = values[-1] - values[0] + 1
    width = data.grain
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500):
        width = max(data.grain, step)
        if span / width <= MOST_BARS:
            break
    else:
        width = math.ceil(span / MOST_BARS)
    first = values[0] // width * width
    counts = [0] * ((values[-1] - first) // width + 1)
    for value, count in data.counts.items():
        counts[(value - first) // width] += count
    return width, [(first + i * width, count) for i, count in enumerate(counts)]


def ridges(
    id: str, title: str, labels: Sequence[str], data: Sequence[Histogram], unit: str
) -> Chart:
    """One smoothed outline per label over a common axis, each to its own height."""
    low = min(h.values[0] for h in data)
    high = max(h.values[-1] for h in data)
    x = Scale(low, high if high > low else low + 1, RIDGE_LEFT, WIDTH - RIGHT)
    step = 54.0
    bottom = 16 + step * len(labels)
    parts = grid_across(x, 10, bottom, False)
    for i, (label, h) in enumerate(zip(labels, data, strict=True)):
        base = 16 + step * (i + 1)
        parts.append(text(RIDGE_LEFT - 12, base - 8, label, "label", "end"))
        curve = _smooth(h, x.low, x.high)
        top = max(v for _, v in curve) or 1.0
        points = [(x(a), base - v / top * (step - 12)) for a, v in curve]
        outline = [(points[0][0], base), *points, (points[-1][0], base)]
        parts.append(area(outline, f"ridge s{i % 4 + 1}"))
        middle = h.quantile(0.5)
        parts.append(line(x(middle), base - 16, x(middle), base, "axis"))
        parts.append(text(x(middle) + 4, base - 5, number(middle), "value"))
    rows = tuple(
        (label, number(h.mean), *(number(h.quantile(q)) for q in (0.05, 0.5, 0.95)))
        for label, h in zip(labels, data, strict=True)
    )
    summary = "; ".join(
        f"{label}: median {number(h.quantile(0.5))}" for label, h in zip(labels, data, strict=True)
    )
    picture = svg(bottom + 26, parts, title, summary)
    return Chart(id, title, picture, (unit, "mean", "5 %", "median", "95 %"), rows)


def _smooth(h: Histogram, low: float, high: float, cells: int = 90) -> list[tuple[float, float]]:
    """A Gaussian kernel estimate on a grid, bandwidth by Silverman's rule but no less than half
    a unit."""
    n, mean = h.n, h.mean
    spread = math.sqrt(sum(c * (v - mean) ** 2 for v, c in h.counts.items()) / n)
    wide = max(0.5 * h.grain, 0.9 * spread * n ** (-0.2), (high - low) / cells)
    near = sorted(h.counts.items())
    found = []
    for k in range(cells + 1):
        a = low + (high - low) * k / cells
        weight = sum(
            c * math.exp(-0.5 * ((a - v) / wide) ** 2) for v, c in near if abs(a - v) < 4 * wide
        )
        found.append((a, weight / n))
    return found
