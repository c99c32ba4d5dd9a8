"""Our markup in texts: what is bold, italic, an icon or a new line.

`**bold**`, `*italic*`, `***both***`, `:icon:`, a line break for a new line, an empty line for a
small gap, and a backslash before a mark that is meant literally. Bold and italic begin and end each
by itself: `**Fire***ball*` is a bold word and an italic one.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.pack import Style
from generator.press.face.fonts import OBJECT

_MARKS = re.compile(
    r"\\(?P<literal>[*:\\])|(?P<mark>\*+)|:(?P<icon>[a-z0-9][a-z0-9_-]*):|(?P<line>\n)",
    re.IGNORECASE,
)

_BOLD, _ITALIC = (2, 3), (1, 3)  # by how many stars each begins and ends


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

    A mark without its partner is an ordinary character, and one of several stars is added to
    `stray`. Names between colons that are no icon are printed as they stand and added to `unknown`.
    """
    lines: list[list[Bit]] = [[]]
    at = 0
    strong, slanted = bold, italic
    marks = list(_MARKS.finditer(text))
    paired = _paired(text, [match for match in marks if match["mark"]])

    def add(stretch: str) -> None:
        if stretch:
            lines[-1].append(Bit(stretch, _style(strong, slanted)))

    for match in marks:
        mark, icon = match["mark"], match["icon"]
        if mark is not None and match.start() not in paired:
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
            strong ^= len(mark) in _BOLD
            slanted ^= len(mark) in _ITALIC
    add(text[at:])
    return lines


def with_keywords(
    lines: Sequence[Sequence[Bit]],
    keyword: re.Pattern[str],
    meant: Mapping[str, str],
    icons: Collection[str],
    unknown: list[str],
    stray: list[str] | None = None,
) -> list[list[Bit]]:
    """The lines with what their keywords stand for, as bold and italic as the words around."""
    unknown[:] = [name for name in unknown if f":{name}:" not in meant]
    found: list[list[Bit]] = []
    for line in lines:
        found.append([])
        for bit in line:
            at, style = 0, bit.style
            for match in keyword.finditer(bit.text) if not bit.icon else ():
                _join(found[-1], Bit(bit.text[at : match.start()], style))
                at = match.end()
                for i, told in enumerate(
                    parse(meant[match[0]], icons, False, False, unknown, stray)
                ):
                    found += [[]] if i else []
                    for one in told:
                        _join(found[-1], replace(one, style=_either(one.style, style)))
            _join(found[-1], replace(bit, text=bit.text[at:]))
    return found


def _join(line: list[Bit], bit: Bit) -> None:
    """Put a bit behind a line, in one with the last where both are words of one style."""
    if line and not bit.icon and not line[-1].icon and line[-1].style == bit.style:
        line[-1] = replace(bit, text=line[-1].text + bit.text)
    elif bit.text:
        line.append(bit)


def _either(one: Style, other: Style) -> Style:
    """Bold where either style is, and italic."""
    both = one + other
    return _style("bold" in both, "italic" in both)


def _style(strong: bool, slanted: bool) -> Style:
    if strong:
        return "bolditalic" if slanted else "bold"
    return "italic" if slanted else "regular"


def _touches_a_word(text: str, match: re.Match[str]) -> bool:
    """Whether a letter or number stands beside a mark, which "5 ** 2" and a line of *** lack."""
    around = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
    return any(c.isalnum() for c in around)


def _paired(text: str, stars: Sequence[re.Match[str]]) -> set[int]:
    """Where the stars stand that have partners: they begin before a word and end behind one."""
    left = [match for match in stars if len(match[0]) <= 3]
    while True:
        alone: set[int] = set()
        for n_stars in (_BOLD, _ITALIC):
            begun: int | None = None
            for match in left:
                start, end = match.span()
                if len(match[0]) not in n_stars:
                    continue
                if begun is not None and not text[start - 1].isspace():
                    begun = None
                elif begun is None and text[end : end + 1].strip():
                    begun = start
                else:
                    alone.add(start)
            if begun is not None:
                alone.add(begun)
        if not alone:
            return {match.start() for match in left}
        left = [match for match in left if match.start() not in alone]
