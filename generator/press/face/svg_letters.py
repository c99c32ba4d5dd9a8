"""Spaces out the letters of a foreign drawing: texts with `textLength`, and ligatures.

In: a `<text>` in fonts of the pack, and these fonts. Out: the same text, with letters in the same
positions as in browsers. typst and resvg themselves stretch only a text without parts, and keep
ligatures even if the drawing excludes them.
"""

import re
from typing import Any

from generator.model.decimals import drawn
from generator.press.face.css_declarations import inherited, number_of
from generator.press.face.lettering import line_length
from generator.press.face.use_copies import SVG
from generator.press.text.fonts import Types

# the zero-width non-joiner: a character without ink or width that prevents ligatures
_PART = "\u200c"
_SPACING = "letter-spacing"
_NO_LIGATURES = re.compile(r"none|no-common-ligatures")
_OFF = r"[\"']{}[\"']\s+(?:0|off)"
_LIGA_OFF = re.compile(_OFF.format("liga"))
_KERN_OFF = re.compile(_OFF.format("kern"))


def stretch(text: Any, types: Types) -> bool:
    """Space out a text with parts to its `textLength`, and remove the attribute.

    Return whether this succeeded.
    """
    wanted = number_of(text.attrib.pop("textLength").strip())
    adjust = text.attrib.pop("lengthAdjust", "spacing")
    length = line_length(text, types) if text.tag == f"{SVG}text" else None
    if wanted is None or length is None or adjust != "spacing":
        return False
    width, n_glyphs = length
    if n_glyphs < 2 or inherited(text, _SPACING) not in ("", "normal", "0"):
        return False
    gap = (wanted - width) / (n_glyphs - 1)
    text.set(_SPACING, drawn(gap))
    return True


def part_ligatures(text: Any, types: Types) -> None:
    """Split ligatures of letters that are spaced, or for which the drawing excludes ligatures."""
    for node in [text, *text.iter(f"{SVG}tspan", f"{SVG}textPath")]:
        features = inherited(node, "font-feature-settings")
        if _KERN_OFF.search(features):
            # resvg reads this property only from a style.
            node.set("style", f"{node.get('style', '')};font-kerning:none".removeprefix(";"))
        spacing = number_of(inherited(node, _SPACING)) or 0.0
        is_unwanted = _NO_LIGATURES.search(inherited(node, "font-variant-ligatures"))
        if not (spacing or is_unwanted or _LIGA_OFF.search(features)):
            continue
        node.text = _insert(node, None, node.text, spacing, types)
        for child in list(node):
            child.tail = _insert(node, child, child.tail, spacing, types)


def _insert(node: Any, after: Any, words: str | None, spacing: float, types: Types) -> str | None:
    """Insert words with split ligatures.

    If letters are spaced, the parts become elements after `after`.
    """
    if not words or not words.strip():
        return words
    pieces = _pieces(node, words, types)
    if not spacing:
        return _PART.join(pieces)
    at = 0 if after is None else node.index(after) + 1
    for i, piece in enumerate(pieces[1:]):
        gap = node.makeelement(f"{SVG}tspan", {_SPACING: "0"})
        gap.text, gap.tail = _PART, piece
        node.insert(at + i, gap)
    return pieces[0]


def _pieces(node: Any, words: str, types: Types) -> list[str]:
    """Split words at the positions where letters would form a ligature."""
    families = inherited(node, "font-family").split(",")
    family = next(filter(None, (types.named(name) for name in families)), "body")
    pieces = [""]
    for word in re.split(r"(\s+)", words):
        shaped = types.get(family, "regular").shaped(word) if word.strip() else None
        for _, letters, _ in shaped or [(0, word, 0)]:
            is_joined = shaped is not None and letters.isascii() and letters.isalpha()
            pieces[-1] += letters[:1] if is_joined else letters
            pieces += letters[1:] if is_joined else ""
    return pieces
