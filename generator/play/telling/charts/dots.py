"""Draws estimates as dots with intervals, on one scale, or about zero beside their use."""

import math
from collections.abc import Sequence

from generator.play.statistics.inference import Estimate
from generator.play.telling.charts.drawing import (
    INTERVAL,
    MOST_NARROW,
    ROW,
    Chart,
    Line,
    Scale,
    box,
    dot,
    drawing,
    interval_rows,
    rows_of,
    ticks,
    under,
    upright,
    whisker,
)
from generator.play.telling.numbers import (
    UNIT,
    number,
    share_or_number,
    signed,
    with_half,
    with_sign,
)

MID = ROW / 2


def dots(
    id: str,
    topic: str,
    title: str,
    labels: Sequence[str],
    points: Sequence[Estimate],
    unit: str,
    *,
    share: bool = False,
    mark: float | None = None,
    mark_label: str = "",
    thumbs: Sequence[str] = (),
    note: str = "",
    technical: str = "",
) -> Chart:
    """Draw a dot with its interval for each label, for ratings and steps of a ladder."""
    scale = _about(points, mark, share)
    lines = []
    for i, (label, e) in enumerate(zip(labels, points, strict=True)):
        parts = _grid(scale)
        if mark is not None:
            parts.append(upright(scale(mark), 0, ROW, "fair"))
        parts += _marked(scale, e, "dot s1", "ci")
        thumb = thumbs[i] if thumbs else ""
        lines.append(Line(label, [(drawing(parts), with_half(e, share))], thumb))
    summary = "; ".join(
        f"{label} {with_half(e, share)}" for label, e in zip(labels, points, strict=True)
    )
    foot = drawing(under(scale, 13, share, 2 if share else 4), 18)
    key = [("fair", mark_label)] if mark is not None and mark_label else []
    picture = rows_of(lines, [(unit, foot)], title, summary, key)
    rows = interval_rows(labels, points, share)
    wide = len(labels) > MOST_NARROW
    return Chart(id, topic, title, picture, ("", unit, INTERVAL, "n"), rows, note, technical, wide)


def _about(points: Sequence[Estimate], mark: float | None, share: bool) -> Scale:
    """Return a scale with room for every interval and the mark."""
    lows = [x for e in points for x in (e.low, e.value) if math.isfinite(x)] or [0.0]
    highs = [x for e in points for x in (e.high, e.value) if math.isfinite(x)] or [1.0]
    ends = [] if mark is None else [mark]
    low, high = min([*lows, *ends]), max([*highs, *ends])
    pad = (high - low) * 0.06 or 0.05
    low, high = low - pad, high + pad
    return Scale(max(0.0, low) if share else low, min(1.0, high) if share else high, 1.5, 98.5)


def _grid(scale: Scale) -> list[str]:
    return [upright(scale(t), 0, ROW, "grid") for t in ticks(scale.low, scale.high, 4)]


def _marked(scale: Scale, e: Estimate, kind: str, ci: str) -> list[str]:
    if not math.isfinite(e.value) or (e.withheld and math.isinf(e.half)):
        return []
    goes_on = math.isinf(e.low), math.isinf(e.high)
    low = scale.start if goes_on[0] else scale(e.low)
    high = scale.end if goes_on[1] else scale(e.high)
    interval = whisker(low, high, MID, ci, goes_on)
    return [interval] if any(goes_on) else [interval, dot(scale(e.value), MID, kind, 5)]


def forest(
    id: str,
    topic: str,
    title: str,
    labels: Sequence[str],
    uses: Sequence[Estimate],
    lifts: Sequence[Estimate],
    strong: Sequence[bool],
    *,
    thumbs: Sequence[str] = (),
    use_title: str = "picked",
    lift_title: str = "wins of users − others",
    shows_use: bool = True,
    more: Sequence[tuple[str, ...]] = (),
    share: bool = True,
    usual: float = 0.0,
    drawn: Sequence[Estimate] = (),
    note: str = "",
    technical: str = "",
) -> Chart:
    """Draw use on the left and lift about zero on the right; dots of strong pieces are filled.

    A strong piece differs from `usual`, which has its own line. `drawn` are the estimates with the
    intervals that decide this; the table has each piece's own interval.

    A piece with too few games gets an interval without a dot.

    Without `shows_use`, use is in the table only. `more` has further cells of the table, q and n
    for each row.
    """
    finite = [e for e in drawn or lifts if math.isfinite(e.half)]
    reach = max([0.01 if share else 1e-6, *(max(abs(e.low), abs(e.high)) for e in finite)]) * 1.03
    has_use = shows_use and any(math.isfinite(e.value) for e in uses)
    use, lift = Scale(0, 1, 0.5, 99.5), Scale(-reach, reach, 1.5, 98.5)
    lines = []
    for i, label in enumerate(labels):
        cells = [(drawing(_use(use, uses[i])), _percent_of(uses[i]))] if has_use else []
        e, says = lifts[i], signed(lifts[i], share)
        if drawn:
            e, says = drawn[i], with_sign(lifts[i], share)
        cells.append((drawing(_lift(lift, e, strong[i], usual)), says))
        lines.append(Line(label, cells, thumbs[i] if thumbs else "", "" if strong[i] else "weak"))
    by = 100 if share else 1  # differences of shares are in percentage points, as in the heading
    foot = drawing(under(Scale(-by * reach, by * reach, lift.start, lift.end), 13, False), 18)
    axes = [(lift_title, foot)]
    if has_use:
        axes.insert(0, (use_title, drawing(under(use, 13, True, 2), 18)))
    top = "; ".join(
        f"{label} {share_or_number(e.value, share)}"
        for label, e in list(zip(labels, lifts, strict=True))[:5]
    )
    key = _key(lifts, strong, usual)
    if usual:
        unit = f" {UNIT}" if share else ""
        sign = "+" if usual > 0 else ""
        key.append(("fair", f"usual: {sign}{number((100 if share else 1) * usual, 0)}{unit}"))
    if any(e.withheld for e in finite):
        key.append(("ci faint", "too few to say"))
    picture = rows_of(lines, axes, title, top, key)
    table = tuple(
        (labels[i], with_half(uses[i]), signed(lifts[i], share), _from_to(lifts[i], by))
        + (tuple(more[i]) if more else ())
        for i in range(len(labels))
    )
    headers = ("", use_title, lift_title, INTERVAL, *(("q", "n") if more else ()))
    return Chart(id, topic, title, picture, headers, table, note, technical, is_wide=has_use)


def _from_to(e: Estimate, by: float) -> str:
    """Return the bounds of a difference in the unit of the heading."""
    return f"{number(by * e.low, 1)} to {number(by * e.high, 1)}" if math.isfinite(e.half) else "–"


def _key(lifts: Sequence[Estimate], strong: Sequence[bool], usual: float) -> list[tuple[str, str]]:
    """Return the legend for the marks in the chart."""
    marks = [(s, e.value > usual) for e, s in zip(lifts, strong, strict=True) if not e.withheld]
    than = " than usual" if usual else ""
    key = [("dot good", f"clearly more{than}")] if (True, True) in marks else []
    key += [("dot bad", f"clearly less{than}")] if (True, False) in marks else []
    return key + ([("dot hollow", "may be chance")] if any(not s for s, _ in marks) else [])


def _percent_of(e: Estimate) -> str:
    return share_or_number(round(e.value, 2), True).replace(".0", "")


def _use(scale: Scale, e: Estimate) -> list[str]:
    if not math.isfinite(e.value):
        return []
    track = box(scale.start, 4, scale.end - scale.start, 14, "track")
    return [track, box(scale.start, 4, scale(e.value) - scale.start, 14, "bar", with_half(e))]


def _lift(scale: Scale, e: Estimate, strong: bool, usual: float) -> list[str]:
    axis = [*_grid(scale), upright(scale(0), 0, ROW, "axis")]
    if usual:
        axis.append(upright(scale(usual), 0, ROW, "fair"))
    kind = "good" if e.value > usual else "bad"
    if e.withheld and math.isfinite(e.half):
        return [*axis, whisker(scale(e.low), scale(e.high), MID, "ci faint")]
    if not strong:
        return axis + _marked(scale, e, "dot hollow", "ci faint")
    return axis + _marked(scale, e, f"dot {kind}", f"ci {kind}")
