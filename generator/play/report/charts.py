"""Charts as inline SVG: numbers in, a `Chart` with its picture and the same numbers as a table out.

Units are the SVG's own, 520 across, about a pixel each on a desk. Colours are classes that the
page's style sheet fills in, so a chart follows light and dark; meaning never hangs on colour alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from generator.play.measure.stats import Estimate
from generator.play.measure.tally import Histogram

WIDTH = 520.0
LEFT = 132.0  # where a chart with labelled lines begins
RIGHT = 20.0
LINE = 30.0  # height of a labelled line
USE = 84.0  # width of the bars of use beside a forest of lifts
MOST_BARS = 48
COARSE = 0.02  # half an interval from which on a share has no decimals
SPACE = "\u00a0"  # keeps a number and its unit on one line


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, what it shows in words, and its numbers; `id` is the anchor findings link to."""

    id: str
    title: str
    svg: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one set of marks: a name and an estimate per place."""

    name: str
    points: Sequence[Estimate]


# ---------------------------------------------------------------- numbers as people read them


def percent(x: float, digits: int = 1) -> str:
    """A share in percent, with a no-break space.

    >>> percent(0.3333)
    '33.3\xa0%'
    """
    return "–" if not math.isfinite(x) else f"{_minus(f'{100 * x:.{digits}f}')}{SPACE}%"


def number(x: float, digits: int | None = None) -> str:
    """A number with about three figures.

    >>> number(3.14159), number(1234.5), number(12.0)
    ('3.14', '1,234', '12')
    """
    if not math.isfinite(x):
        return "–"
    if digits is None:
        digits = 0 if abs(x) >= 100 or x == round(x) else 1 if abs(x) >= 10 else 2
    return _minus(f"{x:,.{digits}f}")


def _minus(text: str) -> str:
    if text.strip("-0.,") == "":
        text = text.lstrip("-")
    return text.replace("-", "−")


def with_half(e: Estimate, share: bool = True) -> str:
    """`value ± half`, or a dash with how many games it would take.

    As many digits as the interval bears: a half of 2 points or more has none to show.

    >>> with_half(Estimate(0.4512, 0.3812, 0.5212, 200, "t", 0))
    '45\xa0±\xa07\xa0%'
    """
    if e.withheld:
        return f"– (needs {e.needed:,})" if e.needed > e.n and e.n else "–"
    if not math.isfinite(e.half):
        return percent(e.value) if share else number(e.value)
    if share and e.value in (0, 1):  # all or none: what the other may be at most
        return _tied(f"< {_up(e.high):g} %" if e.value == 0 else f"> {100 - _up(1 - e.low):g} %")
    if share:
        digits = 0 if e.half >= COARSE else 1
        value = _minus(f"{100 * e.value:.{digits}f}")
        return _tied(f"{value} ± {100 * e.half:.{digits}f} %")
    digits = 2 if e.half < 0.1 else 1 if e.half < 2 else 0
    return _tied(f"{number(e.value, digits)} ± {number(e.half, digits)}")


def _up(share: float) -> float:
    """A share in percent, rounded up to a tenth below 1 % and to a whole above."""
    tenths = max(0.1, math.ceil(round(1000 * share, 6)) / 10)
    return tenths if tenths < 1 else math.ceil(tenths)


def about(e: Estimate) -> str:
    """A share in percent with the digits that its interval bears."""
    return percent(e.value, 0 if e.value in (0, 1) or not e.half < COARSE else 1)


def _tied(text: str) -> str:
    return text.replace(" ", SPACE)


def limits(e: Estimate, share: bool = True, digits: int = 1) -> str:
    """`low to high`."""
    if e.withheld or not math.isfinite(e.half):
        return "–"
    if share:
        return f"{percent(e.low, digits).removesuffix(SPACE + '%')} to {percent(e.high, digits)}"
    return f"{number(e.low)} to {number(e.high)}"


# ---------------------------------------------------------------- drawing


def _n(x: float) -> str:
    return f"{x:.1f}".rstrip("0").rstrip(".")


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{named}{where}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"/>'


def _box(x: float, y: float, w: float, h: float, kind: str, tip: str = "") -> str:
    inner = f"<title>{escape(tip)}</title>" if tip else ""
    size = f'x="{_n(x)}" y="{_n(y)}" width="{_n(max(0.0, w))}" height="{_n(max(0.0, h))}"'
    return (
        f'<rect class="{kind}" {size}>{inner}</rect>' if inner else f'<rect class="{kind}" {size}/>'
    )


def _dot(x: float, y: float, kind: str, r: float = 4.5) -> str:
    return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'


def _whisker(x1: float, x2: float, y: float, kind: str = "ci") -> str:
    ends = f"M{_n(x1)} {_n(y - 4)}v8M{_n(x2)} {_n(y - 4)}v8"
    return f'<path class="{kind}" d="M{_n(x1)} {_n(y)}H{_n(x2)}{ends}"/>'


def _area(points: Sequence[tuple[float, float]], kind: str) -> str:
    path = "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return f'<path class="{kind}" d="M{path}Z"/>'


def _path(points: Sequence[tuple[float, float]], kind: str) -> str:
    path = "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return f'<path class="{kind}" d="M{path}"/>'


def _svg(height: float, parts: Sequence[str], title: str, summary: str) -> str:
    inner = "".join(parts)
    label = escape(f"{title}. {summary}", quote=True)
    return (
        f'<svg viewBox="0 0 {_n(WIDTH)} {_n(height)}" role="img" aria-label="{label}">{inner}</svg>'
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high, about so many.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True, slots=True)
class _Scale:
    """Numbers onto a stretch of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, x: float) -> float:
        if self.high == self.low:
            return (self.start + self.end) / 2
        x = min(max(x, self.low), self.high)
        return self.start + (x - self.low) / (self.high - self.low) * (self.end - self.start)


def _grid_across(scale: _Scale, top: float, bottom: float, share: bool) -> list[str]:
    """Vertical grid lines with their numbers below."""
    parts = []
    for t in ticks(scale.low, scale.high, 5):
        parts.append(_line(scale(t), top, scale(t), bottom, "grid"))
        label = percent(t, 0) if share else number(t)
        parts.append(_text(scale(t), bottom + 17, label, "tick", "middle"))
    return parts


def _grid_up(scale: _Scale, left: float, right: float, share: bool) -> list[str]:
    """Horizontal grid lines with their numbers on the left."""
    parts = []
    for t in ticks(scale.low, scale.high, 4):
        parts.append(_line(left, scale(t), right, scale(t), "grid"))
        label = percent(t, 0) if share else number(t)
        parts.append(_text(left - 8, scale(t) + 4.5, label, "tick", "end"))
    return parts


# ---------------------------------------------------------------- the charts


def bars(
    id: str,
    title: str,
    labels: Sequence[str],
    groups: Sequence[Series],
    *,
    mark: float | None = None,
    mark_label: str = "",
    share: bool = True,
    whole: bool = False,
    note: str = "",
) -> Chart:
    """A bar with its interval per label; further series are dots with intervals below it.

    `whole`: the scale goes to 100 %.
    """
    extra = len(groups) - 1
    line = LINE + 16 * extra
    highs = [e.high if math.isfinite(e.high) else e.value for g in groups for e in g.points]
    highs = [h for h in highs if math.isfinite(h)]
    top = 1.0 if whole else max([*highs, (mark or 0) * 1.25, 0.01 if share else 1e-9]) * 1.08
    left = _margin(labels)
    scale = _Scale(0, min(1.0, top) if share else top, left, WIDTH - RIGHT - 66)
    bottom = 22 + line * len(labels)
    parts = _grid_across(scale, 16, bottom, share)
    for i, label in enumerate(labels):
        y = 22 + line * i
        parts.append(
            _text(left - 12, y + 18, _short(label, int((left - 12) / 7.7)), "label", "end")
        )
        e = groups[0].points[i]
        if math.isfinite(e.value):
            parts.append(_box(left, y + 4, scale(e.value) - left, 18, "bar", with_half(e, share)))
            parts.append(_whisker(scale(e.low), scale(e.high), y + 13))
            value = about(e) if share else number(e.value)
            parts.append(_text(scale(max(e.high, e.value)) + 8, y + 18, value, "value"))
        for g, group in enumerate(groups[1:]):
            other = group.points[i]
            if other.withheld:
                continue
            at = y + 32 + 16 * g
            parts.append(_whisker(scale(other.low), scale(other.high), at, f"ci s{g + 2}"))
            parts.append(_dot(scale(other.value), at, f"dot s{g + 2}"))
            parts.append(_text(scale(other.high) + 8, at + 4, group.name, "small"))
    if mark is not None:
        parts.append(_line(scale(mark), 8, scale(mark), bottom, "fair"))
        parts.append(_text(scale(mark) + 5, 14, mark_label, "small"))
    rows = tuple(
        (label, group.name, with_half(e, share), limits(e, share), f"{e.n:,}")
        for i, label in enumerate(labels)
        for group in groups
        for e in [group.points[i]]
    )
    summary = "; ".join(
        f"{label} {percent(e.value) if share else number(e.value)}"
        for label, e in zip(labels, groups[0].points, strict=True)
    )
    svg = _svg(bottom + 26, parts, title, summary)
    return Chart(id, title, svg, ("", "players", "value", "95 % interval", "n"), rows, note)


def _margin(labels: Sequence[str], most: float = 196.0) -> float:
    """Room for labels on the left."""
    return min(most, max(76.0, 22 + 7.2 * max(len(label) for label in labels)))


def histogram(
    id: str,
    title: str,
    data: Histogram,
    unit: str,
    *,
    band: tuple[int, int] | None = None,
    middle_label: str = "half of the games by",
    note: str = "",
) -> Chart:
    """Columns of a distribution, its median, and the target band behind them."""
    width, cells = _binned(data)
    low, high = cells[0][0], cells[-1][0] + width
    if band:
        low, high = min(low, band[0]), max(high, band[1] + 1)
    total = data.n
    x = _Scale(low, high, 46, WIDTH - RIGHT)
    most = max(count for _, count in cells) / total
    y = _Scale(0, most * 1.1, 178, 22)
    parts = []
    if band:
        parts.append(_box(x(band[0]), 22, x(band[1] + 1) - x(band[0]), 156, "band"))
        parts.append(_text(x(band[0]) + 6, 36, f"target {band[0]}–{band[1]}", "small"))
    parts += _grid_up(y, 46, WIDTH - RIGHT, True)
    gap = 1.0 if len(cells) < 60 else 0.0
    for value, count in cells:
        left, right = x(value), x(value + width)
        label = f"{value}" if width == 1 else f"{value}–{value + width - 1}"
        tip = f"{label} {unit}: {percent(count / total)}"
        top = y(count / total)
        parts.append(_box(left + gap / 2, top, right - left - gap, 178 - top, "bar", tip))
    for t in ticks(low, high, 8):
        if t == round(t) and t < high:
            parts.append(
                _text(x(t + width / 2 if width == 1 else t), 196, number(t), "tick", "middle")
            )
    middle = data.quantile(0.5)
    at = x(middle + 0.5) if width == 1 else x(middle)
    parts.append(_line(at, 16, at, 178, "fair"))
    side, anchor = (-5, "end") if at > WIDTH - 180 else (5, "start")
    parts.append(_text(at + side, 14, f"{middle_label} {middle}", "small", anchor))
    rows = tuple(
        (f"{v}" if width == 1 else f"{v}–{v + width - 1}", f"{c:,}", percent(c / total))
        for v, c in cells
    )
    summary = f"median {middle} {unit}, 90 % from {data.quantile(0.05)} to {data.quantile(0.95)}"
    return Chart(id, title, _svg(204, parts, title, summary), (unit, "games", "share"), rows, note)


def _binned(data: Histogram) -> tuple[int, list[tuple[int, int]]]:
    """At most `MOST_BARS` equal cells of a histogram: their width, each one's start and count."""
    values = data.values
    span = values[-1] - values[0] + 1
    width = data.grain
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500):
        width = max(data.grain, step)
        if span / width <= MOST_BARS:
            break
    else:
        width = math.ceil(span / MOST_BARS)
    first = values[0] // width * width
    counts = [0] * ((values[-1] - first) // width + 1)
    for value, count in data.counts.items():
        counts[(value - first) // width] += count
    return width, [(first + i * width, count) for i, count in enumerate(counts)]


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
    seen = [e for s in series for e in s.points if math.isfinite(e.value)]
    lows = [e.low if math.isfinite(e.low) else e.value for e in seen]
    highs = [e.high if math.isfinite(e.high) else e.value for e in seen]
    bottom_value = 0.0 if from_zero else min(lows)
    top_value = max([*highs, mark or 0.0, bottom_value + 1e-9])
    room = (top_value - bottom_value) * 0.08
    if not from_zero:
        bottom_value -= room
    right = WIDTH - RIGHT - (90 if len(series) > 1 else 0)  # room for the names of the lines
    y = _Scale(bottom_value, min(1.0, top_value + room) if share else top_value + room, 190, 24)
    x = _Scale(min(x_values), max(x_values), 56, right)
    parts = _grid_up(y, 56, right, share)
    for t in ticks(min(x_values), max(x_values), 8):
        parts.append(_text(x(t), 208, percent(t, 0) if x_share else number(t), "tick", "middle"))
    parts.append(_text((56 + right) / 2, 226, x_label, "small", "middle"))
    names: list[tuple[float, str, str]] = []
    for k, s in enumerate(series):
        kind = f"s{k + 1}"
        good = [
            (x(a), e) for a, e in zip(x_values, s.points, strict=True) if math.isfinite(e.value)
        ]
        if not good:
            continue
        sure = [(a, e) for a, e in good if math.isfinite(e.low)]
        edge = [(a, y(e.high)) for a, e in sure] + [(a, y(e.low)) for a, e in reversed(sure)]
        if len(sure) > 1:
            parts.append(_area(edge, f"area {kind}"))
        parts.append(_path([(a, y(e.value)) for a, e in good], f"line {kind}"))
        if len(good) <= 24:
            parts += [_dot(a, y(e.value), f"dot {kind}", 3) for a, e in good]
        if len(series) > 1:
            names.append((y(good[-1][1].value) + 4.5, s.name, kind))
    parts += _apart(names, right + 8)
    if mark is not None:
        parts.append(_line(56, y(mark), right, y(mark), "fair"))
        starts = [s.points[0].value for s in series if math.isfinite(s.points[0].value)]
        below = bool(starts) and min(starts) >= mark
        parts.append(_text(62, y(mark) + (15 if below else -5), mark_label, "small"))
    if upright is not None:
        parts.append(_line(x(upright), 18, x(upright), 190, "fair"))
        side, anchor = (-5, "end") if x(upright) > WIDTH - 100 else (5, "start")
        parts.append(_text(x(upright) + side, 16, upright_label, "small", anchor))
    rows = tuple(
        (
            percent(a, 0) if x_share else number(a),
            *(with_half(s.points[i], share) for s in series),
        )
        for i, a in enumerate(x_values)
    )
    summary = "; ".join(
        f"{s.name} from {_plain(s.points[0], share)} to {_plain(s.points[-1], share)}"
        for s in series
    )
    svg = _svg(234, parts, title, summary)
    return Chart(id, title, svg, (x_label, *(s.name for s in series)), rows, note)


def _plain(e: Estimate, share: bool) -> str:
    return percent(e.value) if share else number(e.value)


def _apart(names: Sequence[tuple[float, str, str]], x: float) -> list[str]:
    """Labels at the ends of lines, pushed apart where they would touch."""
    parts, last = [], -math.inf
    for at, name, kind in sorted(names):
        last = max(at, last + 15)
        parts.append(_text(x, last, name, f"end {kind}"))
    return parts


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
    shown: int = 20,
    more: Sequence[tuple[str, ...]] = (),
    share: bool = True,
    note: str = "",
) -> Chart:
    """Use on the left, lift with its interval about zero on the right; strong ones are filled."""
    rows = list(range(min(shown, len(labels))))
    said = [lifts[i] for i in rows if math.isfinite(lifts[i].half)]
    reach = max([0.01 if share else 1e-6, *(max(abs(e.low), abs(e.high)) for e in said)]) * 1.05
    has_use = any(math.isfinite(e.value) for e in uses)
    left = _margin(labels, 168.0 if has_use else 236.0)
    use = _Scale(0, 1, left, left + USE)
    start = left + USE + 36 if has_use else left + 8
    lift = _Scale(-reach, reach, start, WIDTH - RIGHT)
    bottom = 34 + 24 * len(rows)
    parts = _grid_across(lift, 26, bottom, share)
    parts.append(_text((start + WIDTH - RIGHT) / 2, 14, lift_title, "small", "middle"))
    if has_use:
        parts.append(_text(left, 14, use_title, "small"))
    parts.append(_line(lift(0), 22, lift(0), bottom, "axis"))
    for k, i in enumerate(rows):
        y = 34 + 24 * k
        parts.append(
            _text(left - 10, y + 14, _short(labels[i], int((left - 12) / 7.7)), "label", "end")
        )
        if math.isfinite(uses[i].value):
            parts.append(_box(left, y + 3, USE, 14, "track"))
            tip = with_half(uses[i])
            parts.append(_box(left, y + 3, use(uses[i].value) - left, 14, "bar", tip))
        e = lifts[i]
        if e.withheld or not math.isfinite(e.half):
            parts.append(_text(lift(0) + 8, y + 14, "too few", "small"))
            continue
        kind = "good" if e.value > 0 else "bad"
        parts.append(
            _whisker(lift(e.low), lift(e.high), y + 10, f"ci {kind}" if strong[i] else "ci")
        )
        parts.append(_dot(lift(e.value), y + 10, f"dot {kind}" if strong[i] else "dot hollow"))
    table = tuple(
        (labels[i], with_half(uses[i]), with_half(lifts[i], share), limits(lifts[i], share))
        + (tuple(more[i]) if more else ())
        for i in range(len(labels))
    )
    headers: tuple[str, ...] = ("", use_title, lift_title, "95 % interval")
    if more:
        headers += ("q", "n")
    top = "; ".join(f"{labels[i]} {_plain(lifts[i], share)}" for i in rows[:5])
    return Chart(id, title, _svg(bottom + 26, parts, title, top), headers, table, note)


def _short(text: str, most: int = 22) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def marks(
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
    left = _margin(labels)
    if share:
        x = _Scale(max(0.0, low - pad), min(1.0, high + pad), left, WIDTH - RIGHT - 90)
    else:
        x = _Scale(low - pad, high + pad, left, WIDTH - RIGHT - 90)
    bottom = 22 + LINE * len(labels)
    parts = _grid_across(x, 16, bottom, share)
    for i, (label, e) in enumerate(zip(labels, points, strict=True)):
        y = 22 + LINE * i + 14
        parts.append(_text(left - 12, y + 5, _short(label, int((left - 12) / 7.7)), "label", "end"))
        if e.withheld:
            parts.append(_text(left + 6, y + 5, with_half(e, share), "small"))
            continue
        parts.append(_whisker(x(e.low), x(e.high), y))
        parts.append(_dot(x(e.value), y, "dot s1", 5.5))
        parts.append(_text(x(e.high) + 10, y + 5, with_half(e, share), "value"))
    if mark is not None:
        parts.append(_line(x(mark), 8, x(mark), bottom, "fair"))
        parts.append(_text(x(mark) + 5, 14, mark_label, "small"))
    rows = tuple(
        (label, with_half(e, share), limits(e, share), f"{e.n:,}")
        for label, e in zip(labels, points, strict=True)
    )
    summary = "; ".join(
        f"{label} {with_half(e, share)}" for label, e in zip(labels, points, strict=True)
    )
    svg = _svg(bottom + 26, parts, title, summary)
    return Chart(id, title, svg, ("", unit, "95 % interval", "n"), rows, note)


def ridges(
    id: str, title: str, labels: Sequence[str], data: Sequence[Histogram], unit: str, note: str = ""
) -> Chart:
    """One smoothed outline per label over a common axis, each to its own height."""
    low = min(h.values[0] for h in data)
    high = max(h.values[-1] for h in data)
    x = _Scale(low, high if high > low else low + 1, LEFT, WIDTH - RIGHT)
    step = 54.0
    bottom = 16 + step * len(labels)
    parts = _grid_across(x, 10, bottom, False)
    for i, (label, h) in enumerate(zip(labels, data, strict=True)):
        base = 16 + step * (i + 1)
        parts.append(_text(LEFT - 12, base - 8, label, "label", "end"))
        curve = _smooth(h, x.low, x.high)
        top = max(v for _, v in curve) or 1.0
        points = [(x(a), base - v / top * (step - 12)) for a, v in curve]
        outline = [(points[0][0], base), *points, (points[-1][0], base)]
        parts.append(_area(outline, f"ridge s{i % 4 + 1}"))
        middle = h.quantile(0.5)
        parts.append(_line(x(middle), base - 16, x(middle), base, "axis"))
        parts.append(_text(x(middle) + 4, base - 5, number(middle), "value"))
    rows = tuple(
        (label, number(h.mean), *(number(h.quantile(q)) for q in (0.05, 0.5, 0.95)))
        for label, h in zip(labels, data, strict=True)
    )
    summary = "; ".join(
        f"{label}: median {number(h.quantile(0.5))}" for label, h in zip(labels, data, strict=True)
    )
    svg = _svg(bottom + 26, parts, title, summary)
    return Chart(id, title, svg, (unit, "mean", "5 %", "median", "95 %"), rows, note)


def _smooth(h: Histogram, low: float, high: float, cells: int = 90) -> list[tuple[float, float]]:
    """A Gaussian kernel estimate on a grid, bandwidth by Silverman's rule but no less than half
    a unit."""
    n, mean = h.n, h.mean
    spread = math.sqrt(sum(c * (v - mean) ** 2 for v, c in h.counts.items()) / n)
    wide = max(0.5 * h.grain, 0.9 * spread * n ** (-0.2), (high - low) / cells)
    near = sorted(h.counts.items())
    found = []
    for k in range(cells + 1):
        a = low + (high - low) * k / cells
        weight = sum(
            c * math.exp(-0.5 * ((a - v) / wide) ** 2) for v, c in near if abs(a - v) < 4 * wide
        )
        found.append((a, weight / n))
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a map: an outline in mm (a spot, a way or an area) and how much it is used."""

    layer: str
    name: str
    outline: tuple[tuple[float, float], ...]
    times: Estimate
    used: Estimate


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies under a map: a picture, and the mm it covers from (left, top)."""

    href: str
    left: float
    top: float
    width: float
    height: float


HEAT = (0.0, 0.6, 0.85, 1.15, 1.5)  # uses ÷ the layer's mean, above which the next shade begins
HEAT_KEY = (
    *("never", "under 0.6 × the mean", "0.6 to 0.85 ×", "about the mean"),
    *("1.15 to 1.5 ×", "over 1.5 × the mean"),
)
MOST_PLACES = 120  # lines of the table under a map


def heat(
    id: str, title: str, places: Sequence[Place], ground: Ground | None = None, note: str = ""
) -> Chart:
    """Places on the table, shaded by their use against the mean of their layer."""
    xs = [x for p in places for x, _ in p.outline]
    ys = [y for p in places for _, y in p.outline]
    if ground is not None:
        xs += [ground.left, ground.left + ground.width]
        ys += [ground.top, ground.top + ground.height]
    pad = 0.04 * max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    left, top = min(xs) - pad, min(ys) - pad
    wide, high = max(xs) + pad - left, max(ys) + pad - top
    scale = min(WIDTH / wide, 480 / high)
    shift = (WIDTH - wide * scale) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return shift + (x - left) * scale, (y - top) * scale

    parts = []
    if ground is not None:
        x, y = at(ground.left, ground.top)
        size = f'width="{_n(ground.width * scale)}" height="{_n(ground.height * scale)}"'
        parts.append(
            f'<image class="ground" x="{_n(x)}" y="{_n(y)}" {size} href="{escape(ground.href)}"/>'
        )
    layers = list(dict.fromkeys(p.layer for p in places))
    means = {
        layer: math.fsum(p.times.value for p in places if p.layer == layer)
        / sum(p.layer == layer for p in places)
        for layer in layers
    }
    radius = _radius([at(*p.outline[0]) for p in places if len(p.outline) == 1])
    for p in sorted(places, key=lambda p: -min(3, len(p.outline))):  # areas lie undermost
        shade = f"h{shade_of(p.times.value, means[p.layer])}"
        tip = f"<title>{escape(f'{p.name}: {number(p.times.value)} uses a game')}</title>"
        points = [at(x, y) for x, y in p.outline]
        d = "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        if len(points) == 1:
            (x, y) = points[0]
            circle = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"'
            parts.append(f'<circle class="heat {shade}" {circle}>{tip}</circle>')
        elif len(points) == 2:
            parts.append(f'<path class="casing" d="M{d}"/>')
            parts.append(f'<path class="way {shade}" d="M{d}">{tip}</path>')
        else:
            parts.append(f'<path class="heat {shade}" d="M{d}Z">{tip}</path>')
    height = high * scale + 14
    for k, word in enumerate(HEAT_KEY):
        x, y = 8 + (k % 3) * (WIDTH / 3), height + 22 * (k // 3)
        parts.append(_box(x, y, 22, 14, f"heat h{k}"))
        parts.append(_text(x + 29, y + 11.5, word, "small"))
    height += 50
    told = ", ".join(f"{layer} {number(means[layer])}" for layer in layers)
    parts.append(_text(8, height + 6, f"mean uses a game: {told}", "small"))
    order = sorted(places, key=lambda p: (layers.index(p.layer), -p.times.value, p.name))
    rows = tuple(
        (p.name, with_half(p.times, False), with_half(p.used)) for p in order[:MOST_PLACES]
    )
    summary = "; ".join(f"{p.name} {number(p.times.value)}" for p in order[:5])
    svg = _svg(height + 14, parts, title, summary)
    return Chart(id, title, svg, ("", "uses a game", "games in which it is used"), rows, note)


def shade_of(times: float, mean: float) -> int:
    """The place in `HEAT_KEY` of so much use, against the mean.

    >>> [shade_of(times, 2.0) for times in (0, 0.9, 1.5, 2, 2.9, 4)]
    [0, 1, 2, 3, 4, 5]
    """
    return sum(times > limit * mean for limit in HEAT) if mean > 0 else 0


def _radius(spots: Sequence[tuple[float, float]]) -> float:
    """A little less than half the way between the two nearest spots."""
    if len(spots) < 2:
        return 14.0
    near = min(math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i])
    return min(22.0, max(4.0, 0.42 * near))


def stack(id: str, title: str, shares: Mapping[str, Estimate], note: str = "") -> Chart:
    """One bar cut into shares, each named below."""
    x, parts = 8.0, []
    width = WIDTH - 16
    names = list(shares)
    for i, name in enumerate(names):
        e = shares[name]
        piece = width * e.value
        parts.append(_box(x, 8, max(0.0, piece - 1.5), 34, f"part p{i % 6 + 1}", name))
        label = percent(e.value)
        if piece > 8 * len(label) + 8:
            parts.append(_text(x + 8, 30, label, "inside"))
        x += piece
    for i, name in enumerate(names):
        column, line = i % 2, i // 2
        at, y = 8 + column * width / 2, 62 + 22 * line
        parts.append(_box(at, y - 11, 13, 13, f"part p{i % 6 + 1}"))
        parts.append(_text(at + 20, y, f"{name}  {percent(shares[name].value)}", "label"))
    rows = tuple((name, with_half(e), limits(e), f"{e.n:,}") for name, e in shares.items())
    height = 62 + 22 * math.ceil(len(names) / 2)
    summary = "; ".join(f"{name} {percent(e.value)}" for name, e in shares.items())
    svg = _svg(height, parts, title, summary)
    return Chart(id, title, svg, ("", "share", "95 % interval", "n"), rows, note)
