"""What every chart is drawn with: shapes as inline SVG, scales, grids, and the `Chart` itself.

Units are the SVG's own, 520 across, about a pixel each on a desk. Colours are classes that the
page's style sheet fills in, so a chart follows light and dark; meaning never hangs on colour alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from generator import decimals
from generator.play.measure.stats import Estimate
from generator.play.report.numbers import limits, number, percent, with_half

WIDTH = 520.0
RIGHT = 20.0
LINE = 30.0  # height of a labelled line
INTERVAL = "95 % interval"

Point = tuple[float, float]
Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, what it shows in words, and its numbers; `id` is the anchor findings link to."""

    id: str
    title: str
    svg: str
    headers: tuple[str, ...]
    rows: Table
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one set of marks: a name and an estimate per place."""

    name: str
    points: Sequence[Estimate]


# ---------------------------------------------------------------- shapes


def short(x: float) -> str:
    """A length as short as a tenth allows."""
    return decimals.short(x, 1)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words on one line."""
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{short(x)}" y="{short(y)}"{named}{where}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<path class="{kind}" d="M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}"/>'


def box(x: float, y: float, w: float, h: float, kind: str, tip: str = "") -> str:
    """A rectangle; `tip` shows under the pointer."""
    size = (
        f'x="{short(x)}" y="{short(y)}" width="{short(max(0.0, w))}" height="{short(max(0.0, h))}"'
    )
    return f'<rect class="{kind}" {size}' + (f">{tooltip(tip)}</rect>" if tip else "/>")


def tooltip(tip: str) -> str:
    """What shows under the pointer."""
    return f"<title>{escape(tip)}</title>"


def dot(x: float, y: float, kind: str, r: float = 4.5) -> str:
    """A round mark."""
    return f'<circle class="{kind}" cx="{short(x)}" cy="{short(y)}" r="{short(r)}"/>'


def whisker(x1: float, x2: float, y: float, kind: str = "ci") -> str:
    """An interval across."""
    ends = f"M{short(x1)} {short(y - 4)}v8M{short(x2)} {short(y - 4)}v8"
    return f'<path class="{kind}" d="M{short(x1)} {short(y)}H{short(x2)}{ends}"/>'


def steps(points: Sequence[Point]) -> str:
    """Path data through the points, without its M."""
    return "L".join(f"{short(x)} {short(y)}" for x, y in points)


def area(points: Sequence[Point], kind: str) -> str:
    """A filled outline."""
    return f'<path class="{kind}" d="M{steps(points)}Z"/>'


def path(points: Sequence[Point], kind: str) -> str:
    """An open line through the points."""
    return f'<path class="{kind}" d="M{steps(points)}"/>'


def svg(height: float, parts: Sequence[str], heading: str, summary: str) -> str:
    """The picture, told in words to who cannot see it."""
    inner = "".join(parts)
    label = escape(f"{heading}. {summary}", quote=True)
    size = f'viewBox="0 0 {short(WIDTH)} {short(height)}"'
    return f'<svg {size} role="img" aria-label="{label}">{inner}</svg>'


# ---------------------------------------------------------------- scales and labels


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
class Scale:
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


def grid_across(scale: Scale, top: float, bottom: float, share: bool) -> list[str]:
    """Vertical grid lines with their numbers below."""
    parts = []
    for t in ticks(scale.low, scale.high, 5):
        parts.append(line(scale(t), top, scale(t), bottom, "grid"))
        parts.append(text(scale(t), bottom + 17, on_axis(t, share), "tick", "middle"))
    return parts


def grid_up(scale: Scale, left: float, right: float, share: bool) -> list[str]:
    """Horizontal grid lines with their numbers on the left."""
    parts = []
    for t in ticks(scale.low, scale.high, 4):
        parts.append(line(left, scale(t), right, scale(t), "grid"))
        parts.append(text(left - 8, scale(t) + 4.5, on_axis(t, share), "tick", "end"))
    return parts


def on_axis(x: float, share: bool) -> str:
    """A number as an axis names it."""
    return percent(x, 0) if share else number(x)


def upright_mark(x: float, bottom: float, words: str) -> list[str]:
    """A dashed line from top to bottom, named: what is fair, what is even."""
    return [line(x, 8, x, bottom, "fair"), text(x + 5, 14, words, "small")]


def margin(labels: Sequence[str], most: float = 196.0) -> float:
    """Room for labels on the left."""
    return min(most, max(76.0, 22 + 7.2 * max(len(label) for label in labels)))


def label_at(left: float, y: float, words: str, gap: float = 12) -> str:
    """A label on the left, cut to the room it has."""
    most = int((left - 12) / 7.7)
    cut = words if len(words) <= most else words[: most - 1] + "…"
    return text(left - gap, y, cut, "label", "end")


def interval_rows(labels: Sequence[str], points: Sequence[Estimate], share: bool = True) -> Table:
    """The table of a chart of estimates: label, value, interval, n."""
    return tuple(
        (label, with_half(e, share), limits(e, share), f"{e.n:,}")
        for label, e in zip(labels, points, strict=True)
    )
