"""Draws small charts for the first screen, without axis numbers, because the tile's words contain
them.
"""

import math
from collections.abc import Sequence

from generator.play.measures.tally import Histogram
from generator.play.statistics.inference import Estimate
from generator.play.telling.charts.drawing import (
    Scale,
    Series,
    box,
    dot,
    level,
    stretched,
    text,
    upright,
    whisker,
)
from generator.play.telling.charts.lines import curve, heights

HEIGHT = 64.0
MOST_BARS = 28
LINE = 15.0  # px of height of a line of text


def mini(parts: Sequence[str]) -> str:
    """Return a small picture, which the words beside it describe."""
    inner = "".join(parts)
    return f'<svg class="mini" width="100%" height="{HEIGHT:g}" aria-hidden="true">{inner}</svg>'


def mini_dots(
    points: Sequence[Estimate],
    mark: float | None,
    share: bool = True,
    names: Sequence[str] = (),
) -> str:
    """Draw estimates below each other with their intervals, and a line at an equal share.

    `names` have a few letters each, and are left out if rows are lower than a line of text.
    """
    estimates = [e for e in points if math.isfinite(e.value)]
    if not estimates:
        return mini([])
    ends = [x for e in estimates for x in (e.low, e.high, e.value) if math.isfinite(x)]
    ends += [] if mark is None else [mark]
    pad = (max(ends) - min(ends)) * 0.08 or 0.01
    low, high = min(ends) - pad, max(ends) + pad
    if share:
        low, high = max(0.0, low), min(1.0, high)
    step = HEIGHT / len(points)
    named = names if step >= LINE else ()
    scale = Scale(low, high, 7 + 5 * max(map(len, named)) if named else 3, 97)
    parts = [] if mark is None else [upright(scale(mark), 0, HEIGHT, "fair")]
    parts += [text(0, step * (i + 0.5) + 4, name, "small") for i, name in enumerate(named)]
    for i, e in enumerate(points):
        if not math.isfinite(e.value):
            continue
        y = step * (i + 0.5)
        if math.isfinite(e.half):
            parts.append(whisker(scale(e.low), scale(e.high), y))
        parts.append(dot(scale(e.value), y, "dot s1", min(6.0, step / 3)))
    return mini(parts)


def mini_columns(data: Histogram, band: tuple[int, int] | None) -> str:
    """Draw a distribution, its middle, and the target behind it."""
    width, cells = data.binned(MOST_BARS)
    low, high = cells[0][0], cells[-1][0] + width
    if band:
        low, high = min(low, band[0]), max(high, band[1] + 1)
    x = Scale(low, high, 0, 100)
    top = max(count for _, count in cells)
    parts = []
    if band:
        parts.append(box(x(band[0]), 0, x(band[1] + 1) - x(band[0]), HEIGHT, "band"))
    for value, count in cells:
        tall = (HEIGHT - 6) * count / top
        wide = x(value + width) - x(value)
        parts.append(box(x(value) + 0.1 * wide, HEIGHT - tall, 0.8 * wide, tall, "bar"))
    middle = data.quantile(0.5)
    parts.append(
        upright(x(middle + width / 2 if width == data.grain else middle), 0, HEIGHT, "fair")
    )
    return mini(parts)


def mini_line(
    x_values: Sequence[float],
    points: Sequence[Estimate],
    *,
    share: bool = True,
    mark: float | None = None,
    now: float | None = None,
    from_zero: bool = True,
) -> str:
    """Draw a line with its band, a dashed level, and a vertical line at the present value."""
    series = Series("", points)
    y = heights([series], mark, share, from_zero, Scale(0, 0, HEIGHT - 2, 3))
    x = Scale(min(x_values), max(x_values), 1, 99)
    parts = [level(y(mark), 0, 100, "fair")] if mark is not None else []
    if now is not None and x.low <= now <= x.high:
        parts.append(upright(x(now), 0, HEIGHT, "now"))
    bands, dots = curve(x, y, x_values, series, "s1")
    return mini([*parts, stretched(HEIGHT, bands), *dots])


def mini_parts(bad: float) -> str:
    """Draw one bar for all games with the bad share marked; both parts have names below."""
    fine, low, tall = 100 * (1 - bad), 8, HEIGHT - 30
    named = "come to an end" if bad else "all games end"
    parts = [box(0, low, fine, tall, "part p1"), text(0, HEIGHT - 6, named, "small")]
    if bad:
        named = text(100, HEIGHT - 6, "do not" if bad < 1 else "no game ends", "small", "end")
        parts += [box(fine, low, bad * 100, tall, "part bad"), named]
    return mini(parts if bad < 1 else parts[2:])
