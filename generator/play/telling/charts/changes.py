"""Draws the changes by settings, with a row for each measure that shows before and after, direction
and size.
"""

import math
from collections.abc import Sequence

from generator.play.measures.results import Difference
from generator.play.telling.charts.drawing import (
    INTERVAL,
    ROW,
    Chart,
    Line,
    Scale,
    dot,
    drawing,
    legend,
    rows_of,
    ticks,
    under,
    upright,
    whisker,
)
from generator.play.telling.numbers import (
    UNIT,
    before_and_after,
    change_said,
    limits,
    p_value,
    with_half,
)

MID = ROW / 2
CLOSE = 0.02  # least width of the scale for shares, so that small changes look small


def changes(
    id: str,
    topic: str,
    title: str,
    rows: Sequence[Difference],
    names: Sequence[str],
    base: str,
) -> Chart:
    """Draw changes on one scale about zero: shares in percentage points, others in percent."""
    parts = [_in_points(d) for d in rows]
    ends = [abs(x) for p in parts for x in p if math.isfinite(x)]
    reach = max([100 * CLOSE, *ends]) * 1.03
    scale = Scale(-reach, reach, 1.5, 98.5)
    several = len({d.label for d in rows}) > 1
    lines = []
    for d, name, (value, low, high) in zip(rows, names, parts, strict=True):
        strip = [upright(scale(t), 0, ROW, "grid") for t in ticks(-reach, reach, 4)]
        strip.append(upright(scale(0), 0, ROW, "axis"))
        sure = d.is_sure
        kind = "hollow" if not sure else "good" if value > 0 else "bad"
        if math.isfinite(low):
            strip.append(whisker(scale(low), scale(high), MID, "ci" if sure else "ci faint"))
        if math.isfinite(value):
            strip.append(dot(scale(value), MID, f"dot {kind}", 5))
        label = f"{name}, {d.label}" if several else name
        lines.append(Line(label, [(drawing(strip), _says(d))], kind="" if sure else "weak"))
    foot = drawing(under(scale, 13, False), 18)
    summary = "; ".join(
        f"{name} {_says(d)}" for d, name in zip(rows, names, strict=True) if d.is_sure
    )
    key = [("dot good", "more"), ("dot bad", "less"), ("dot hollow", "may be chance")]
    head = f"{UNIT if rows[0].is_share else 'percent'} more or less"
    picture = rows_of(lines, [(head, foot)], title, summary or "nothing sure") + legend(key)
    table = tuple(
        (
            name, d.label, with_half(d.base, d.is_share), with_half(d.other, d.is_share),
            change_said(d), limits(d.difference, d.is_share), p_value(d.q),
        )
        for d, name in zip(rows, names, strict=True)
    )  # fmt: skip
    headers = ("", "setting", base, "changed", "difference", INTERVAL, "q")
    technical = (
        "Filled marks stay after correction for all comparisons made here (Benjamini–Hochberg, "
        "5 %)."
    )
    return Chart(id, topic, title, picture, headers, table, "", technical, is_wide=True)


def _in_points(d: Difference) -> tuple[float, float, float]:
    """Return a difference and its interval in percentage points, or in percent of the base."""
    by = 100 if d.is_share else 100 / abs(d.base.value) if d.base.value else math.nan
    return d.difference.value * by, d.difference.low * by, d.difference.high * by


def _says(d: Difference) -> str:
    """Return before → after, and the difference."""
    was, now = before_and_after(d)
    return f"{was} → {now} ({change_said(d)})"
