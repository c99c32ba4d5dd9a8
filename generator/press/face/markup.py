"""Our markup in texts: what is bold, italic, an icon or a new line.

`**bold**`, `*italic*`, `:icon:`, a line break for a new line, an empty line for a small gap, and
a backslash before a mark that is meant literally.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from generator.pack import Style
from generator.press.face.fonts import OBJECT

_MARKS = re.compile(
    r"\\(?P<literal>[*:\\])|(?P<mark>\*{1,3})|:(?P<icon>[a-z0-9][a-z0-9_-]*):|(?P<line>\n)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bit:
    """A stretch of text in one style, or an icon by name; `font` counts the fonts of its family."""

    text: str
    style: Style
    icon: str = ""
    font: int = 0


def parse(
    text: str,
    icons: Collection[str],
    bold: bool,
    italic: bool,
    unknown: list[str],
    stray: list[str] | None = None,
) -> list[list[Bit]]:
    """Read the markup: one list of bits per line of the text.

    A mark without its partner is an ordinary character, and one of two or three stars is added to
    `stray`. Names between colons that are no icon are printed as they stand and added to `unknown`.
    """
    lines: list[list[Bit]] = [[]]
    at = 0
    strong, slanted = bold, italic
    open_marks: list[str] = []

    def add(stretch: str) -> None:
        if stretch:
            lines[-1].append(Bit(stretch, _style(strong, slanted)))

    for match in _MARKS.finditer(text):
        mark, icon = match["mark"], match["icon"]
        if mark is not None and not _is_mark(text, match, open_marks):
            if stray is not None and len(mark) > 1 and _touches_a_word(text, match):
                stray.append(mark)
            continue
        if icon is not None and icon not in icons:
            # "10:30:15" is a time; a word between colons is a misspelt icon.
            if not icon.isdigit():
                unknown.append(icon)
            continue
        add(text[at : match.start()])
        at = match.end()
        if match["literal"]:
            add(match["literal"])
        elif match["line"]:
            lines.append([])
        elif icon is not None:
            lines[-1].append(Bit(OBJECT, _style(strong, slanted), icon))
        else:
            assert mark is not None
            if open_marks and open_marks[-1] == mark:
                open_marks.pop()
            else:
                open_marks.append(mark)
            strong ^= len(mark) >= 2
            slanted ^= len(mark) != 2
    add(text[at:])
    return lines


def _style(strong: bool, slanted: bool) -> Style:
    if strong:
        return "bolditalic" if slanted else "bold"
    return "italic" if slanted else "regular"


def _touches_a_word(text: str, match: re.Match[str]) -> bool:
    """Whether a letter or number stands beside a mark, which "5 ** 2" and a line of *** lack."""
    around = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
    return any(c.isalnum() for c in around)


def _is_mark(text: str, match: re.Match[str], open_marks: list[str]) -> bool:
    mark = match["mark"]
    if open_marks and open_marks[-1] == mark:
        return not text[match.start() - 1].isspace()
    follows = text[match.end() : match.end() + 1]
    if not follows or follows.isspace() or mark in open_marks:
        return False
    return re.search(rf"(?<![\s*\\]){re.escape(mark)}(?!\*)", text[match.end() :]) is not None
