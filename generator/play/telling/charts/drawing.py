"""The basics of all charts: shapes as inline SVG, scales, grids, rows, and the `Chart`.

Horizontal lengths are percent of the width of a chart; vertical lengths are CSS pixels. A chart is
therefore as wide as the page allows, and its words keep their size on a phone. Paths, which cannot
use percent, lie in a nested SVG that is stretched. Colours are classes of the page's style sheet,
so that a chart follows the light or dark theme; colour alone never carries meaning.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from generator.model import decimals
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import limits, number, percent, with_half

INTERVAL = "95 % interval"
MOST_NARROW = 5  # number of labels above which a chart gets the whole width of the page
MOST_IN_SIGHT = 15  # greatest number of lines of a chart that are visible at once
ROW = 22.0  # px of height of the drawing beside a label

Point = tuple[float, float]
Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture with a title that states its content, and its numbers as a table.

    `id` is the anchor for links from findings. `topic` names the subject in a word or two.
    `technical` is the method, shown with the numbers. A chart with `is_wide` gets the whole width
    of the page.
    """

    id: str
    topic: str
    title: str
    picture: str  # HTML
    headers: tuple[str, ...]
    rows: Table
    note: str = ""
    technical: str = ""
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one set of marks, with a name, and an estimate for each place."""

    name: str
    points: Sequence[Estimate]


# ---------------------------------------------------------------- shapes


def short(x: float, digits: int = 2) -> str:
    """Write a length with as few digits as possible."""
    return decimals.short(x, digits)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Return words on one line, kept inside the picture at its edges."""
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{short(x)}%" y="{short(y, 1)}"{named}{where}>{escape(words)}</text>'


def inside(x: float, y: float, words: str, kind: str = "", gap: float = 1.0) -> str:
    """Return words beside x, on the side with more room."""
    if x > 55:
        return text(x - gap, y, words, kind, "end")
    return text(x + gap, y, words, kind)


def upright(x: float, top: float, bottom: float, kind: str) -> str:
    """Return a line from top to bottom."""
    at = f'x1="{short(x)}%" x2="{short(x)}%"'
    return f'<line class="{kind}" {at} y1="{short(top, 1)}" y2="{short(bottom, 1)}"/>'


def level(y: float, left: float, right: float, kind: str) -> str:
    """Return a horizontal line."""
    at = f'x1="{short(left)}%" x2="{short(right)}%"'
    return f'<line class="{kind}" {at} y1="{short(y, 1)}" y2="{short(y, 1)}"/>'


def box(x: float, y: float, w: float, h: float, kind: str, tip: str = "") -> str:
    """Return a rectangle; `tip` appears under the pointer."""
    size = (
        f'x="{short(x)}%" y="{short(y, 1)}" width="{short(max(0.0, w))}%" '
        f'height="{short(max(0.0, h), 1)}"'
    )
    return f'<rect class="{kind}" {size}' + (f">{tooltip(tip)}</rect>" if tip else "/>")


def tooltip(tip: str) -> str:
    """Return the text that appears under the pointer."""
    return f"<title>{escape(tip)}</title>"


def dot(x: float, y: float, kind: str, r: float = 4.5) -> str:
    """Return a round mark."""
    return f'<circle class="{kind}" cx="{short(x)}%" cy="{short(y, 1)}" r="{short(r, 1)}"/>'


def whisker(
    x1: float, x2: float, y: float, kind: str = "ci", is_open: tuple[bool, bool] = (False, False)
) -> str:
    """Return a horizontal interval with its ends, or with an arrow at an infinite end."""
    parts = [level(y, x1, x2, kind)]
    for x, goes_on, way in zip((x1, x2), is_open, (1, -1), strict=True):
        parts.append(arrow(x, y, way) if goes_on else upright(x, y - 4, y + 4, kind))
    return "".join(parts)


def arrow(x: float, y: float, way: int) -> str:
    """Return an arrowhead with its tip at x; `way` is -1 if it points to the right."""
    shape = f'<path class="open" d="M{9 * way} -5L0 0L{9 * way} 5Z"/>'
    return f'<svg x="{short(x)}%" y="{short(y, 1)}" overflow="visible">{shape}</svg>'


def steps(points: Sequence[Point]) -> str:
    """Return path data through the points, without the initial M."""
    return "L".join(f"{short(x)} {short(y)}" for x, y in points)


def area(points: Sequence[Point], kind: str) -> str:
    """Return a filled outline for `stretched`."""
    return f'<path class="{kind}" d="M{steps(points)}Z"/>'


def path(points: Sequence[Point], kind: str) -> str:
    """Return an open line through the points for `stretched`."""
    return f'<path class="{kind}" d="M{steps(points)}"/>'


def stretched(height: float, parts: Sequence[str]) -> str:
    """Return paths with x in percent, stretched to the width of the chart."""
    size = f'width="100%" height="{short(height, 1)}" viewBox="0 0 100 {short(height, 1)}"'
    return f'<svg class="plot" {size} preserveAspectRatio="none">{"".join(parts)}</svg>'


def svg(height: float, parts: Sequence[str], heading: str, summary: str) -> str:
    """Return the picture, with a description for people who cannot see it."""
    label = escape(f"{heading}. {summary}", quote=True)
    size = f'width="100%" height="{short(height, 1)}"'
    return f'<svg class="drawn" {size} role="img" aria-label="{label}">{"".join(parts)}</svg>'


# ---------------------------------------------------------------- scales and labels


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return about this number of round numbers from low to high, and at least two.

    >>> ticks(0, 1), ticks(0.467, 0.669, 2)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.5, 0.6])
    """
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    values = [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]
    # a single number would not be a scale
    return values if len(values) > 1 else ticks(low, high, about + 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps numbers to positions in a part of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, x: float) -> float:
        if self.high == self.low:
            return (self.start + self.end) / 2
        x = min(max(x, self.low), self.high)
        return self.start + (x - self.low) / (self.high - self.low) * (self.end - self.start)


NARROW_LETTER = 1.6  # half the width of a letter on a phone, in percent of the picture's width
NARROWER_LETTER = 3.2  # the same width if the picture shares its row with numbers


def under(
    scale: Scale, y: float, share: bool, about: int = 4, letter: float = NARROWER_LETTER
) -> list[str]:
    """Return the numbers below a horizontal scale; the outermost stay inside."""
    at = ticks(scale.low, scale.high, about)
    marks = zip(at, on_axis(at, share), strict=True)
    return [tick(scale(t), y, words, letter) for t, words in marks]


def tick(x: float, y: float, words: str, letter: float = NARROW_LETTER) -> str:
    """Return a number below an axis, centred, or beside its place at the edges."""
    edge = max(5.0, letter * len(words))
    anchor = "start" if x < edge else "end" if x > 100 - edge else "middle"
    return text(x, y, words, "tick", anchor)


def grid_across(scale: Scale, top: float, bottom: float, share: bool) -> list[str]:
    """Return vertical grid lines with their numbers below."""
    lines = [upright(scale(t), top, bottom, "grid") for t in ticks(scale.low, scale.high, 4)]
    return lines + under(scale, bottom + 15, share, letter=NARROW_LETTER)


def grid_up(scale: Scale, left: float, right: float, share: bool) -> list[str]:
    """Return horizontal grid lines with their numbers on the left."""
    parts, at = [], ticks(scale.low, scale.high, 4)
    for t, words in zip(at, on_axis(at, share), strict=True):
        parts.append(level(scale(t), left, right, "grid"))
        parts.append(text(left - 1.5, scale(t) + 4.5, words, "tick", "end"))
    return parts


def on_axis(at: Sequence[float], share: bool) -> list[str]:
    """Write numbers for an axis, all with the same number of decimals.

    >>> on_axis([0, 0.025, 0.05], True), on_axis([0, 2.5, 1000], False)
    (['0.0\xa0%', '2.5\xa0%', '5.0\xa0%'], ['0.0', '2.5', '1,000.0'])
    """
    exact = [100 * x if share else x for x in at]
    digits = max((decimals_of(x) for x in exact), default=0)
    return [percent(x, digits) if share else number(x, digits) for x in at]


def decimals_of(x: float, most: int = 6) -> int:
    """Return the number of decimals that a number needs, at most `most`."""
    return next((d for d in range(most) if abs(x - round(x, d)) < 1e-9 * max(1.0, abs(x))), most)


def interval_rows(labels: Sequence[str], points: Sequence[Estimate], share: bool = True) -> Table:
    """Return the table of a chart of estimates: label, value, interval, n."""
    return tuple(
        (label, with_half(e, share), limits(e, share), f"{e.n:,}")
        for label, e in zip(labels, points, strict=True)
    )


# ---------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class Line:
    """One label, with drawings and words beside it: columns of (drawing, words)."""

    label: str
    cells: Sequence[tuple[str, str]]
    thumb: str = ""  # markup of a picture
    kind: str = ""


def drawing(parts: Sequence[str], height: float = ROW) -> str:
    """Return a strip that fills the width of its container."""
    inner = "".join(parts)
    size = f'width="100%" height="{short(height, 1)}"'
    return f'<svg class="strip" {size} aria-hidden="true">{inner}</svg>'


def rows_of(
    lines: Sequence[Line],
    axes: Sequence[tuple[str, str]],
    heading: str,
    summary: str,
    key: Sequence[tuple[str, str]] = (),
) -> str:
    """Return labels with strips beside them; `axes` are a head and a foot for each column.

    Labels are text of the page, so they wrap and are never cut. `key` has classes and their names.
    In a long chart the feet also appear at the top.
    """
    label = escape(f"{heading}. {summary}", quote=True)
    columns = len(axes)
    heads = "".join(f'<span class="head">{escape(head)}</span>' for head, _ in axes)
    feet = "".join(f'<span class="foot">{foot}</span>' for _, foot in axes)
    parts = [f'<div class="rows c{columns}" role="img" aria-label="{label}">']
    if any(head for head, _ in axes):
        parts.append(f'<div class="row heads"><span class="name"></span>{heads}</div>')
    at = len(parts)
    for line in lines:
        cells = "".join(
            f'<span class="strip-of">{strip}</span><span class="says">{escape(says)}</span>'
            for strip, says in line.cells
        )
        name = f'<span class="name">{line.thumb}<span>{escape(line.label)}</span></span>'
        parts.append(f'<div class="row {line.kind}">{name}{cells}</div>')
    if any(foot for _, foot in axes):
        scale = f'<div class="row feet"><span class="name"></span>{feet}</div>'
        parts.insert(at, scale if len(lines) > MOST_IN_SIGHT else "")
        parts.append(scale)
    return "".join(parts) + "</div>" + legend(key)


def legend(key: Sequence[tuple[str, str]]) -> str:
    """Return the legend, with a mark of each class and its name."""
    if not key:
        return ""
    items = "".join(
        f'<li><svg width="22" height="14" aria-hidden="true">{_sample(kind)}</svg>'
        f"{escape(name)}</li>"
        for kind, name in key
    )
    return f'<ul class="key">{items}</ul>'


def _sample(kind: str) -> str:
    """Return a sample mark of a class."""
    if kind.startswith("dot"):
        return f'<circle class="{kind}" cx="11" cy="7" r="4.5"/>'
    if kind.startswith(("line", "fair", "now", "ci")):
        return f'<line class="{kind}" x1="1" x2="21" y1="7" y2="7"/>'
    return f'<rect class="{kind}" x="1" y="1" width="20" height="12"/>'
