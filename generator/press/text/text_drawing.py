"""Draws a text that is laid out as SVG, with one `<text>` per run, or as outlines.

In: a `Setting`. Out: the text of an SVG fragment.
"""

import re
from collections.abc import Callable
from xml.sax.saxutils import escape

from generator.model.decimals import drawn
from generator.press.text.fonts import Type
from generator.press.text.text_box import MM_PER_PT, Run, Setting

# typst 0.15 spaces Indic scripts wrongly, but HarfBuzz does not, so such runs are printed as
# outlines.
_INDIC = re.compile(r"[\u0900-\u0dff\ua8e0-\ua8ff]")


def svg_of(
    setting: Setting,
    fill: str,
    icon: Callable[[str, float, float, float, str], str],
    outlines: bool = False,
) -> str:
    """Write a setting as SVG; `icon(name, x, y, size, fill)` draws its inline icons."""
    if not setting.runs and not setting.icons:
        return ""
    size = setting.size_pt * MM_PER_PT
    parts: list[str] = []
    inherited = ""
    if setting.runs:
        inherited = setting.runs[0].type.attributes
        parts.append(f'<g {inherited} font-size="{drawn(size)}" fill="{fill}">')
    for run in setting.runs:
        # A glyph with its own colours cannot be drawn as an outline.
        if (outlines and not run.type.is_coloured) or _INDIC.search(run.text):
            parts.append(_outlined(run, size))
            continue
        own = run.type.attributes
        attributes = "" if own == inherited else " " + _differing(run.type)
        if run.word_space:
            attributes += f' word-spacing="{drawn(run.word_space)}"'
        parts.append(
            f'<text x="{drawn(run.x)}" y="{drawn(run.baseline)}"{attributes}>'
            f"{escape(run.text.strip())}</text>"
        )
    if setting.runs:
        parts.append("</g>")
    parts.extend(
        icon(inline.icon, inline.x, inline.y, inline.size, fill) for inline in setting.icons
    )
    return "".join(parts)


def _differing(type: Type) -> str:
    style = "italic" if type.slanted else "normal"
    return f'font-family="{escape(type.family)}" font-weight="{type.weight}" font-style="{style}"'


def _outlined(run: Run, size: float) -> str:
    if not run.word_space:
        return f'<path d="{run.type.outline(run.text.strip(), run.x, run.baseline, size)}"/>'
    path, x = "", run.x
    for word in run.text.split(" "):
        path += run.type.outline(word, x, run.baseline, size)
        x += run.type.advance(word + " ") * size + run.word_space
    return f'<path d="{path}"/>'
