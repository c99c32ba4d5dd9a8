"""Draws a page of strips as SVG.

In: the strips of a page with their positions, in mm. Out: the text of an SVG fragment.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from generator.model.decimals import drawn
from generator.press.text.strips import Picture, Put, Strip, all_strips
from generator.press.text.text_box import Setter, Setting
from generator.press.text.text_drawing import svg_of


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of text, of headings and marks, of thin lines, and of a table's head."""

    words: str
    accent: str
    line: str
    ground: str


def draw(
    page: Sequence[Put],
    corner: tuple[float, float],
    inks: Inks,
    setter: Setter,
    icon: Callable[[str, float, float, float, str], str],
    picture: Callable[[Picture, int, float, float], str],
    outlines: bool,
) -> str:
    """Write a page as SVG with its top left at `corner`; grounds and lines come first, text comes
    last.

    `picture(picture, line, x, y)` draws a picture at its place on the page.
    """
    x, y = corner
    parts: list[str] = []
    words: dict[tuple[str, float], list[Setting]] = {}
    for put in all_strips(page):
        strip, left, top = put.strip, x + put.x, y + put.y
        parts.append(_ground(strip, left, top, inks))
        for item in strip.pictures:
            parts.append(picture(item, strip.line, left + item.x, top + item.y))
        for word in strip.words:
            key = (inks.accent if word.strong else inks.words, word.wrapped.size_pt)
            at = (left + word.x, top + word.y)
            setting = setter.place(word.wrapped, word.i, word.i + 1, *at)
            words.setdefault(key, []).append(setting)
    for (colour, size_pt), settings in words.items():
        runs = tuple(run for setting in settings for run in setting.runs)
        icons = tuple(item for setting in settings for item in setting.icons)
        whole = replace(settings[0], runs=runs, icons=icons, size_pt=size_pt)
        parts.append(svg_of(whole, colour, icon, outlines))
    return "".join(parts)


def _ground(strip: Strip, left: float, top: float, inks: Inks) -> str:
    low, right = drawn(top + strip.height), drawn(left + strip.width)
    x, y = drawn(left), drawn(top)
    line = f'<path d="M{x} {low}H{right}" stroke="{inks.line}" stroke-linecap="round" stroke-width='
    match strip.look:
        case "title row":
            size = f'width="{drawn(strip.width)}" height="{drawn(strip.height)}"'
            return f'<rect x="{x}" y="{y}" {size} rx=".7" fill="{inks.ground}"/>{line}".35"/>'
        case "row" | "rule":
            return f'{line}".2"/>'
        case "quote":
            bar = drawn(left + 0.4)
            return f'<path d="M{bar} {y}V{low}" stroke="{inks.line}" stroke-width=".7"/>'
    return ""
