"""Draws measures over a range of values, as lines with their intervals as bands."""

import math
from collections.abc import Sequence

from generator.play.telling.charts.drawing import (
    Chart,
    Scale,
    Series,
    area,
    box,
    dot,
    grid_up,
    inside,
    legend,
    level,
    on_axis,
    path,
    stretched,
    svg,
    text,
    tick,
    ticks,
    upright,
)
from generator.play.telling.numbers import share_or_number, with_half

LEFT, RIGHT, TOP, BOTTOM = 15.0, 98.0, 22.0, 160.0
MARKED = 4  # approximate count of numbers below a chart
MOST_DOTS = 12  # greatest number of points of a line that are marked by dots


def lines(
    id: str,
    topic: str,
    title: str,
    x_values: Sequence[float],
    series: Sequence[Series],
    x_label: str,
    *,
    share: bool = True,
    mark: float | None = None,
    mark_label: str = "",
    now: float | None = None,
    now_label: str = "now",
    x_share: bool = False,
    at: Sequence[float] = (),
    note: str = "",
    technical: str = "",
    from_zero: bool = True,
    wanted: tuple[float, float, str] | None = None,
    marked: Sequence[float] = (),
) -> Chart:
    """Return lines with bands for intervals, a dashed level, and an upright at the present value.

    `wanted` has the bounds of a goal, either of which may be infinite, and its words. `at` are the
    values that may be labelled on the axis below, by default round numbers; of many values only
    some are labelled. `marked` are places with a dot, however many points there are.
    """
    y = heights(series, mark, share, from_zero, Scale(0, 0, BOTTOM, TOP), wanted)
    x = Scale(min(x_values), max(x_values), LEFT, RIGHT)
    parts = [_wanted(y, *wanted)] if wanted else []
    parts += grid_up(y, LEFT, RIGHT, share)
    told = _marked(x, at, all(float(value).is_integer() for value in x_values))
    named = zip(told, on_axis(told, x_share), strict=True)
    parts += [tick(x(t), BOTTOM + 19, words) for t, words in named]
    parts.append(text((LEFT + RIGHT) / 2, BOTTOM + 36, x_label, "small", "middle"))
    if now is not None and x.low <= now <= x.high:
        parts.append(upright(x(now), TOP - 8, BOTTOM, "now"))
        parts.append(inside(x(now), TOP - 8, now_label, "small"))
    if mark is not None:
        parts.append(level(y(mark), LEFT, RIGHT, "fair"))
    drawn: list[str] = []
    points: list[str] = []
    for k, s in enumerate(series, 1):
        bands, marks = curve(x, y, x_values, s, f"s{k}")
        drawn += bands
        points += marks or [
            dot(x(a), y(e.value), f"dot s{k}", 3)
            for a, e in zip(x_values, s.points, strict=True) if a in marked
        ]  # fmt: skip
    parts += [stretched(BOTTOM + 4, drawn), *points]
    key = [(f"line s{k}", s.name) for k, s in enumerate(series, 1)] if len(series) > 1 else []
    key += [("fair", mark_label)] if mark is not None else []
    key += [("band", f"wanted: {wanted[2]}")] if wanted else []
    rows = tuple(
        (words, *(with_half(s.points[i], share) for s in series))
        for i, words in enumerate(on_axis(x_values, x_share))
    )
    ends = [[share_or_number(e.value, share) for e in (s.points[0], s.points[-1])] for s in series]
    summary = "; ".join(f"{s.name} from {a} to {b}" for s, (a, b) in zip(series, ends, strict=True))
    picture = svg(BOTTOM + 41, parts, title, summary) + legend(key)
    headers = (x_label, *(s.name for s in series))
    return Chart(id, topic, title, picture, headers, rows, note, technical)


def _marked(x: Scale, at: Sequence[float], is_whole: bool) -> list[float]:
    """Return the numbers below a chart, which are round numbers, or some of the tried values.

    Whole-number ranges get whole numbers.
    """
    marks = [t for t in ticks(x.low, x.high, MARKED) if not is_whole or t == round(t)]
    if not at or all(t in at for t in marks):
        return marks
    marks = []
    for value in at[:: max(1, math.ceil((len(at) - 1) / MARKED))]:
        if not marks or value - marks[-1] >= (x.high - x.low) / (2 * MARKED):
            marks.append(value)
    return marks


def _wanted(y: Scale, low: float, high: float, words: str) -> str:
    top = y(min(high, y.high)) if high > y.low else y(y.low)
    bottom = y(max(low, y.low)) if low < y.high else y(y.high)
    return box(LEFT, top, RIGHT - LEFT, bottom - top, "band", f"wanted: {words}")


def heights(
    series: Sequence[Series],
    mark: float | None,
    share: bool,
    from_zero: bool,
    place: Scale,
    wanted: tuple[float, float, str] | None = None,
) -> Scale:
    """Return the vertical scale at a place, with room for intervals, mark, and goal bounds."""
    seen = [e for s in series for e in s.points if math.isfinite(e.value)]
    lows = [e.low if math.isfinite(e.low) else e.value for e in seen] or [0.0]
    highs = [e.high if math.isfinite(e.high) else e.value for e in seen] or [0.0]
    # a distant bound would flatten all lines
    near = 2 * max(abs(max(highs)), max(highs) - min(lows))
    bounds = [x for x in wanted[:2] if abs(x - max(highs)) <= near] if wanted else []
    lows, highs = [*lows, *bounds], [*highs, *bounds]
    bottom = 0.0 if from_zero and min(lows) >= 0 else min(lows)
    top = max([*highs, mark or 0.0, bottom + 1e-9])
    room = (top - bottom) * 0.08
    if not from_zero:
        bottom -= room
    top = min(1.0, top + room) if share else top + room
    return Scale(bottom, top, place.start, place.end)


def curve(
    x: Scale, y: Scale, x_values: Sequence[float], s: Series, kind: str
) -> tuple[list[str], list[str]]:
    """Return a line with its band, stretched, with dots if its points are few."""
    good = [(x(a), e) for a, e in zip(x_values, s.points, strict=True) if math.isfinite(e.value)]
    # a point without an interval shows nothing if other points have intervals
    good = [(a, e) for a, e in good if math.isfinite(e.half)] or good
    if not good:
        return [], []
    bands = []
    sure = [(a, e) for a, e in good if math.isfinite(e.low) and math.isfinite(e.high)]
    if len(sure) > 1:
        edge = [(a, y(e.high)) for a, e in sure] + [(a, y(e.low)) for a, e in reversed(sure)]
        bands.append(area(edge, f"area {kind}"))
    bands.append(path([(a, y(e.value)) for a, e in good], f"line {kind}"))
    if len(good) > MOST_DOTS:
        return bands, []
    return bands, [dot(a, y(e.value), f"dot {kind}", 3) for a, e in good]
