"""Draws shares side by side as bars with intervals, or stacked in one bar."""

import math
from collections.abc import Mapping, Sequence

from generator.play.statistics.inference import Estimate
from generator.play.telling.charts.drawing import (
    INTERVAL,
    MOST_NARROW,
    ROW,
    Chart,
    Line,
    Scale,
    Series,
    box,
    dot,
    drawing,
    interval_rows,
    legend,
    rows_of,
    svg,
    text,
    ticks,
    under,
    upright,
    whisker,
)
from generator.play.telling.numbers import limits, percent, share_or_number, with_half

BESIDE = 14.0  # px of height for each further series


def bars(
    id: str,
    topic: str,
    title: str,
    labels: Sequence[str],
    groups: Sequence[Series],
    *,
    mark: float | None = None,
    mark_label: str = "",
    share: bool = True,
    to_all: bool = False,
    note: str = "",
    technical: str = "",
) -> Chart:
    """Draw a bar with its interval for each label; further series are dots with intervals below it.

    With `to_all` the scale ends at 100 %.
    """
    highs = [e.high if math.isfinite(e.high) else e.value for g in groups for e in g.points]
    highs = [h for h in highs if math.isfinite(h)]
    top = 1.0 if to_all else max([*highs, (mark or 0) * 1.25, 0.01 if share else 1e-9]) * 1.04
    scale = Scale(0, min(1.0, top) if share else top, 0.5, 99.5)
    height = ROW + BESIDE * (len(groups) - 1)
    lines = []
    for i, label in enumerate(labels):
        parts = [upright(scale(t), 0, height, "grid") for t in ticks(scale.low, scale.high, 4)]
        parts += _bar(scale, groups[0].points[i], share)
        for g, group in enumerate(groups[1:], 1):
            parts += _beside(scale, ROW + BESIDE * (g - 0.5), group.points[i], f"s{g + 1}")
        if mark is not None:
            parts.append(upright(scale(mark), 0, height, "fair"))
        says = with_half(groups[0].points[i], share)
        lines.append(Line(label, [(drawing(parts, height), says)]))
    key = [("fair", mark_label)] if mark is not None else []
    if len(groups) > 1:
        key += [("bar" if g == 0 else f"dot s{g + 1}", s.name) for g, s in enumerate(groups)]
    summary = "; ".join(
        f"{label} {share_or_number(e.value, share)}"
        for label, e in zip(labels, groups[0].points, strict=True)
    )
    foot = drawing(under(scale, 13, share, 2 if to_all else 4), 18)
    picture = rows_of(lines, [("", foot)], title, summary, key)
    named = any(group.name for group in groups)
    rows = tuple(
        (label, *[group.name] * named, with_half(e, share), limits(e, share), f"{e.n:,}")
        for i, label in enumerate(labels)
        for group in groups
        for e in [group.points[i]]
    )
    headers = ("", *["players"] * named, "value", INTERVAL, "n")
    wide = len(labels) > MOST_NARROW
    return Chart(id, topic, title, picture, headers, rows, note, technical, wide)


def _bar(scale: Scale, e: Estimate, share: bool) -> list[str]:
    if not math.isfinite(e.value):
        return []
    bar = box(scale.start, 3, scale(e.value) - scale.start, 16, "bar", with_half(e, share))
    return [bar, *_interval(scale, e, 11)]


def _beside(scale: Scale, y: float, e: Estimate, kind: str) -> list[str]:
    """Return the dot of a further series, below the bar."""
    if not math.isfinite(e.value):
        return []
    return [*_interval(scale, e, y, f"ci {kind}"), dot(scale(e.value), y, f"dot {kind}")]


def _interval(scale: Scale, e: Estimate, y: float, kind: str = "ci") -> list[str]:
    return [whisker(scale(e.low), scale(e.high), y, kind)] if math.isfinite(e.half) else []


def stack(id: str, topic: str, title: str, shares: Mapping[str, Estimate], note: str = "") -> Chart:
    """Draw one bar divided into shares, with their names and values below."""
    x, parts = 0.0, []
    names = list(shares)
    for i, name in enumerate(names):
        wide = 100 * shares[name].value
        parts.append(box(x, 2, max(0.0, wide - 0.4), 30, f"part p{i % 6 + 1}", name))
        if wide > 22:
            parts.append(text(x + 2, 22, percent(shares[name].value, 0), "inside"))
        x += wide
    summary = "; ".join(f"{name} {percent(e.value)}" for name, e in shares.items())
    key = [
        (f"part p{i % 6 + 1}", f"{name}: {with_half(shares[name])}") for i, name in enumerate(names)
    ]
    picture = svg(34, parts, title, summary) + legend(key)
    rows = interval_rows(names, [shares[name] for name in names])
    return Chart(id, topic, title, picture, ("", "share", INTERVAL, "n"), rows, note)
