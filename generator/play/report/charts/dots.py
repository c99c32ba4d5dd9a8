"""Estimates as dots with their intervals: on one scale, or about zero beside their use."""

import math
from collections.abc import Sequence

from generator.play.measure.stats import Estimate
from generator.play.report.charts.drawing import (
    INTERVAL,
    LINE,
    RIGHT,
    WIDTH,
    Chart,
    Scale,
    box,
    dot,
    grid_across,
    interval_rows,
    label_at,
    line,
    margin,
    svg,
    text,
    upright_mark,
    whisker,
)
from generator.play.report.numbers import limits, share_or_number, with_half

MOST_LIFTS = 20  # drawn; all are in the table
USE = 84.0  # width of the bars of use beside a forest of lifts


def dots(
    id: str,
    title: str,
    labels: Sequence[str],
    points: Sequence[Estimate],
    unit: str,
    *,
    share: bool = False,
    mark: float | None = None,
    mark_label: str = "",
    note: str = "",
) -> Chart:
    """A dot with its interval per label: ratings, rungs of a ladder."""
    lows = [e.low for e in points if math.isfinite(e.low)] or [0.0]
    highs = [e.high for e in points if math.isfinite(e.high)] or [1.0]
    low, high = min([*lows, mark or 0.0]), max([*highs, mark or 0.0])
    pad = (high - low) * 0.06 or 0.05
    low, high = low - pad, high + pad
    if share:
        low, high = max(0.0, low), min(1.0, high)
    left = margin(labels)
    x = Scale(low, high, left, WIDTH - RIGHT - 90)
    bottom = 22 + LINE * len(labels)
    parts = grid_across(x, 16, bottom, share)
    for i, (label, e) in enumerate(zip(labels, points, strict=True)):
        y = 22 + LINE * i + 14
        parts.append(label_at(left, y + 5, label))
        if e.withheld:
            parts.append(text(left + 6, y + 5, with_half(e, share), "small"))
            continue
        parts.append(whisker(x(e.low), x(e.high), y))
        parts.append(dot(x(e.value), y, "dot s1", 5.5))
        parts.append(text(x(e.high) + 10, y + 5, with_half(e, share), "value"))
    if mark is not None:
        parts += upright_mark(x(mark), bottom, mark_label)
    summary = "; ".join(
        f"{label} {with_half(e, share)}" for label, e in zip(labels, points, strict=True)
    )
    picture = svg(bottom + 26, parts, title, summary)
    rows = interval_rows(labels, points, share)
    return Chart(id, title, picture, ("", unit, INTERVAL, "n"), rows, note)


def forest(
    id: str,
    title: str,
    labels: Sequence[str],
    uses: Sequence[Estimate],
    lifts: Sequence[Estimate],
    strong: Sequence[bool],
    *,
    use_title: str = "picked",
    lift_title: str = "win rate of users − others",
    more: Sequence[tuple[str, ...]] = (),
    share: bool = True,
    note: str = "",
) -> Chart:
    """Use on the left, lift with its interval about zero on the right; strong ones are filled."""
    rows = list(range(min(MOST_LIFTS, len(labels))))
    finite = [lifts[i] for i in rows if math.isfinite(lifts[i].half)]
    reach = max([0.01 if share else 1e-6, *(max(abs(e.low), abs(e.high)) for e in finite)]) * 1.05
    has_use = any(math.isfinite(e.value) for e in uses)
    left = margin(labels, 168.0 if has_use else 236.0)
    use = Scale(0, 1, left, left + USE)
    start = left + USE + 36 if has_use else left + 8
    lift = Scale(-reach, reach, start, WIDTH - RIGHT)
    bottom = 34 + 24 * len(rows)
    parts = grid_across(lift, 26, bottom, share)
    parts.append(text((start + WIDTH - RIGHT) / 2, 14, lift_title, "small", "middle"))
    if has_use:
        parts.append(text(left, 14, use_title, "small"))
    parts.append(line(lift(0), 22, lift(0), bottom, "axis"))
    for k, i in enumerate(rows):
        y = 34 + 24 * k
        parts.append(label_at(left, y + 14, labels[i], gap=10))
        parts += _use(use, y, uses[i])
        parts += _lift(lift, y, lifts[i], strong[i])
    table = tuple(
        (labels[i], with_half(uses[i]), with_half(lifts[i], share), limits(lifts[i], share))
        + (tuple(more[i]) if more else ())
        for i in range(len(labels))
    )
    headers = ("", use_title, lift_title, INTERVAL, *(("q", "n") if more else ()))
    top = "; ".join(f"{labels[i]} {share_or_number(lifts[i].value, share)}" for i in rows[:5])
    return Chart(id, title, svg(bottom + 26, parts, title, top), headers, table, note)


def _use(scale: Scale, y: float, e: Estimate) -> list[str]:
    if not math.isfinite(e.value):
        return []
    width = scale(e.value) - scale.start
    return [
        box(scale.start, y + 3, USE, 14, "track"),
        box(scale.start, y + 3, width, 14, "bar", with_half(e)),
    ]


def _lift(scale: Scale, y: float, e: Estimate, strong: bool) -> list[str]:
    if e.withheld or not math.isfinite(e.half):
        return [text(scale(0) + 8, y + 14, "too few", "small")]
    kind = "good" if e.value > 0 else "bad"
    return [
        whisker(scale(e.low), scale(e.high), y + 10, f"ci {kind}" if strong else "ci"),
        dot(scale(e.value), y + 10, f"dot {kind}" if strong else "dot hollow"),
    ]
