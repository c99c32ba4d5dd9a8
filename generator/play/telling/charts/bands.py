"""Charts of estimates and their wanted bands, and of settings by their margin."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from generator.play.statistics.inference import Estimate
from generator.play.telling.charts.drawing import (
    INTERVAL,
    NARROWER_LETTER,
    ROW,
    Chart,
    Line,
    Scale,
    arrow,
    box,
    dot,
    drawing,
    rows_of,
    tick,
    under,
    upright,
    whisker,
)
from generator.play.telling.numbers import limits, with_half

BESIDE = 13.0  # px of height for each further estimate


@dataclass(frozen=True, slots=True)
class Wanted:
    """A band and its words; either bound may be infinite."""

    low: float
    high: float
    said: str


@dataclass(frozen=True, slots=True)
class Banded:
    """One measure, with its band and its estimates by name.

    Some names have a different band in `others`.
    """

    label: str
    wanted: Wanted
    share: bool
    found: Sequence[tuple[str, Estimate]]
    others: Mapping[str, Wanted] = field(default_factory=dict)

    def wanted_of(self, name: str) -> Wanted:
        """Return the band for the estimate of this name."""
        return self.others.get(name, self.wanted)


def bands(
    id: str,
    topic: str,
    title: str,
    rows: Sequence[Banded],
    *,
    alike: bool = False,
    note: str = "",
    technical: str = "",
) -> Chart:
    """Draw a strip for each measure, with its band, and estimates with intervals; two estimates are
    also in words. Each strip has its own scale, unless all rows are `alike` and have the same
    measure and band.
    """
    names = list(dict.fromkeys(name for row in rows for name, _ in row.found))
    kinds = {name: f"dot s{i + 1}" for i, name in enumerate(names)}
    lines: list[Line] = []
    table: list[tuple[str, ...]] = []
    for row in rows:
        height = ROW + BESIDE * (len(row.found) - 1)
        scale = _scale(rows if alike else [row])
        strip = drawing(_strip(row, scale, kinds, height), height)
        estimates, are_now = row.found[:2], [name.startswith("now") for name, _ in row.found[:2]]
        # otherwise the estimates belong to two kinds of player
        joint = " → " if are_now == [True, False] else " · "
        says = joint.join(with_half(e, row.share) for _, e in estimates)
        label = row.label if alike else f"{row.label}: wanted {row.wanted.said}"
        lines.append(Line(label, [(strip, says)]))
        table += [
            (row.label, name, with_half(e, row.share), limits(e, row.share),
             row.wanted_of(name).said, f"{e.n:,}")
            for name, e in row.found
        ]  # fmt: skip
    wanted = f"wanted: {rows[0].wanted.said}" if alike else "wanted"
    key = [("band", wanted), *((kind, name) for name, kind in kinds.items() if name)]
    if others := dict.fromkeys(name for row in rows for name in row.others):
        key.insert(1, ("band wider", f"wanted of {' and '.join(others)}"))
    summary = "; ".join(
        f"{line.label} {line.cells[0][1]}, wanted {row.wanted.said}"
        for line, row in zip(lines, rows, strict=True)
    )
    headers: tuple[str, ...] = ("", "games", "value", INTERVAL, "wanted", "n")
    if not any(names):
        headers, *table = ((row[0], *row[2:]) for row in (headers, *table))
    foot = drawing(under(_scale(rows), 13, rows[0].share), 18) if alike else ""
    picture = rows_of(lines, [("", foot)], title, summary, key)
    return Chart(id, topic, title, picture, headers, tuple(table), note, technical, True)


def _scale(rows: Sequence[Banded]) -> Scale:
    """Return a scale with room for the bands and every interval."""
    bands = [band for row in rows for band in (row.wanted, *row.others.values())]
    bounds = [x for band in bands for x in (band.low, band.high)]
    ends = [x for row in rows for _, e in row.found for x in (e.value, e.low, e.high)]
    seen = [x for x in (*bounds, *ends) if math.isfinite(x)]
    low, high = min(seen), max(seen)
    room = 0.12 * (high - low) or abs(high) * 0.1 or 0.1
    low, high = low - room, high + room
    if rows[0].share:
        low, high = max(0.0, low), min(1.0, high)
    return Scale(low, high, 1.0, 99.0)


def _strip(row: Banded, scale: Scale, kinds: dict[str, str], height: float) -> list[str]:
    """Return the band, and each estimate on its own line, with its own band if it has one."""
    bounds = [x for x in (row.wanted.low, row.wanted.high) if math.isfinite(x)]
    parts = []
    for i, (name, _) in enumerate(row.found):
        if name in row.others:
            y = ROW / 2 + BESIDE * (i - 0.5)
            parts.append(_shade(row.others[name], scale, y, BESIDE, "band wider"))
    parts.append(_shade(row.wanted, scale, 0, height, "band"))
    parts += [upright(scale(x), 0, height, "grid") for x in bounds]
    for i, (name, e) in enumerate(row.found):
        y = ROW / 2 + BESIDE * i
        if not math.isfinite(e.value):
            continue
        if math.isfinite(e.half):
            parts.append(whisker(scale(e.low), scale(e.high), y))
        parts.append(dot(scale(e.value), y, kinds[name], 5))
    return parts


def _shade(band: Wanted, scale: Scale, y: float, height: float, kind: str) -> str:
    start = scale(band.low) if math.isfinite(band.low) else 0.0
    end = scale(band.high) if math.isfinite(band.high) else 100.0
    return box(start, y, end - start, height, kind, f"wanted {band.said}")


def margins(
    id: str,
    topic: str,
    title: str,
    rows: Sequence[tuple[str, float, bool, str]],
) -> Chart:
    """Draw a chart of the distance of each setting from the edges of its bands.

    A row has a label, a margin, whether the setting is chosen, and its worst measure in words. A
    margin is in half widths of the band. 1 is the middle, 0 is an edge, and it is negative outside.
    An arrow marks a setting farther outside than the chart.
    """
    least = max(-2.0, min([0.0, *(margin for _, margin, _, _ in rows)]))
    scale = Scale(least - 0.1, 1.05, 1.0, 99.0)
    lines, note = [], ""
    for label, margin, is_chosen, says in rows:
        strip = [
            box(scale(0), 0, scale(1) - scale(0), ROW, "band"),
            upright(scale(0), 0, ROW, "axis"),
        ]
        if margin < scale.low:
            strip.append(arrow(scale(margin), ROW / 2, 1))
            note = "Arrow: farther outside than is drawn."
        else:
            kind = "dot s1" if is_chosen else "dot hollow"
            strip.append(dot(scale(margin), ROW / 2, kind, 5.5))
        lines.append(Line(label, [(drawing(strip), says)]))
    key = [("band", "inside all bands"), ("dot s1", "suggested"), ("dot hollow", "others")]
    if not any(is_chosen for _, _, is_chosen, _ in rows):
        key = key[:1]
    summary = "; ".join(f"{label}: {says}" for label, _, _, says in rows)
    words = [tick(scale(0), 13, "edge", NARROWER_LETTER), tick(scale(1), 13, "middle")]
    picture = rows_of(lines, [("", drawing(words, 18))], title, summary, key)
    table = tuple((label, says) for label, _, _, says in rows)
    return Chart(id, topic, title, picture, ("setting", "worst number"), table, note, "", True)


def reprints(
    id: str,
    topic: str,
    title: str,
    rows: Sequence[tuple[str, str, str, str]],
    note: str = "",
) -> Chart:
    """Draw the pieces to print again, with name, pictures before and after as markup, and copies.

    An empty second picture, or empty copies, mean that there is no change.
    """
    parts = []
    for name, before, after, copies in rows:
        faces = f'<span class="before">{before}</span>'
        faces = f'{faces}→<span class="after">{after}</span>' if after else before
        caption = escape(f"{name}, {copies}" if copies else name)
        parts.append(f'<li><span class="pair" aria-hidden="true">{faces}</span>{caption}</li>')
    table = tuple((name, copies or "the same") for name, _, _, copies in rows)
    picture = f'<ul class="reprints">{"".join(parts)}</ul>'
    return Chart(id, topic, title, picture, ("piece", "copies"), table, note, "", True)
