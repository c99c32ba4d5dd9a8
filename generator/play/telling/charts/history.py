"""Draws one figure from version to version, with a strip for each version and a mark for each kind
of player.
"""

import math
from collections.abc import Mapping, Sequence

from generator.play.statistics.inference import Estimate
from generator.play.telling.charts.drawing import (
    ROW,
    Line,
    Scale,
    box,
    dot,
    drawing,
    rows_of,
    ticks,
    under,
    upright,
    whisker,
)
from generator.play.telling.numbers import with_half

BESIDE = 13.0  # px of height for each further estimate of a version
MARGIN = 0.08  # space beside the outermost interval, as a share of the whole range


def history(
    title: str,
    versions: Sequence[tuple[str, Mapping[str, Estimate]]],
    *,
    is_share: bool,
    band: tuple[float, float, str] | None = None,
) -> str:
    """Draw the estimates of each version, oldest first, on one scale, as HTML.

    `versions` are labels, each with its estimates by kind of player. `band` is the wanted band, as
    lower bound, upper bound, and text.
    """
    names = list(dict.fromkeys(name for _, estimates in versions for name in estimates))
    kinds = {name: f"dot s{i % 4 + 1}" for i, name in enumerate(names)}
    scale = _scale([e for _, estimates in versions for e in estimates.values()], is_share, band)
    lines = []
    for label, estimates in versions:
        height = ROW + BESIDE * max(0, len(estimates) - 1)
        parts = [upright(scale(x), 0, height, "grid") for x in ticks(scale.low, scale.high)]
        if band is not None:
            low, high, words = band
            parts.insert(0, box(scale(low), 0, scale(high) - scale(low), height, "band", words))
        for i, (name, estimate) in enumerate(estimates.items()):
            y = ROW / 2 + BESIDE * i
            if math.isfinite(estimate.half):
                parts.append(whisker(scale(estimate.low), scale(estimate.high), y))
            parts.append(dot(scale(estimate.value), y, kinds[name], 5))
        says = " · ".join(with_half(estimate, is_share) for estimate in estimates.values())
        lines.append(Line(label, [(drawing(parts, height), says)]))
    key = [(kind, name) for name, kind in kinds.items()]
    if band is not None:
        key.insert(0, ("band", f"goal: {band[2]}"))
    summary = "; ".join(f"{line.label} {line.cells[0][1]}" for line in lines)
    foot = drawing(under(scale, 13, is_share), 18)
    return rows_of(lines, [("", foot)], title, summary, key)


def _scale(
    estimates: Sequence[Estimate], is_share: bool, band: tuple[float, float, str] | None
) -> Scale:
    """Return a scale with room for every interval and for the band."""
    ends = [x for e in estimates for x in (e.value, e.low, e.high) if math.isfinite(x)]
    ends += band[:2] if band is not None else ()
    low, high = min(ends), max(ends)
    room = MARGIN * (high - low) or abs(high) * 0.1 or 0.1
    low, high = low - room, high + room
    if is_share:
        low, high = max(0.0, low), min(1.0, high)
    return Scale(low, high, 1.0, 99.0)
