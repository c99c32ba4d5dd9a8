"""Shares side by side as bars with intervals, or stacked in one bar."""

import math
from collections.abc import Mapping, Sequence

from generator.play.measure.stats import Estimate
from generator.play.report.charts.drawing import (
    INTERVAL,
    LINE,
    RIGHT,
    WIDTH,
    Chart,
    Scale,
    Series,
    box,
    dot,
    grid_across,
    interval_rows,
    label_at,
    margin,
    svg,
    text,
    upright_mark,
    whisker,
)
from generator.play.report.numbers import about, limits, percent, share_or_number, with_half


def bars(
    id: str,
    title: str,
    labels: Sequence[str],
    groups: Sequence[Series],
    *,
    mark: float | None = None,
    mark_label: str = "",
    share: bool = True,
    to_all: bool = False,
    note: str = "",
) -> Chart:
    """A bar with its interval per label; further series are dots with intervals below it.

    `to_all`: the scale goes to 100 %.
    """
    line = LINE + 16 * (len(groups) - 1)
    highs = [e.high if math.isfinite(e.high) else e.value for g in groups for e in g.points]
    highs = [h for h in highs if math.isfinite(h)]
    top = 1.0 if to_all else max([*highs, (mark or 0) * 1.25, 0.01 if share else 1e-9]) * 1.08
    left = margin(labels)
    scale = Scale(0, min(1.0, top) if share else top, left, WIDTH - RIGHT - 66)
    bottom = 22 + line * len(labels)
    parts = grid_across(scale, 16, bottom, share)
    for i, label in enumerate(labels):
        y = 22 + line * i
        parts.append(label_at(left, y + 18, label))
        parts += _bar(scale, y, groups[0].points[i], share)
        for g, group in enumerate(groups[1:], 2):
            parts += _beside(scale, y + 16 * g, group.points[i], group.name, f"s{g}")
    if mark is not None:
        parts += upright_mark(scale(mark), bottom, mark_label)
    rows = tuple(
        (label, group.name, with_half(e, share), limits(e, share), f"{e.n:,}")
        for i, label in enumerate(labels)
        for group in groups
        for e in [group.points[i]]
    )
    summary = "; ".join(
        f"{label} {share_or_number(e.value, share)}"
        for label, e in zip(labels, groups[0].points, strict=True)
    )
    picture = svg(bottom + 26, parts, title, summary)
    return Chart(id, title, picture, ("", "players", "value", INTERVAL, "n"), rows, note)


def _bar(scale: Scale, y: float, e: Estimate, share: bool) -> list[str]:
    if not math.isfinite(e.value):
        return []
    return [
        box(scale.start, y + 4, scale(e.value) - scale.start, 18, "bar", with_half(e, share)),
        whisker(scale(e.low), scale(e.high), y + 13),
        text(scale(max(e.high, e.value)) + 8, y + 18, about(e, share), "value"),
    ]


def _beside(scale: Scale, y: float, e: Estimate, name: str, kind: str) -> list[str]:
    """A further series' dot under the bar."""
    if e.withheld:
        return []
    return [
        whisker(scale(e.low), scale(e.high), y, f"ci {kind}"),
        dot(scale(e.value), y, f"dot {kind}"),
        text(scale(e.high) + 8, y + 4, name, "small"),
    ]


def stack(id: str, title: str, shares: Mapping[str, Estimate]) -> Chart:
    """One bar cut into shares, each named below."""
    x, parts = 8.0, []
    width = WIDTH - 16
    names = list(shares)
    for i, name in enumerate(names):
        piece = width * shares[name].value
        parts.append(box(x, 8, max(0.0, piece - 1.5), 34, f"part p{i % 6 + 1}", name))
        label = percent(shares[name].value)
        if piece > 8 * len(label) + 8:
            parts.append(text(x + 8, 30, label, "inside"))
        x += piece
    for i, name in enumerate(names):
        at, y = 8 + i % 2 * width / 2, 62 + 22 * (i // 2)
        parts.append(box(at, y - 11, 13, 13, f"part p{i % 6 + 1}"))
        parts.append(text(at + 20, y, f"{name}  {percent(shares[name].value)}", "label"))
    height = 62 + 22 * math.ceil(len(names) / 2)
    summary = "; ".join(f"{name} {percent(e.value)}" for name, e in shares.items())
    picture = svg(height, parts, title, summary)
    rows = interval_rows(names, [shares[name] for name in names])
    return Chart(id, title, picture, ("", "share", INTERVAL, "n"), rows)
