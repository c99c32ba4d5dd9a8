"""Measures over a range, as lines with their intervals as bands."""

import math
from collections.abc import Sequence

from generator.play.report.charts.drawing import (
    RIGHT,
    WIDTH,
    Chart,
    Scale,
    Series,
    area,
    dot,
    grid_up,
    line,
    on_axis,
    path,
    svg,
    text,
    ticks,
)
from generator.play.report.numbers import share_or_number, with_half

LEFT, TOP, BOTTOM = 56.0, 24.0, 190.0
MOST_DOTS = 24  # points of a line that are marked


def lines(
    id: str,
    title: str,
    x_values: Sequence[float],
    series: Sequence[Series],
    x_label: str,
    *,
    share: bool = True,
    mark: float | None = None,
    mark_label: str = "",
    upright: float | None = None,
    upright_label: str = "",
    x_share: bool = False,
    note: str = "",
    from_zero: bool = True,
) -> Chart:
    """Lines with their intervals as bands; a dashed level, and a dashed upright for a value."""
    right = WIDTH - RIGHT - (90 if len(series) > 1 else 0)  # room for the names of the lines
    y = _heights(series, mark, share, from_zero)
    x = Scale(min(x_values), max(x_values), LEFT, right)
    parts = grid_up(y, LEFT, right, share)
    for t in ticks(x.low, x.high, 8):
        parts.append(text(x(t), 208, on_axis(t, x_share), "tick", "middle"))
    parts.append(text((LEFT + right) / 2, 226, x_label, "small", "middle"))
    names: list[tuple[float, str, str]] = []
    for k, s in enumerate(series, 1):
        parts += _line(x, y, x_values, s, f"s{k}")
        last = [e for e in s.points if math.isfinite(e.value)][-1:]
        names += [(y(e.value) + 4.5, s.name, f"s{k}") for e in last]
    if len(series) > 1:
        parts += _apart(names, right + 8)
    if mark is not None:
        parts.append(line(LEFT, y(mark), right, y(mark), "fair"))
        starts = [s.points[0].value for s in series if math.isfinite(s.points[0].value)]
        below = bool(starts) and min(starts) >= mark
        parts.append(text(62, y(mark) + (15 if below else -5), mark_label, "small"))
    if upright is not None:
        parts.append(line(x(upright), 18, x(upright), BOTTOM, "fair"))
        side, anchor = (-5, "end") if x(upright) > WIDTH - 100 else (5, "start")
        parts.append(text(x(upright) + side, 16, upright_label, "small", anchor))
    rows = tuple(
        (on_axis(a, x_share), *(with_half(s.points[i], share) for s in series))
        for i, a in enumerate(x_values)
    )
    ends = [[share_or_number(e.value, share) for e in (s.points[0], s.points[-1])] for s in series]
    summary = "; ".join(f"{s.name} from {a} to {b}" for s, (a, b) in zip(series, ends, strict=True))
    picture = svg(234, parts, title, summary)
    return Chart(id, title, picture, (x_label, *(s.name for s in series)), rows, note)


def _heights(series: Sequence[Series], mark: float | None, share: bool, from_zero: bool) -> Scale:
    """The scale upwards: room for all intervals and the mark."""
    seen = [e for s in series for e in s.points if math.isfinite(e.value)]
    lows = [e.low if math.isfinite(e.low) else e.value for e in seen]
    highs = [e.high if math.isfinite(e.high) else e.value for e in seen]
    bottom = 0.0 if from_zero else min(lows)
    top = max([*highs, mark or 0.0, bottom + 1e-9])
    room = (top - bottom) * 0.08
    if not from_zero:
        bottom -= room
    return Scale(bottom, min(1.0, top + room) if share else top + room, BOTTOM, TOP)


def _line(x: Scale, y: Scale, x_values: Sequence[float], s: Series, kind: str) -> list[str]:
    """A line with its band, dots where they are few."""
    good = [(x(a), e) for a, e in zip(x_values, s.points, strict=True) if math.isfinite(e.value)]
    if not good:
        return []
    parts = []
    sure = [(a, e) for a, e in good if math.isfinite(e.low)]
    if len(sure) > 1:
        edge = [(a, y(e.high)) for a, e in sure] + [(a, y(e.low)) for a, e in reversed(sure)]
        parts.append(area(edge, f"area {kind}"))
    parts.append(path([(a, y(e.value)) for a, e in good], f"line {kind}"))
    if len(good) <= MOST_DOTS:
        parts += [dot(a, y(e.value), f"dot {kind}", 3) for a, e in good]
    return parts


def _apart(names: Sequence[tuple[float, str, str]], x: float) -> list[str]:
    """Labels at the ends of lines, pushed apart where they would touch."""
    parts, last = [], -math.inf
    for at, name, kind in sorted(names):
        last = max(at, last + 15)
        parts.append(text(x, last, name, f"end {kind}"))
    return parts
