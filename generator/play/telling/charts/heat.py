"""Draws a map of places on the table, shaded by their use, over the printed board.

Each kind of place has its own shades, from unused to the busiest. If a few places are used far more
often than most, the steps grow, so that the other places still differ. Letters name the busiest and
the quietest places.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from generator.model.letters import capital
from generator.play.measures.metrics import SpaceUse
from generator.play.telling.charts.drawing import Chart, Point, on_axis, short, tooltip
from generator.play.telling.numbers import number, with_half

WIDTH, TALLEST = 520.0, 480.0  # size of a map in its own units, which are about a pixel each
SHADES = 5
# greatest ratio of the busiest to the quietest place at which all places have one shade
EVEN = 1.25
SKEWED = 3.0  # ratio of the busiest place to the median from which the steps grow
MOST_PLACES = 400  # greatest number of lines of the table below a map
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of a map, which is a picture and its size in mm from (0, 0).

    The address is a file, or `#` and the name of a symbol on the page.
    """

    href: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The position of the table's mm in a picture."""

    at: Callable[[float, float], Point]
    scale: float
    height: float


def heat(
    id: str,
    topic: str,
    title: str,
    spaces: Sequence[SpaceUse],
    ground: Ground | None = None,
    note: str = "",
) -> Chart:
    """Draw places on the table, shaded by their use relative to the busiest place of their
    layer.
    """
    frame = _fitted(spaces, ground, WIDTH, TALLEST)
    parts = [] if ground is None else [_under(ground, frame)]
    layers = list(dict.fromkeys(s.layer for s in spaces))
    limits = {name: limits_of([s for s in spaces if s.layer == name]) for name in layers}
    radius = _radius([frame.at(*s.outline[0]) for s in spaces if len(s.outline) == 1])
    for space in sorted(spaces, key=lambda s: -min(3, len(s.outline))):  # areas lie at the bottom
        shade = shade_of(space.times.value, limits[space.layer])
        parts.append(_place(space, frame, radius, shade))
    marks = marks_of(spaces)
    parts += [_letter(letter, space, frame) for letter, space in marks]
    order = sorted(spaces, key=lambda s: (layers.index(s.layer), -s.times.value, s.name))
    rows = tuple(
        (s.name, with_half(s.times, False), with_half(s.used)) for s in order[:MOST_PLACES]
    )
    summary = "; ".join(f"{s.name} {number(s.times.value)}" for s in order[:5])
    label = escape(f"{title}. {summary}", quote=True)
    # the colours of a printed board are the same in light and dark
    over = " printed" if ground is not None else ""
    picture = (
        f'<svg class="map{over}" {_box(frame)} role="img" aria-label="{label}">{"".join(parts)}'
    )
    picture += (
        "</svg>"
        + "".join(
            _key(name, [s for s in spaces if s.layer == name], limits[name], over)
            for name in layers
        )
        + _named(marks)
    )
    headers = ("", "uses per game", "games in which it is used")
    return Chart(id, topic, title, picture, headers, rows, note, is_wide=True)


def small_map(
    spaces: Sequence[SpaceUse], names: Sequence[str], ground: Ground | None = None
) -> str:
    """Draw a small board with these places, to stand beside a sentence about them."""
    places = [s for s in spaces if s.name in names]
    if not places:
        return ""
    frame = _fitted(spaces, ground, WIDTH, TALLEST)
    radius = _radius([frame.at(*s.outline[0]) for s in spaces if len(s.outline) == 1])
    parts = [] if ground is None else [_under(ground, frame)]
    if ground is None:
        parts += [_place(s, frame, radius, -1) for s in spaces]
    parts += [_place(s, frame, max(radius, 20.0), SHADES) for s in places]
    letters = {space.name: letter for letter, space in marks_of(spaces)}
    parts += [
        _letter(letters[s.name], s, frame, is_large=True) for s in places if s.name in letters
    ]
    over = " printed" if ground is not None else ""
    return f'<svg class="thumb board{over}" {_box(frame)} aria-hidden="true">{"".join(parts)}</svg>'


def marks_of(spaces: Sequence[SpaceUse]) -> list[tuple[str, SpaceUse]]:
    """Return letters for the busiest and the quietest place of each layer.

    If several places are never used, none is named as the quietest, because their shade shows it.
    """
    marks: list[SpaceUse] = []
    for layer in dict.fromkeys(s.layer for s in spaces):
        order = sorted(
            (s for s in spaces if s.layer == layer), key=lambda s: (-s.times.value, s.name)
        )
        if len(order) > 2 and limits_of(order):  # with even use, no place stands out
            unused = sum(s.times.value == 0 for s in order)
            marks += [order[0], order[-1]] if unused < 2 else [order[0]]
    return list(zip(LETTERS, marks, strict=False))


def busiest_title(spaces: Sequence[SpaceUse]) -> str:
    """Return the title, with the busiest place of each layer by its letter, or with unused
    places.
    """
    unused = sum(not s.times.value for s in spaces)
    if busiest := marks_of(spaces)[::2]:
        return f"Used most: {', '.join(f'{space.layer} {letter}' for letter, space in busiest)}"
    if unused:
        return f"{unused} of {len(spaces)} places {'is' if unused == 1 else 'are'} never used"
    return "No place is used much more than another"


def limits_of(spaces: Sequence[SpaceUse]) -> list[float]:
    """Return the upper limit of use for each shade except the last."""
    values = sorted(s.times.value for s in spaces if s.times.value > 0)
    if not values or values[-1] <= EVEN * values[0]:
        return []
    low, top, middle = values[0], values[-1], values[len(values) // 2]
    power = 2.0 if top > SKEWED * middle else 1.0
    steps = [low + (top - low) * (k / SHADES) ** power for k in range(1, SHADES)]
    return list(dict.fromkeys(_two_figures(step) for step in steps))


def shade_of(times: float, limits: Sequence[float]) -> int:
    """Return the shade, which is 0 for no use, and 1 to 5 by the limits.

    >>> [shade_of(times, [1.0, 2.0, 3.0, 4.0]) for times in (0, 0.9, 1.5, 2, 2.9, 9)]
    [0, 1, 2, 2, 3, 5]
    """
    if times <= 0:
        return 0
    return 1 + sum(times > limit for limit in limits) if limits else 2


def _two_figures(x: float) -> float:
    return float(f"{x:.2g}")


def _fitted(
    spaces: Sequence[SpaceUse], ground: Ground | None, width: float, tallest: float
) -> Frame:
    """Return the position of the table's mm in the picture, their scale, and the height."""
    xs = [x for s in spaces for x, _ in s.outline]
    ys = [y for s in spaces for _, y in s.outline]
    if ground is not None:
        xs += [0.0, ground.width]
        ys += [0.0, ground.height]
    pad = 0.04 * max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    left, top = min(xs) - pad, min(ys) - pad
    wide, high = max(xs) + pad - left, max(ys) + pad - top
    scale = min(width / wide, tallest / high)
    shift = (width - wide * scale) / 2
    return Frame(lambda x, y: (shift + (x - left) * scale, (y - top) * scale), scale, high * scale)


def _box(frame: Frame) -> str:
    return f'viewBox="0 0 {short(WIDTH)} {short(frame.height)}"'


def _under(ground: Ground, frame: Frame) -> str:
    x, y = frame.at(0, 0)
    wide, high = ground.width * frame.scale, ground.height * frame.scale
    size = f'width="{short(wide)}" height="{short(high)}"'
    tag = "use" if ground.href.startswith("#") else "image"
    at = f'x="{short(x)}" y="{short(y)}" {size} href="{escape(ground.href)}"'
    return f'<{tag} class="ground" {at}/>'


def _place(space: SpaceUse, frame: Frame, radius: float, shade: int) -> str:
    """Return a spot, a path or an area in its shade; without a shade, only its outline."""
    points = [frame.at(*p) for p in space.outline]
    kind = f"h{shade}" if shade >= 0 else "plain"
    tip = tooltip(f"{space.name}: {number(space.times.value)} uses per game") if shade >= 0 else ""
    if len(points) == 1:
        x, y = points[0]
        circle = f'cx="{short(x, 1)}" cy="{short(y, 1)}" r="{short(radius, 1)}"'
        return f'<circle class="heat {kind}" {circle}>{tip}</circle>'
    d = "L".join(f"{short(x, 1)} {short(y, 1)}" for x, y in points)
    if len(points) == 2:
        casing = f'<path class="casing" d="M{d}"/>'
        return casing + f'<path class="way {kind}" d="M{d}">{tip}</path>'
    return f'<path class="heat {kind}" d="M{d}Z">{tip}</path>'


def _letter(letter: str, space: SpaceUse, frame: Frame, is_large: bool = False) -> str:
    """Return a letter on its place."""
    size, kind = (44.0, "pinned large") if is_large else (11.0, "pinned")
    points = [frame.at(*p) for p in space.outline]
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    disc = f'<circle class="pin" cx="{short(x, 1)}" cy="{short(y, 1)}" r="{short(size, 1)}"/>'
    at = f'x="{short(x, 1)}" y="{short(y + 0.42 * size, 1)}"'
    return f'{disc}<text class="{kind}" {at} text-anchor="middle">{letter}</text>'


def _key(layer: str, spaces: Sequence[SpaceUse], limits: Sequence[float], over: str) -> str:
    """Return the legend for the shades of a layer."""
    words_of = {0: "never"} if any(s.times.value <= 0 for s in spaces) else {}
    if limits:
        named = on_axis(limits, False)
        words_of |= {k: f"up to {words}" for k, words in enumerate(named, 1)}
        words_of[len(limits) + 1] = f"over {named[-1]}"
    elif used := [s.times.value for s in spaces if s.times.value > 0]:
        words_of[2] = f"{number(min(used))} to {number(max(used))}, evenly"
    kind = "way-key" if any(len(s.outline) == 2 for s in spaces) else "heat"  # paths are opaque
    items = "".join(
        f'<li><svg width="22" height="14" aria-hidden="true"><rect class="{kind} h{k}" x="1" y="1" '
        f'width="20" height="12"/></svg>{escape(words)}</li>'
        for k, words in words_of.items()
    )
    said_of = f'<p class="keyed">{escape(capital(layer))}, uses per game</p>'
    return f'{said_of}<ul class="key{over}">{items}</ul>'


def _named(marks: Sequence[tuple[str, SpaceUse]]) -> str:
    """Return the legend for the letters."""
    if not marks:
        return ""
    items = "".join(
        f'<li><b class="pin">{letter}</b> {escape(space.name)}, '
        f"{escape(with_half(space.times, False))} a game</li>"
        for letter, space in marks
    )
    return f'<ul class="marks">{items}</ul>'


def _radius(spots: Sequence[Point]) -> float:
    """Return a radius for spots, which is a little less than half the distance of the two nearest
    spots.
    """
    if len(spots) < 2:
        return 14.0
    near = min(math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i])
    return min(22.0, max(4.0, 0.42 * near))
