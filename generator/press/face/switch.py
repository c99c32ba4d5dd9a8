"""Replaces each `<switch>` in a drawing by the alternative that prints. In: the root of an SVG.

Out: the same root without `<switch>` (SVG 2, 5.7.2). Browsers show an HTML alternative, but paper
shows the drawn alternative. Lost words and formatting are reported.
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.press.face.css_declarations import Fault, cut_short
from generator.press.face.svg_tree import remove
from generator.press.face.use_copies import SVG

_HTML = "{http://www.w3.org/1999/xhtml}"
# HTML elements that change how their words look.
_MARKS = frozenset((
    "b", "strong", "i", "em", "u", "s", "strike", "del", "ins", "sub", "sup", "small", "big",
    "mark", "code", "font", "ul", "ol", "li", "table", "hr", "br", "img", "h1", "h2", "h3", "h4",
    "h5", "h6", "pre", "a",
))  # fmt: skip
_QUIET = ("style", "script", "title")


def choose(root: Any) -> Iterator[tuple[Any, Fault]]:
    """Keep the first drawable part of every `<switch>`; yield a fault for each lost part."""
    for switch in list(root.iter(f"{SVG}switch")):
        parts = [part for part in switch if isinstance(part.tag, str)]
        fit = [part for part in parts if _is_for_us(part)]
        plain = [part for part in fit if part.tag != f"{SVG}foreignObject"]
        chosen = (plain or fit)[:1]
        if plain and fit[0] is not plain[0] and (fault := _lost(fit[0], plain[0])):
            yield fit[0], fault
        for part in parts:
            if part not in chosen:
                remove(part)
        switch.tag = f"{SVG}g"
    for element in list(root.iter(f"{SVG}*")):
        if not _is_for_us(element):
            remove(element)
        for key in ("systemLanguage", "requiredExtensions", "requiredFeatures"):
            element.attrib.pop(key, None)


def _is_for_us(element: Any) -> bool:
    """Whether an element is meant for readers of English and needs no extension."""
    languages = element.get("systemLanguage", "en").lower().split(",")
    is_read = any(each.strip().partition("-")[0] == "en" for each in languages)
    return is_read and not element.get("requiredExtensions")


def _lost(html: Any, plain: Any) -> Fault | None:
    """The words or formatting that the drawn alternative lacks; None if nothing is missing."""
    if next(plain.iter(f"{SVG}image"), None) is not None:  # draw.io adds a picture of the HTML
        return None
    long, short = _words(html), _words(plain)
    fix = "write it as <text>, or in draw.io switch off Text › Formatted Text and Word Wrap"
    if re.sub(r"\s", "", long) != re.sub(r"\s", "", short):
        message = f"the HTML text {cut_short(long)!r} does not print; the drawing shows instead "
        return message + (repr(cut_short(short)) if short else "no text"), fix
    marks = {str(e.tag).removeprefix(_HTML).lower() for e in html.iter() if e is not html}
    if lost := sorted(marks & _MARKS):
        message = f"{cut_short(long)!r} prints without its HTML: <{'>, <'.join(lost)}>"
        return message, fix
    return None


def _words(element: Any) -> str:
    """The words in an element, separated by single spaces."""
    parts = []
    for each in element.iter():
        if str(each.tag).rpartition("}")[2] not in _QUIET:
            parts.append(each.text or "")
        parts.append("" if each is element else each.tail or "")
    return " ".join("".join(parts).split())
