"""Converts the texts of a designer's own drawing to paths, for `--outlines`.

In: an SVG `<text>` and the pack's fonts. Out: a group of paths that looks the same, in the same
units. The result is None for texts that are not supported: text along a path, letter by letter,
with letter spacing, from right to left, styled by a style sheet, or in a font with its own colours.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.model.pack import Style
from generator.press.text.fonts import Types

SVG = "{http://www.w3.org/2000/svg}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_ODD = (
    "dx", "dy", "rotate", "textLength", "letter-spacing", "word-spacing", "baseline-shift",
    "writing-mode", "text-decoration", "dominant-baseline", "alignment-baseline", "font",
)  # fmt: skip
_IDLE = ("normal", "none", "auto", "0", "0px", "baseline", "lr-tb", "horizontal-tb", "alphabetic")
_NUMBER = re.compile(r"\s*(-?[\d.]+)(?:px)?\s*")
_BY_SHEET = re.compile(r"font|text-anchor|spacing")
_TEXT_ONLY = {"x", "y", "dx", "dy", _SPACE}


@dataclass(slots=True)
class _Run:
    node: Any  # the element that contains the run
    text: str
    x: float | None  # None: the run begins at the end of the previous run
    y: float | None


def text_as_paths(element: Any, types: Types) -> Any | None:
    """Return a group of paths that draws a `<text>`; None if the text is not supported."""
    sheets = element.getroottree().iter(f"{SVG}style")
    if any(_BY_SHEET.search(sheet.text or "") for sheet in sheets):
        return None
    try:
        runs = [run for run in _runs(element) if run.text]
        group = element.makeelement(f"{SVG}g", _kept(element))
        x = y = 0.0
        for line in _lines(runs):
            x = line[0].x if line[0].x is not None else x
            anchor = _property(line[0].node, "text-anchor") or "start"
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            x -= shift * sum(_length(run, types) for run in line)
            for run in line:
                y = run.y if run.y is not None else y
                for part, type in _in_fonts(run, types):
                    size = _size(run.node)
                    path = element.makeelement(
                        f"{SVG}path", {} if run.node is element else _kept(run.node)
                    )
                    path.set("d", type.outline(part, x, y, size))
                    group.append(path)
                    x += type.advance(part) * size
    except (KeyError, ValueError):
        return None
    return group


def line_length(element: Any, types: Types) -> tuple[float, int] | None:
    """The length of a `<text>` of one line in its units, and its number of glyphs; None if the text
    is not supported.
    """
    try:
        lines = list(_lines([run for run in _runs(element) if run.text]))
        if len(lines) != 1:
            return None
        parts = [part for run in lines[0] for part in _in_fonts(run, types)]
        length = sum(_length(run, types) for run in lines[0])
    except (KeyError, ValueError):
        return None
    return length, sum(len(type.line(part).glyphs) for part, type in parts)


def _runs(element: Any) -> Iterator[_Run]:
    """The runs of a text in order, with white space as in SVG.

    Raises `ValueError` for an unsupported run.
    """
    keeps = element.get(_SPACE) == "preserve"
    is_first = True
    for node, text in _stretches(element):
        for name in _ODD:
            if (_property(node, name) or "normal") not in _IDLE:
                raise ValueError(name)
        starts = is_first or node is not element
        x, y = (_number(node.get(key)) if starts else None for key in ("x", "y"))
        text = re.sub(r"[\r\n\t]" if keeps else r"\s+", " ", text)
        if not keeps and (is_first or x is not None):
            text = text.lstrip(" ")
        if any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
            raise ValueError(text)
        yield _Run(node, text, x, y)
        is_first = is_first and not text


def _stretches(element: Any) -> Iterator[tuple[Any, str]]:
    yield element, element.text or ""
    for child in element:
        if child.tag != f"{SVG}tspan" or len(child):
            raise ValueError(child.tag)
        yield child, child.text or ""
        if (child.tail or "").strip():
            yield element, child.tail


def _lines(runs: list[_Run]) -> Iterator[list[_Run]]:
    """The lines of a text; a run with its own x begins a new line."""
    line: list[_Run] = []
    for run in runs:
        if run.x is not None and line:
            yield line
            line = []
        line.append(run)
    if line:
        line[-1].text = line[-1].text.rstrip(" ")
        yield line


def _in_fonts(run: _Run, types: Types) -> list[tuple[str, Any]]:
    families = (_property(run.node, "font-family") or "").split(",")
    family = next(filter(None, (types.named(f) for f in families if f.strip())), "body")
    weight = _property(run.node, "font-weight") or "400"
    heavy = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= 600)
    slanted = _property(run.node, "font-style") in ("italic", "oblique")
    names: dict[tuple[bool, bool], Style] = {
        (False, False): "regular", (True, False): "bold",
        (False, True): "italic", (True, True): "bolditalic",
    }  # fmt: skip
    style = names[heavy, slanted]
    parts = types.runs(family, style, run.text)
    typed = [(text, types.get(family, style, i)) for text, i in parts]
    if any(type.is_coloured for _, type in typed):
        raise ValueError("a font with its own colours")
    return typed


def _length(run: _Run, types: Types) -> float:
    size = _size(run.node)
    length: float = sum(type.advance(text) * size for text, type in _in_fonts(run, types))
    return length


def _size(node: Any) -> float:
    written = _property(node, "font-size")
    size = _number(written) if written else 16.0  # the CSS font size "medium"
    if size is None:
        raise ValueError(written)
    return size


def _number(written: str | None) -> float | None:
    if written is None:
        return None
    match = _NUMBER.fullmatch(written)
    if match is None:
        raise ValueError(written)
    return float(match[1])


def _property(node: Any, name: str) -> str | None:
    """The value of a property on an element or its ancestors; a style overrides an attribute."""
    while node is not None:
        match = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", node.get("style", ""))
        value = match[1] if match else node.get(name)
        if value and value.strip() != "inherit":
            return str(value).strip()
        if name in ("x", "y", "dx", "dy", "rotate", "textLength", "text-decoration", "font"):
            return None
        node = node.getparent()
    return None


def _kept(node: Any) -> dict[str, str]:
    """The attributes of the text that its paths inherit: paint, transform, id."""
    return {key: value for key, value in node.attrib.items() if key not in _TEXT_ONLY}
